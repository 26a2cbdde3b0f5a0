# SPDX-License-Identifier: Apache-2.0
"""Figures in words."""

from __future__ import annotations

SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))
JOULES = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "uJ"), (1e-9, "nJ"), (1e-12, "pJ"))

SAME = 0.005
"""The relative difference below which two figures are said to be the same."""

MANY = 1.95
"""From this ratio on, how many times is said, not how many percent."""


def three_digits(value: float) -> str:
    """Three significant digits, no exponent."""
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:.{digits}f}"


def scaled(value: float, units: tuple[tuple[float, str], ...]) -> str:
    """A figure in the unit that leaves the shortest number."""
    factor, unit = next(((f, u) for f, u in units if abs(value) >= 0.9995 * f), units[-1])
    return f"{three_digits(value / factor)} {unit}"


def seconds(value: float) -> str:
    """A time."""
    return scaled(value, SECONDS)


def joules(value: float | None) -> str:
    """An energy; a dash where there is none."""
    return "-" if value is None else scaled(value, JOULES)


def area(value: float, unit: str) -> str:
    """An area in kGE or LUT4."""
    return f"{value / 1000:.1f} kGE" if unit == "GE" else f"{value:,.0f} {unit}"


def ratio(one: float, other: float) -> str | None:
    """How much more or less one figure is than another; None where they are the same."""
    if one == 0 or other == 0 or abs(one / other - 1) < SAME:
        return None
    more = one / other
    if more >= MANY:
        return f"{three_digits(more)} times the"
    if more <= 1 / MANY:
        return f"{three_digits(1 / more)} times less"
    if more > 1:
        return f"{100 * (more - 1):.0f} % more"
    return f"{100 * (1 - more):.0f} % less"


def listed(parts: list[str], last: str = "and") -> str:
    """Words with commas, and the last one behind ``and``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
