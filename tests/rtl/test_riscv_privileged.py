# SPDX-License-Identifier: Apache-2.0
"""Machine mode on the RISC-V RTL: which registers exist, what they hold, interrupts, counters.

Expected values are those of the privileged architecture 1.12, computed here, not by the kit. Random
programs, with every register before and after each instruction, are in
``tests/check/test_lockstep.py``.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashfab.designs import CORES

from . import assembly
from .assembly import EXTERNAL, LINES, MASK, SLOW, SOFTWARE, TIMER

RESULTS = range(0x8000, 0xFFF8)

PROLOGUE = f"""
.macro out register
  sw    \\register, 0(s11)
  addi  s11, s11, 4
.endm
  .section .init, "ax"
  .option norelax
  .option norvc
  .globl _start
_start:
  la    t0, trap
  csrw  mtvec, t0
  li    s11, {RESULTS.start:#x}
  li    s7, {LINES:#x}
  j     body
  .balign 4
trap:
"""
EPILOGUE = """
  li    t5, 0x40000020
  sw    zero, 0(t5)
1:
  j     1b
"""
# A trap writes mcause and mtval and goes on behind the instruction, which has 32 bits.
HANDLER = """
  csrr  t5, mcause
  out   t5
  csrr  t5, mtval
  out   t5
  csrr  t5, mepc
  addi  t5, t5, 4
  csrw  mepc, t5
  mret
"""

Run = Callable[..., list[int]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs assembly on a core; what it wrote to RESULTS, in order."""

    def execute(
        body: str, *arguments: str, handler: str = HANDLER, name: str = "rv32"
    ) -> list[int]:
        text = f"{PROLOGUE}{handler}\n  .balign 4\nbody:\n{body}{EPILOGUE}"
        return assembly.run(name, text, RESULTS, tmp_path, *arguments)

    return execute


# Registers

READ_WRITE = {
    *(0x300, 0x301, 0x304, 0x305, 0x310, 0x320, 0x340, 0x341, 0x342, 0x343, 0x344),
    *range(0x323, 0x340),
    *(0xB00, 0xB02, 0xB80, 0xB82),
    *range(0xB03, 0xB20),
    *range(0xB83, 0xBA0),
}
READ_ONLY = {0xC00, 0xC01, 0xC02, 0xC80, 0xC81, 0xC82, *range(0xF11, 0xF16)}
OASIP = {0x7C0, 0x7C1, 0x7C4, 0x7C5, 0x7C6, 0x7C8, 0x7C9, 0x7CA}


@pytest.mark.parametrize(
    ("name", "own"), [("rv32", set()), ("rv32-oasip", OASIP), ("rv32-lane1", set())]
)
@pytest.mark.parametrize("source", [0, 10])
def test_which_registers_exist(run: Run, name: str, own: set[int], source: int) -> None:
    # csrrs a1, number, x0 reads; with a0, which is 0, it writes what is there already.
    handler = """
      addi  s5, s5, 1
      csrr  t5, mepc
      addi  t5, t5, 4
      csrw  mepc, t5
      mret
    """
    first = source << 15 | 0b010 << 12 | 11 << 7 | 0x73
    body = f"""
      la    s4, patch
      li    s3, {first}
      li    s2, 0
      li    s1, 4096
      li    a0, 0
      lui   s6, 0x100
    1:
      sw    s3, 0(s4)
      fence.i
      li    s5, 0
    patch:
      nop
      bnez  s5, 2f
      out   s2
    2:
      add   s3, s3, s6
      addi  s2, s2, 1
      bne   s2, s1, 1b
    """
    expected = READ_WRITE | own | (READ_ONLY if source == 0 else set())
    assert run(body, handler=handler, name=name) == sorted(expected)


HOLDS = {
    "mstatus": (0x1888, 0x1800),
    "mstatush": (0, 0),
    "misa": (0x4000_1104, 0x4000_1104),
    "mie": (0x888, 0),
    "mip": (0, 0),
    "mtvec": (0xFFFF_FFFC, 0),
    "mscratch": (MASK, 0),
    "mepc": (0xFFFF_FFFE, 0),
    "mcause": (0x8000_000F, 0),
    "mtval": (MASK, 0),
    "mcountinhibit": (0, 0),
    "mhpmevent3": (0, 0),
    "mhpmevent31": (0, 0),
    "mhpmcounter3": (0, 0),
    "mhpmcounter31": (0, 0),
    "mhpmcounter3h": (0, 0),
    "mhpmcounter31h": (0, 0),
}


def test_what_a_register_holds_after_all_ones_and_all_zeros(run: Run) -> None:
    body = "li a0, -1\n"
    for name in HOLDS:
        body += f"csrw {name}, a0\ncsrr a1, {name}\ncsrw {name}, zero\ncsrr a2, {name}\n"
        body += "out a1\nout a2\n"
    assert run(body) == [value for pair in HOLDS.values() for value in pair]


@pytest.mark.parametrize(
    ("name", "misa"),
    [
        ("rv32", 0x4000_1104),
        ("rv32-zbkb", 0x4000_1104),
        ("rv32-oasip", 0x4080_1104),
        ("rv32-dasip", 0x4080_1104),
        ("rv32-lane1", 0x4080_1104),
    ],
)
def test_misa_tells_of_an_extension_that_is_not_standard(run: Run, name: str, misa: int) -> None:
    assert run("csrr a0, misa\nout a0\n", name=name) == [misa]


def test_a_breakpoint_gives_its_address(run: Run) -> None:
    found = run("la a0, 1f\nout a0\n1:\nebreak\necall\n")
    assert found[1:] == [3, found[0], 11, 0]


# What is no instruction

CUSTOM = {
    "rv32": None,
    "rv32-zbkb": None,
    "rv32-oasip": 0x2B,
    "rv32-dasip": 0x5B,
    "rv32-lane1": 0x0B,
}
"""Cores and the major opcode of their extension."""
FOREIGN = (
    *(0x0B, 0x2B, 0x5B, 0x7B),  # custom-0 to -3
    *(0x07, 0x27, 0x43, 0x47, 0x4B, 0x4F, 0x53),  # floating point
    *(0x1B, 0x3B, 0x2F, 0x57, 0x6B, 0x77),  # of RV64, A, V; reserved
)
"""Major opcodes that RV32IMC does not have (volume I, table 70)."""


def of_others(name: str, numbers: random.Random) -> Iterator[int]:
    """Each instruction that an extension has and this core has not, with any operands."""
    extensions = {each.name: each.instructions for each in CORES["rv32"].extensions}
    own = extensions[name.removeprefix("rv32").removeprefix("-") or "none"]
    for extension in extensions.values():
        if extension is None or extension is own:
            continue
        for instruction in extension.instructions:
            yield instruction.match | numbers.getrandbits(32) & ~instruction.mask


@pytest.mark.parametrize("waiting", [(), SLOW])
@pytest.mark.parametrize("name", CUSTOM)
def test_what_is_no_instruction_traps(
    run: Run, name: str, waiting: tuple[str, ...], seed: int
) -> None:
    numbers = random.Random(seed)
    words = [
        numbers.getrandbits(25) << 7 | opcode
        for opcode in FOREIGN
        if opcode != CUSTOM[name]
        for _ in range(8)
    ]
    words += of_others(name, numbers)
    found = run("".join(f".word {word:#x}\n" for word in words), *waiting, name=name)
    assert found == [value for word in words for value in (2, word)]


# Faults of fetches

FAULT = """
  csrr  t5, mcause
  out   t5
  csrr  t5, mtval
  out   t5
  csrr  t5, mepc
  out   t5
  csrw  mepc, ra
  mret
"""
TOP = 0x0400_0000
"""Where memory ends: a fetch from there is an error."""
DIVIDE, NOP, C_NOP, RETURN, C_RETURN = 0x02C5C533, 0x13, 0x0001, 0x8067, 0x8082


@pytest.mark.parametrize("waiting", [(), SLOW])
@pytest.mark.parametrize(
    ("halves", "fault"),
    [
        # While it divides, the words behind are fetched.
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, C_NOP, C_RETURN], None),
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, RETURN, 0], None),
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, C_RETURN, C_NOP], None),
        # Half of it is there: its address is in mepc, that of the half that is not in mtval.
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, C_NOP, NOP], (TOP, TOP - 2)),
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, NOP, 0], (TOP, TOP)),
        ([DIVIDE & 0xFFFF, DIVIDE >> 16, C_NOP, C_NOP], (TOP, TOP)),
    ],
)
def test_an_instruction_faults_where_memory_does_not_give_it(
    run: Run, waiting: tuple[str, ...], halves: list[int], fault: tuple[int, int] | None
) -> None:
    stores = [f"li t0, {half:#x}\nsh t0, {2 * i}(s9)\n" for i, half in enumerate(halves)]
    first = TOP - 2 * len(halves)
    call = "".join(["li s9, ", f"{first:#x}\n", *stores, "fence.i\njalr ra, s9\n"])
    found = run(f"{call}li a0, 0x55\nout a0\n", *waiting, handler=FAULT)
    assert found == [*((1, *fault) if fault else ()), 0x55]


