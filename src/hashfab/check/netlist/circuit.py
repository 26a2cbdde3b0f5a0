# SPDX-License-Identifier: Apache-2.0
"""A circuit of one-bit gates and flip-flops on one clock, in an order in which it can be computed.

It is read from Yosys's JSON. Nets are numbers; 0 and 1 are the constants.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hashfab.errors import WorkFailed

Nets = NDArray[np.int32]

KINDS = {
    "$_BUF_": "A",
    "$_NOT_": "A",
    "$_AND_": "AB",
    "$_NAND_": "AB",
    "$_OR_": "AB",
    "$_NOR_": "AB",
    "$_XOR_": "AB",
    "$_XNOR_": "AB",
    "$_ANDNOT_": "AB",
    "$_ORNOT_": "AB",
    "$_MUX_": "ABS",
    "$_NMUX_": "ABS",
    "$_AOI3_": "ABC",
    "$_OAI3_": "ABC",
    "$_AOI4_": "ABCD",
    "$_OAI4_": "ABCD",
}
"""Yosys's gates and their inputs, in the order of ``Kind`` in ``simulator.cpp``."""

FLIP_FLOPS = {"$_DFF_P_": 0, "$_DFF_PN0_": 0, "$_DFF_PN1_": 1}
"""Those that rise with the clock, and their value in a reset, which is low."""

Bit = int | str

MOST = 1 << 30
"""Characters that no name has."""


@dataclass(frozen=True)
class Registers:
    """The flip-flops.

    Attributes:
        names: such as ``u_engine.state_q[17]``.
        d: the net of each one's next value.
        q: the net of its value.
        initial: its value in a reset.
        reset: the net that is 0 in a reset; the constant 1 for one without.
    """

    names: tuple[str, ...]
    d: Nets
    q: Nets
    initial: Nets
    reset: Nets


@dataclass(frozen=True)
class Gates:
    """A circuit.

    Attributes:
        nets: how many there are; each is a number below.
        inputs: the nets of each input port, lowest bit first; the clock is left out.
        outputs: the same of each output port.
        registers: the flip-flops.
        table: a row for each gate: kind, output, and four inputs, unused ones being 0. A gate
            stands behind those whose outputs it reads.
        names: nets that the RTL has a name for.
    """

    nets: int
    inputs: Mapping[str, Nets]
    outputs: Mapping[str, Nets]
    registers: Registers
    table: Nets
    names: Mapping[int, str]

    def drivers(self) -> Nets:
        """For each net, the row of the gate that drives it; -1 for those that no gate drives."""
        found = np.full(self.nets, -1, np.int32)
        found[self.table[:, 1]] = np.arange(len(self.table), dtype=np.int32)
        return found

    def counts(self) -> dict[str, int]:
        """How many gates there are of each kind, and ``registers``."""
        kinds = tuple(KINDS)
        numbers, counts = np.unique(self.table[:, 0], return_counts=True)
        found = {kinds[number]: int(count) for number, count in zip(numbers, counts, strict=True)}
        return found | {"registers": len(self.registers.names)}


