# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as Yosys writes it: its nets and cells, and how it is simulated in RTL's place.

It is flat, each net has one bit, and a port ``data_i`` of several bits is ``data_i[0]``,
``data_i[1]`` and so on.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashfab.errors import WorkFailed

COUNTED = 64
"""Nets of a vector that is traced: Verilator's code for one vector of all grows with the square."""


@dataclass(frozen=True)
class Cell:
    """An instance.

    Attributes:
        name: of the instance.
        kind: the library cell.
        pins: the net of each connected pin; constants are left out.
    """

    name: str
    kind: str
    pins: Mapping[str, str]


@dataclass(frozen=True)
class Netlist:
    """A mapped design.

    Attributes:
        top: the module.
        text: its Verilog.
        inputs: bits of each input port; None for one that is no vector.
        outputs: the same of outputs.
        nets: the names of all nets, ports included.
        cells: the instances.
    """

    top: str
    text: str
    inputs: Mapping[str, int | None]
    outputs: Mapping[str, int | None]
    nets: tuple[str, ...]
    cells: tuple[Cell, ...]

    def ports(self) -> Iterator[str]:
        """The nets of all ports."""
        for name, width in (*self.inputs.items(), *self.outputs.items()):
            yield from [name] if width is None else (f"{name}[{bit}]" for bit in range(width))

    def counted(self) -> str:
        """The module as ``TOP_netlist``, in which nothing is traced but vectors of all nets."""
        head, end, body = self.text.partition(");\n")
        head = head.replace(f"module {self.top}(", f"module {self.top}_netlist(")
        vectors = []
        for first in range(0, len(self.nets), COUNTED):
            names = self.nets[first : first + COUNTED]
            bits = ", ".join(_written(name) for name in reversed(names))
            vectors.append(f"wire [{len(names) - 1}:0] nets_{first // COUNTED} = {{{bits}}};\n")
        body = body.replace("endmodule", f"/* verilator tracing_on */\n{''.join(vectors)}endmodule")
        return f"{head}{end}/* verilator tracing_off */\n{body}"

    def net(self, traced: str) -> str | None:
        """The net that a traced signal of ``counted`` shows, such as ``nets_3[17]``."""
        match = re.fullmatch(r"nets_(\d+)(?:\[(\d+)\])?", traced)
        return self.nets[COUNTED * int(match[1]) + int(match[2] or 0)] if match else None

    def wrapper(self) -> str:
        """A module with the name and the ports of the RTL around ``counted``."""
        declarations, connections = [], []
        ports = [("input", *port) for port in self.inputs.items()]
        ports += [("output", *port) for port in self.outputs.items()]
        for direction, name, width in ports:
            if width is None:
                declarations.append(f"{direction} wire {name}")
                connections.append(f".{name}({name})")
            else:
                declarations.append(f"{direction} wire [{width - 1}:0] {name}")
                connections += [f".\\{name}[{i}] ({name}[{i}])" for i in range(width)]
        comma = ",\n"  # Verilator limits the tokens of a line.
        return (
            f"module {self.top}(\n{comma.join(declarations)});\n"
            f"{self.top}_netlist u_netlist(\n{comma.join(connections)});\nendmodule\n"
        )


def read(path: Path, top: str) -> Netlist:
    """The netlist in a file of Yosys's ``write_verilog -noattr -noexpr -nodec``.

    Raises:
        WorkFailed: it has another form.
    """
    text = path.read_text()
    ports: dict[str, dict[str, int | None]] = {"input": {}, "output": {}}
    for direction, name in re.findall(r"^  (input|output) \\?(\S+) ?;$", text, re.MULTILINE):
        bit = re.fullmatch(r"(.+)\[(\d+)\]", name)
        if bit:
            ports[direction][bit[1]] = max(int(bit[2]) + 1, ports[direction].get(bit[1]) or 0)
        else:
            ports[direction][name] = None
    nets = tuple(re.findall(r"^  wire \\?(\S+) ?;$", text, re.MULTILINE))
    cells = tuple(_cells(text))
    if not nets or not cells or re.search(r"^  (wire|reg|input|output) \[", text, re.MULTILINE):
        raise WorkFailed(f"{path.name} is no flat netlist of {top}", path)
    return Netlist(top, text, ports["input"], ports["output"], nets, cells)


def _cells(text: str) -> Iterator[Cell]:
    for match in re.finditer(
        r"^  (\w+) \\?(\S+) +\(\n(.*?)^  \);$", text, re.MULTILINE | re.DOTALL
    ):
        pins = re.findall(r"^    \.(\w+)\(\\?([^\s()]+) ?\)", match[3], re.MULTILINE)
        yield Cell(match[2], match[1], {pin: net for pin, net in pins if "'" not in net})


def _written(name: str) -> str:
    """A name as Verilog needs it, escaped if it is no identifier."""
    return name if re.fullmatch(r"[A-Za-z_][\w$]*", name) else f"\\{name} "
