# SPDX-License-Identifier: Apache-2.0
"""The measurements that the store has of a design, and the clock that follows from them."""

from dataclasses import dataclass
from typing import Any

from hashfab.designs import Design
from hashfab.errors import RequestError
from hashfab.measure import Measurement, Request, store, targets
from hashfab.measure.compute import stored

DEFAULT_PERIOD_NS = 10.0
"""Of the clock where nothing was measured."""

ELSEWHERE = ("placement", "seconds")
"""Parts of a measurement that say nothing away from the machine that made it."""


def measurements(design: Design) -> list[Measurement]:
    """What was measured of a design with the default workload, in the order of the targets.

    Nothing is computed. A target that is not installed here is left out.

    Raises:
        StoreError: the store cannot be used.
    """
    found = []
    for target in targets.TARGETS.values():
        # What a result depends on is not known without the target's library and tools.
        try:
            target.check()
        except RequestError:
            continue
        # With energy if that was measured, too.
        for energy in (True, False):
            request = Request(design, target=target, energy=energy)
            results = {stage: stored(stage, store.default()) for stage in request.stages}
            known = {stage: result for stage, result in results.items() if result is not None}
            if len(known) == len(results):
                found.append(request.measurement(known))
                break
    return found


def portable(measurement: Measurement) -> dict[str, Any]:
    """A measurement as JSON data, without what is of one machine."""
    data = measurement.to_json()
    return {key: value for key, value in data.items() if key not in ELSEWHERE}


@dataclass(frozen=True)
class Clock:
    """The clock that constraints ask for.

    Attributes:
        period_ns: of it.
        source: where the period comes from, in words.
    """

    period_ns: float
    source: str


def clock(found: list[Measurement]) -> Clock:
    """Of the first target that was timed; else ``DEFAULT_PERIOD_NS``."""
    for each in found:
        if each.physical.timed:
            return Clock(each.physical.period_ns, f"as measured on {each.target}")
    return Clock(DEFAULT_PERIOD_NS, "a default, for no measurement is stored")
