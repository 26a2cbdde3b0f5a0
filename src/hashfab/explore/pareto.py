# SPDX-License-Identifier: Apache-2.0
"""Which points nothing else beats on every count at once (the Pareto front)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from hashfab.measure.record import Measurement

BARE_FAMILIES = frozenset({"engine"})
"""Families that do a part of the job only: a permutation neither pads nor fetches a message."""


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

    def costs(self) -> tuple[float, ...]:
        """The objectives turned so that less is better; an unknown figure is the worst there is."""
        least = (self.area, self.latency)
        most = (self.throughput, self.frequency)
        return (
            -self.service,
            *(inf if value is None else value for value in least),
            *(inf if value is None else -value for value in most),
        )


def merit(point: Measurement, family: str) -> Merit:
    """The merit of a measured point of ``family``, its latency in time rather than in cycles."""
    return Merit(
        service=0 if family in BARE_FAMILIES else 1,
        area=point.physical.area,
        throughput=point.gbit_per_s,
        latency=point.speed.latency_cycles * point.physical.period_ns,
        frequency=point.physical.fmax_mhz,
    )


def dominates(one: Merit, other: Merit) -> bool:
    """Whether ``one`` is nowhere worse than ``other`` and somewhere better."""
    ours, theirs = one.costs(), other.costs()
    return ours != theirs and all(a <= b for a, b in zip(ours, theirs, strict=True))


def front(merits: Sequence[Merit]) -> list[int]:
    """The indices, in order, of the merits that no other one dominates."""
    return [
        index
        for index, candidate in enumerate(merits)
        if not any(dominates(other, candidate) for other in merits)
    ]
