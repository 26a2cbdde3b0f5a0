# SPDX-License-Identifier: Apache-2.0
"""Which points nothing else beats on every count at once (the Pareto front)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from hashfab.designs import Design, family
from hashfab.measure.record import Measurement

Costs = tuple[float, ...]
"""What a point is judged by, turned so that less is better."""


@dataclass(frozen=True)
class Merit:
    """What a point costs and gives; ``None`` where a target has no such figure.

    Members:
        service: how much of the job the design does; more is better.
        area: in LUT4 or GE; less is better.
        throughput: in Gbit/s; more is better.
        latency: in ns; less is better.
        frequency: in MHz; more is better.
    """

    service: int
    area: float | None
    throughput: float | None
    latency: float | None
    frequency: float | None

    def costs(self) -> Costs:
        """The objectives as costs; an unknown figure is the worst there is."""
        least = (self.area, self.latency)
        most = (self.throughput, self.frequency)
        return (
            -self.service,
            *(inf if value is None else value for value in least),
            *(inf if value is None else -value for value in most),
        )


def merit(design: Design, point: Measurement) -> Merit:
    """The merit of a measured design, its latency in time rather than in cycles."""
    return Merit(
        service=int(family(design.family).whole_message),
        area=point.physical.area,
        throughput=point.gbit_per_s,
        latency=point.speed.latency_cycles * point.physical.period_ns,
        frequency=point.physical.fmax_mhz,
    )


def dominates(one: Costs, other: Costs) -> bool:
    """Whether ``one`` is nowhere worse than ``other`` and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def front(costs: Sequence[Costs]) -> list[int]:
    """The indices, in order, of the points that no other one dominates."""
    return [
        index
        for index, candidate in enumerate(costs)
        if not any(dominates(other, candidate) for other in costs)
    ]
