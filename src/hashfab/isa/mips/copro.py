# SPDX-License-Identifier: Apache-2.0
"""The coprocessor of Elmohr et al. 2016, Table II, as the architecture's coprocessor 2."""

from collections.abc import Callable
from functools import partial, reduce
from operator import xor
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import Execute, Extension, OperandType
from hashfab.isa.kit.semantics import MASK, rotate_left, table
from hashfab.isa.mips.base import MIPS, OPERANDS

AUXILIARY = 5
LEAST = AUXILIARY
"""The number of the Least register among those that can be moved."""

AU = {number: f"${number}" for number in range(AUXILIARY)}

OPERANDS = OPERANDS | {
    "au": OperandType(names=AU, closed=True),
    "index": OperandType(names={number: str(number) for number in AU}, closed=True),
    "cp2": OperandType(names=AU | {LEAST: f"${LEAST}"}, closed=True),
}

row = partial(model.instruction, OPERANDS)


def _address(s: Any, o: Any) -> int:
    return int(s.x[o.rs]) + int(o.imm) & MASK


def _load(s: Any, o: Any) -> None:
    s.au[o.au] = s.load(_address(s, o), 4)


def _store(value: Callable[[Any, Any], int]) -> Execute:
    return lambda s, o: s.store(_address(s, o), 4, value(s, o))


def _chi(s: Any, o: Any) -> int:
    a, b, c = (s.au[(o.index + step) % AUXILIARY] for step in range(3))
    return int(a ^ ~b & c)


def _rotate(s: Any, o: Any) -> None:
    lane = rotate_left(s.au[0] << 32 | s.au[1], s.au[2] & 63, 64)
    s.store(_address(s, o), 4, lane >> 32)
    s.least = lane & MASK


def _from(s: Any, o: Any) -> None:
    s.write(o.rt, s.least if o.cp2 == LEAST else s.au[o.cp2])


def _to(s: Any, o: Any) -> None:
    if o.cp2 == LEAST:
        s.least = s.x[o.rt]
    else:
        s.au[o.cp2] = s.x[o.rt]


# fmt: off
COPRO = Extension(
    "copro",
    "coprocessor, Elmohr et al. 2016",
    (
        *table(
            "load",
            row("lwau", "110010 rs:5 00 au:3 imm:16", "au, imm(rs)",
                _load, "Load a word into an auxiliary register.", stock="lwc2 au, imm(rs)"),
            cycles=(1, 2),
            source="Elmohr 2016, Table II",
        ),
        *table(
            "store",
            row("xor5", "111010 rs:5 01000 imm:16", "imm(rs)",
                _store(lambda s, o: reduce(xor, s.au)),
                "Store the exclusive or of the five auxiliary registers.",
                stock="swc2 $8, imm(rs)"),
            row("chi", "111010 rs:5 00 index:3 imm:16", "index, imm(rs)",
                _store(_chi), "Store Au[index] ^ (~Au[index + 1] & Au[index + 2]).",
                stock="swc2 $index, imm(rs)"),
            row("rot", "111010 rs:5 10000 imm:16", "imm(rs)",
                _rotate, "Rotate {Au0, Au1} to the left by Au2; store the upper word.",
                stock="swc2 $16, imm(rs)"),
            row("swleast", "111010 rs:5 11000 imm:16", "imm(rs)",
                _store(lambda s, o: s.least), "Store the lower word of the last rotation.",
                stock="swc2 $24, imm(rs)"),
            source="Elmohr 2016, Table II",
        ),
        *table(
            "move",
            row("mfc2", "010010 00000 rt:5 cp2:5 00000000000", "rt, cp2",
                _from, "Read an auxiliary register, or Least, which is $5.",
                stock="mfc2 rt, cp2"),
        ),
        *table(
            "move",
            row("mtc2", "010010 00100 rt:5 cp2:5 00000000000", "rt, cp2",
                _to, "Write an auxiliary register, or Least, which is $5.",
                stock="mtc2 rt, cp2"),
            cycles=(1, 2),
        ),
    ),
    prose=(
        "The auxiliary registers Au0 to Au4 are $0 to $4 of coprocessor 2, whose loads, stores "
        "and moves stock assemblers know: `lwau $1, 8($a0)` is `lwc2 $1, 8($a0)`, and what the "
        "`swc2` of another register number stores is one of the paper's operations. As in the "
        "paper, bits 18:16 are the auxiliary register or the index. The macros have the paper's "
        "names.",
        "Indices of `chi` count modulo 5; Table II does not say so, but chi of Keccak does. For "
        "`rot` the table prints a shift of {Au0, Au1}; Keccak needs the rotation, so it is one: "
        "by the low six bits of Au2, the others being ignored. A trap of the store leaves Least as "
        "it was.",
        "`mfc2` and `mtc2` save and restore the registers; the paper has no such instructions.",
    ),
    state={"au": lambda: [0] * AUXILIARY, "least": int},
    custom=MIPS,
)
# fmt: on
