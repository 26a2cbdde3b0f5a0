# SPDX-License-Identifier: Apache-2.0
"""What is handed out works by itself, and its smoke test sees what is wrong."""

import re
from pathlib import Path

import pytest

from .workbench import flip, generated, make

# Checks and translates; gates would take most of the time of this test.
COARSE = "SYNTH=synth -run begin:fine"

ALWAYS = ("engine-slice", "accel-d1n1t1w64")
FURTHER = (
    "engine-n1",
    "engine-s4",
    "engine-plane",
    "engine-lane",
    "accel-d2n2t2w32",
    "accel-d1s4t4w256",
)
EVERY = [
    *ALWAYS,
    *(pytest.param(name, marks=pytest.mark.long) for name in FURTHER),
]  # fmt: skip


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


def test_an_engine_with_a_defect_fails(tmp_path: Path) -> None:
    place = generated("engine-slice", tmp_path / "there")
    source = place / "rtl" / "keccak_engine_slice.sv"
    flip(source, "constant_due && rc_q[7]", "constant_due && rc_q[6]")
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "FAIL: message 0 has a wrong digest" in result.stdout


@pytest.mark.parametrize("message", range(4))
def test_each_digest_of_an_engine_counts(message: int, tmp_path: Path) -> None:
    place = generated("engine-n1", tmp_path / "there")
    bench = place / "tb" / "tb.sv"
    expected = re.findall(r"digest = (1600'h\w+);", bench.read_text())[message]
    flip(bench, f"digest = {expected};", f"digest = {wrong_digit(expected)};")
    result = make(place, "sim-icarus")
    assert result.returncode != 0
    assert f"FAIL: message {message} has a wrong digest" in result.stdout + result.stderr


def test_an_accelerator_with_a_defect_fails(tmp_path: Path) -> None:
    place = generated("accel-d1n1t1w64", tmp_path / "there")
    source = place / "rtl" / "keccak_pkg.sv"
    flip(source, "~a[(x+1)%5] & a[(x+2)%5]", "~a[(x+1)%5] | a[(x+2)%5]")
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "FAIL: byte" in result.stdout


def test_each_digest_of_an_accelerator_counts(tmp_path: Path) -> None:
    place = generated("accel-d1n1t1w64", tmp_path / "there")
    assert make(place, "sim-icarus").returncode == 0
    digests = place / "tb" / "digests.hex"
    lines = digests.read_text().splitlines()
    ends = [at for at, line in enumerate(lines) if at + 1 == len(lines) or lines[at + 1][0] == "/"]
    assert len(ends) == 6
    for end in ends:
        changed = [*lines]
        changed[end] = wrong_digit(lines[end])
        digests.write_text("\n".join(changed) + "\n")
        # The compiled testbench reads the file when it runs.
        result = make(place, "sim-icarus", "IVERILOG=true")
        assert result.returncode != 0, lines[end]
        assert "FAIL: byte" in result.stdout + result.stderr
