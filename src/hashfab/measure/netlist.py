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


RECORDER = """\
string path;
integer file = 0;
initial if ($value$plusargs("vectors=%s", path)) file = $fopen(path, "w");
always @(posedge {clock}) if (file != 0) $fwrite(file, "%b\\n", {{
{bits}}});
final if (file != 0) $fclose(file);
"""

REPLAY = """\
`timescale 1ps/1ps
module replay;
  reg {clock} = 0;
  reg [{high}:0] lines [0:{last}];
  reg [{high}:0] in = 0;
  wire [{high}:0] out;
  integer i, differs = 0;
  {top} dut(
{connections});
  initial begin
    $sdf_annotate("replay.sdf", dut);
    $readmemb("{vectors}", lines);
    // The reset works from its edge on.
    in[{high}:{split}] = ~lines[0][{high}:{split}];
    for (i = 0; i <= {last}; i = i + 1) begin
      #1 in = lines[i];
      if (i == {first}) begin
        $dumpfile("replay.vcd");
        $dumpvars(1, dut);
      end
      #({half_ps} - 1) {clock} = 0;
      #({half_ps} - 1) if (i >= {first} && out[{split}-1:0] !== lines[i][{split}-1:0])
        differs = differs + 1;
      #1 {clock} = 1;
    end
    #({half_ps}) $display("differs: %0d", differs);
    $finish;
  end
endmodule
"""
"""Inputs change right behind an edge of the clock, as if they came from flip-flops."""


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

    def renamed(self) -> str:
        """The module as ``TOP_netlist``."""
        return self.text.replace(f"module {self.top}(", f"module {self.top}_netlist(", 1)

    def counted(self) -> str:
        """The same, in which nothing is traced but vectors of all nets."""
        head, end, body = self.renamed().partition(");\n")
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

    def wrapper(self, clock: str) -> str:
        """A module with the name and the ports of the RTL around ``counted``.

        With ``+vectors=FILE`` it writes a line for each cycle: inputs but for the clock, then
        outputs, as they are before its edge.
        """
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
            f"{self.top}_netlist u_netlist(\n{comma.join(connections)});\n"
            f"{RECORDER.format(clock=clock, bits=comma.join(self._bits(clock)))}endmodule\n"
        )

    def replay(self, clock: str, vectors: str, period_ns: float, window: range) -> str:
        """A module ``replay`` that repeats what the wrapper wrote.

        Cells have the delays of ``replay.sdf``. It prints in how many cycles of the window the
        outputs differ.

        Args:
            clock: the clock port.
            vectors: the file of the lines.
            period_ns: of the clock.
            window: the cycles whose toggles go to ``replay.vcd``.
        """
        bits = self._bits(clock)
        inputs = sum(1 for bit in bits if bit.partition("[")[0] in self.inputs)
        width = len(bits)
        connections = [f".{clock}({clock})"]
        for place, bit in enumerate(bits):
            source = f"in[{width - 1 - place}]" if place < inputs else f"out[{width - 1 - place}]"
            connections.append(f".{_written(bit)}({source})")
        return REPLAY.format(
            top=f"{self.top}_netlist",
            clock=clock,
            high=width - 1,
            split=width - inputs,
            last=window.stop - 1,
            vectors=vectors,
            half_ps=round(500 * period_ns),
            first=window.start,
            connections=",\n".join(connections),
        )

    def _bits(self, clock: str) -> list[str]:
        """The nets of the ports but for the clock, inputs first."""
        return [bit for bit in self.ports() if bit != clock]


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