# Interrupts

CODES = {EXTERNAL: 11, SOFTWARE: 3, TIMER: 7}
"""By priority (volume II, 3.1.9)."""
LOWER = """
  csrr  t5, mcause
  out   t5
  andi  t5, t5, 15
  srli  t5, t5, 2
  li    t6, 1
  sll   t6, t6, t5
  not   t6, t6
  and   s8, s8, t6
  sw    s8, 0(s7)
  mret
"""
END = 0xE2D


def mip(lines: int) -> int:
    return sum(1 << code for line, code in CODES.items() if lines & line)


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_interrupts_that_are_raised_together_are_taken_by_priority(
    run: Run, waiting: tuple[str, ...]
) -> None:
    """Every set of lines under every mask; the handler lowers the line that it was entered for."""
    body, expected = f"li s9, {END:#x}\n", []
    for lines in range(8):
        for enabled in range(8):
            body += f"li s8, {lines}\nsw s8, 0(s7)\nlw a0, 0(zero)\n"
            body += f"li a0, {mip(enabled)}\ncsrw mie, a0\ncsrr a0, mip\nout a0\n"
            body += "csrsi mstatus, 8\nnop\nnop\ncsrci mstatus, 8\nout s9\n"
            taken = [1 << 31 | code for line, code in CODES.items() if lines & enabled & line]
            expected += [mip(lines), *taken, END]
    assert run(body, *waiting, handler=LOWER) == expected


