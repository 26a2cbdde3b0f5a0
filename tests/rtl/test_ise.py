# SPDX-License-Identifier: Apache-2.0
"""Each instruction of OASIP and DASIP on the RTL: what it does, how long it takes, how it traps.

A test is a piece of assembly that writes its results with the macro `out`; expected values are
computed here, not by the kit. Random programs are in ``tests/check/test_lockstep.py``.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from . import assembly
from .assembly import MASK, SLOW, rotate, words

RESULTS = 0x8000
DATA = 0xC000
NOWHERE = 0x8000_0000
ILLEGAL, LOAD_MISALIGNED, LOAD_FAULT, STORE_MISALIGNED, STORE_FAULT = 2, 4, 5, 6, 7

# A trap writes its cause and goes on behind the instruction, which has 32 bits.
PROLOGUE = f"""
#include "isa_oasip.inc"
#include "isa_dasip.inc"
.macro out register
  sw    \\register, 0(s11)
  addi  s11, s11, 4
.endm
.macro set64 register, value
  li    t5, \\value & 0xffffffff
  li    t6, \\value >> 32
  sw    t5, -8(s10)
  sw    t6, -4(s10)
  d.ldlw32s5i \\register, s9, zero, 0
  d.ldhw32s5i \\register, s9, zero, 0
.endm
.macro out64 register
  d.stlw32s5i \\register, s11, zero, 0
  d.sthw32s5i \\register, s11, zero, 0
  addi  s11, s11, 8
.endm
  .section .init, "ax"
  .option norelax
  .globl _start
_start:
  la    t0, trap
  csrw  mtvec, t0
  li    s11, {RESULTS}
  li    s10, {DATA}
  addi  s9, s10, -8
  j     body
  .balign 4
trap:
"""
HANDLER = """
  csrr  t5, mcause
  out   t5
  csrr  t5, mepc
  addi  t5, t5, 4
  csrw  mepc, t5
  mret
"""
EPILOGUE = """
  li    t5, 0x40000020
  sw    zero, 0(t5)
1:
  j     1b
"""

Run = Callable[..., list[int]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs assembly on a core; what it wrote to RESULTS, in order."""

    def execute(
        name: str, body: str, *arguments: str, handler: str = HANDLER, start: str = ""
    ) -> list[int]:
        text = f"{PROLOGUE}{handler}\n  .balign 4\nbody:\n{start}{body}{EPILOGUE}"
        return assembly.run(name, text, range(RESULTS, DATA - 8), tmp_path, *arguments)

    return execute


# OASIP


def test_remv(run: Run) -> None:
    # Every sum that the paper lists, from either side.
    sums = [(value, total - value) for total in range(-9, 10) for value in (0, 4, -4, 9, -9)]
    body = "".join(f"li a0, {value}\no.remv a1, a0, {imm}\nout a1\n" for value, imm in sums)
    assert run("rv32-oasip", body) == [(value + imm) % 5 for value, imm in sums]


