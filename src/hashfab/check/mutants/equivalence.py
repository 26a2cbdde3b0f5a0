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
from hashfab.errors import TimedOut
from hashfab.tools import yosys

SECONDS = 180
"""For one proof, the elaboration of both designs included."""

SIDE = """\
{read}hierarchy -check -top {top}
flatten
delete -output
async2sync
memory_map
setundef -undriven -zero
opt_clean
rename {top} {side}
design -stash {side}
"""

# The `abc` pass maps a carrier gate while ABC's own commands decide the model that is meant.
DECIDE = """\
design -copy-from gold -as gold gold
design -copy-from gate -as gate gate
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
    top: str,
    files: Sequence[Path],
    parameters: Mapping[str, int],
    number: int,
) -> bool:
    """Whether a mutant is proved to do what the design does.

    Args:
        top: the top module.
        files: with mutations in them, packages first.
        parameters: of the top.
        number: of the mutation.

    Returns:
        False when they differ, or nothing is known after ``SECONDS``.

    Raises:
        WorkFailed: Yosys failed.
    """
    paths.build_dir().mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=".equivalence-", dir=paths.build_dir()))
    try:
        names = yosys.stage(work, files)
        (work / "carrier.v").write_text(CARRIER)
        (work / "decide.abc").write_text(COMMANDS.format(seconds=REACHABILITY_SECONDS))
        script = ""
        for side, selected in (("gold", 0), ("gate", number)):
            read = yosys.read(top, names, parameters, [f"MUTANT={selected}"])
            script += SIDE.format(read=read, top=top, side=side)
        yosys.run(work, "equivalence", script + DECIDE, SECONDS)
        # snl_UNSAT <frames> ...
        return (work / "status").read_text().startswith("snl_UNSAT")
    except TimedOut:
        return False
    finally:
        shutil.rmtree(work, ignore_errors=True)
