# SPDX-License-Identifier: Apache-2.0
"""Fixed against random: whether the activity of an engine's gates tells two states apart.

A trace is one permutation; its samples are how many nets of the netlist change in each cycle. Half
of the traces, drawn at random, permute the same state, the others each another one. Welch's t-test
compares the two halves cycle by cycle: their means (order 1), and the squares of what is left of
each trace without its half's mean (order 2), after Schneider and Moradi, CHES 2015. Beyond 4.5 the
halves differ.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashfab.check.netlist.circuit import Gates
from hashfab.check.netlist.simulator import RUNS, Simulator, Toggles, pack
from hashfab.designs.engine import SKEW

THRESHOLD = 4.5
BITS = 1600

Floats = NDArray[np.float64]
Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Verdict:
    """What a test found.

    Attributes:
        traces: how many.
        orders: t by cycle, of order 1 and 2; 0 where nothing varies.
    """

    traces: int
    orders: tuple[Floats, Floats]

    @property
    def largest(self) -> tuple[float, float]:
        """The largest absolute t of each order."""
        first, second = (float(np.abs(order).max()) for order in self.orders)
        return first, second

    @property
    def leaks(self) -> bool:
        """Whether one is beyond the threshold."""
        return max(self.largest) > THRESHOLD


def run(
    gates: Gates,
    shares: int,
    traces: int,
    seed: int,
    random: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Draw traces and compare.

    Args:
        gates: an engine without a fold, as a netlist.
        shares: of its states.
        traces: at least two for each half; rounded up to whole batches of ``RUNS``.
        seed: of states, shares and fresh bits.
        random: otherwise share 1 and all fresh bits are 0.
        progress: told traces that are done, and of how many.
    """
    numbers = np.random.default_rng([seed, shares])
    fixed = numbers.integers(0, 2, (BITS, 1), np.uint8)
    batches = -(-traces // RUNS)
    halves, found = [], []
    for batch in range(batches):
        half = numbers.integers(0, 2, RUNS, np.uint8)
        states = np.where(half, fixed, numbers.integers(0, 2, (BITS, RUNS), np.uint8))
        found.append(_trace(gates, shares, states, numbers, random))
        halves.append(half)
        if progress:
            progress((batch + 1) * RUNS, batches * RUNS)
    return _welch(np.concatenate(found), np.concatenate(halves).astype(bool))


def _trace(
    gates: Gates, shares: int, states: Bits, numbers: np.random.Generator, random: bool
) -> NDArray[np.uint32]:
    """Toggles of one batch, of shape (``RUNS``, cycles), from the first beat in to the last out."""

    def noise(bits: int) -> Bits:
        drawn: Bits = numbers.integers(0, 2, (bits, RUNS), np.uint8)
        return drawn if random else np.zeros_like(drawn)

    beats = [states]
    if shares == 2:
        mask = noise(BITS)
        lanes = mask.reshape(25, 64, RUNS)
        beats = [states ^ mask, np.roll(lanes, SKEW, axis=1).reshape(BITS, RUNS)]
    simulator = Simulator(gates)
    for port in gates.inputs:
        simulator.set_all(port, 0)
    simulator.settle()
    simulator.set_all("rst_ni", 1)
    simulator.set_all("ready_i", 1)
    simulator.settle()
    toggles = Toggles(simulator)
    simulator.set_all("random_valid_i", int(shares > 1))
    fresh = shares > 1
    counts = []
    taken = left = 0
    while left < shares:
        if fresh:
            simulator.set("random_i", pack(noise(len(gates.inputs["random_i"]))))
        simulator.set_all("valid_i", int(taken < shares))
        simulator.set("data_i", pack(beats[taken] if taken < shares else np.zeros_like(states)))
        simulator.settle()
        counts.append(toggles.count())
        # What is fed and when does not depend on data: all runs go along with the first one.
        taken += taken < shares and _high(simulator, "ready_o")
        left += _high(simulator, "valid_o")
        fresh = shares > 1 and _high(simulator, "random_ready_o")
        simulator.clock()
    return np.stack(counts, axis=1)


def _high(simulator: Simulator, port: str) -> bool:
    """Whether an output is 1 in the first run."""
    return bool(simulator.get(port)[0, 0] & np.uint64(1))


def _welch(traces: NDArray[np.uint32], half: NDArray[np.bool_]) -> Verdict:
    """Both orders of the test."""
    sides = [traces[chosen].astype(np.float64) for chosen in (half, ~half)]
    squares = [(side - side.mean(axis=0)) ** 2 for side in sides]
    return Verdict(len(traces), (_t(*sides), _t(*squares)))


def _t(one: Floats, other: Floats) -> Floats:
    """Welch's t of two sets of samples, by column."""
    spread = one.var(axis=0, ddof=1) / len(one) + other.var(axis=0, ddof=1) / len(other)
    difference = one.mean(axis=0) - other.mean(axis=0)
    safe = np.where(spread > 0, spread, 1.0)
    # Where nothing varies within the halves, a difference between them is certain.
    certain = np.where(difference == 0, 0.0, np.inf)
    found: Floats = np.where(spread > 0, difference / np.sqrt(safe), certain)
    return found