def test_hmask(run: Run) -> None:
    values = [0, 1, 2, 127, 128, 23 * 24, MASK]
    for name, mnemonic in (("rv32-oasip", "o.hmask"), ("rv32-dasip", "d.hmask")):
        body = "".join(f"li a0, {value}\n{mnemonic} a0, a0\nout a0\n" for value in values)
        assert run(name, body) == [value // 2 % 64 for value in values]


def test_lfsr(run: Run) -> None:
    # x^8 + x^6 + x^5 + x^4 + 1 is primitive: it comes back to 1 after 255 steps, not earlier.
    body = "li a0, 1\n" + 256 * "o.lfsr a0, a0\nout a0\n"
    found = run("rv32-oasip", body)
    assert sorted(found[:255]) == list(range(1, 256))
    assert found[254:] == [1, 2]
    assert found[7] == 0x71


def test_rotation_register(run: Run) -> None:
    rng = random.Random(1)
    body, expected = "", []
    for amount in (0, 1, 31, 32, 33, 62, 63, 64, 65, 1000):
        value = rng.getrandbits(64)
        body += f"li a0, {value >> 32}\nli a1, {value & MASK}\nli a2, {amount}\no.pack a0, a1\n"
        body += "o.rotl a3, a2\no.extlw a4\nout a3\nout a4\no.rotl a3, a2\nout a3\n"
        rotated = rotate(value, amount)
        expected += [rotated >> 32, rotated & MASK, rotate(rotated, amount) >> 32]
    assert run("rv32-oasip", body) == expected


NESTED = """
  .option push
  .option norvc
  li    a3, 0
  li    a4, 0
  li    a5, 0
  .balign 4
  o.doloop a0, 2f
  addi  a3, a3, 1
  addi  a5, a5, 2
  o.doloop a1, 1f
  addi  a4, a4, 1
  addi  a5, a5, 3
1:
  addi  a5, a5, 5
  xori  a5, a5, 1
2:
  .option pop
"""


def nested(outer: int, inner: int) -> list[int]:
    value = 0
    for _ in range(max(1, outer)):
        value += 2 + 3 * max(1, inner) + 5
        value ^= 1
    return [max(1, outer), max(1, outer) * max(1, inner), value]


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_nested_loops(run: Run, waiting: tuple[str, ...]) -> None:
    body, expected = "", []
    for outer in (0, 1, 2, 3, 7):
        for inner in (0, 1, 2, 5):
            body += f"li a0, {outer}\nli a1, {inner}\n{NESTED}out a3\nout a4\nout a5\n"
            expected += nested(outer, inner)
    assert run("rv32-oasip", body, *waiting) == expected


BODIES = {
    "32-bit instructions": (".option norvc\naddi a3, a3, 1\naddi a3, a3, 1\n", 2),
    "16-bit instructions": ("c.addi a3, 1\n" * 6, 6),
    "begins within a word": ("c.addi a3, 1\n" * 5, 5),
    "an instruction over two words": ("c.addi a3, 1\naddi a3, a3, 0x7f\nc.addi a3, -21\n", 3),
}


@pytest.mark.parametrize("body", BODIES)
def test_a_pass_takes_as_long_as_its_instructions(run: Run, body: str) -> None:
    code, count = BODIES[body]
    text = ""
    for passes in (1, 11, 300):
        before = "c.nop\n" if count == 5 else ""
        text += f"li a0, {passes}\nli a3, 0\n.balign 4\ncsrr a1, mcycle\n{before}"
        text += f"o.doloop a0, 1f\n.option push\n{code}.option pop\n1:\ncsrr a2, mcycle\n"
        text += "sub a2, a2, a1\nout a3\nout a2\n"
    found = run("rv32-oasip", text)
    once, eleven, many = found[1::2]
    assert (eleven - once, many - once) == (10 * count, 299 * count)
    assert (found[2], found[4]) == (11 * found[0], 300 * found[0])


def test_a_loop_that_cannot_be_is_refused(run: Run) -> None:
    body = "li a0, 3\n.balign 4\no.doloop a0, 1f\naddi a3, zero, 1\n1:\n"  # fits into a word
    body += "c.nop\no.doloop a0, 1f\naddi a3, zero, 1\naddi a3, zero, 1\n1:\n"  # ends within a word
    assert run("rv32-oasip", body) == [ILLEGAL, ILLEGAL]


LEFT_BY_A_BRANCH = """
  .option norvc
  li    a0, 4
  li    a1, 5
  li    a2, 2
  li    a4, 0
  li    a5, 0
  .balign 4
  o.doloop a0, 2f
  li    a3, 0
  o.doloop a1, 1f
  addi  a3, a3, 1
  addi  a4, a4, 1
  beq   a3, a2, 1f
  addi  a5, a5, 1
1:
  csrw  0x7c6, zero
  j     3f
3:
  addi  a5, a5, 10
2:
  out   a4
  out   a5
"""
"""The inner loop is left in its second pass. Its count is cleared, which counts from a jump on."""


def test_a_loop_is_left_by_a_branch_and_its_outer_loop_goes_on(run: Run) -> None:
    assert run("rv32-oasip", LEFT_BY_A_BRANCH) == [4 * 2, 4 * (1 + 10)]


def test_a_bus_error_in_the_last_instruction_of_a_pass_is_precise(run: Run) -> None:
    # The handler mends the address; the pass is counted once.
    handler = f"li a1, {DATA}\ncsrr t5, mcause\nout t5\nmret\n"
    body = f"""
      .option norvc
      li    a0, 3
      li    a3, 0
      .balign 4
      o.doloop a0, 1f
      addi  a3, a3, 1
      li    a1, {NOWHERE}
      lw    a2, 0(a1)
    1:
      out   a3
    """
    assert run("rv32-oasip", body, handler=handler) == [LOAD_FAULT] * 3 + [3]


def test_oasip_under_interrupts_that_use_it_too(run: Run) -> None:
    registers = [0x7C0, 0x7C1, 0x7C4, 0x7C5, 0x7C6, 0x7C8, 0x7C9, 0x7CA]
    swap = [(f"csrr t5, {r:#x}\nsw t5, {4 * i}(s10)\n") for i, r in enumerate(registers)]
    back = [(f"lw t5, {4 * i}(s10)\ncsrw {r:#x}, t5\n") for i, r in enumerate(registers)]
    handler = f"""
      {"".join(swap)}
      li    t5, 3
      o.pack t5, t5
      .option norvc
      .balign 4
      o.doloop t5, 1f
      o.doloop t5, 2f
      o.rotl t6, t5
      addi  s8, s8, 1
    2:
      addi  s7, s7, 1
    1:
      .option rvc
      {"".join(back)}
      mret
    """
    start = "li t5, 0x888\ncsrw mie, t5\nli t5, 8\ncsrs mstatus, t5\n"
    body, expected = "", []
    for outer, inner in [(3, 7), (9, 2), (20, 20)]:
        body += f"li a0, {outer}\nli a1, {inner}\nli a6, 0x1234\no.pack a6, a6\n{NESTED}"
        body += "o.rotl a6, a1\nout a3\nout a4\nout a5\nout a6\n"
        expected += [*nested(outer, inner), rotate(0x1234_0000_1234, inner) >> 32]
    for seed in range(1, 6):
        arguments = ("--interrupts", "40", "--seed", str(seed))
        body_end = "csrw mie, zero\nout s8\nout s7\n"
        found = run("rv32-oasip", body + body_end, *arguments, handler=handler, start=start)
        assert found[: len(expected)] == expected
        nine, three = found[len(expected) :]
        assert nine == 3 * three > 0


# DASIP

LANES = [random.Random(2).getrandbits(64) for _ in range(6)]
SET = "".join(f"set64 ar{i}, {value}\n" for i, value in enumerate(LANES))
OUT = "".join(f"out64 ar{i}\n" for i in range(6))
STATE = [random.Random(3).getrandbits(64) for _ in range(70)]
MEMORY = f"li a0, {DATA}\n" + "".join(
    f"li t5, {word}\nsw t5, {4 * i}(a0)\n" for i, word in enumerate(words(STATE))
)
OPERATIONS: dict[str, Callable[[int, int, int], int]] = {
    "xor": lambda d, a, b: a ^ b,
    "nandxor": lambda d, a, b: d ^ (~a & b),
    "mvar": lambda d, a, b: a,
}


@pytest.mark.parametrize("mnemonic", OPERATIONS)
def test_operation(run: Run, mnemonic: str) -> None:
    body, expected = "", []
    for d, a, b in [(0, 1, 2), (3, 3, 4), (5, 4, 5), (2, 2, 2)]:
        sources = f"ar{a}" + (f", ar{b}" if mnemonic != "mvar" else "")
        body += f"{SET}d.{mnemonic} ar{d}, {sources}\n{OUT}"
        after = list(LANES)
        after[d] = OPERATIONS[mnemonic](LANES[d], LANES[a], LANES[b])
        expected += words(after)
    assert run("rv32-dasip", body) == expected


def test_rotl(run: Run) -> None:
    amounts = [0, 1, 31, 32, 33, 63, 64, 127]
    body = SET + "".join(f"li a0, {n}\nd.rotl ar0, ar5, a0\nout64 ar0\n" for n in amounts)
    assert run("rv32-dasip", body) == words([rotate(LANES[5], n) for n in amounts])


def test_stride_5_and_modulo_5(run: Run) -> None:
    body, expected = MEMORY, []
    for row in range(8):
        body += f"li a1, {row + 8 * row}\n"  # bits above the third do not count
        for index in (0, 1, 4, 24, 31):
            body += f"d.ldlw32s5i ar0, a0, a1, {index}\nd.ldhw32s5i ar0, a0, a1, {index}\n"
            body += "out64 ar0\n"
            expected.append(STATE[5 * row + index])
        for step in range(10):
            body += f"d.ldhw32m5i ar1, a0, a1, {step}\nd.ldlw32m5i ar1, a0, a1, {step}\n"
            body += "out64 ar1\n"
            expected.append(STATE[(row + step) % 5])
    assert run("rv32-dasip", body) == words(expected)


def test_stores(run: Run) -> None:
    body, expected = SET, [0] * 70
    for number, (row, index, step) in enumerate([(0, 0, 3), (1, 2, 4), (3, 9, 8), (4, 31, 9)]):
        base = f"li a0, {RESULTS}\nli a1, {row}\n"
        body += base + f"d.stlw32s5i ar{number}, a0, a1, {index}\n"
        body += f"d.sthw32s5i ar{number}, a0, a1, {index}\n"
        body += f"d.sthw32m5i ar5, a0, a1, {step}\nd.stlw32m5i ar5, a0, a1, {step}\n"
        expected[5 * row + index] = LANES[number]
        expected[(row + step) % 5] = LANES[5]
    # Read back, so that addresses count.
    body += f"li s11, {RESULTS + 0x400}\nli a0, {RESULTS}\n"
    body += "".join(f"lw a1, {4 * i}(a0)\nout a1\n" for i in range(140))
    assert run("rv32-dasip", body)[16:] == words(expected)


@pytest.mark.parametrize("mnemonic", [*OPERATIONS, "rotl"])
@pytest.mark.parametrize("waiting", [(), SLOW])
def test_bundle(run: Run, mnemonic: str, waiting: tuple[str, ...]) -> None:
    body, expected = f"li a0, {DATA}\nli a5, 3\n", []
    for access, d, a, b in [(0, 1, 2, 3), (1, 1, 2, 3), (2, 1, 2, 2), (5, 5, 5, 5), (4, 3, 4, 0)]:
        amount = 11 * access + 7
        after = list(LANES)
        if mnemonic == "rotl":
            operation = f"ar{d}, {amount}"
            after[d] = rotate(LANES[d], amount)
        else:
            operation = f"ar{d}, ar{a}" + (f", ar{b}" if mnemonic != "mvar" else "")
            after[d] = OPERATIONS[mnemonic](LANES[d], LANES[a], LANES[b])
        # Lane 3 * 5 + 5
        body += f"{SET}d.sthw32s5i.{mnemonic} ar{access}, a0, a5, 5, {operation}\n{OUT}"
        body += f"lw a1, {8 * 20 + 4}(a0)\nout a1\n"
        expected += [*words(after), LANES[access] >> 32]
        body += f"li a1, 0x13579bdf\nsw a1, {8 * 20 + 4}(a0)\n"
        body += f"{SET}d.ldhw32s5i.{mnemonic} ar{access}, a0, a5, 5, {operation}\n{OUT}"
        after[access] = after[access] & MASK | 0x13579BDF << 32
        expected += words(after)
    assert run("rv32-dasip", body, *waiting) == expected


@pytest.mark.parametrize(
    ("address", "causes"),
    [(DATA + 2, (LOAD_MISALIGNED, STORE_MISALIGNED)), (NOWHERE, (LOAD_FAULT, STORE_FAULT))],
)
@pytest.mark.parametrize("waiting", [(), SLOW])
def test_a_bundle_that_traps_does_nothing(
    run: Run, address: int, causes: tuple[int, int], waiting: tuple[str, ...]
) -> None:
    for name, cause in zip(("ldhw", "sthw"), causes, strict=True):
        body = f"{SET}li a0, {address}\nli a1, 0\n"
        body += f"d.{name}32s5i.xor ar0, a0, a1, 1, ar1, ar2, ar3\n"
        # What follows the one that traps must not happen before the handler.
        body += f"d.mvar ar5, ar4\n{OUT}"
        expected = [*LANES[:5], LANES[4]]
        assert run("rv32-dasip", body, *waiting) == [cause, *words(expected)]


def test_there_are_six_registers(run: Run) -> None:
    # xor with a register of 6 or 7 in each place; a step of 10
    encodings = [0x0060005B, 0x0003005B, 0x0000035B, 0x0070005B, 0x1400305B]
    body = SET + "".join(f".insn 4, {word:#x}\n" for word in encodings) + OUT
    assert run("rv32-dasip", body) == [ILLEGAL] * len(encodings) + words(LANES)


def timed(code: str) -> str:
    return f".balign 4\ncsrr t3, mcycle\n{code}csrr t4, mcycle\nsub t4, t4, t3\nout t4\n"


def test_every_cycle_has_an_access(run: Run) -> None:
    # An operation uses at once what was loaded or computed, a store must wait for a cycle.
    empty = timed("")
    flow = "d.ldlw32s5i ar0, a0, a1, 0\nd.ldhw32s5i.xor ar0, a0, a1, 1, ar1, ar0, ar1\n"
    chain = "d.xor ar0, ar0, ar1\nd.rotl ar0, ar0, a1\nd.nandxor ar1, ar0, ar0\n"
    late = "d.xor ar0, ar0, ar1\nd.stlw32s5i ar0, a0, a1, 0\n"
    body = f"li a0, {DATA}\nli a1, 1\n" + empty + timed(flow * 10) + timed(chain * 10)
    base, bundles, operations, waits = run("rv32-dasip", body + timed(late * 10))
    assert (bundles - base, operations - base, waits - base) == (20, 30, 30)


def test_dasip_under_interrupts_that_use_it_too(run: Run) -> None:
    save = "".join(f"d.st{h}w32s5i ar{i}, s10, zero, {i}\n" for i in range(6) for h in "lh")
    clear = "".join(f"d.xor ar{i}, ar{i}, ar{i}\n" for i in range(6))
    load = "".join(f"d.ld{h}w32s5i ar{i}, s10, zero, {i}\n" for i in range(6) for h in "lh")
    handler = f"{save}{clear}{load}addi s8, s8, 1\nmret\n"
    start = "li t5, 0x888\ncsrw mie, t5\nli t5, 8\ncsrs mstatus, t5\nli a1, 0\nli a2, 11\n"
    step = "d.ldhw32s5i.xor ar0, a0, a1, 7, ar0, ar0, ar5\n"
    step += (
        "d.rotl ar1, ar0, a2\nd.nandxor ar2, ar1, ar3\nd.sthw32s5i.mvar ar2, a0, a1, 6, ar5, ar2\n"
    )
    body = f"li a0, {DATA + 0x100}\nli t5, 0x2468ace0\nsw t5, 60(a0)\n{SET}" + step * 50 + OUT
    ar = list(LANES)
    for _ in range(50):
        ar[0] = (ar[0] ^ ar[5]) & MASK | 0x2468ACE0 << 32
        ar[1] = rotate(ar[0], 11)
        ar[2] ^= ~ar[1] & ar[3]
        ar[5] = ar[2]
    for seed in range(1, 6):
        arguments = ("--interrupts", "30", "--seed", str(seed))
        end = "csrw mie, zero\nout s8\n"
        found = run("rv32-dasip", body + end, *arguments, handler=handler, start=start)
        assert found[:-1] == words(ar)
        assert found[-1] > 5
