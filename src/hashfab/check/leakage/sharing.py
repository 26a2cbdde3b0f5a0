# SPDX-License-Identifier: Apache-2.0
"""What probes take for granted, on the netlist: what registers hold, and that shares stay random.

All inputs of a row are tried, in all 320 rows at once: its secret, share 0, and the fresh bits.
For each secret, each pair of shares that adds up to chi's result must come out equally often.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashfab.check.leakage import probes
from hashfab.check.leakage.forms import BITS, LANE, linear, neighbours, place, spot
from hashfab.check.netlist.circuit import Gates
from hashfab.check.netlist.simulator import ALL, NONE, RUNS, Simulator, pack, unpack

Bits = NDArray[np.uint8]

ROW = 5
FRESH = 2
COMBINATIONS = 1 << (2 * ROW + FRESH)
"""Of a row's secret, share 0 and fresh bits."""

RUNNING = {"run_q": 1, "even_q": 1, "busy_q": 1, "vacant_q": 0, "open_q": 0}
"""The registers of control in share 0's turn."""

OFFERED = "word_valid_o"
"""The register by which a generator inside says that there is a word."""

NEAR, FAR = (np.array(column) for column in zip(*map(neighbours, range(BITS)), strict=True))
SOURCES = np.array([linear(position) for position in range(BITS)])


@dataclass(frozen=True)
class Sharing:
    """What was found.

    Attributes:
        combinations: of a row's bits that were tried.
        rows: in how many rows.
        skewed: rows whose result's shares do not come equally often, as (secret, row).
        wrong: what a register or an output holds that it should not.
    """

    combinations: int
    rows: int
    skewed: tuple[tuple[int, int], ...]
    wrong: tuple[str, ...]


def run(gates: Gates, skew: int) -> Sharing:
    """Try all.

    Args:
        gates: an engine in two shares.
        skew: by which the lanes of share 1 are rotated left.
    """
    places = _places(gates)
    if missing := [name for name in probes.SOURCES if len(places.get(name, [])) != BITS]:
        absent = tuple(f"no register {name} of {BITS:,} bits" for name in missing)
        return Sharing(0, 320, (), absent)
    counts = np.zeros((32, 320, 2, 32), np.int64)
    wrong: list[str] = []
    rows = np.array([5 * LANE * (row // LANE) + row % LANE for row in range(320)])
    for first in range(0, COMBINATIONS, RUNS):
        number = np.arange(first, first + RUNS)
        x = np.array([spot(position)[0] for position in range(BITS)])[:, None]
        secret = (number >> x & 1).astype(np.uint8)
        mask = (number >> (ROW + x) & 1).astype(np.uint8)
        fresh = np.where(x < FRESH, number >> (2 * ROW + np.minimum(x, FRESH - 1)) & 1, 0)
        fresh = fresh.astype(np.uint8)
        results, notes = _round(gates, skew, (mask, secret ^ mask), fresh)
        wrong += notes
        if not (results[0] ^ results[1] == secret ^ (1 - secret[NEAR]) * secret[FAR]).all():
            wrong.append("shares behind chi do not add up to chi's result")
        for share, bits in enumerate(results):
            lanes = (bits[rows + LANE * lane].astype(np.int64) << lane for lane in range(ROW))
            value: NDArray[np.int64] = np.sum(list(lanes), axis=0)
            known = np.broadcast_to(number & 31, value.shape)
            flat = ((known * 320 + np.arange(320)[:, None]) * 2 + share) * 32 + value
            counts += np.bincount(flat.ravel(), minlength=counts.size).reshape(counts.shape)
    even = counts == COMBINATIONS >> (2 * ROW)
    skewed = [(int(known), int(row)) for known, row in np.argwhere(~even.all(axis=(2, 3)))]
    return Sharing(COMBINATIONS, 320, tuple(skewed), tuple(dict.fromkeys(wrong)))


def _round(
    gates: Gates, skew: int, shares: Sequence[Bits], fresh: Bits
) -> tuple[tuple[Bits, Bits], list[str]]:
    """Both shares behind chi, and what registers hold that ``probes`` thinks they do not."""

    def rotated(bits: Bits, by: int) -> Bits:
        found: Bits = np.roll(bits.reshape(25, LANE, RUNS), by, axis=1).reshape(BITS, RUNS)
        return found

    def cross(own: Bits, other: Bits) -> Bits:
        found: Bits = own ^ own[NEAR] & other[FAR] ^ fresh
        return found

    places = _places(gates)
    simulator = Simulator(gates)
    for port in gates.inputs:
        simulator.set_all(port, 0)
    simulator.settle()
    for port in ("rst_ni", "random_valid_i", "ready_i"):
        simulator.set_all(port, 1)
    for name, value in RUNNING.items():
        # Synthesis may have made one of what always hold the same.
        for net in places.get(name, []):
            simulator.values[net] = ALL if value else NONE
    zero, one = shares
    simulator.values[places["state_b_q"]] = pack(zero)
    simulator.values[places["state_a_q"]] = pack(rotated(one, skew))
    simulator.values[places["cross_q"]] = pack(cross(zero, one))
    order = [place(lane % 2, lane // 2, z) for lane in range(10) for z in range(LANE)]

    def offer() -> None:
        """Put the fresh bits where the engine takes them: a generator's register, or the port."""
        if probes.WORD not in places:
            simulator.set("random_i", pack(fresh[order]))
            return
        simulator.values[places[probes.WORD]] = pack(fresh[order])
        simulator.values[places[OFFERED]] = ALL

    offer()
    simulator.settle()
    first = unpack(simulator.get("data_o"))
    simulator.clock()
    # The same fresh bits do for the next round.
    offer()
    simulator.settle()
    second = rotated(unpack(simulator.get("data_o")), -skew)
    notes = []
    holds = {
        "state_a_q": np.bitwise_xor.reduce(first[SOURCES], axis=1),
        "state_b_q": rotated(one, skew),
        "cross_q": rotated(cross(one, zero), skew),
    }
    for name, bits in holds.items():
        if not (unpack(simulator.values[places[name]]) == bits).all():
            notes.append(f"{name} does not hold what the turn of share 1 takes")
    then = [np.bitwise_xor.reduce(each[SOURCES], axis=1) for each in (first, second)]
    simulator.clock()
    difference = unpack(simulator.values[places["cross_q"]]) ^ cross(then[0], then[1])
    # Iota is added there: its constant is the same in all runs.
    constant = (difference == difference[:, :1]).all() and not difference[LANE:].any()
    if not constant:
        notes.append("cross_q does not hold what the turn of share 0 takes")
    return (first, second), notes


def _places(gates: Gates) -> dict[str, list[int]]:
    """The nets of each register, bit by bit, by its name in the module."""
    found: dict[str, list[int]] = {}
    for name, net in zip(gates.registers.names, gates.registers.q.tolist(), strict=True):
        found.setdefault(name.rpartition(".")[2].partition("[")[0], []).append(net)
    return found
