# SPDX-License-Identifier: Apache-2.0
"""The cycles and code bytes that the RISC-V designs promise: SHA3-256 of 8 KiB, all included."""

import random

import pytest

from hashfab import designs
from hashfab.designs.model import Program
from hashfab.measure import program, simulate
from hashfab.measure.simulate import Conditions, Job

MESSAGE = random.Random(1).randbytes(8192)

MOST_CYCLES_PER_BYTE = {
    "rv32-compact": 498.0,
    "rv32": 95.0,
    "rv32-zbkb": 72.0,
    "rv32-oasip": 498.0 / 1.71,
    "rv32-dasip": 45.0,
    "rv32-dasip-compact": 114.0,
    "rv32-lane1": 3.85,
    "rv32-lane5": 0.88,
    "rv32-lane25": 0.39,
}


# By day the lane unit is tried with one lane and with all of them.
MIDDLE = "rv32-lane5"
CORES = [
    pytest.param(name, marks=pytest.mark.long) if name == MIDDLE else name
    for name in MOST_CYCLES_PER_BYTE
]


def test_every_core_has_a_promise() -> None:
    assert set(MOST_CYCLES_PER_BYTE) == set(designs.FAMILIES["rv32"].presets)


@pytest.mark.parametrize("name", CORES)
def test_cycles_per_byte(name: str) -> None:
    most = MOST_CYCLES_PER_BYTE[name]
    job = Job(designs.ALGORITHMS["sha3-256"], MESSAGE)
    run = simulate.run(designs.parse(name), [job], Conditions(latency=1))
    assert run.cycles / len(MESSAGE) <= most


@pytest.mark.parametrize("name", CORES)
def test_cycles_do_not_depend_on_content(name: str) -> None:
    design = designs.parse(name)
    messages = [bytes(300), bytes([255]) * 300, MESSAGE[:300]]
    jobs = [Job(designs.ALGORITHMS["shake128"], message, 40) for message in messages]
    runs = [simulate.run(design, [job], Conditions(latency=1)) for job in jobs]
    assert len({run.cycles for run in runs}) == 1


def code_bytes(name: str) -> int:
    design = designs.parse(name)
    built = designs.family(design.family).program(design)
    assert isinstance(built, Program)
    return sum(size for part, size in program.code_bytes(built) if part not in ("_start", "main"))


def test_code_bytes() -> None:
    compact = code_bytes("rv32-compact")
    assert compact <= 1248
    assert code_bytes("rv32-oasip") <= 0.854 * compact
    assert code_bytes("rv32-dasip-compact") <= 0.73 * compact
