# SPDX-License-Identifier: Apache-2.0
"""OASIP: the operation-oriented extension of Rao et al. 2018, table 2 (custom-1)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import Extension, OperandType, Register
from hashfab.isa.kit.semantics import MASK, rotate_left, table
from hashfab.isa.riscv.base import OPERANDS, RISCV, unary

LOOP_LEVELS = 2
WORD = 4
COUNT_MASK = 0xFFFF
NEAREST_END = 10
"""From the instruction to the end of the loop, in bytes: a body does not fit into one word."""

OPERANDS = OPERANDS | {"end": OperandType(relative=True)}

row = partial(model.instruction, OPERANDS)


@dataclass
class Loop:
    """A zero-overhead loop.

    Attributes:
        start: address of the body.
        end: address behind the body.
        count: passes left, this one included; 0 for no loop.
    """

    start: int = 0
    end: int = WORD
    count: int = 0


def index_mask(value: int) -> int:
    """``hmask``, the same in table 3."""
    return value >> 1 & 63


def _modulo(s: Any, o: Any) -> None:
    total = s.x[o.rs1] + o.imm & 31
    s.write(o.rd, (total - 32 if total >> 4 else total) % 5)


def _lfsr(value: int) -> int:
    return (value << 1 ^ (0x71 if value & 0x80 else 0)) & 0xFF


def _pack(s: Any, o: Any) -> None:
    s.rotation = s.x[o.rs1] << 32 | s.x[o.rs2]


def _rotate(s: Any, o: Any) -> None:
    s.rotation = rotate_left(s.rotation, s.x[o.rs1], 64)
    s.write(o.rd, s.rotation >> 32)


def _doloop(s: Any, o: Any) -> None:
    end = s.pc + o.end & MASK
    if end % WORD or o.end < NEAREST_END:
        raise s.illegal()
    count = s.x[o.rs1] & COUNT_MASK
    inner, outer = s.loops
    s.loops = [Loop(s.next_pc, end, max(1, count)), inner if inner.count else outer]


def _close(s: Any) -> None:
    """Go back to the start of the innermost loop when its last instruction has been executed."""
    level = next((level for level, loop in enumerate(s.loops) if loop.count), None)
    if level is None:
        return
    loop = s.loops[level]
    if s.next_pc == s.pc + (4 if s.word & 3 == 3 else 2) == loop.end:
        loop.count -= 1
        if loop.count:
            s.next_pc = loop.start
        elif level == 0:
            s.loops = [*s.loops[1:], Loop()]


def _part(level: int, name: str, mask: int, offset: int, summary: str) -> Register:
    """A part of a loop, as a register that holds the part minus an offset."""

    def write(s: Any, value: int) -> None:
        setattr(s.loops[level], name, (value & mask) + offset)

    def read(s: Any) -> int:
        return int(getattr(s.loops[level], name)) - offset & MASK

    label = {"start": "body", "end": "last"}.get(name, name)
    return Register(f"loop{level}{label}", read, write, f"{LEVELS[level]} loop: {summary}")


def _half(high: bool) -> Register:
    shift = 32 if high else 0

    def write(s: Any, value: int) -> None:
        s.rotation = s.rotation & MASK << 32 - shift | value << shift

    name, summary = ("rotationh", "High") if high else ("rotation", "Low")
    return Register(
        name,
        lambda s: int(s.rotation >> shift & MASK),
        write,
        f"{summary} word of the rotation register.",
    )


LEVELS = ("Inner", "Outer")
REGISTERS = {
    0x7C0: _half(False),
    0x7C1: _half(True),
    **{
        0x7C4 + 4 * level + number: _part(level, *part)
        for level in range(LOOP_LEVELS)
        for number, part in enumerate(
            (
                ("start", MASK & ~1, 0, "address of its body."),
                ("end", MASK & ~3, WORD, "address of the last word of its body."),
                ("count", COUNT_MASK, 0, "passes left, this one included; 0 for no loop."),
            )
        )
    },
}

# fmt: off
OASIP = Extension(
    "oasip",
    "operation-oriented extension of Rao et al. 2018",
    (
        *table(
            "arithmetic",
            row("o.remv", "imm:12 rs1:5 000 rd:5 0101011", "rd, rs1, imm",
                _modulo, "rs1 + imm modulo 5."),
            source="Rao 2018, Table 2",
        ),
        *table(
            "logic",
            row("o.hmask", "0000000 00000 rs1:5 001 rd:5 0101011", "rd, rs1",
                unary(index_mask), "Half of rs1, modulo 64."),
            row("o.lfsr", "0000000 00000 rs1:5 101 rd:5 0101011", "rd, rs1",
                unary(_lfsr), "Next state of the round constants' LFSR."),
            source="Rao 2018, Table 2",
        ),
        *table(
            "rotation",
            row("o.pack", "0000000 rs2:5 rs1:5 010 00000 0101011", "rs1, rs2",
                _pack, "Rotation register from rs1 (high word) and rs2 (low word)."),
            row("o.rotl", "0000000 00000 rs1:5 011 rd:5 0101011", "rd, rs1",
                _rotate, "Rotate the rotation register left by rs1; rd is its high word."),
            row("o.extlw", "0000000 00000 00000 100 rd:5 0101011", "rd",
                lambda s, o: s.write(o.rd, s.rotation), "Low word of the rotation register."),
            source="Rao 2018, Table 2",
        ),
        *table(
            "loop",
            row("o.doloop", "0 end[10:5] 00000 rs1:5 110 end[4:1|11] 0101011", "rs1, end",
                _doloop, "Repeat the instructions up to end, rs1 times in all."),
            cycles=(2, 3), source="Rao 2018, Table 2",
        ),
    ),
    prose=(
        "The paper's rs0 is rs1 here, its rs1 is rs2. Mnemonics have a prefix, since `pack` and "
        "others are taken.",
        "`remv`: the paper prints +10 on three of its ranges and repeats one; it is read as the "
        "reduction modulo 5 of the sum over -9 to 9. Other sums have a result as well: the low "
        "five bits of the sum, as a number from -16 to 15, modulo 5.",
        "`hmask`: the paper prints (rs / 2) % 64; `lfsr`: the paper prints the mask 0x70 in table "
        "2 and 0x71 in table 1; the round constants need 0x71. The LFSR has 8 bits, and so has "
        "the result.",
        "`rotl` takes the amount modulo 64. An amount of 0 reads the high word.",
        "`doloop`: the body begins behind the instruction and ends before `end`, an address 10 to "
        "4094 bytes ahead that is a multiple of 4; others are illegal. The low 16 bits of rs1 "
        "count; a count of 0 counts as 1. Two levels nest: a `doloop` within a "
        "body suspends the outer loop until the inner one has ended; a third level drops the "
        "outermost. A loop goes back when the instruction before `end` has been executed. That "
        "instruction must not be a jump, a branch, `mret` or a `doloop`, and two loops must not "
        "end at one address. A loop that is left by a jump stays active; writing 0 to its count "
        "ends it.",
        "A trap in a body leaves the loops alone, and the loop goes on after the handler returns. "
        "A handler that uses the instructions itself, or changes the context, saves and restores "
        "the registers; what is written to those of the loops counts from the next jump or "
        "`mret` on.",
    ),
    state={"rotation": int, "loops": lambda: [Loop() for _ in range(LOOP_LEVELS)]},
    registers=REGISTERS,
    after=_close,
    custom=RISCV,
)
# fmt: on
