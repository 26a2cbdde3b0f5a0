# SPDX-License-Identifier: Apache-2.0
"""The lane unit handed out alone: what is in the folder, and what its documents say."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.designs import Design
from hashfab.export import evidence
from hashfab.export.contents import generate
from hashfab.export.lane_unit import CYCLES, UNITS
from hashfab.measure import Measurement
from hashfab.measure.physical import Physical
from hashfab.tools import verilator, zig
from made_up import measurement
from rtl.test_lane_unit import ACCESS_CYCLES, PERMUTATION_CYCLES

from .workbench import flip, generated, make

BUS = "cv-x-if"
INTERFACE = Path(__file__).parent / "cv32e40x_if_xif.sv"


@pytest.fixture(autouse=True)
def no_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "measurements", lambda design: [])


def test_only_what_the_unit_is_made_of() -> None:
    files = generate(designs.parse("rv32-lane25"), BUS)
    rtl = {path for path in files if path.startswith("rtl/")}
    assert {"rtl/lane_xif.sv", "rtl/lane_rounds.sv", "rtl/keccak_round.sv"} < rtl
    assert not {"rtl/riscv_hash.sv", "rtl/lane_slices.sv"} & rtl
    assert {"tb/checks/xif_check.sv", "tb/checks/lane_xif_bind.sv"} < set(files)
    record = json.loads(files["hashfab.json"])
    assert (record["top"], record["rtl_top"]) == ("hashfab_rv32_lane25_cv_x_if", "lane_xif")
    assert record["rtl_parameters"] == {"Lanes": 25}
    assert "measurement.json" not in files


def test_it_is_a_part_of_each_design_that_has_it() -> None:
    family = designs.family("rv32")
    parsed = [designs.parse(name) for name in family.presets]
    having = tuple(each.name for each in parsed if family.rtl_parameters(each)["Lanes"])
    assert having == UNITS


def test_its_cycles_are_those_that_tests_hold() -> None:
    for lanes, (access, rounds, half) in CYCLES.items():
        assert access == ACCESS_CYCLES[lanes]
        assert (rounds, half) == tuple(PERMUTATION_CYCLES[lanes, number] for number in (24, 12))


def test_the_intrinsics_are_those_that_it_takes(tmp_path: Path) -> None:
    text = generate(designs.parse("rv32-lane1"), BUS)["sw/isa_lane.h"].decode()
    names = re.findall(r"^#define (k\w+)\(", text, re.MULTILINE)
    assert names == ["kabs", "kperm", "kget", "kclr", "kabsp"]
    (tmp_path / "isa_lane.h").write_text(text)
    (tmp_path / "use.c").write_text(
        '#include "isa_lane.h"\n'
        "uint32_t use(uint32_t low, uint32_t high) {\n"
        "  kclr();\n  kabs(low, high, 3);\n  kabsp(low, high, 16, 0);\n  kperm(1);\n"
        "  return kget(49);\n}\n"
    )
    command = [sys.executable, "-m", "ziglang", "cc", *zig.machine("rv32im")]
    command += ["-O1", "-Wall", "-Werror", "-c", "use.c", "-o", "use.o"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_module_for_a_cv32e40x_is_clean(tmp_path: Path) -> None:
    place = generated("rv32-lane5", tmp_path / "there", BUS)
    (text,) = re.findall(r"```systemverilog\n(.*?)```", (place / "README.md").read_text(), re.S)
    module = tmp_path / "lane_coprocessor.sv"
    module.write_text(text)
    rtl = [place / name for name in (place / "filelist.f").read_text().split()]
    verilator.lint("core_side", [INTERFACE, *rtl, module], {}, tmp_path / "log")


def test_it_says_what_it_adds_to_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Physical(area_ge=32_000.0, period_ns=4.4, ff=2_000)

    def stored(design: Design) -> list[Measurement]:
        more = replace(plain, area_ge=53_000.0, period_ns=4.8, ff=3_700)
        return [measurement(design.name, plain if design.name == "rv32" else more, "sg13g2")]

    monkeypatch.setattr(evidence, "measurements", stored)
    said = generate(designs.parse("rv32-lane5"), BUS)["README.md"].decode()
    assert "| sg13g2 | 21,000 GE | 1,700 | 4.80 | 4.40 |" in said
    assert "| a permutation of 24 rounds; of 12 | 74; 38 |" in said


def test_each_word_of_a_digest_counts(tmp_path: Path) -> None:
    place = generated("rv32-lane1", tmp_path / "there", BUS)
    digests = place / "tb" / "digests.hex"
    lines = digests.read_text().splitlines()
    digests.write_text("".join(f"{int(line, 16) ^ 1:08x}\n" for line in lines))
    result = make(place, "sim-icarus")
    assert result.returncode != 0
    assert f"FAIL: {len(lines)} words are wrong" in result.stdout + result.stderr


OVERLOOKED = {
    "a kill": (
        "lane_xif.sv",
        ".x_commit_kill_i,\n",
        ".x_commit_kill_i(1'b0),\n",
        r"lane_xif\.sv.*OnlyCommittedAnswers_A",
    ),
    "a load": (
        "lane_xif.sv",
        "load ? '0 : x_issue_instr_i",
        "x_issue_instr_i",
        r"lane_xif\.sv.*LoadRefused_A",
    ),
    "a commit": (
        "lane_unit.sv",
        "x_result_valid_o = committed_q &&",
        "x_result_valid_o = held_q &&",
        r"OnlyCommittedAnswers_A|ResultCommitted_A",
    ),
}
"""By what the unit overlooks: file, old text and new, what is said to it."""


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(title, marks=[] if title == "a kill" else [pytest.mark.long])
        for title in OVERLOOKED
    ],
)
def test_what_the_unit_overlooks_is_seen(title: str, tmp_path: Path) -> None:
    file, old, new, said = OVERLOOKED[title]
    place = generated("rv32-lane1", tmp_path / "there", BUS)
    flip(place / "rtl" / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "PASS" not in result.stdout
    assert re.search(said, result.stdout + result.stderr)
