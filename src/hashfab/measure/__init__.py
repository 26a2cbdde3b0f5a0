# SPDX-License-Identifier: Apache-2.0
"""Design, workload and target in; cycles, area and frequency out. Nothing else calls the tools."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hashfab.designs import Design
from hashfab.measure import targets
from hashfab.measure.workload import DEFAULT, Workload

if TYPE_CHECKING:
    from hashfab.measure.record import Measurement, Provenance
    from hashfab.measure.request import Request
    from hashfab.measure.store import Store

LATER = {"Measurement": "record", "Provenance": "record", "Request": "request", "Store": "store"}
"""Where names of this module come from when they are first asked for: they are slow to import."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{LATER[name]}"), name)


def measure(
    design: Design,
    load: Workload = DEFAULT,
    target: str = targets.DEFAULT,
    seed: int = 1,
    place: bool = True,
    results: Store | None = None,
) -> Measurement:
    """Measure a design: digests first, then speed, area and period. What is stored is not redone.

    Args:
        design: what.
        load: the messages.
        target: the technology's name.
        seed: of the messages and of place and route.
        place: whether the period on an FPGA comes from place and route or from an estimate.
        results: the store; the default one when None.

    Raises:
        RequestError: the target is unknown or its library is not there.
        ToolMissing: a tool is not installed.
        WorkFailed: a tool failed, a digest is wrong, or the design does not fit.
    """
    from rich.console import Console

    from hashfab.measure.request import Request
    from hashfab.measure.runner import Failure, Runner

    request = Request(design, load, targets.get(target), seed, place)
    runner = Runner(len(request.stages), console=Console(quiet=True), store=results)
    (found,) = runner.measure([request]).values()
    if isinstance(found, Failure):
        raise found.error()
    return found


__all__ = ["DEFAULT", "Measurement", "Provenance", "Request", "Store", "Workload", "measure"]
