# SPDX-License-Identifier: Apache-2.0
"""Whether a mutant does the same as the design, by proof.

Both run side by side from registers at zero, under every input in every cycle, a reset among them.
First they have their registers in common, and what is proved is that no output and no register's
next value ever differs; then those registers that would differ stand twice, and so on. ABC proves
it: by induction over signal correspondences, else by property-directed reachability.

The payload of a stream or a request counts while it is valid only. What the surroundings never do
is not known here, so that a mutant whose difference only they could show is not proved.
"""

import contextlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from hashfab import paths
from hashfab.check.mutants import circuit, source
from hashfab.check.mutants.circuit import Circuit
from hashfab.check.mutants.source import Mutation, Port
from hashfab.errors import WorkFailed
from hashfab.tools import yosys

SECONDS = 60
"""For one decision."""

MOST_TWICE = 256
"""Registers that may differ: with more of them ABC decides nothing in its time."""

SIDE = """\
{read}\
hierarchy -check -top {top}
flatten
techmap -map synchronous.v
memory_map
setattr -unset init w:*
dffunmap
zinit -all
opt_expr
techmap
dffunmap
setundef -undriven -zero
setundef -zero
aigmap
opt_clean
write_aiger -ascii -symbols circuit.aag
"""

# A reset takes effect at the next edge of the clock. Whatever state a circuit can be in behind an
# asynchronous one it can be in behind two cycles of this one.
SYNCHRONOUS = """\
(* techmap_celltype = "$adff" *)
module reset #(
  parameter WIDTH = 1, CLK_POLARITY = 1, ARST_POLARITY = 1, ARST_VALUE = 0
) (input CLK, input ARST, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  \\$sdff #(
    .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY),
    .SRST_POLARITY(ARST_POLARITY), .SRST_VALUE(ARST_VALUE)
  ) _TECHMAP_REPLACE_ (.CLK(CLK), .SRST(ARST), .D(D), .Q(Q));
endmodule
(* techmap_celltype = "$adffe" *)
module reset_enable #(
  parameter WIDTH = 1, CLK_POLARITY = 1, EN_POLARITY = 1, ARST_POLARITY = 1, ARST_VALUE = 0
) (input CLK, input ARST, input EN, input [WIDTH-1:0] D, output [WIDTH-1:0] Q);
  \\$sdffe #(
    .WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .EN_POLARITY(EN_POLARITY),
    .SRST_POLARITY(ARST_POLARITY), .SRST_VALUE(ARST_VALUE)
  ) _TECHMAP_REPLACE_ (.CLK(CLK), .EN(EN), .SRST(ARST), .D(D), .Q(Q));
endmodule
(* techmap_celltype = "$aldff" *)
module load #(parameter WIDTH = 1, CLK_POLARITY = 1, ALOAD_POLARITY = 1) (
  input CLK, input ALOAD, input [WIDTH-1:0] AD, input [WIDTH-1:0] D, output [WIDTH-1:0] Q
);
  \\$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) _TECHMAP_REPLACE_ (
    .CLK(CLK), .D(ALOAD == ALOAD_POLARITY ? AD : D), .Q(Q)
  );
endmodule
"""

# The `abc` pass maps a carrier gate while ABC's own commands decide the circuit that is meant.
DECIDE = """\
read_verilog carrier.v
simplemap
abc -script decide.abc
"""

CARRIER = """\
module carrier (input a, input b, output y);
  assign y = a & b;
endmodule
"""

COMMANDS = """\
backup
read_blif joined.blif
strash
scorr
dprove
write_status induction
pdr
write_status reachability
restore
"""


WRAPPER = "equivalence_top"

VALID = ("valid_o", "req_o")
"""What a port says in its last part when the others of its name are to be listened to."""


