# SPDX-License-Identifier: Apache-2.0
"""Each instruction of the MIPS extensions on the RTL: what it does, how it traps, interrupts.

A test is a piece of assembly that writes its results with the macro `out`; expected values are
computed here, not by the kit. Random programs are in ``tests/check/test_lockstep.py``, how long
instructions take is in ``test_mips_timing.py``.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from . import assembly
from .assembly import MASK, SLOW, rotate

RESULTS = 0x8000
DATA = 0xC000
NOWHERE = 0x8000_0000
ADEL, ADES, DBE, RESERVED, UNUSABLE = 4, 5, 7, 10, 11
BD = 1 << 31

PROLOGUE = f"""
#include "isa_native.inc"
#include "isa_copro.inc"
.macro out register
  sw    \\register, 0($s7)
  addiu $s7, $s7, 4
.endm
  .section .init, "ax"
  .set noreorder
  .set noat
  .globl _start
_start:
  li    $s7, {RESULTS}
  li    $s6, {DATA}
  j     body
  nop
  .org 0x180
"""
# A trap writes Cause without the interrupt lines and goes on behind the instruction, or behind the
# delay slot in which it is.
HANDLER = """
  mfc0  $k0, $13
  andi  $k1, $k0, 0x7c
  srl   $k1, $k1, 2
  bgez  $k0, 1f
  nop
  lui   $k0, 0x8000
  or    $k1, $k1, $k0
1:
  out   $k1
  mfc0  $k1, $14
  addiu $k1, $k1, 4
  bgez  $k0, 1f
  nop
  addiu $k1, $k1, 4
1:
  mtc0  $k1, $14
  eret
"""
EPILOGUE = """
  lui   $t9, 0x4000
  sw    $zero, 0x20($t9)
1:
  b     1b
  nop
"""
ALL = 0x8C00  # Status: the three interrupts' masks
ENABLE = f"li $t9, {ALL | 1:#x}\nmtc0 $t9, $12\n"
DISABLE = "mtc0 $zero, $12\n"

Run = Callable[..., list[int]]
RNG = random.Random(1)
WORDS = [RNG.getrandbits(32) for _ in range(6)]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs assembly on a core; what it wrote to RESULTS, in order."""

    def execute(name: str, body: str, *arguments: str, handler: str = HANDLER) -> list[int]:
        text = f"{PROLOGUE}{handler}\nbody:\n{body}{EPILOGUE}"
        return assembly.run(name, text, range(RESULTS, DATA), tmp_path, *arguments)

    return execute


# native


def test_andnot(run: Run) -> None:
    pairs = [(0, 0), (MASK, MASK), (0, MASK), (MASK, 0), (WORDS[0], WORDS[1])]
    body = "".join(f"li $a0, {a}\nli $a1, {b}\nandnot $a0, $a0, $a1\nout $a0\n" for a, b in pairs)
    assert run("mips32-native", body) == [~a & b for a, b in pairs]


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_native_rotates_a_lane(run: Run, waiting: tuple[str, ...]) -> None:
    lane = WORDS[0] << 32 | WORDS[1]
    body, expected = f"li $a0, {WORDS[0]}\nli $a1, {WORDS[1]}\n", []
    for amount in (*range(64), 64, 97, MASK):
        body += f"li $a2, {amount}\nrot1 $a0, $a2\nrot2 $a3, $a1, $a2\nmfleast $v0\n"
        body += "out $a3\nout $v0\n"
        expected += [rotate(lane, amount) >> 32, rotate(lane, amount) & MASK]
    assert run("mips32-native", body, *waiting) == expected


SAVE_NATIVE = "rot2 $k0, $zero, $zero\nmfleast $k1\n"
RESTORE_NATIVE = "rot1 $k0, $zero\nrot2 $zero, $k1, $zero\n"


