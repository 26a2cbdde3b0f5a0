# SPDX-License-Identifier: Apache-2.0
"""The screen that a page is looked at on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import Chrome

DESKTOP, PHONE = 1400, 390
"""Widths, in CSS pixels."""


@contextmanager
def emulated(chromium: Chrome, width: int = DESKTOP, scheme: str = "light") -> Iterator[None]:
    """A screen of a width, whose owner likes it light or dark."""
    screen = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    try:
        yield
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