def read(text: str, top: str, clock: str) -> Gates:
    """The circuit in a file of Yosys's ``write_json``.

    Args:
        text: the file.
        top: the module, which has no other module inside.
        clock: its clock port.

    Raises:
        WorkFailed: a cell is none of ``KINDS`` and ``FLIP_FLOPS``, a flip-flop has another clock
            or a reset that is no input, or gates form a loop.
    """
    module = json.loads(text)["modules"][top]
    ports = module["ports"]
    names = dict(_names(module["netnames"]))
    (tick,) = ports[clock]["bits"]
    inputs, outputs = (
        {
            name: _nets(port["bits"])
            for name, port in ports.items()
            if port["direction"] == direction and name != clock
        }
        for direction in ("input", "output")
    )
    rows, flops = [], []
    for name, cell in module["cells"].items():
        kind, pins = cell["type"], {pin: bits[0] for pin, bits in cell["connections"].items()}
        if kind in KINDS:
            operands = [_net(pins[pin]) for pin in KINDS[kind]]
            number = list(KINDS).index(kind)
            rows.append((number, _net(pins["Y"]), *operands, *[0] * (4 - len(operands))))
        elif kind in FLIP_FLOPS and pins["C"] == tick:
            flops.append((kind, pins))
        else:
            raise WorkFailed(f"{top}: the cell {name} is a {kind} that cannot be simulated here")
    flops.sort(key=lambda flop: _key(names.get(_net(flop[1]["Q"]), "")))
    outs = [_net(pins["Q"]) for _, pins in flops]
    registers = Registers(
        tuple(names.get(net, f"register {number}") for number, net in enumerate(outs)),
        _nets([pins["D"] for _, pins in flops]),
        np.array(outs, np.int32),
        np.array([FLIP_FLOPS[kind] for kind, _ in flops], np.int32),
        _nets([pins.get("R", "1") for _, pins in flops]),
    )
    given = {0, 1, *(int(net) for nets in inputs.values() for net in nets)}
    if not given.issuperset(int(net) for net in registers.reset):
        raise WorkFailed(f"{top}: a flip-flop's reset is no input")
    known = [*given, *(int(net) for net in registers.q)]
    table = _ordered(top, rows, known)
    used = (table[:, 1:], registers.d, registers.q, *inputs.values(), *outputs.values())
    nets = 2 + max((int(part.max()) for part in used if part.size), default=0)
    return Gates(nets, inputs, outputs, registers, table, names)


def _ordered(top: str, rows: Sequence[tuple[int, ...]], known: Sequence[int]) -> Nets:
    """Rows by level and, within one, by kind, so that the same is done to many in turn."""
    readers: dict[int, list[int]] = {}
    missing = []
    for number, row in enumerate(rows):
        operands = set(row[2:])
        missing.append(len(operands))
        for net in operands:
            readers.setdefault(net, []).append(number)
    level = [0] * len(rows)
    waiting = deque((net, 0) for net in dict.fromkeys(known))
    done = 0
    while waiting:
        net, height = waiting.popleft()
        for number in readers.get(net, ()):
            level[number] = max(level[number], height + 1)
            missing[number] -= 1
            if not missing[number]:
                done += 1
                waiting.append((rows[number][1], level[number]))
    if done < len(rows):
        raise WorkFailed(f"{top}: gates form a loop, or read a net that nothing drives")
    order = sorted(range(len(rows)), key=lambda number: (level[number], rows[number][0]))
    return np.array([rows[number] for number in order], np.int32).reshape(-1, 6)


def _names(netnames: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The names that stand in the RTL: of several for one net a register's, then the shortest."""
    found: dict[int, tuple[bool, int, str]] = {}
    for name, entry in netnames.items():
        if entry["hide_name"]:
            continue
        bits, low = entry["bits"], entry.get("offset", 0)
        plain = not re.search(r"_q(\[\d+\])*$", name)
        for place, bit in enumerate(bits):
            if isinstance(bit, int):
                spelt = name if len(bits) == 1 else f"{name}[{low + place}]"
                found[bit] = min(found.get(bit, (True, MOST, "")), (plain, len(spelt), spelt))
    for bit, (_, _, spelt) in found.items():
        yield bit, spelt


def _key(name: str) -> list[tuple[int, str]]:
    """What sorts names with numbers as people do."""
    digits = "".join(each if each.isdigit() else f" {each} " for each in name).split()
    return [(int(each), "") if each.isdigit() else (-1, each) for each in digits]


def _net(bit: Bit) -> int:
    """A net's number; what Yosys leaves open is 0."""
    return bit if isinstance(bit, int) else int(bit == "1")


def _nets(bits: Sequence[Bit]) -> Nets:
    return np.array([_net(bit) for bit in bits], np.int32)