def test_native_saves_and_restores_its_registers(run: Run) -> None:
    body = f"li $a0, {WORDS[0]}\nli $a1, {WORDS[1]}\nrot1 $a0, $zero\nrot2 $zero, $a1, $zero\n"
    body += f"{SAVE_NATIVE}rot1 $zero, $zero\n{RESTORE_NATIVE}"
    body += "rot2 $a2, $zero, $zero\nmfleast $a3\nout $a2\nout $a3\nout $k0\nout $k1\n"
    assert run("mips32-native", body) == WORDS[:2] * 2


def test_native_does_nothing_behind_a_trap(run: Run) -> None:
    # A load that fails, an overflow and a trap, each with a rotation behind it.
    for cause, code in (
        (DBE, f"li $t0, {NOWHERE}\nlw $t1, 0($t0)\n"),
        (12, "lui $t0, 0x8000\nadd $t1, $t0, $t0\n"),
        (13, "teq $zero, $zero\n"),
    ):
        for waiting in ((), SLOW):
            body = f"li $a0, {WORDS[0]}\nrot1 $a0, $zero\n{code}rot1 $zero, $zero\n"
            # The handler goes on behind the rotation.
            handler = HANDLER.replace("$k1, $k1, 4", "$k1, $k1, 8", 1)
            body += "rot2 $a1, $zero, $zero\nout $a1\n"
            found = run("mips32-native", body, *waiting, handler=handler)
            assert found == [cause, WORDS[0]], code


def test_native_under_interrupts_that_use_it_too(run: Run) -> None:
    handler = f"{SAVE_NATIVE}rot1 $s7, $s7\nrot2 $s5, $s6, $s7\n{RESTORE_NATIVE}"
    handler += "addiu $s4, $s4, 1\neret\n"
    lane, body = WORDS[0] << 32 | WORDS[1], f"li $s4, 0\n{ENABLE}"
    body += f"li $a0, {WORDS[0]}\nli $a1, {WORDS[1]}\nli $a2, 13\nli $t0, 100\n"
    body += "1:\nrot1 $a0, $a2\nrot2 $a0, $a1, $a2\naddiu $t0, $t0, -1\nbnez $t0, 1b\n"
    body += "mfleast $a1\n"  # in the delay slot
    lane = rotate(lane, 100 * 13)
    for seed in range(1, 6):
        arguments = ("--interrupts", "30", "--seed", str(seed))
        end = f"{DISABLE}out $a0\nout $a1\nout $s4\n"
        found = run("mips32-native", body + end, *arguments, handler=handler)
        assert found[:2] == [lane >> 32, lane & MASK]
        assert found[2] > 10


# Coprocessor

