# SPDX-License-Identifier: Apache-2.0
"""The Verilog is the SystemVerilog: Yosys proves it, register by register."""

from pathlib import Path

import pytest

from hashfab import designs
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

PROOF = """\
design -copy-from gold -as gold gold
design -copy-from gate -as gate gate
equiv_make gold gate equiv
hierarchy -top equiv
opt_clean
equiv_struct
equiv_simple
equiv_induct
equiv_status -assert
"""


PROVED = [
    ("engine-slice", "native"),
    ("accel-d1n1t1w64", "axi4-stream"),
]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "bus"), PROVED)
def test_the_verilog_is_the_design(name: str, bus: str, tmp_path: Path) -> None:
    design = designs.parse(name)
    kind = buses.get(design, bus)
    top, parameters = kind.top(design), kind.parameters(design)
    made = elaborate(top, kind.sources(design, tmp_path / "made"), parameters, "made")
    names = yosys.stage(tmp_path, made.files)
    (tmp_path / "made.v").write_text(made.verilog)
    script = (
        yosys.read(top, names, parameters)
        + SIDE.format(name="gold")
        + "read_verilog made.v\n"
        + SIDE.format(name="gate")
        + PROOF
    )
    log = yosys.run(tmp_path, "equivalence", script)
    assert "Equivalence successfully proven!" in log
