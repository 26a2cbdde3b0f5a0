# SPDX-License-Identifier: Apache-2.0
"""What surrounds an engine in a campaign: states to permute, and who takes the results.

In every run the engine is given one state more than it has room for, each under a tag of its own,
with random pauses on both sides. A state is a block of SHAKE128 or TurboSHAKE128, so that a result
without faults begins with an output that another implementation computes. Who takes the results
looks at the alarm in every cycle, and takes nothing from the first one on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashfab import designs
from hashfab.check.netlist.circuit import Gates
from hashfab.check.netlist.simulator import ALL, NONE, RUNS, WORDS, Simulator, Words, pack, unpack
from hashfab.designs import Design, algorithms
from hashfab.errors import CheckFailed
from hashfab.measure.harnesses import BEATS, STATE_BITS

READY = 0.75
"""The share of cycles in which each side is ready."""

TURBO = 0.25
"""The share of states that are permuted with 12 rounds."""

PAUSES = 1 << 12
"""Cycles after which the pauses repeat."""

BEHIND = 8
"""Cycles behind the last result in which no other may come."""

SETTLED = 50_000
"""Cycles after which an engine without faults has delivered, or never will."""

OUTCOMES = ("detected", "harmless", "late", "wrong")
"""The alarm came before a wrong result was taken; the right results in the right cycles; the right
ones in other cycles, or not all; a wrong result was taken, and no alarm had come by then."""

DETECTED, HARMLESS, LATE, WRONG = range(len(OUTCOMES))

Flags = NDArray[np.bool_]

Result = tuple[tuple[int, ...], bytes]
"""The tag in each beat, and the beats."""


@dataclass(frozen=True)
class Strike:
    """A fault on one net in one run, for one cycle.

    Attributes:
        run: below ``RUNS``.
        net: which.
        value: that it has then; None for the inverse of what it would have.
    """

    run: int
    net: int
    value: int | None


@dataclass(frozen=True)
class Cycle:
    """What all runs show in one cycle.

    Attributes:
        valid: whether a result is offered.
        ready: whether a state is taken.
        alarm: whether the engine says that something is wrong.
        results: runs whose result is complete now, and the results.
    """

    valid: Flags
    ready: Flags
    alarm: Flags
    results: Sequence[tuple[int, Result]]


@dataclass(frozen=True)
class Clean:
    """What the runs without faults show.

    Attributes:
        cycles: one after the other, to the last that counts.
        results: of each run: its results.
        ends: the cycle in which each run's last result is taken.
    """

    cycles: Sequence[Cycle]
    results: Sequence[frozenset[Result]]
    ends: NDArray[np.int64]


def places(fold: str) -> NDArray[np.int64]:
    """The bits of a state that travel in each beat, of shape (beats, bits of a beat)."""
    beats = BEATS[fold]
    flat = np.arange(STATE_BITS).reshape(beats, -1)
    if fold != "slice":
        return flat
    beat, bit = np.divmod(flat, STATE_BITS // beats)
    slices = STATE_BITS // beats // 25
    found: NDArray[np.int64] = 64 * (bit % 25) + slices * beat + bit // 25
    return found


class EngineBench:
    """``RUNS`` runs of an engine, the same ones again and again but for their faults.

    Attributes:
        states: of each run.
        clean: what they show without faults.
    """

    def __init__(self, design: Design, gates: Gates, seed: int) -> None:
        """Draw states and pauses, and run without faults.

        Raises:
            CheckFailed: a result is wrong, or there is none.
        """
        numbers = np.random.default_rng(seed)
        shape = designs.family_of(design).shape(design)
        self.gates = gates
        self.places = places(str(shape["fold"]))
        self.states = int(shape["stages"]) + 1
        self.turbo: Flags = numbers.random((self.states, RUNS)) < TURBO
        self.pauses: Flags = numbers.random((PAUSES, 2, RUNS)) < READY
        self.data = np.zeros((self.states * len(self.places), self.places.shape[1], WORDS), "u8")
        expected = [self._draw(state, numbers) for state in range(self.states)]
        self.clean = self._run_clean(design, expected)

    def run(self, strikes: Mapping[int, Sequence[Strike]]) -> NDArray[np.int64]:
        """The outcome of each run, an index of ``OUTCOMES``.

        Args:
            strikes: the faults of each cycle.
        """
        batch = _Batch(self)
        clean = self.clean
        detected, wrong, shifted = (np.zeros(RUNS, bool) for _ in range(3))
        left = [set(results) for results in clean.results]
        for number, normal in enumerate(clean.cycles):
            ended = detected | wrong
            seen = batch.step(number, strikes.get(number, ()), ~ended)
            detected |= seen.alarm & ~ended
            for run, result in seen.results:
                if result in left[run]:
                    left[run].remove(result)
                else:
                    wrong[run] = True
            shifted |= (seen.valid != normal.valid) | (seen.ready != normal.ready)
            if (
                number > clean.ends.max() + BEHIND
                and (detected | wrong | np.array([not each for each in left])).all()
            ):
                break
        missing = np.array([bool(each) for each in left])
        found = np.where(shifted | missing, LATE, HARMLESS)
        found[wrong] = WRONG
        found[detected] = DETECTED
        return found

    def _draw(self, state: int, numbers: np.random.Generator) -> list[bytes]:
        """Blocks for one state of each run; what their results begin with."""
        blocks, outputs = [], []
        for turbo in self.turbo[state]:
            algorithm = algorithms.get("turboshake128" if turbo else "shake128")
            message = numbers.bytes(int(numbers.integers(algorithm.block_bytes)))
            block = algorithms.padded(algorithm, message)
            blocks.append(block.ljust(STATE_BITS // 8, b"\0"))
            outputs.append(algorithms.reference(algorithm, message, len(block)))
        rows = np.frombuffer(b"".join(blocks), np.uint8).reshape(RUNS, -1)
        bits = np.unpackbits(rows, axis=1, bitorder="little").T
        beats = len(self.places)
        for beat, chosen in enumerate(self.places):
            self.data[state * beats + beat] = pack(np.ascontiguousarray(bits[chosen]))
        return outputs

    def _run_clean(self, design: Design, expected: Sequence[Sequence[bytes]]) -> Clean:
        batch = _Batch(self)
        cycles: list[Cycle] = []
        found: list[list[Result]] = [[] for _ in range(RUNS)]
        ends = np.zeros(RUNS, np.int64)
        last = 0  # the cycle in which the last result of all was taken
        first = 0
        while sum(map(len, found)) < RUNS * self.states or len(cycles) <= last + first + BEHIND:
            number = len(cycles)
            if number == SETTLED:
                raise CheckFailed(f"{design.name}: its gates do not deliver")
            cycles.append(batch.step(number, (), np.ones(RUNS, bool)))
            if cycles[-1].alarm.any():
                raise CheckFailed(f"{design.name}: its gates raise an alarm without a fault")
            for run, result in cycles[-1].results:
                found[run].append(result)
                ends[run] = last = number
                first = first or number
        for run, results in enumerate(found):
            for tags, beats in results:
                output = expected[tags[0]][run]
                if set(tags) != {tags[0]} or self._state(beats)[: len(output)] != output:
                    raise CheckFailed(f"{design.name}: its gates permute wrongly")
        return Clean(cycles, [frozenset(results) for results in found], ends)

    def _state(self, beats: bytes) -> bytes:
        """The state that travelled in beats."""
        rows = np.frombuffer(beats, np.uint8).reshape(len(self.places), -1)
        bits = np.unpackbits(rows, axis=1, count=self.places.shape[1], bitorder="little")
        whole = np.zeros(STATE_BITS, np.uint8)
        whole[self.places] = bits
        return np.packbits(whole, bitorder="little").tobytes()


class _Batch:
    """Runs from reset on."""

    def __init__(self, bench: EngineBench) -> None:
        self._bench = bench
        self._simulator = Simulator(bench.gates)
        self._at = np.zeros(RUNS, np.int64)  # the beat to offer, counted over all states
        self._offering = np.zeros(RUNS, bool)
        self._came: list[list[tuple[int, bytes]]] = [[] for _ in range(RUNS)]
        self._simulator.set_all("rst_ni", 0)
        self._simulator.settle()
        self._simulator.clock()
        self._simulator.set_all("rst_ni", 1)
        self._show()

    def step(self, number: int, strikes: Sequence[Strike], taking: Flags) -> Cycle:
        """One cycle.

        Args:
            number: of the cycle.
            strikes: its faults.
            taking: runs in which results are still taken.
        """
        simulator, bench = self._simulator, self._bench
        offers, accepts = bench.pauses[number % PAUSES]
        begins = offers & (self._at < len(bench.data)) & ~self._offering
        if begins.any():
            self._offering |= begins
            self._show()
        simulator.set("ready_i", _words(accepts))
        for net, keep, flip in _disturbances(strikes):
            simulator.disturb(net, keep, flip)
        simulator.settle()
        valid, ready = (_flags(simulator.get(port)) for port in ("valid_o", "ready_o"))
        alarm = np.zeros(RUNS, bool)
        if "alarm_o" in bench.gates.outputs:
            alarm = _flags(simulator.get("alarm_o"))
        results = self._take(np.flatnonzero(valid & accepts & taking & ~alarm))
        accepted = self._offering & ready
        simulator.clock()
        if accepted.any():
            self._at += accepted
            self._offering &= ~accepted
            self._show()
        return Cycle(valid, ready, alarm, results)

    def _show(self) -> None:
        """Put onto the ports what is offered; zero where nothing is."""
        bench = self._bench
        beats = len(bench.places)
        data = np.zeros(bench.data.shape[1:], np.uint64)
        turbo = np.zeros(RUNS, bool)
        tag = np.zeros((3, RUNS), bool)
        for at in np.unique(self._at[self._offering]).tolist():
            runs = self._offering & (self._at == at)
            data |= bench.data[at] & _words(runs)
            state, beat = divmod(at, beats)
            # Both count with the first beat; with the others they are wrong.
            turbo |= runs & (bench.turbo[state] == (beat == 0))
            for bit in range(3):
                tag[bit] |= runs & bool((state if beat == 0 else state ^ 1) >> bit & 1)
        self._simulator.set("valid_i", _words(self._offering))
        self._simulator.set("data_i", data)
        self._simulator.set("turbo_i", _words(turbo))
        self._simulator.set("tag_i", pack(tag.astype(np.uint8)))

    def _take(self, runs: NDArray[np.int64]) -> list[tuple[int, Result]]:
        """Take a beat in some runs; the results that are complete with it."""
        if not len(runs):
            return []
        simulator = self._simulator
        bits = unpack(simulator.get("data_o"))[:, runs]
        beats = np.packbits(bits.T, axis=1, bitorder="little")
        tags = np.array([1, 2, 4]) @ unpack(simulator.get("tag_o"))[:, runs]
        found = []
        for run, beat, tag in zip(runs.tolist(), beats, tags.tolist(), strict=True):
            came = self._came[run]
            came.append((tag, beat.tobytes()))
            if len(came) == len(self._bench.places):
                found.append((run, (tuple(tag for tag, _ in came), b"".join(b for _, b in came))))
                came.clear()
        return found


def _disturbances(strikes: Sequence[Strike]) -> list[tuple[int, Words, Words]]:
    """What is kept of each net that is struck, and what is inverted then."""
    found: dict[int, tuple[Words, Words]] = {}
    for strike in strikes:
        if strike.net not in found:
            found[strike.net] = (np.full(WORDS, ALL), np.full(WORDS, NONE))
        keep, flip = found[strike.net]
        word, bit = divmod(strike.run, 64)
        if strike.value is not None:
            keep[word] &= ~np.uint64(1 << bit)
        if strike.value != 0:
            flip[word] |= np.uint64(1 << bit)
    return [(net, keep, flip) for net, (keep, flip) in found.items()]


def _words(flags: Flags) -> Words:
    return pack(flags.astype(np.uint8))


def _flags(words: Words) -> Flags:
    found: Flags = unpack(words)[0].astype(bool)
    return found
