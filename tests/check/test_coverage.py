# SPDX-License-Identifier: Apache-2.0
"""Counts of simulations: added up, set against the source, and what is missing said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import paths
from hashfab.check import coverage, reports
from hashfab.check.coverage import Waiver
from hashfab.errors import WorkFailed

SOURCE = """\
module one (
  input logic a_i
);
  always_comb begin
    b = a_i;
    if (a_i) b = 1'b0;
    unique case (a_i)
      1'b0: c = 1'b1;
      default: c = 1'b0;
    endcase
  end
  Seen_C : cover property (@(posedge clk_i) a_i);
endmodule
"""

RECORDS = {
    "\x01l\x024\x01n\x023\x01t\x02line\x01o\x02block\x01S\x024-5\x01": 7,
    "\x01l\x026\x01n\x025\x01t\x02branch\x01o\x02if\x01S\x026\x01": 0,
    "\x01l\x026\x01n\x026\x01t\x02branch\x01o\x02else\x01": 7,
    "\x01l\x028\x01n\x029\x01t\x02line\x01o\x02case\x01S\x028\x01": 7,
    "\x01l\x029\x01n\x029\x01t\x02line\x01o\x02case\x01S\x029\x01": 0,
    "\x01l\x022\x01n\x029\x01t\x02toggle\x01o\x02a_i:0->1\x01": 0,
    "\x01l\x0212\x01n\x029\x01t\x02user\x01o\x02Seen_C\x01S\x0212\x01": 0,
}
"""As Verilator writes them, but for the file."""


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rtl"
    (folder / "keccak").mkdir(parents=True)
    (folder / "keccak" / "one.sv").write_text(SOURCE)
    (folder / "coverage.toml").write_text("")
    monkeypatch.setattr(paths, "rtl_dir", lambda: folder)
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    return folder


def leave(folder: Path, name: str, rtl: Path, counts: dict[str, int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"C '\x01f\x02{rtl}/keccak/one.sv{key}h\x02TOP.t' {n}" for key, n in counts.items()]
    lines.append(f"C '\x01f\x02/elsewhere/two.sv{next(iter(counts))}h\x02TOP.t' 1")
    (folder / name).write_text("# SystemC::Coverage-3\n" + "\n".join(lines) + "\n")


def test_simulations_add_up(rtl: Path, tmp_path: Path) -> None:
    runs = tmp_path / "coverage" / "runs"
    leave(runs, "1.covers", rtl, RECORDS)
    assert sum(coverage.gather(runs).values()) == 21
    leave(runs, "2.covers", rtl, RECORDS)
    leave(runs, "3.covers", rtl, RECORDS)
    counts = coverage.gather(runs)
    assert sum(counts.values()) == 63
    assert len(counts) == len(RECORDS)
    assert [path.name for path in runs.iterdir()] == [coverage.MERGED]


def test_holes_and_reasons(rtl: Path, tmp_path: Path) -> None:
    leave(tmp_path, "1.covers", rtl, RECORDS)
    counts = coverage.gather(tmp_path)
    reasons = [
        Waiver("keccak/one.sv", "default: c", "it is there for lint"),
        Waiver("keccak/one.sv", "b = a_i;", "it is reached"),
    ]
    found = coverage.take_apart("keccak/one.sv", counts, reasons)
    assert {name: (part.reached, part.all) for name, part in found.parts.items()} == {
        "lines": (3, 5),
        "branches": (2, 4),
        "toggles": (0, 1),
        "covers": (0, 1),
    }
    assert found.holes == {
        6: ["branch: if", "line"],
        9: ["branch: case", "line"],
        12: ["cover Seen_C"],
    }
    assert sorted(found.unexplained) == [6, 12]
    said = coverage.complaints({"engine": [found]}, reasons)
    assert said == [
        "engine: 60.0 % (3 of 5) of lines; at least 95 % are asked",
        "engine: 50.0 % (2 of 4) of branches; at least 90 % are asked",
        "rtl/keccak/one.sv:6: not reached: branch: if, line",
        "rtl/keccak/one.sv:12: not reached: cover Seen_C",
        "keccak/one.sv: nothing is missed at 'b = a_i;'",
    ]


def test_a_functions_head_stands_for_the_function() -> None:
    source = ["function automatic bit f();", "  return 1;", "endfunction", "  assign y = f();"]
    assert Waiver("f.sv", "bit f()", "why").lines(source) == {1, 2, 3}
    assert Waiver("f.sv", "y = f()", "why").lines(source) == {4}


def test_the_page(rtl: Path, tmp_path: Path) -> None:
    folder = tmp_path / "coverage"
    leave(folder / "runs" / "gw0", "1.covers", rtl, RECORDS)
    coverage.gather(folder / "runs" / "gw0")
    done = CliRunner().invoke(coverage.main, [str(folder)], standalone_mode=False)
    assert done.return_value == 1
    page = (folder / "index.html").read_text()
    assert "keccak/one.sv" in page and "60.0 % (3 of 5)" in page
    assert "input logic a_i" in page
    assert "not reached: cover Seen_C" in done.stderr
    (entry,) = reports.read("coverage", "make coverage")
    assert entry["family"] == "engine" and entry["lines"] == [3, 5]


def test_nothing_counted_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(coverage.main, [str(tmp_path)])
    assert isinstance(done.exception, WorkFailed)
    assert "nothing was counted" in str(done.exception)


def test_waivers_of_the_rtl_name_files_and_lines_that_are_there() -> None:
    for waiver in coverage.waivers():
        assert waiver.text in (paths.rtl_dir() / waiver.file).read_text()
        assert waiver.reason.endswith(".")