def wrapper(top: str, ports: Sequence[Port], parameters: Mapping[str, int]) -> str:
    """A top around another one, whose outputs are zero while they mean nothing."""
    valids = [port.name for port in ports if port.output and port.name.endswith(VALID)]
    declared, connected, assigned = [], [], []
    for port in ports:
        kind = "output" if port.output else "input"
        declared.append(f"  {kind} logic [{port.bits - 1}:0] {port.name}")
        connected.append(f".{port.name}({f'inner_{port.name}' if port.output else port.name})")
        if port.output:
            valid = _valid_of(port.name, valids)
            value = f"{{{port.bits}{{inner_{valid}}}}} & " if valid else ""
            assigned.append(f"  logic [{port.bits - 1}:0] inner_{port.name};")
            assigned.append(f"  assign {port.name} = {value}inner_{port.name};")
    generics = ", ".join(f".{name}({value})" for name, value in parameters.items())
    return "\n".join(
        [
            f"module {WRAPPER} (",
            ",\n".join(declared),
            ");",
            *assigned,
            f"  {top} #({generics}) u_top ({', '.join(connected)});",
            "endmodule\n",
        ]
    )


def _valid_of(name: str, valids: Sequence[str]) -> str | None:
    """The output that says whether another one means something, if there is one."""
    if name in valids or name.endswith("ready_o"):
        return None
    begins = {valid.rpartition("_o")[0].rpartition("_")[0]: valid for valid in valids}
    fitting = [begin for begin in begins if not begin or name.startswith(f"{begin}_")]
    return begins[max(fitting, key=len)] if fitting else None


def proved(
    top: str, files: Sequence[Path], parameters: Mapping[str, int], mutation: Mutation
) -> bool:
    """Whether a mutant is proved to do what the design does.

    Args:
        top: the top module.
        files: the design's sources, packages first.
        parameters: of the top.
        mutation: of one of the files.

    Returns:
        False when they differ, when Yosys does not take the mutant, or when nothing is known after
        ``SECONDS``.

    Raises:
        WorkFailed: Yosys does not take the design.
    """
    generics = tuple(parameters.items())
    gold = _circuit(top, tuple(files), generics)
    try:
        gate = _read(top, files, generics, mutation)
    except WorkFailed:
        # A register without its reset, for one, has two edges to follow.
        return False
    with paths.scratch("equivalence") as work:
        (work / "carrier.v").write_text(CARRIER)
        (work / "decide.abc").write_text(COMMANDS)
        return _same(work, gold, gate)


@cache
def _circuit(top: str, files: tuple[Path, ...], parameters: tuple[tuple[str, int], ...]) -> Circuit:
    """A design as a circuit, read once. Raises as ``_read``."""
    return _read(top, files, parameters, None)


def _read(
    top: str,
    files: Sequence[Path],
    parameters: Sequence[tuple[str, int]],
    mutation: Mutation | None,
) -> Circuit:
    """A design, or a mutant of it, as a circuit.

    Raises:
        WorkFailed: Yosys does not take it.
    """
    with paths.scratch("circuit") as work:
        (work / "synchronous.v").write_text(SYNCHRONOUS)
        around = work / f"{WRAPPER}.sv"
        ports = source.ports(top, files, dict(parameters))
        around.write_text(wrapper(top, ports, dict(parameters)))
        names = [*yosys.stage(work, files), around.name]
        if mutation:
            changed = work / mutation.file
            changed.write_bytes(source.mutated(changed.read_bytes(), mutation))
        script = SIDE.format(read=yosys.read(WRAPPER, names, {}), top=WRAPPER)
        yosys.run(work, "circuit", script)
        return circuit.parse((work / "circuit.aag").read_text())


def _same(work: Path, gold: Circuit, gate: Circuit) -> bool:
    """Whether two circuits are proved to do the same, with ever more registers that may differ."""
    twice: frozenset[str] = frozenset()
    while len(twice) <= MOST_TWICE:
        joined = circuit.join(gold, gate, twice)
        if not joined.differs:
            return True
        (work / "joined.blif").write_text(joined.blif)
        if _never(work):
            return True
        if not joined.loaded:
            return False
        twice |= joined.loaded
    return False


def _never(work: Path) -> bool:
    """Whether ABC proves that the output is never 1."""
    written = [work / "induction", work / "reachability"]
    for path in written:
        path.unlink(missing_ok=True)
    # In time or not, what was decided stands in a file, whose first word is the verdict.
    with contextlib.suppress(WorkFailed):
        yosys.run(work, "decide", DECIDE, SECONDS)
    verdicts = [path.read_text() for path in written if path.is_file()]
    return any(verdict.startswith("snl_UNSAT") for verdict in verdicts)