def test_interrupts_wait_for_mie_in_mstatus(run: Run) -> None:
    body = f"li a0, 0x888\ncsrw mie, a0\nli s9, {END:#x}\nli s8, 7\nsw s8, 0(s7)\n"
    body += "nop\nnop\nnop\nnop\nout s9\ncsrsi mstatus, 8\nnop\nout s9\n"
    assert run(body, handler=LOWER) == [END, 1 << 31 | 11, 1 << 31 | 3, 1 << 31 | 7, END]


def test_interrupts_at_random(run: Run, seed: int) -> None:
    """Lines that rise at once while another handler runs or the mask changes."""
    rng = random.Random(seed)
    body, expected = f"li s9, {END:#x}\n", []
    for _ in range(100):
        lines, first, second = (rng.randrange(8) for _ in range(3))
        body += f"li s8, {lines}\nsw s8, 0(s7)\nlw a0, 0(zero)\nli a0, {mip(first)}\n"
        body += f"li a1, {mip(second)}\ncsrw mie, a0\ncsrsi mstatus, 8\n"
        body += "nop\n" * rng.randrange(3) + "csrw mie, a1\n" + "nop\n" * rng.randint(1, 3)
        body += "csrci mstatus, 8\nout s9\n"
        taken = [1 << 31 | code for line, code in CODES.items() if lines & first & line]
        left = lines & ~first
        taken += [1 << 31 | code for line, code in CODES.items() if left & second & line]
        expected += [*taken, END]
    waiting = ("--stall", str(rng.choice((0, 30, 60))), "--latency", str(rng.randint(1, 5)))
    assert run(body, *waiting, "--seed", str(seed), handler=LOWER) == expected


