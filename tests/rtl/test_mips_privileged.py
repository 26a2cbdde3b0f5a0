# SPDX-License-Identifier: Apache-2.0
"""Interrupts and Count on the MIPS RTL. Expected values are computed here, not by the kit."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from . import assembly
from .assembly import EXTERNAL, LINES, MASK, SLOW, SOFTWARE, TIMER

RESULTS = range(0x8000, 0xFFF8)

PROLOGUE = f"""
.macro out register
  sw    \\register, 0($s7)
  addiu $s7, $s7, 4
.endm
  .section .init, "ax"
  .set noreorder
  .set noat
  .globl _start
_start:
  li    $s7, {RESULTS.start:#x}
  li    $s6, {LINES:#x}
  li    $s3, 0xe2d
  j     body
  nop
  .org 0x180
  mfc0  $k0, $13
  andi  $k0, $k0, 0xfffc
  out   $k0
  sw    $zero, 0($s6)
  eret
body:
"""
EPILOGUE = """
  lui   $t9, 0x4000
  sw    $zero, 0x20($t9)
1:
  b     1b
  nop
"""
END = 0xE2D
IE, EXL = 1, 2

Run = Callable[..., list[int]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs assembly on the core; what it wrote to RESULTS, in order."""

    def execute(body: str, *arguments: str) -> list[int]:
        text = f"{PROLOGUE}{body}{EPILOGUE}"
        return assembly.run("mips32", text, RESULTS, tmp_path, *arguments)

    return execute


def pending(lines: int) -> int:
    """Cause.IP and Status.IM: external is line 2, software line 3, timer line 7."""
    numbers = {EXTERNAL: 2, SOFTWARE: 3, TIMER: 7}
    return sum(1 << 8 + number for line, number in numbers.items() if lines & line)


@pytest.mark.parametrize("waiting", [(), SLOW])
@pytest.mark.parametrize("status", [IE, 0, IE | EXL])
def test_every_set_of_lines_under_every_mask(
    run: Run, waiting: tuple[str, ...], status: int
) -> None:
    """Cause has all lines that are up; the handler lowers them."""
    body, expected = "", []
    for lines in range(8):
        for mask in range(8):
            body += f"li $t0, {lines}\nsw $t0, 0($s6)\nlw $t1, 0($zero)\nmfc0 $t1, $13\n"
            body += f"andi $t1, $t1, 0xff00\nout $t1\nli $t0, {pending(mask) | status}\n"
            body += "mtc0 $t0, $12\nnop\nnop\nmtc0 $zero, $12\nout $s3\n"
            taken = status == IE and lines & mask
            expected += [pending(lines), *([pending(lines)] if taken else []), END]
    assert run(body, *waiting) == expected


def test_masks_at_random(run: Run, seed: int) -> None:
    """Lines rise while interrupts are enabled, and the mask changes under them."""
    rng = random.Random(seed)
    body, expected = "", []
    for _ in range(100):
        lines, first, second = (rng.randrange(8) for _ in range(3))
        body += f"li $t0, {pending(first) | IE}\nli $t1, {pending(second) | IE}\n"
        body += f"li $t2, {lines}\nmtc0 $t0, $12\nsw $t2, 0($s6)\nlw $t3, 0($zero)\n"
        body += "nop\n" * rng.randint(2, 4) + "mtc0 $t1, $12\n" + "nop\n" * rng.randint(2, 4)
        body += "mtc0 $zero, $12\nsw $zero, 0($s6)\nlw $t3, 0($zero)\nout $s3\n"
        expected += [*([pending(lines)] if lines & (first | second) else []), END]
    waiting = ("--stall", str(rng.choice((0, 30, 60))), "--latency", str(rng.randint(1, 5)))
    assert run(body, *waiting, "--seed", str(seed)) == expected


def test_count_goes_on_from_what_is_written(run: Run, seed: int) -> None:
    """A cycle at a time, over its overflow."""
    rng = random.Random(seed)
    starts = [rng.getrandbits(32) for _ in range(20)] + [MASK - n for n in range(10)] + [0]
    body, distances = "", []
    for start in starts:
        distance = rng.randrange(8)
        distances.append(distance)
        body += f".balign 16\nli $t0, {start}\nmtc0 $t0, $9\n" + "nop\n" * distance
        body += "mfc0 $t1, $9\nout $t1\n"
    found = run(body)
    # An instruction takes a cycle; the register has its value in the next one.
    since = [value - start & MASK for value, start in zip(found, starts, strict=True)]
    assert since == distances


def test_count_counts_while_it_is_not_written(run: Run) -> None:
    body = "mtc0 $zero, $9\nli $t0, 5\nmtc0 $t0, $8\nmfc0 $t1, $9\nmfc0 $t2, $9\n"
    body += "subu $t2, $t2, $t1\nout $t1\nout $t2\n"
    assert run(body) == [2, 1]


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_a_division_that_an_interrupt_comes_before_has_not_begun(
    tmp_path: Path, waiting: tuple[str, ...]
) -> None:
    handler = "mfc0 $k0, $14\nout $k0\nmflo $k0\nout $k0\nsw $zero, 0($s6)\neret\n"
    start, rest = PROLOGUE.split("  mfc0  $k0, $13\n")
    text = f"{start}{handler}{rest.partition('eret')[2]}li $t0, 1000\nli $t1, 7\nli $t2, 0xabc\n"
    text += f"li $t3, 0xff01\nli $t4, {EXTERNAL}\nmtc0 $t3, $12\n"
    for distance in range(12):
        text += "mtlo $t2\nsw $t4, 0($s6)\n" + "nop\n" * distance
        text += "1:\ndivu $zero, $t0, $t1\n" + "nop\n" * 40 + "la $t5, 1b\nout $t5\n"
    found = assembly.run("mips32", f"{text}{EPILOGUE}", RESULTS, tmp_path, *waiting)
    seen = list(zip(found[::3], found[1::3], found[2::3], strict=True))
    assert len(seen) == 12
    for resumed, low, divided in seen:
        assert resumed > divided or low == 0xABC
    assert any(resumed == divided for resumed, _, divided in seen)


def test_a_reset_clears_what_a_program_can_read(tmp_path: Path) -> None:
    """What registers hold before it follows from the seed."""
    reads = ["mflo $t0", "mfhi $t0", "mfc0 $t0, $14"]
    reads += [f".word {0x12 << 26 | 8 << 16 | i << 11:#x}" for i in range(6)]  # mfc2
    reads += ["mflo $t0", "mfhi $t0"]  # nor has a division been under way
    body = "".join(f"{read}\nout $t0\n" for read in reads)
    text = f"{PROLOGUE}{body}{EPILOGUE}"
    for seed in range(1, 5):
        found = assembly.run("mips32-copro", text, RESULTS, tmp_path, "--seed", str(seed))
        assert found == [0] * len(reads)


REFUSED = {
    "jr with a target register": (8 << 21 | 1 << 16 | 0x08, 10),
    "jalr with a second source": (8 << 21 | 1 << 16 | 31 << 11 | 0x09, 10),
    "movz with a shift": (1 << 6 | 0x0A, 10),
    "movn with a shift": (1 << 6 | 0x0B, 10),
    "cop2": (0x12 << 26, 11),
    "lwc2": (0x32 << 26, 11),
    "sdc2": (0x3E << 26, 11),
}
"""Words that the plain core has no instruction for, and Cause.ExcCode: RI or CpU."""


def test_what_is_no_instruction_traps(tmp_path: Path) -> None:
    handler = "mfc0 $k0, $13\nandi $k0, $k0, 0x7c\nsrl $k0, $k0, 2\nout $k0\n"
    handler += "mfc0 $k0, $14\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\n"
    begin, _, _ = PROLOGUE.partition("  mfc0  $k0, $13")
    body = "".join(f".word {word:#x}\nout $s3\n" for word, _ in REFUSED.values())
    text = f"{begin}{handler}body:\n{body}{EPILOGUE}"
    expected = [value for _, code in REFUSED.values() for value in (code, END)]
    assert assembly.run("mips32", text, RESULTS, tmp_path) == expected
