# SPDX-License-Identifier: Apache-2.0
"""The lane unit behind the RISC-V core: loads that it absorbs, their traps, how long things take.

A test is a piece of assembly that writes its results with the macro `out`. The unit by itself is in
``test_lane_unit.py``, random programs in ``tests/check/test_lockstep.py``.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from . import assembly
from .assembly import SLOW, words

RESULTS = 0x8000
DATA = 0xC000
NOWHERE = 0x8000_0000
ILLEGAL, LOAD_MISALIGNED, LOAD_FAULT = 2, 4, 5
LANES = [random.Random(lane).getrandbits(64) for lane in range(25)]

# A trap writes its cause and goes on behind the instruction, which has 32 bits.
PROLOGUE = f"""
.include "isa_lane.inc"
.macro out register
  sw    \\register, 0(s11)
  addi  s11, s11, 4
.endm
  .section .init, "ax"
  .option norelax
  .globl _start
_start:
  la    t0, trap
  csrw  mtvec, t0
  li    s11, {RESULTS}
  li    a0, {DATA}
  j     body
  .balign 4
trap:
  csrr  t5, mcause
  out   t5
  csrr  t5, mepc
  addi  t5, t5, 4
  csrw  mepc, t5
  mret
  .balign 4
body:
"""
EPILOGUE = """
  li    t5, 0x40000020
  sw    zero, 0(t5)
1:
  j     1b
"""
FILL = "".join(
    f"li t0, {word}\nsw t0, {4 * index}(a0)\n" for index, word in enumerate(words(LANES))
)
"""The lanes to memory."""
RESTORE = "kclr\nlw t0, 4(a0)\n"
RESTORE += "".join(
    f"lw t{(lane + 1) % 2}, {8 * lane + 12}(a0)\nkabsl a0, t{lane % 2}, {lane}\n"
    for lane in range(24)
)
RESTORE += "kabsl a0, t0, 24\n"
SAVE = "".join(
    f"kget t0, {2 * lane}\nkget t1, {2 * lane + 1}\n"
    f"sw t0, {8 * lane}(s11)\nsw t1, {8 * lane + 4}(s11)\n"
    for lane in range(25)
)
OUT = SAVE + "addi s11, s11, 200\n"

Run = Callable[..., list[int]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs assembly on a core; what it wrote to RESULTS, in order."""

    def execute(name: str, body: str, *arguments: str) -> list[int]:
        text = PROLOGUE + body + EPILOGUE
        return assembly.run(name, text, range(RESULTS, DATA), tmp_path, *arguments)

    return execute


def timed(code: str) -> str:
    return f".balign 4\ncsrr t3, mcycle\n{code}csrr t4, mcycle\nsub t4, t4, t3\nout t4\n"


CORES = pytest.mark.parametrize(
    "name", ["rv32-lane1", pytest.param("rv32-lane5", marks=pytest.mark.long), "rv32-lane25"]
)
MEMORY = pytest.mark.parametrize("waiting", [(), SLOW], ids=["prompt", "slow"])


@CORES
@MEMORY
def test_a_load_is_absorbed(run: Run, name: str, waiting: tuple[str, ...]) -> None:
    assert run(name, FILL + RESTORE + OUT, *waiting) == words(LANES)


@CORES
@pytest.mark.parametrize("turbo", [0, 1])
def test_a_load_that_is_absorbed_before_a_permutation(run: Run, name: str, turbo: int) -> None:
    early = FILL + RESTORE
    loaded = early + f"lw t0, 12(a0)\nkabslp a0, t0, 1, {turbo}\n"
    kept = early + f"lw t0, 12(a0)\nlw t1, 8(a0)\nkabs t1, t0, 1\nkperm {turbo}\n"
    assert run(name, loaded + OUT) == run(name, kept + OUT) != words(LANES)


@CORES
@MEMORY
@pytest.mark.parametrize(
    ("base", "cause"),
    [(DATA + 2, LOAD_MISALIGNED), (NOWHERE, LOAD_FAULT), (NOWHERE + 1, LOAD_MISALIGNED)],
)
@pytest.mark.parametrize("instruction", ["kabsl t1, t1, 4", "kabslp t1, t1, 4, 1"])
def test_a_load_that_traps_does_nothing(
    run: Run, name: str, waiting: tuple[str, ...], base: int, cause: int, instruction: str
) -> None:
    # The instruction behind it goes to the unit at once, and only once.
    body = f"{FILL}{RESTORE}li t1, {base}\nli t2, 5\n{instruction}\nkabs t2, zero, 24\n{OUT}"
    expected = [*LANES[:24], LANES[24] ^ 5]
    assert run(name, body, *waiting) == [cause, *words(expected)]


def test_a_lane_that_is_not_there_is_illegal(run: Run) -> None:
    rows = [0x0000_5C8B, 0x0000_6C8B, 0x0200_500B, 0x0400_600B]  # lane 25; funct7 1 and 2
    body = FILL + RESTORE + "".join(f".insn 4, {word:#x}\n" for word in rows) + OUT
    assert run("rv32-lane25", body) == [ILLEGAL] * len(rows) + words(LANES)


def test_cycles(run: Run) -> None:
    """Of loads that follow each other, and of a change of context: save, and restore another."""
    loads = "".join(f"kabsl a0, t0, {lane}\n" for lane in range(20))
    body = FILL + "".join(map(timed, ("", loads, RESTORE, SAVE)))
    found = run("rv32-lane25", body)
    empty, absorbed, restored, saved = *found[:3], found[-1]
    assert absorbed - empty == 20
    assert saved - empty <= 102
    assert restored - empty <= 52
