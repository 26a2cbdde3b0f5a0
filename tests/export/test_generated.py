# SPDX-License-Identifier: Apache-2.0
"""What is handed out works by itself, and its smoke test sees what is wrong."""

import re
from pathlib import Path

import pytest

from .workbench import flip, generated, make

# Checks and translates; gates would take most of the time of this test.
COARSE = "SYNTH=synth -run begin:fine"

ALWAYS = ("engine-slice", "accel-d1n1t1w64", "rv32-lane1")
FURTHER = (
    *("engine-n1", "engine-s4", "engine-plane", "engine-lane"),
    *("accel-d2n2t2w32", "accel-d1s4t4w256", "accel-d1n2t2w128"),
    *("rv32", "rv32-zbkb", "rv32-oasip", "rv32-dasip", "rv32-lane25", "rv32-dasip-compact"),
    *("mips32", "mips32-native", "mips32-copro", "hashproc"),
)
EVERY = [*ALWAYS, *(pytest.param(name, marks=pytest.mark.long) for name in FURTHER)]


@pytest.mark.parametrize("name", EVERY)
def test_it_lints_simulates_and_synthesizes_by_itself(name: str, tmp_path: Path) -> None:
    place = generated(name, tmp_path / "there")
    linted = make(place, "lint")
    assert linted.returncode == 0 and "%Warning" not in linted.stderr, linted.stderr
    simulated = make(place, "sim")
    assert simulated.returncode == 0, simulated.stdout + simulated.stderr
    assert len(re.findall(rf"^PASS: {name},", simulated.stdout, re.MULTILINE)) == 2
    assert "arning" not in simulated.stderr
    synthesized = make(place, "synth", COARSE)
    assert synthesized.returncode == 0, synthesized.stdout + synthesized.stderr
    assert "cells" in synthesized.stdout


def wrong_digit(text: str) -> str:
    """A text whose last hexadecimal digit is another one."""
    return f"{text[:-1]}{int(text[-1], 16) ^ 1:x}"


DEFECTS = (
    (
        "engine-slice",
        "keccak_engine_slice.sv",
        "constant_due && rc_q[7]",
        "constant_due && rc_q[6]",
    ),
    pytest.param(
        *("accel-d1n1t1w64", "accel_align.sv", ">> {ofs_i, 3'b000}", "<< {ofs_i, 3'b000}"),
        marks=pytest.mark.long,
    ),
)


@pytest.mark.parametrize(("name", "file", "old", "new"), DEFECTS)
def test_a_defect_fails(name: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    place = generated(name, tmp_path / "there")
    flip(place / "rtl" / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0
    assert "FAIL: " in result.stdout and "PASS" not in result.stdout


def test_each_digest_of_an_engine_counts(tmp_path: Path) -> None:
    place = generated("engine-n1", tmp_path / "there")
    bench = place / "tb" / "tb.sv"
    found = re.findall(r"digest = (1600'h\w+);", bench.read_text())[:4]
    for expected in found:
        flip(bench, f"digest = {expected};", f"digest = {wrong_digit(expected)};")
    result = make(place, "sim-icarus")
    assert result.returncode != 0 and "FAIL: 4 digests are wrong" in result.stdout + result.stderr


@pytest.mark.parametrize(("name", "count"), [("accel-d1n1t1w64", 6), ("rv32-lane1", 2)])
def test_each_digest_in_memory_counts(name: str, count: int, tmp_path: Path) -> None:
    place = generated(name, tmp_path / "there")
    digests = place / "tb" / "digests.hex"
    lines = digests.read_text().splitlines()
    ends = [at for at, line in enumerate(lines) if at + 1 == len(lines) or lines[at + 1][0] == "/"]
    assert len(ends) == count
    for end in ends:
        lines[end] = wrong_digit(lines[end])
    digests.write_text("\n".join(lines) + "\n")
    result = make(place, "sim-icarus")
    assert result.returncode != 0
    assert f"FAIL: {count} bytes are wrong" in result.stdout + result.stderr


@pytest.mark.long
def test_each_result_of_the_hash_processor_counts(tmp_path: Path) -> None:
    place = generated("hashproc", tmp_path / "there")
    digests = place / "tb" / "digests.hex"
    lines = [wrong_digit(line) for line in digests.read_text().splitlines()]
    digests.write_text("\n".join(lines) + "\n")
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and f"FAIL: {len(lines)} results are wrong" in result.stdout
