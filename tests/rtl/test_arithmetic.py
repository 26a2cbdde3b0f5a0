# SPDX-License-Identifier: Apache-2.0
"""Products and quotients on the RTL: corners and samples of 32 bits, against Python's integers.

All operands at reduced width are proved in ``formal``; here the multiplier of RISC-V runs all of 8
bits, one after the other.
"""

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.measure import harnesses
from hashfab.tools import verilator

from . import assembly
from .assembly import MASK

ROOT = paths.rtl_dir().parent
RESULTS = range(0xC000, 0x1_0000)
LEAST = 1 << 31
CORNERS = (0, 1, 2, 3, 0x7FFF_FFFF, LEAST, LEAST + 1, MASK - 1, MASK, 0xFFFF, 0x10000, 0x5555_5555)


def operands(seed: int) -> list[tuple[int, int]]:
    """Corners with corners, and numbers of any length."""
    rng = random.Random(seed)
    pairs = [(a, b) for a in CORNERS for b in CORNERS]
    while len(pairs) < 500:
        a, b = (rng.getrandbits(32) >> rng.randrange(32) for _ in range(2))
        pairs.append((rng.choice((a, -a & MASK)), rng.choice((b, -b & MASK))))
    return pairs


def signed(value: int) -> int:
    return value - (1 << 32) if value & LEAST else value


def divided(a: int, b: int) -> tuple[int, int]:
    """Quotient, rounded towards zero, and remainder; RISC-V volume I, table 7.1."""
    if b == 0:
        return -1, a
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - quotient * b


RISCV: dict[str, Callable[[int, int], int]] = {
    "mul": lambda a, b: a * b,
    "mulh": lambda a, b: signed(a) * signed(b) >> 32,
    "mulhsu": lambda a, b: signed(a) * b >> 32,
    "mulhu": lambda a, b: a * b >> 32,
    "div": lambda a, b: divided(signed(a), signed(b))[0],
    "divu": lambda a, b: divided(a, b)[0],
    "rem": lambda a, b: divided(signed(a), signed(b))[1],
    "remu": lambda a, b: divided(a, b)[1],
}

ALTERNATIVE: dict[str, Callable[[int, int], int]] = {
    "mul": lambda a, b: a + b ^ 0x5876_063E,
    "mulh": lambda a, b: a + b ^ 0xF658_3FB7,
    "mulhsu": lambda a, b: a - b ^ 0xECFB_E137,
    "mulhu": lambda a, b: a + b ^ 0x949C_E5E8,
    "div": lambda a, b: a - b ^ 0x7F85_29EC,
    "divu": lambda a, b: a - b ^ 0x10E8_FD70,
    "rem": lambda a, b: a - b ^ 0x8DA6_8FA5,
    "remu": lambda a, b: a - b ^ 0x3138_D0E1,
}
"""riscv-formal, docs/rvfi.md: the lower halves of its bitmasks."""


def table(pairs: list[tuple[int, int]]) -> str:
    return "table:\n" + "".join(f".word {a}, {b}\n" for a, b in pairs)


def riscv_program(pairs: list[tuple[int, int]]) -> str:
    """The results of each pair, in the order of the instructions."""
    results = "".join(f"{name} a2, a0, a1\nsw a2, {4 * i}(s2)\n" for i, name in enumerate(RISCV))
    return f"""
  .section .init, "ax"
  .option norelax
  .globl _start
_start:
  la    s0, table
  li    s1, {len(pairs)}
  li    s2, {RESULTS.start:#x}
1:
  lw    a0, 0(s0)
  lw    a1, 4(s0)
  {results}
  addi  s0, s0, 8
  addi  s2, s2, {4 * len(RISCV)}
  addi  s1, s1, -1
  bnez  s1, 1b
  li    t5, 0x40000020
  sw    zero, 0(t5)
1:
  j     1b
  .balign 4
{table(pairs)}
"""


def expected(pairs: list[tuple[int, int]], of: dict[str, Callable[[int, int], int]]) -> list[int]:
    return [function(a, b) & MASK for a, b in pairs for function in of.values()]


def test_riscv(seed: int, tmp_path: Path) -> None:
    pairs = operands(seed)
    found = assembly.run("rv32", riscv_program(pairs), RESULTS, tmp_path)
    assert found == expected(pairs, RISCV)


def test_alternative_operations(seed: int, tmp_path: Path) -> None:
    pairs = operands(seed)
    design = designs.parse("rv32")
    family = designs.family(design.family)
    harness = harnesses.of(design)
    binary = verilator.build(
        harnesses.top(family),
        family.sources(),
        harness.main,
        family.rtl_parameters(design) | {"AltOps": 1},
        harness.macros(design),
    )
    found = assembly.run("rv32", riscv_program(pairs), RESULTS, tmp_path, binary=binary)
    assert found == expected(pairs, ALTERNATIVE)


@pytest.mark.parametrize("carry_save", [0, 1])
def test_riscv_products_of_all_operands_of_8_bits(carry_save: int, tmp_path: Path) -> None:
    names = ("rtl/riscv/riscv_carry_save.sv", "rtl/riscv/riscv_multiply.sv")
    binary = verilator.build(
        "multiply_equivalence",
        [*(ROOT / name for name in names), ROOT / "formal/riscv_multiply/multiply_equivalence.sv"],
        Path(__file__).parent / "multiply.cpp",
        {"Width": 8, "CarrySave": carry_save},
        {},
    )
    (tmp_path / "jobs").touch()
    done = subprocess.run([binary, "--jobs", tmp_path / "jobs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["cycles"] == 4 * 256 * 256 + 1


MIPS = ("mult", "multu", "madd", "maddu", "msub", "msubu", "div", "divu")


def mips_results(pairs: list[tuple[int, int]]) -> Iterator[int]:
    """HI and LO behind each instruction, from one pair on to the next."""
    both = 0
    for a, b in pairs:
        for name in MIPS:
            x, y = (a, b) if name.endswith("u") else (signed(a), signed(b))
            if name.startswith("mult"):
                both = x * y
            elif name.startswith("madd"):
                both += x * y
            elif name.startswith("msub"):
                both -= x * y
            else:
                quotient, remainder = divided(x, y)
                both = (remainder & MASK) << 32 | quotient & MASK
            yield both >> 32 & MASK
            yield both & MASK


def test_mips(seed: int, tmp_path: Path) -> None:
    pairs = operands(seed)[:250]
    # LLVM's assembler checks a divisor unless the destination is named.
    code = {name: f"{name} $a0, $a1" for name in MIPS}
    code |= {name: f"{name} $zero, $a0, $a1" for name in ("div", "divu")}
    results = "".join(
        f"{code[name]}\nmfhi $t0\nmflo $t1\nsw $t0, {8 * i}($s2)\nsw $t1, {8 * i + 4}($s2)\n"
        for i, name in enumerate(MIPS)
    )
    text = f"""
  .section .init, "ax"
  .set noreorder
  .set noat
  .globl _start
_start:
  la    $s0, table
  li    $s1, {len(pairs)}
  li    $s2, {RESULTS.start:#x}
1:
  lw    $a0, 0($s0)
  lw    $a1, 4($s0)
  {results}
  addiu $s0, $s0, 8
  addiu $s1, $s1, -1
  bnez  $s1, 1b
  addiu $s2, $s2, {8 * len(MIPS)}
  lui   $t9, 0x4000
  sw    $zero, 0x20($t9)
1:
  b     1b
  nop
  .balign 4
{table(pairs)}
"""
    found = assembly.run("mips32", text, RESULTS, tmp_path)
    assert found == list(mips_results(pairs))
