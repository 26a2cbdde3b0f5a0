# SPDX-License-Identifier: Apache-2.0
"""DASIP: the datapath-oriented extension of Rao et al. 2018, table 3 (custom-2)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import Execute, Extension, Instruction, OperandType
from hashfab.isa.kit.semantics import MASK, rotate_left, table
from hashfab.isa.riscv.base import OPERANDS, RISCV, unary
from hashfab.isa.riscv.oasip import index_mask

AUXILIARY = 6

A = OperandType(names={number: f"ar{number}" for number in range(AUXILIARY)}, closed=True)
OPERANDS = (
    OPERANDS
    | dict.fromkeys(("ard", "ars1", "ars2", "opd", "ops1", "ops2"), A)
    | dict.fromkeys(("index", "near", "amount"), OperandType())
    | {"step": OperandType(names={number: str(number) for number in range(10)}, closed=True)}
)

row = partial(model.instruction, OPERANDS)

Address = Callable[[Any, Any], int]
LOW, HIGH = 0, 4
"""Offset of a half in its lane, in bytes."""


def _stride5(immediate: str) -> Address:
    """Of lane 5 * rs2 + immediate of the state at rs1."""
    return lambda s, o: s.x[o.rs1] + 8 * (5 * (s.x[o.rs2] & 7) + getattr(o, immediate))


def _modulo5(s: Any, o: Any) -> int:
    """Of lane (rs2 + immediate) mod 5 of the plane at rs1."""
    return int(s.x[o.rs1] + 8 * (((s.x[o.rs2] & 7) + o.step) % 5))


def _load(address: Address, half: int) -> Execute:
    keep = MASK << (32 - 8 * half)

    def execute(s: Any, o: Any) -> None:
        word = s.load(address(s, o) + half & MASK, 4)
        s.aux[o.ard] = s.aux[o.ard] & keep | word << 8 * half

    return execute


def _store(address: Address, half: int) -> Execute:
    return lambda s, o: s.store(address(s, o) + half & MASK, 4, s.aux[o.ard] >> 8 * half)


def _operate(function: Callable[..., int], target: str, *sources: str) -> Execute:
    """An auxiliary register becomes a function of auxiliary registers."""

    def execute(s: Any, o: Any) -> None:
        values = (s.aux[getattr(o, name)] for name in sources)
        s.aux[getattr(o, target)] = function(*values)

    return execute


def _rotate(s: Any, o: Any) -> None:
    s.aux[o.ard] = rotate_left(s.aux[o.ars1], s.x[o.rs2], 64)


def _rotate_in_place(s: Any, o: Any) -> None:
    s.aux[o.opd] = rotate_left(s.aux[o.opd], o.amount, 64)


def _xor(a: int, b: int) -> int:
    return a ^ b


def _nandxor(d: int, a: int, b: int) -> int:
    return d ^ ~a & b


def _move(a: int) -> int:
    return a


def _bundle(access: Execute, operation: Execute, store: bool) -> Execute:
    """Both read the old values; a load's half is written last; a trap leaves nothing done."""

    def execute(s: Any, o: Any) -> None:
        before = list(s.aux)
        access(s, o)
        loaded = s.aux[o.ard]
        s.aux = before
        operation(s, o)
        if not store:
            s.aux[o.ard] = s.aux[o.ard] & MASK | loaded & MASK << 32

    return execute


def _bundles(
    operation: str, funct3: str, sources: tuple[str, str, str], syntax: str, execute: Execute
) -> tuple[Instruction, ...]:
    """The load and the store of a high word, together with one operation.

    Args:
        operation: its name.
        funct3: the opcode bits that stand for it.
        sources: what stands in bits 27:25, 24:23 and 19 of the word.
        syntax: its operands.
        execute: its semantics.
    """
    top, middle, bottom = sources
    rest = f"{middle} rs2:3 {bottom} opd[2] rs1:3 {funct3} opd[1:0] ard:3 1011011"
    operands = f"ard, rs1, rs2, near, {syntax}"

    def bundle(name: str, kind: str, access: Execute, store: bool) -> Instruction:
        pattern = f"{kind} near:3 {top} {rest}"
        prose = f"`{name}` and `{operation}` at once."
        semantics = _bundle(access, execute, store)
        return row(f"d.{name}.{operation}", pattern, operands, semantics, prose)

    load = bundle("ldhw32s5i", "0", _load(_stride5("near"), HIGH), False)
    store = bundle("sthw32s5i", "1", _store(_stride5("near"), HIGH), True)
    source = "Rao 2018, Table 3"
    return (
        *table("load", load, cycles=(1, 2), source=source),
        *table("store", store, source=source),
    )


_S5 = "ard, rs1, rs2, index"
_M5 = "ard, rs1, rs2, step"