SET = f"li $a0, {DATA}\n" + "".join(
    f"li $t0, {word}\nsw $t0, {4 * i}($a0)\nlwau ${i}, {4 * i}($a0)\n"
    for i, word in enumerate(WORDS[:5])
)
SET += f"li $t0, {WORDS[5]}\nmtc2 $t0, $5\n"
OUT = "".join(f"mfc2 $t0, ${i}\nout $t0\n" for i in range(6))


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_copro_stores_parity_and_chi(run: Run, waiting: tuple[str, ...]) -> None:
    a = WORDS[:5]
    body = SET + "xor5 0($s7)\n" + "".join(f"chi {i}, {4 * i + 4}($s7)\n" for i in range(5))
    expected = [a[0] ^ a[1] ^ a[2] ^ a[3] ^ a[4]]
    expected += [a[i] ^ ~a[(i + 1) % 5] & a[(i + 2) % 5] for i in range(5)]
    assert run("mips32-copro", body + "addiu $s7, $s7, 24\n" + OUT, *waiting) == expected + WORDS


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_copro_rotates_a_lane(run: Run, waiting: tuple[str, ...]) -> None:
    lane = WORDS[0] << 32 | WORDS[1]
    body, expected = SET, []
    for amount in (*range(64), 64, 97, MASK):
        body += f"li $t0, {amount}\nmtc2 $t0, $2\nrot 0($s7)\nswleast 4($s7)\naddiu $s7, $s7, 8\n"
        expected += [rotate(lane, amount) >> 32, rotate(lane, amount) & MASK]
    # Least stays.
    body += "mfc2 $t0, $5\nout $t0\n"
    assert run("mips32-copro", body, *waiting) == [*expected, expected[-1]]


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_copro_uses_what_was_just_written(run: Run, waiting: tuple[str, ...]) -> None:
    a = WORDS[:5]
    body = SET + "lw $t1, 20($zero)\nsw $t1, 24($a0)\n"
    body += "lwau $0, 4($a0)\nxor5 0($s7)\n"
    body += "lwau $1, 0($a0)\nchi 0, 4($s7)\n"
    body += "li $t0, 7\nmtc2 $t0, $2\nrot 8($s7)\nswleast 12($s7)\nswleast 16($s7)\n"
    body += "mtc2 $t0, $5\nswleast 20($s7)\nlwau $3, 0($a0)\nmfc2 $t1, $3\nsw $t1, 24($s7)\n"
    lane = rotate(a[1] << 32 | a[0], 7)
    parity = a[1] ^ a[1] ^ a[2] ^ a[3] ^ a[4]
    expected = [parity, a[1] ^ ~a[0] & a[2], lane >> 32, *[lane & MASK] * 2, 7, a[0]]
    assert run("mips32-copro", body, *waiting) == expected


TRAPS = {
    "lwau $3, 0($a1)": (ADEL, DBE),
    "chi 3, 0($a1)": (ADES, DBE),
    "xor5 0($a1)": (ADES, DBE),
    "rot 0($a1)": (ADES, DBE),
    "swleast 0($a1)": (ADES, DBE),
}


@pytest.mark.parametrize("code", TRAPS)
@pytest.mark.parametrize("waiting", [(), SLOW])
def test_copro_that_traps_does_nothing(run: Run, code: str, waiting: tuple[str, ...]) -> None:
    for address, cause in zip((RESULTS + 2, NOWHERE), TRAPS[code], strict=True):
        body = f"{SET}li $a1, {address}\n{code}\n{OUT}"
        assert run("mips32-copro", body, *waiting) == [cause, *WORDS]
        # In a delay slot, and with one behind it that must wait for the handler.
        body = f"{SET}li $a1, {address}\nb 1f\n{code}\n1:\nmtc2 $zero, $5\nmtc2 $zero, $3\n{OUT}"
        after = [*WORDS[:3], 0, WORDS[4], 0]
        assert run("mips32-copro", body, *waiting) == [BD | cause, *after]


def test_copro_has_six_registers(run: Run) -> None:
    # lwc2, mfc2, mtc2 of registers beyond; swc2 of numbers between.
    encodings = [0xC8850000, 0xC89F0000, 0x48043000, 0x48843000, 0x4884F800]
    encodings += [0xE8850000, 0xE8890000, 0xE8910000, 0xE8990000, 0x48C40000]
    body = SET + "".join(f".word {word:#x}\n" for word in encodings) + OUT
    assert run("mips32-copro", body) == [RESERVED] * len(encodings) + WORDS


