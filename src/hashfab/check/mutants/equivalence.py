# SPDX-License-Identifier: Apache-2.0
"""Whether a mutant does the same as the design, by proof.

Both run side by side from registers at zero, under every input in every cycle, a reset among them;
ABC proves that no output ever differs: by induction over signal correspondences, else by
property-directed reachability. The payload of a stream or a request counts while it is valid only.
What the surroundings never do is not known here, so that a mutant whose difference only they could
show is not proved.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashfab import paths
from hashfab.check.mutants import source
from hashfab.check.mutants.source import Mutation, Port
from hashfab.errors import WorkFailed
from hashfab.tools import yosys

SECONDS = 60
"""For one decision."""

SIDE = """\
{read}\
hierarchy -check -top {top}
flatten
async2sync
memory_map
setundef -undriven -zero
setundef -zero
opt_clean
rename {top} {side}
write_rtlil {side}.il
"""

MITER = """\
read_rtlil gold.il
read_rtlil gate.il
miter -equiv -flatten gold gate miter
hierarchy -top miter
setattr -unset init w:*
opt -full
dffunmap
zinit -all
techmap
setundef -undriven -zero
setundef -zero
aigmap
opt_clean
write_aiger miter.aig
"""

# The `abc` pass maps a carrier gate while ABC's own commands decide the model that is meant.
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
read_aiger miter.aig
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
    paths.build_dir().mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=".equivalence-", dir=paths.build_dir()))
    try:
        (work / "carrier.v").write_text(CARRIER)
        (work / "decide.abc").write_text(COMMANDS)
        around = work / f"{WRAPPER}.sv"
        around.write_text(wrapper(top, source.ports(top, files, parameters), parameters))
        names = [*yosys.stage(work, files), around.name]
        read = yosys.read(WRAPPER, names, {})
        yosys.run(work, "gold", SIDE.format(read=read, top=WRAPPER, side="gold"))
        changed = work / mutation.file
        changed.write_bytes(source.mutated(changed.read_bytes(), mutation))
        try:
            yosys.run(work, "gate", SIDE.format(read=read, top=WRAPPER, side="gate"))
            yosys.run(work, "miter", MITER)
        except WorkFailed:
            # A register that is held in its reset, for one, is a latch.
            return False
        # In time or not, what was decided stands in a file, whose first word is the verdict.
        with contextlib.suppress(WorkFailed):
            yosys.run(work, "decide", DECIDE, SECONDS)
        written = [work / "induction", work / "reachability"]
        verdicts = [path.read_text() for path in written if path.is_file()]
        return any(verdict.startswith("snl_UNSAT") for verdict in verdicts)
    finally:
        shutil.rmtree(work, ignore_errors=True)