# fmt: off
DASIP = Extension(
    "dasip",
    "datapath-oriented extension of Rao et al. 2018",
    (
        *table(
            "logic",
            row("d.hmask", "0000100 00000 rs1:5 000 rd:5 1011011", "rd, rs1",
                unary(index_mask), "Half of rs1, modulo 64."),
            source="Rao 2018, Table 3",
        ),
        *table(
            "auxiliary",
            row("d.xor", "0000000 00 ars2:3 00 ars1:3 000 00 ard:3 1011011", "ard, ars1, ars2",
                _operate(_xor, "ard", "ars1", "ars2"), "Exclusive or."),
            row("d.nandxor", "0000001 00 ars2:3 00 ars1:3 000 00 ard:3 1011011",
                "ard, ars1, ars2", _operate(_nandxor, "ard", "ard", "ars1", "ars2"),
                "XOR the complement of ars1, and-ed with ars2, into ard."),
            row("d.rotl", "0000010 rs2:5 00 ars1:3 000 00 ard:3 1011011", "ard, ars1, rs2",
                _rotate, "Rotate left by rs2 modulo 64."),
            row("d.mvar", "0000011 00000 00 ars1:3 000 00 ard:3 1011011", "ard, ars1",
                _operate(_move, "ard", "ars1"), "Copy."),
            source="Rao 2018, Table 3",
        ),
        *table(
            "load",
            row("d.ldlw32s5i", "00 index:5 rs2:5 rs1:5 010 00 ard:3 1011011", _S5,
                _load(_stride5("index"), LOW), "Load the low word of lane 5 * rs2 + index."),
            row("d.ldhw32s5i", "01 index:5 rs2:5 rs1:5 010 00 ard:3 1011011", _S5,
                _load(_stride5("index"), HIGH), "Load the high word of lane 5 * rs2 + index."),
            row("d.ldlw32m5i", "00 0 step:4 rs2:5 rs1:5 011 00 ard:3 1011011", _M5,
                _load(_modulo5, LOW), "Load the low word of lane (rs2 + step) mod 5."),
            row("d.ldhw32m5i", "01 0 step:4 rs2:5 rs1:5 011 00 ard:3 1011011", _M5,
                _load(_modulo5, HIGH), "Load the high word of lane (rs2 + step) mod 5."),
            cycles=(1, 2),
            source="Rao 2018, Table 3",
        ),
        *table(
            "store",
            row("d.stlw32s5i", "10 index:5 rs2:5 rs1:5 010 00 ard:3 1011011", _S5,
                _store(_stride5("index"), LOW), "Store the low word to lane 5 * rs2 + index."),
            row("d.sthw32s5i", "11 index:5 rs2:5 rs1:5 010 00 ard:3 1011011", _S5,
                _store(_stride5("index"), HIGH), "Store the high word to lane 5 * rs2 + index."),
            row("d.stlw32m5i", "10 0 step:4 rs2:5 rs1:5 011 00 ard:3 1011011", _M5,
                _store(_modulo5, LOW), "Store the low word to lane (rs2 + step) mod 5."),
            row("d.sthw32m5i", "11 0 step:4 rs2:5 rs1:5 011 00 ard:3 1011011", _M5,
                _store(_modulo5, HIGH), "Store the high word to lane (rs2 + step) mod 5."),
            source="Rao 2018, Table 3",
        ),
        *_bundles("xor", "100", ("ops2:3", "ops1[2:1]", "ops1[0]"), "opd, ops1, ops2",
                  _operate(_xor, "opd", "ops1", "ops2")),
        *_bundles("rotl", "101", ("amount[5:3]", "amount[2:1]", "amount[0]"), "opd, amount",
                  _rotate_in_place),
        *_bundles("mvar", "110", ("000", "ops1[2:1]", "ops1[0]"), "opd, ops1",
                  _operate(_move, "opd", "ops1")),
        *_bundles("nandxor", "111", ("ops2:3", "ops1[2:1]", "ops1[0]"), "opd, ops1, ops2",
                  _operate(_nandxor, "opd", "opd", "ops1", "ops2")),
    ),
    prose=(
        "The paper's rs0 is rs1 here, its rs1 is rs2. Mnemonics have a prefix, since `xor` is "
        "taken. `ar0` to `ar5` are the auxiliary registers of 64 bits.",
        "The paper's memory is an array of words, and its index counts lanes: lanes are stored "
        "low word first, so that a lane has 8 bytes and its high word is 4 bytes further. Lane "
        "5 * rs2 + index of the state at rs1 is at rs1 + 8 * (5 * rs2 + index), lane "
        "(rs2 + step) mod 5 of the plane at rs1 at rs1 + 8 * ((rs2 + step) mod 5). rs2 is 0 to "
        "4 in Keccak; the low three bits of it count, the others are ignored. index is 0 to 31, "
        "step 0 to 9. The address must be a multiple of 4.",
        "A bundle is a word of 32 bits: the access has rs1 and rs2 from x8 to x15 and an index "
        "near of 0 to 7. Access and operation read the registers as they were before; where a "
        "load and an operation write the same register, the high word is the loaded one. If the "
        "access traps, the operation has not happened.",
        "The rotation of a bundle is in place and by a constant: two register ports are "
        "enough, and the paper has this bundle for theta, which rotates by 1.",
        "`hmask`: the paper prints rs[8:1] beside (rs0 >> 1) % 64; it is read as the latter.",
    ),
    state={"aux": lambda: [0] * AUXILIARY},
    custom=RISCV,
)
# fmt: on
