# SPDX-License-Identifier: Apache-2.0
"""The netlist that probes are tried on, and what its nets hold of shares: for other analysers.

``netlist.v`` is the engine as instances of the cells of ``cells.v``, flat; that of a register has
its name in the RTL. ``shares.json`` says of ports and registers what they carry.
"""

import json
from collections.abc import Mapping
from typing import Any

from hashfab import designs
from hashfab.check.leakage import probes
from hashfab.check.netlist.circuit import FLIP_FLOPS, KINDS, Gates
from hashfab.check.netlist.synthesis import CLOCK
from hashfab.designs import Design
from hashfab.designs.engine import SKEW

RESET = "rst_ni"

TURN = "even_q"
"""The register that is 1 in share 0's turn."""

HELD: Mapping[str, Mapping[str, int]] = {
    "1": {"a": 1, "b": 0, "cross": 0, "data_o": 0},
    "0": {"a": 0, "b": 1, "cross": 1, "data_o": 1},
}
"""The share of what in the turn of either; in that of share 1, ``a`` has the next round's."""

EXPRESSIONS = {
    "BUF": "A",
    "NOT": "~A",
    "AND": "A & B",
    "NAND": "~(A & B)",
    "OR": "A | B",
    "NOR": "~(A | B)",
    "XOR": "A ^ B",
    "XNOR": "~(A ^ B)",
    "ANDNOT": "A & ~B",
    "ORNOT": "A | ~B",
    "MUX": "S ? B : A",
    "NMUX": "~(S ? B : A)",
    "AOI3": "~((A & B) | C)",
    "OAI3": "~((A | B) & C)",
    "AOI4": "~((A & B) | (C & D))",
    "OAI4": "~((A | B) & (C | D))",
}
"""Of the gates, in Verilog."""


def files(design: Design, gates: Gates) -> dict[str, str]:
    """What is exported, by the name of its file.

    Args:
        design: an engine in two shares.
        gates: its netlist.
    """
    shares = json.dumps(_shares(design, gates), indent=1)
    top = designs.family_of(design).top
    return {"netlist.v": _netlist(gates, top), "cells.v": _cells(), "shares.json": shares + "\n"}


def _net(net: int) -> str:
    return f"1'b{net}" if net < 2 else f"n{net}"


def _netlist(gates: Gates, top: str) -> str:
    """The engine in Verilog."""
    kinds = tuple(KINDS)
    registers = gates.registers
    ports = [f"  input wire {CLOCK}"]
    joined = []
    driven = [*gates.table[:, 1].tolist(), *registers.q.tolist()]
    for port, nets in gates.inputs.items():
        ports.append(f"  input wire [{len(nets) - 1}:0] {port}")
        for at, net in enumerate(nets.tolist()):
            driven.append(net)
            joined.append(f"  assign {_net(net)} = {port}[{at}];")
    for port, nets in gates.outputs.items():
        ports.append(f"  output wire [{len(nets) - 1}:0] {port}")
        joined += [f"  assign {port}[{at}] = {_net(net)};" for at, net in enumerate(nets.tolist())]
    lines = ["`default_nettype none", f"module {top} (", ",\n".join(ports), ");"]
    lines += [f"  wire {_net(net)};" for net in driven]
    lines += joined
    for number, (kind, output, *operands) in enumerate(gates.table.tolist()):
        pins = zip(KINDS[kinds[kind]], operands, strict=False)
        given = ", ".join(f".{pin}({_net(net)})" for pin, net in pins)
        lines.append(f"  {kinds[kind].strip('$_')} g{number} ({given}, .Y({_net(output)}));")
    for name, d, q, initial, reset in zip(
        registers.names,
        registers.d.tolist(),
        registers.q.tolist(),
        registers.initial.tolist(),
        registers.reset.tolist(),
        strict=True,
    ):
        cell = f"DFF{initial}"
        given = f".C({CLOCK}), .R({_net(reset)}), .D({_net(d)}), .Q({_net(q)})"
        lines.append(f"  {cell} \\{name.replace(' ', '_')}  ({given});")
    return "\n".join([*lines, "endmodule", "`default_nettype wire", ""])


def _cells() -> str:
    """What the netlist is made of."""
    lines = ["`default_nettype none"]
    for kind, pins in KINDS.items():
        name = kind.strip("$_")
        inputs = ", ".join(f"input wire {pin}" for pin in pins)
        lines.append(f"module {name} ({inputs}, output wire Y);")
        lines += [f"  assign Y = {EXPRESSIONS[name]};", "endmodule"]
    for initial in sorted(set(FLIP_FLOPS.values())):
        lines += [
            f"module DFF{initial} (input wire C, input wire R, input wire D, output reg Q);",
            f"  always @(posedge C or negedge R) if (!R) Q <= 1'b{initial}; else Q <= D;",
            "endmodule",
        ]
    return "\n".join([*lines, "`default_nettype wire", ""])


def _shares(design: Design, gates: Gates) -> dict[str, Any]:
    """What ports and registers carry."""
    held: dict[str, dict[int, str]] = {}
    for net, (kind, at) in probes.signals(gates).items():
        held.setdefault(kind, {})[at] = _net(net)
    kinds = {
        "data_i": "share",
        "data_o": "share",
        "random_i": "seed" if design.number("generator") else "fresh",
    }
    (turn,) = (
        q
        for name, q in zip(gates.registers.names, gates.registers.q.tolist(), strict=True)
        if name.rpartition(".")[2] == TURN
    )
    return {
        "design": design.name,
        "top": designs.family_of(design).top,
        "clock": CLOCK,
        "reset": {"port": RESET, "active": 0},
        "ports": {port: kinds.get(port, "control") for port in (*gates.inputs, *gates.outputs)},
        "rotation": {"0": 0, "1": SKEW},
        "beats": [0, 1],
        "turn": _net(turn),
        "holds": HELD,
        "nets": {
            kind: {str(at): nets[at] for at in sorted(nets)} for kind, nets in sorted(held.items())
        },
    }
