# SPDX-License-Identifier: Apache-2.0
"""The cycles and code bytes that the MIPS designs promise: SHA3-256 of 8 KiB, all included."""

import random

import pytest

from hashfab import designs
from hashfab.designs.model import Program
from hashfab.measure import program, simulate
from hashfab.measure.simulate import Conditions, Job

MESSAGE = random.Random(1).randbytes(8192)

MOST_CYCLES_PER_BYTE = {
    "mips32-compact": 520.0,
    "mips32": 95.0,
    "mips32-native": 81.0,
    "mips32-copro": 78.0,
}

MOST_CODE_BYTES = {
    "mips32-compact": 2048,
    # As published (elmohr2016).
    "mips32": 3592,
    "mips32-native": 3320,
    "mips32-copro": 3292,
}


def test_every_core_has_a_promise() -> None:
    presets = set(designs.FAMILIES["mips32"].presets)
    assert presets == set(MOST_CYCLES_PER_BYTE) == set(MOST_CODE_BYTES)


@pytest.mark.parametrize(("name", "most"), MOST_CYCLES_PER_BYTE.items())
def test_cycles_per_byte(name: str, most: float) -> None:
    job = Job(designs.ALGORITHMS["sha3-256"], MESSAGE)
    run = simulate.run(designs.parse(name), [job], Conditions(latency=1))
    assert run.cycles / len(MESSAGE) <= most


@pytest.mark.parametrize("name", MOST_CYCLES_PER_BYTE)
def test_cycles_do_not_depend_on_content(name: str) -> None:
    design = designs.parse(name)
    messages = [bytes(300), bytes([255]) * 300, MESSAGE[:300]]
    jobs = [Job(designs.ALGORITHMS["shake128"], message, 40) for message in messages]
    runs = [simulate.run(design, [job], Conditions(latency=1)) for job in jobs]
    assert len({run.cycles for run in runs}) == 1


@pytest.mark.parametrize(("name", "most"), MOST_CODE_BYTES.items())
def test_code_bytes(name: str, most: int) -> None:
    design = designs.parse(name)
    built = designs.family(design.family).program(design)
    assert isinstance(built, Program)
    sizes = program.code_bytes(built)
    assert sum(size for part, size in sizes if part not in ("_start", "main")) <= most
