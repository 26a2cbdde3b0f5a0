# SPDX-License-Identifier: Apache-2.0
"""A routed ECP5 netlist as Verilog that simulates."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from hashfab.tools import nextpnr, yosys

CELLS, MEMORY = (Path(__file__).with_name(f"ecp5_{name}.v") for name in ("cells", "memory"))
"""Models of cells; that of memories goes to the simulator as it is."""

BUSES = {
    "MULT18X18D": ("ecp5_multiplier", {"a": ("A", 18), "b": ("B", 18), "p": ("P", 36)}),
    "DP16KD": (
        "ecp5_memory",
        {
            name: (port, width)
            for side in "ab"
            for name, port, width in (
                (f"clk_{side}", f"CLK{side.upper()}", 0),
                (f"ce_{side}", f"CE{side.upper()}", 0),
                (f"we_{side}", f"WE{side.upper()}", 0),
                (f"addr_{side}", f"AD{side.upper()}", 14),
                (f"data_{side}", f"DI{side.upper()}", 18),
                (f"out_{side}", f"DO{side.upper()}", 18),
            )
        },
    ),
}
"""Of cells with buses: the model, and for each of its ports the cell's name for it and the bits."""


def verilog(work: Path, top: str) -> Path:
    """``nextpnr.ROUTED`` of a folder as Verilog above ``MEMORY``, with the top's ports."""
    (module,) = json.loads((work / nextpnr.ROUTED).read_text())["modules"].values()
    opened = count(1 << 30)
    cells = {f"cell{i}": _model(cell, opened) for i, cell in enumerate(module["cells"].values())}
    design = {"attributes": {"top": "1"}, "ports": module["ports"], "cells": cells}
    (work / "cells.json").write_text(json.dumps({"modules": {top: design}}))
    models, memory = yosys.stage(work, (CELLS, MEMORY))
    script = f"read_verilog {models}\nread_verilog -lib {memory}\nread_json cells.json\n"
    script += f"hierarchy -check -top {top}\n"
    script += "proc\nflatten\nopt -full\nopt_clean -purge\nwrite_verilog -noattr routed.v\n"
    yosys.run(work, "routed", script)
    return work / "routed.v"


def _model(cell: dict[str, Any], opened: Iterator[int]) -> dict[str, Any]:
    """A cell with the model's ports, all of them connected."""
    directions, parameters = cell["port_directions"], cell["parameters"]
    kind = cell["type"]
    ports = {name: [_bit(cell, name, opened)] for name in directions}
    if kind in BUSES:
        kind, buses = BUSES[kind]
        bits = {
            name: [f"{port}{i}" for i in range(width)] if width else [port]
            for name, (port, width) in buses.items()
        }
        ports = {name: [_bit(cell, each, opened) for each in one] for name, one in bits.items()}
        directions = {name: cell["port_directions"][one[0]] for name, one in bits.items()}
        parameters = _memory(parameters) if kind == "ecp5_memory" else {}
    known = re.findall(r"parameter (?:.* )?(\w+) =", _text(kind))
    return {
        "type": kind,
        "parameters": {name: value for name, value in parameters.items() if name in known},
        "port_directions": directions,
        "connections": ports,
    }


@cache
def _text(kind: str) -> str:
    """The model of a kind of cell."""
    text = CELLS.read_text() + MEMORY.read_text()
    match = re.search(rf"^module {kind}\(.*?^endmodule", text, re.DOTALL | re.MULTILINE)
    assert match, f"no model of {kind}"
    return match[0]


def _bit(cell: dict[str, Any], port: str, opened: Iterator[int]) -> str | int:
    """What is at a port; an input without a net is 1 but where a parameter says something else."""
    found = cell["connections"].get(port)
    if found:
        (bit,) = found
        return bit  # type: ignore[no-any-return]
    if cell["port_directions"].get(port) != "input":
        return next(opened)
    said = cell["parameters"].get(f"{port}MUX", "").strip()
    return "0" if said in ("0", "INV") or port in ("LSR", "FCI") else "1"


def _memory(parameters: dict[str, str]) -> dict[str, str]:
    rows = "".join(parameters[f"INITVAL_{i:02X}"] for i in reversed(range(64)))
    return {
        "INIT": rows,
        "WIDTH_A": parameters["DATA_WIDTH_A"],
        "WIDTH_B": parameters["DATA_WIDTH_B"],
    }
