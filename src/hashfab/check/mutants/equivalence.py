# SPDX-License-Identifier: Apache-2.0
"""Whether a mutant does the same as the design, by proof.

Both run side by side from registers at zero, under every input in every cycle, a reset among them;
ABC proves that no output ever differs: first by signal correspondence, then by property-directed
reachability. What the surroundings never do is not known here, so that a mutant whose difference
only they could show is not proved.
"""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashfab import paths
from hashfab.check.mutants import source
from hashfab.check.mutants.source import Mutation
from hashfab.errors import WorkFailed
from hashfab.tools import yosys

SECONDS = 180
"""For one proof, the elaboration of both designs included."""

SIDE = """\
{read}\
hierarchy -check -top {top}
flatten
delete -output
async2sync
memory_map
setundef -undriven -zero
opt_clean
rename {top} {side}
write_rtlil {side}.il
design -reset
"""

# The `abc` pass maps a carrier gate while ABC's own commands decide the model that is meant.
DECIDE = """\
read_rtlil gold.il
read_rtlil gate.il
miter -equiv -flatten gold gate miter
hierarchy -top miter
setattr -unset init
dffunmap
opt -full
techmap
opt -fast
aigmap
opt_clean
write_aiger -zinit miter.aig
design -reset
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
write_status status
pdr -T {seconds}
write_status status
restore
"""

REACHABILITY_SECONDS = 30


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
        (work / "decide.abc").write_text(COMMANDS.format(seconds=REACHABILITY_SECONDS))
        names = yosys.stage(work, files)
        read = yosys.read(top, names, parameters)
        yosys.run(work, "gold", SIDE.format(read=read, top=top, side="gold"))
        changed = work / mutation.file
        changed.write_bytes(source.mutated(changed.read_bytes(), mutation))
        script = SIDE.format(read=read, top=top, side="gate") + DECIDE
        try:
            yosys.run(work, "equivalence", script, SECONDS)
        except WorkFailed:
            return False
        # Its first word is the verdict.
        return (work / "status").read_text().startswith("snl_UNSAT")
    finally:
        shutil.rmtree(work, ignore_errors=True)
