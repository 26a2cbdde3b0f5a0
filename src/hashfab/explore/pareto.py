# SPDX-License-Identifier: Apache-2.0
"""Which points nothing else beats on every count at once (the Pareto front)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf

from hashfab.designs import ALGORITHMS, Design, family_of
from hashfab.measure.record import Measurement

Costs = tuple[float, ...]
"""What a point is judged by, turned so that less is better."""


@dataclass(frozen=True)
class Merit:
    """What a point costs and gives; ``None`` where a target has no such figure.

    Members:
        whole: whether the design takes a whole message, or is a permutation alone.
        serves: the algorithms that it computes; each that another one lacks keeps it unbeaten.
        area: in the target's unit; less is better.
        throughput: in Gbit/s, or bits per cycle; more is better.
        latency: in ns, or cycles; less is better.
        frequency: in MHz; more is better.
    """

    whole: bool
    serves: Collection[str]
    area: float | None
    throughput: float | None
    latency: float | None
    frequency: float | None

    def costs(self, algorithms: Collection[str]) -> Costs:
        """The objectives as costs; an unknown figure is the worst there is.

        Args:
            algorithms: the ones that count.
        """
        least = (self.area, self.latency)
        most = (self.throughput, self.frequency)
        return (
            -float(self.whole),
            *(-float(algorithm in self.serves) for algorithm in algorithms),
            *(inf if value is None else value for value in least),
            *(inf if value is None else -value for value in most),
        )


def merit(design: Design, point: Measurement) -> Merit:
    """The merit of a measured design; without a clock period, what it does per cycle."""
    kind, physical, speed = family_of(design), point.physical, point.speed
    cycles = speed.latency_cycles
    return Merit(
        whole=kind.whole_message,
        serves=kind.algorithms,
        area=physical.area,
        throughput=point.gbit_per_s if physical.timed else speed.bits_per_cycle,
        latency=cycles * physical.period_ns if physical.timed else cycles,
        frequency=physical.fmax_mhz if physical.timed else None,
    )


def dominates(one: Costs, other: Costs) -> bool:
    """Whether ``one`` is nowhere worse than ``other`` and somewhere better."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def front(costs: Sequence[Costs]) -> list[int]:
    """The indices, in order, of the points that no other one dominates."""
    if not costs:
        return []
    import numpy as np  # It is slow to import.

    table = np.array(costs, dtype=float)
    # What is the same in all points decides nothing.
    table = table[:, (table != table[0]).any(axis=0)]
    best: list[int] = []
    chosen = np.empty_like(table)
    # In this order nothing is dominated by what comes later, so the front so far is enough.
    for index in np.lexsort(table.T[::-1]) if table.shape[1] else range(len(table)):
        so_far, point = chosen[: len(best)], table[index]
        if not ((so_far <= point).all(axis=1) & (so_far < point).any(axis=1)).any():
            chosen[len(best)] = point
            best.append(int(index))
    return sorted(best)


EVERY = tuple(ALGORITHMS)
"""The algorithms that count unless some are chosen."""
