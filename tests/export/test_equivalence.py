# SPDX-License-Identifier: Apache-2.0
"""The Verilog is the SystemVerilog, as ABC proves.

From registers that are zero, all outputs are the same in every run, of any length and whatever the
inputs.
"""

from pathlib import Path

import pytest

from hashfab import designs
from hashfab.check.proofs import CARRIER
from hashfab.export import buses
from hashfab.export.elaborate import elaborate
from hashfab.tools import yosys

SIDE = """\
proc
flatten
memory
async2sync
opt_clean
rename -top {name}
design -stash {name}
"""

# The `abc` pass maps a carrier gate while ABC's own commands read and decide the two.
PROOF = """\
design -copy-from gold -as gold gold
design -copy-from gate -as gate gate
miter -equiv -flatten gold gate both
hierarchy -top both
setundef -zero -init
opt -full
dffunmap
techmap
aigmap
opt_clean
write_aiger -zinit both.aig
design -reset
read_verilog carrier.v
simplemap
abc -script both.abc
"""

# Registers that are the same in both are merged; what is left has none, and is decided.
DECIDE = """\
backup
read_aiger both.aig
scorr
dsat -C 100000
write_status both.status
restore
"""

PROVED = [
    ("engine-slice", "native", None),
    ("accel-d1n1t1w64", "axi4-stream", None),
    ("accel-slicew32", "axi4", "apb4"),
    ("accel-d1n1t1w64", "axi4", "apb4"),
]


def verdict(name: str, bus: str, control: str | None, folder: Path, old: str, new: str) -> str:
    """What ABC says of a design and its Verilog, in which a text stands for another one."""
    design = designs.parse(name)
    kind = buses.get(design, bus, control)
    top, parameters = kind.top(design), kind.parameters(design)
    made = elaborate(top, kind.sources(design, folder / "made"), parameters, "made")
    names = yosys.stage(folder, made.files)
    assert old in made.verilog
    (folder / "made.v").write_text(made.verilog.replace(old, new, 1))
    (folder / "carrier.v").write_text(CARRIER)
    (folder / "both.abc").write_text(DECIDE)
    script = (
        yosys.read(top, names, parameters)
        + SIDE.format(name="gold")
        + "read_verilog made.v\n"
        + SIDE.format(name="gate")
        + PROOF
    )
    yosys.run(folder, "equivalence", script)
    return (folder / "both.status").read_text().split()[0]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "bus", "control"), PROVED)
def test_the_verilog_is_the_design(
    name: str, bus: str, control: str | None, tmp_path: Path
) -> None:
    assert verdict(name, bus, control, tmp_path, "", "") == "snl_UNSAT"


@pytest.mark.long
def test_another_verilog_is_not(tmp_path: Path) -> None:
    found = verdict("engine-slice", "native", None, tmp_path, " ^ ", " ~^ ")
    assert found != "snl_UNSAT"
