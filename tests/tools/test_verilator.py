# SPDX-License-Identifier: Apache-2.0
"""Building simulators."""

from pathlib import Path

import pytest

from hashfab.tools import process, verilator

TOP = """\
module top #(parameter int W = 8, parameter int K = 0) (
  input  logic [W-1:0] a_i,
  output logic [W-1:0] b_o
);
  assign b_o = a_i + W'(K);
endmodule
"""

MAIN = """\
#include <cstdio>
#include "Vtop.h"
void vl_stop(const char*, int, const char*) {}
int main() {
  Vtop top;
  top.a_i = 100;
  top.eval();
  std::printf("%d", top.b_o);
}
"""


def test_a_harness_is_compiled_once_for_all_with_ports_of_its_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    source, harness = tmp_path / "top.sv", tmp_path / "main.cpp"
    source.write_text(TOP)
    harness.write_text(MAIN)

    def found(width: int, added: int) -> tuple[int, int]:
        """What the simulator prints, and how many objects there are of the harness by now."""
        parameters = {"W": width, "K": added}
        binary = verilator.build("top", [source], harness, parameters, {})
        printed = int(process.execute([binary]).stdout)
        return printed, len(list(tmp_path.glob("build/sim/*/main.o")))

    assert found(8, 1) == (101, 1)
    assert found(7, 2) == (102, 1)
    assert found(9, 500) == (88, 2)
    harness.write_text(MAIN.replace("%d", "1%d"))
    assert found(9, 500) == (188, 3)
    # What it includes counts, too.
    (tmp_path / "more.h").write_text("")
    assert found(8, 1) == (1101, 4)
