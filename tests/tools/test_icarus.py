# SPDX-License-Identifier: Apache-2.0
"""Icarus Verilog: delays make a glitch, and toggles are counted."""

import shutil
from pathlib import Path

import pytest

from hashfab.errors import WorkFailed
from hashfab.tools import icarus

CELLS = """
`timescale 1ns/1ps
module inv(input A, output Y);
  assign Y = ~A;
  specify
    (A => Y) = 0;
  endspecify
endmodule
"""

# a & ~a is 1 for as long as the inverter takes.
BENCH = r"""
`timescale 1ps/1ps
module bench;
  reg a = 0;
  wire n;
  wire \y[0] ;
  inv _1_ (.A(a), .Y(n));
  assign \y[0] = a & n;
  initial begin
    $sdf_annotate("delays.sdf");
    $dumpfile("bench.vcd");
    $dumpvars(1);
    #1000 a = 1;
    #1000 a = 0;
    #2000 $display("done");
    $finish;
  end
endmodule
"""

SDF = """(DELAYFILE (SDFVERSION "3.0") (DIVIDER .) (TIMESCALE 1ns)
(CELL (CELLTYPE "inv") (INSTANCE _1_) (DELAY (ABSOLUTE (IOPATH A Y (0.2) (0.1)))))
)
"""


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize(("delays", "glitches"), [(SDF, 2), (SDF.replace("0.1", "0"), 0)])
def test_a_delay_makes_a_glitch(delays: str, glitches: int, tmp_path: Path) -> None:
    for name, text in (("cells.v", CELLS), ("bench.v", BENCH), ("delays.sdf", delays)):
        (tmp_path / name).write_text(text)
    said = icarus.run("bench", [tmp_path / "cells.v", tmp_path / "bench.v"], tmp_path)
    assert "done" in said
    found = icarus.toggles(tmp_path / "bench.vcd")
    assert {name: toggles for name, (toggles, _) in found.items() if name in ("a", "n")} == {
        "a": 2,
        "n": 2,
    }
    toggles, share = found["y[0]"]
    assert toggles == glitches
    assert share == pytest.approx(0.025 if glitches else 0)
    assert icarus.version().split(".")[0].isdigit()


def test_a_signal_without_a_value_is_a_failure(tmp_path: Path) -> None:
    dump = tmp_path / "dump.vcd"
    head = "$timescale 1ps $end\n$var wire 1 ! lost $end\n$enddefinitions $end\n"
    dump.write_text(f"{head}#0\nx!\n#10\n")
    with pytest.raises(WorkFailed, match="signal lost has no value"):
        icarus.toggles(dump)
