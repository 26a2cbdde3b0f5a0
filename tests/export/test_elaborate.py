# SPDX-License-Identifier: Apache-2.0
"""Which files a design is made of."""

from pathlib import Path

import pytest

from hashfab.errors import WorkFailed
from hashfab.export.elaborate import Port, elaborate

SOURCES = {
    "a_pkg.sv": "package a_pkg; typedef logic [3:0] t; endpackage",
    "b_pkg.sv": "package b_pkg; typedef a_pkg::t u; endpackage",
    "c_pkg.sv": "package c_pkg; endpackage",
    "top.sv": """
// c_pkg is in a comment
module top #(parameter int unsigned Kind = 0) (
  input logic clk_i, input b_pkg::u x_i, output b_pkg::u y_o
);
  if (Kind == 0) begin : gen_zero
    part u_part (.clk_i, .x_i, .y_o);
  end else begin : gen_one
    other u_other (.clk_i, .x_i, .y_o);
  end
endmodule
""",
    "part.sv": """
module part (input logic clk_i, input logic [3:0] x_i, output logic [3:0] y_o);
  always_ff @(posedge clk_i) y_o <= x_i;
`ifndef SYNTHESIS
  watch u_watch (.clk_i);
`endif
endmodule
""",
    "other.sv": """
module other (input logic clk_i, input logic [3:0] x_i, output logic [3:0] y_o);
  always_ff @(posedge clk_i) y_o <= ~x_i;
endmodule
""",
    "watch.sv": "module watch (input logic clk_i); endmodule",
    "top_bind.sv": "`ifndef SYNTHESIS\nbind top watch u_bound (.clk_i);\n`endif\n",
}


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))


def written(folder: Path, sources: dict[str, str]) -> list[Path]:
    for name, text in sources.items():
        (folder / name).write_text(text)
    return [folder / name for name in sources]


def test_files_of_what_is_elaborated_packages_and_checkers(tmp_path: Path) -> None:
    sources = written(tmp_path, SOURCES)
    made = elaborate("top", sources, {"Kind": 0}, "it")
    names = [path.name for path in made.files]
    assert names == ["a_pkg.sv", "b_pkg.sv", "top.sv", "part.sv", "watch.sv"]
    made = elaborate("top", sources, {"Kind": 1}, "it")
    assert [path.name for path in made.files] == ["a_pkg.sv", "b_pkg.sv", "top.sv", "other.sv"]


def test_ports_and_verilog(tmp_path: Path) -> None:
    made = elaborate("top", written(tmp_path, SOURCES), {"Kind": 1}, "it")
    assert made.ports == (
        Port("clk_i", "input", 1),
        Port("x_i", "input", 4),
        Port("y_o", "output", 4),
    )
    assert made.verilog.startswith("module it(") and made.verilog.count("module ") == 1
    assert "always @(posedge clk_i)" in made.verilog and "(*" not in made.verilog


def test_what_yosys_refuses_is_said(tmp_path: Path) -> None:
    sources = written(tmp_path, {"top.sv": "module top; nothing u (); endmodule"})
    with pytest.raises(WorkFailed, match="nothing"):
        elaborate("top", sources, {}, "it")