def test_copro_under_interrupts_that_use_it_too(run: Run) -> None:
    numbers = range(6)
    handler = "".join(f"mfc2 $k0, ${i}\nsw $k0, {0x100 + 4 * i}($s6)\n" for i in numbers)
    handler += "".join(f"mtc2 $s6, ${i}\n" for i in numbers) + "xor5 0x120($s6)\nrot 0x124($s6)\n"
    handler += "".join(f"lwau ${i}, {0x100 + 4 * i}($s6)\n" for i in range(5))
    handler += "lw $k0, 0x114($s6)\naddiu $s4, $s4, 1\nmtc2 $k0, $5\neret\n"
    body = f"li $s4, 0\n{SET}li $t0, 13\nmtc2 $t0, $2\nli $t0, 100\n{ENABLE}"
    body += "1:\nrot 0($a0)\nlwau $0, 0($a0)\nswleast 4($a0)\naddiu $t0, $t0, -1\nbnez $t0, 1b\n"
    body += "lwau $1, 4($a0)\n"  # in the delay slot
    lane = rotate(WORDS[0] << 32 | WORDS[1], 100 * 13)
    for seed in range(1, 6):
        arguments = ("--interrupts", "40", "--seed", str(seed))
        found = run("mips32-copro", f"{body}{DISABLE}{OUT}out $s4\n", *arguments, handler=handler)
        assert found[:6] == [lane >> 32, lane & MASK, 13, *WORDS[3:5], lane & MASK]
        assert found[6] > 5


# Without


def test_an_extension_that_is_not_there_traps(run: Run) -> None:
    native = "andnot $a0, $a0, $a1\nrot1 $a0, $a1\nrot2 $a0, $a0, $a1\nmfleast $a0\n"
    copro = "lwau $1, 0($a0)\nxor5 0($a0)\nchi 2, 0($a0)\nrot 0($a0)\nswleast 0($a0)\n"
    copro += "mfc2 $a0, $1\nmtc2 $a0, $1\n"
    assert run("mips32", native + copro) == [RESERVED] * 4 + [UNUSABLE] * 7
    assert run("mips32-native", copro) == [UNUSABLE] * 7
    assert run("mips32-copro", native) == [RESERVED] * 4


# The core


def test_interrupts_come_between_branches_and_their_slots(run: Run) -> None:
    """A loop of branches counts right, and EPC is the branch whenever BD says so."""
    handler = "mfc0 $k0, $13\nbgez $k0, 1f\naddiu $s4, $s4, 1\naddiu $s5, $s5, 1\n1:\neret\n"
    body = f"li $s4, 0\nli $s5, 0\nli $a0, 0\nli $t0, 300\n{ENABLE}"
    body += "1:\naddiu $t0, $t0, -1\nbnez $t0, 1b\naddiu $a0, $a0, 3\n"
    # A likely branch runs its slot only when it is taken.
    body += "li $t0, 300\n2:\naddiu $t0, $t0, -1\nbnezl $t0, 2b\naddiu $a0, $a0, 1\n"
    for waiting in ((), SLOW):
        arguments = ("--interrupts", "15", *waiting)
        end = f"{DISABLE}out $a0\nout $s4\nout $s5\n"
        count, interrupts, in_slot = run("mips32", body + end, *arguments, handler=handler)
        assert count == 3 * 300 + 299
        assert 5 < in_slot < interrupts - 5


def test_a_product_that_an_interrupt_breaks_off_is_done_again(run: Run) -> None:
    handler = "addiu $s4, $s4, 1\neret\n"
    body = f"li $s4, 0\nli $a0, {WORDS[0]}\nli $a1, {WORDS[1]}\nli $t0, 100\nmult $zero, $zero\n"
    body += f"{ENABLE}1:\nmaddu $a0, $a1\nmul $a2, $a0, $a1\naddu $a3, $a3, $a2\n"
    body += "addiu $t0, $t0, -1\nbnez $t0, 1b\nmsub $a0, $zero\n"
    product = WORDS[0] * WORDS[1]
    start = "li $a3, 0\n"
    end = f"{DISABLE}mfhi $t0\nmflo $t1\nout $t0\nout $t1\nout $a3\nout $s4\n"
    for seed in range(1, 4):
        arguments = ("--interrupts", "20", "--seed", str(seed))
        found = run("mips32", start + body + end, *arguments, handler=handler)
        assert found[:3] == [100 * product >> 32 & MASK, 100 * product & MASK, 100 * product & MASK]
        assert found[3] > 20