# Counters


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_minstret_carries_into_its_upper_half(
    run: Run, waiting: tuple[str, ...], seed: int
) -> None:
    rng = random.Random(seed)
    body, expected = "", []
    for nops in range(12):
        high, low = rng.choice((0, 1, rng.getrandbits(32), MASK)), MASK - rng.randint(0, 11)
        body += f"li a0, {low}\nli a1, {high}\ncsrw minstreth, a1\ncsrw minstret, a0\n"
        body += "nop\n" * nops + "csrr a2, minstret\ncsrr a3, minstreth\n"
        body += "csrr a4, instret\ncsrr a5, instreth\nout a2\nout a3\nout a4\nout a5\n"
        # The write is done instead of the increment.
        start = (high << 32 | low) + nops
        expected += [start & MASK, start + 1 >> 32 & MASK]
        expected += [start + 2 & MASK, start + 3 >> 32 & MASK]
    assert run(body, *waiting) == expected


@pytest.mark.parametrize("waiting", [(), SLOW])
def test_mcycle_carries_into_its_upper_half(run: Run, waiting: tuple[str, ...], seed: int) -> None:
    rng = random.Random(seed)
    body, cases = "", []
    for _ in range(40):
        high, low = rng.choice((0, 1, rng.getrandbits(32), MASK)), MASK - rng.randint(0, 30)
        cases.append((high, low))
        body += f"li a0, {low}\nli a1, {high}\ncsrw mcycleh, a1\ncsrw mcycle, a0\n"
        body += "csrr a2, mcycle\ncsrr a3, mcycleh\nout a2\nout a3\n"
        body += 40 * "nop\n" + "csrr a2, mcycle\ncsrr a3, mcycleh\nout a2\nout a3\n"
        body += "csrr a2, time\ncsrr a3, timeh\nout a2\nout a3\n"
    found = run(body, *waiting)
    for high, low in cases:
        *early, late, late_high, time, time_high = found[:6]
        del found[:6]
        if early[0] < low:  # it has overflowed
            assert early[1] == (high + 1 & MASK)
        elif not waiting and early[0] < MASK - 4:  # it does not in the two cycles to come
            assert early[1] == high
        assert late < time < 1000
        assert late_high == time_high == (high + 1 & MASK)
    assert not found


def test_mcycle_is_written_in_the_cycle_of_its_overflow(run: Run) -> None:
    body = ""
    starts = range(MASK - 7, MASK + 1)
    for low in starts:
        body += f"li a0, {low}\ncsrw mcycleh, zero\ncsrw mcycle, a0\n"
        body += "csrrwi a1, mcycle, 5\ncsrr a2, mcycle\ncsrr a3, mcycleh\nout a1\nout a2\nout a3\n"
    found = run(body)
    overwritten = found[::3]
    assert MASK in overwritten  # the cycle itself
    for low, old, new, high in zip(starts, overwritten, found[1::3], found[2::3], strict=True):
        assert 5 <= new < 15
        # What was overwritten has not overflowed, unless it had done so before.
        assert high == (old < low)


@pytest.mark.parametrize("late", range(4))
def test_an_upper_half_that_is_written_in_the_cycle_of_an_overflow_stays(
    run: Run, late: int
) -> None:
    # minstret: the write itself is counted in neither half.
    body = f"li a0, {MASK - late}\ncsrw minstreth, zero\ncsrw minstret, a0\n" + "nop\n" * late
    body += "csrwi minstreth, 9\ncsrr a1, minstreth\ncsrr a2, minstret\n"
    body += "csrr a3, minstreth\nout a1\nout a2\nout a3\n"
    assert run(body) == [9, 0, 10]
