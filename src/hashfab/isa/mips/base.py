# SPDX-License-Identifier: Apache-2.0
"""The integer instructions of MIPS32 release 1, little-endian.

After the MIPS32 Architecture For Programmers, volume II (release 1). Not there: unaligned words
(LWL and its kin), LL and SC, floating point, the TLB.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import Architecture, Execute, Extension, InstructionSet, OperandType
from hashfab.isa.kit.semantics import MASK, quotient, remainder, signed, table
from hashfab.isa.kit.simulator import Trap
from hashfab.isa.mips.machine import CP0, Code, Mips

MIPS = Architecture("mips", ".word", "$", (6, 5, 5, 5, 5, 6))

# fmt: off
REGISTERS = (
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3",
    "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7",
    "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7",
    "$t8", "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra",
)
# fmt: on
RA = 31

GENERAL = OperandType(names=dict(enumerate(REGISTERS)), closed=True, register=True)
SIGNED = OperandType(signed=True)
UNSIGNED = OperandType()
OPERANDS = {
    "rs": GENERAL,
    "rt": GENERAL,
    "rd": GENERAL,
    "imm": SIGNED,
    "uimm": UNSIGNED,
    "shamt": UNSIGNED,
    "offset": OperandType(signed=True, relative=True, origin=4),
    "target": UNSIGNED,
    "cp0": OperandType(names={number: f"${number}" for number in range(32)}),
    "sel": UNSIGNED,
    "code": UNSIGNED,
    "more": UNSIGNED,
    "same": GENERAL,
    "hint": UNSIGNED,
}

row = partial(model.instruction, OPERANDS)


# Semantics


def binary(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rs, rt)``; the machine cuts the result to 32 bits."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rs], s.x[o.rt]))


def _immediate(function: Callable[[int, int], int]) -> Execute:
    """``rt = f(rs, imm)``."""
    return lambda s, o: s.write(o.rt, function(s.x[o.rs], o.imm))


def _unsigned(function: Callable[[int, int], int]) -> Execute:
    """``rt = f(rs, uimm)``."""
    return lambda s, o: s.write(o.rt, function(s.x[o.rs], o.uimm))


def _shift(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rt, shamt)``."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rt], o.shamt))


def _variable(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rt, rs)``, the amount being rs modulo 32."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rt], s.x[o.rs] & 31))


def _in_range(value: int) -> int:
    """A sum of numbers in two's complement, which must be one as well."""
    if not -(1 << 31) <= value < 1 << 31:
        raise Trap(Code.OVERFLOW, 0)
    return value


def _leading(value: int, bit: int) -> int:
    """How many bits from the top down are so."""
    return 32 - (value ^ (MASK if bit else 0)).bit_length()


def _move_if(zero: bool) -> Execute:
    def execute(s: Any, o: Any) -> None:
        if (s.x[o.rt] == 0) == zero:
            s.write(o.rd, s.x[o.rs])

    return execute


def _multiply(sign: bool, accumulate: int) -> Execute:
    """HI and LO become the product, or what they were and the product, or less the product."""

    def execute(s: Any, o: Any) -> None:
        a, b = s.x[o.rs], s.x[o.rt]
        product = signed(a) * signed(b) if sign else a * b
        if accumulate:
            product = (s.hi << 32 | s.lo) + accumulate * product
        s.hi, s.lo = product >> 32 & MASK, product & MASK

    return execute


def _divide(sign: bool) -> Execute:
    def execute(s: Any, o: Any) -> None:
        a, b = s.x[o.rs], s.x[o.rt]
        if sign:
            a, b = signed(a), signed(b)
        s.hi, s.lo = remainder(a, b) & MASK, quotient(a, b) & MASK

    return execute


def _to_hi(s: Any, o: Any) -> None:
    s.hi = s.x[o.rs]


def _to_lo(s: Any, o: Any) -> None:
    s.lo = s.x[o.rs]


def _load(size: int, extend: bool) -> Execute:
    sign = 1 << 8 * size - 1 if extend else 0
    return lambda s, o: s.write(o.rt, (s.load(s.x[o.rs] + o.imm & MASK, size) ^ sign) - sign)


def _store(size: int) -> Execute:
    return lambda s, o: s.store(s.x[o.rs] + o.imm & MASK, size, s.x[o.rt])


def _branch(taken: Callable[[int, int], bool], likely: bool) -> Execute:
    """Branch if rs and rt are so."""

    def execute(s: Any, o: Any) -> None:
        s.branch(taken(s.x[o.rs], s.x[o.rt]), s.pc + 4 + o.offset, likely)

    return execute


def _branch_sign(negative: bool, zero: bool, link: bool, likely: bool) -> Execute:
    """Branch if the register is less than zero (or not), or equal to it.

    Args:
        negative: whether it branches for a number below zero, or for one above.
        zero: whether it branches for zero.
        link: whether ra becomes the address behind the delay slot.
        likely: see ``Mips.branch``.
    """

    def execute(s: Any, o: Any) -> None:
        value = s.x[o.rs]
        taken = zero if value == 0 else negative == bool(value >> 31)
        if link:
            s.write(RA, s.pc + 8)
        s.branch(taken, s.pc + 4 + o.offset, likely)

    return execute


def _jump(link: bool) -> Execute:
    """Within the 256 MiB of the delay slot."""

    def execute(s: Any, o: Any) -> None:
        if link:
            s.write(RA, s.pc + 8)
        s.branch(True, s.pc + 4 & 0xF000_0000 | o.target)

    return execute


def _jump_register(s: Any, o: Any) -> None:
    s.branch(True, s.x[o.rs])


def _jump_and_link_register(s: Any, o: Any) -> None:
    target = s.x[o.rs]
    s.write(o.rd, s.pc + 8)
    s.branch(True, target)


def _trap_if(field: str, condition: Callable[[int, int], bool]) -> Execute:
    """Trap if rs and rt, or rs and the immediate, are so."""

    def execute(s: Any, o: Any) -> None:
        if condition(s.x[o.rs], s.x[o.rt] if field == "rt" else o.imm & MASK):
            raise Trap(Code.TRAP, 0)

    return execute


def _always(code: Code) -> Execute:
    def execute(s: Any, o: Any) -> None:
        raise Trap(code, 0)

    return execute


def _nothing(s: Any, o: Any) -> None:
    """Accesses are in order, there is no cache, and waiting may end at once."""


# Instructions. Columns: mnemonic, encoding, operands, semantics, prose. Kept in rows by hand.
# fmt: off

_DST = "rd, rs, rt"
_TSI = "rt, rs, imm"
_DTA = "rd, rt, shamt"
_DTS = "rd, rt, rs"
_ST = "rs, rt"
_MEMORY = "rt, imm(rs)"

ARITHMETIC = Extension(
    "Arithmetic",
    "sums, logic, shifts",
    (
        *table(
            "arithmetic",
            row("add", "000000 rs:5 rt:5 rd:5 00000 100000", _DST,
                binary(lambda a, b: _in_range(signed(a) + signed(b))), "Sum; traps on overflow."),
            row("addu", "000000 rs:5 rt:5 rd:5 00000 100001", _DST,
                binary(lambda a, b: a + b), "Sum."),
            row("sub", "000000 rs:5 rt:5 rd:5 00000 100010", _DST,
                binary(lambda a, b: _in_range(signed(a) - signed(b))),
                "Difference; traps on overflow."),
            row("subu", "000000 rs:5 rt:5 rd:5 00000 100011", _DST,
                binary(lambda a, b: a - b), "Difference."),
            row("addi", "001000 rs:5 rt:5 imm:16", _TSI,
                _immediate(lambda a, b: _in_range(signed(a) + b)),
                "Sum with an immediate; traps on overflow."),
            row("addiu", "001001 rs:5 rt:5 imm:16", _TSI,
                _immediate(lambda a, b: a + b), "Sum with an immediate."),
            row("lui", "001111 00000 rt:5 uimm:16", "rt, uimm",
                lambda s, o: s.write(o.rt, o.uimm << 16), "Load upper immediate."),
            row("clz", "011100 rs:5 same:5 rd:5 00000 100000", "rd, rs",
                lambda s, o: s.write(o.rd, _leading(s.x[o.rs], 0)), "Count leading zeros."),
            row("clo", "011100 rs:5 same:5 rd:5 00000 100001", "rd, rs",
                lambda s, o: s.write(o.rd, _leading(s.x[o.rs], 1)), "Count leading ones."),
        ),
        *table(
            "compare",
            row("slt", "000000 rs:5 rt:5 rd:5 00000 101010", _DST,
                binary(lambda a, b: signed(a) < signed(b)), "1 if less than, signed."),
            row("sltu", "000000 rs:5 rt:5 rd:5 00000 101011", _DST,
                binary(lambda a, b: a < b), "1 if less than, unsigned."),
            row("slti", "001010 rs:5 rt:5 imm:16", _TSI,
                _immediate(lambda a, b: signed(a) < b), "1 if less than an immediate, signed."),
            row("sltiu", "001011 rs:5 rt:5 imm:16", _TSI,
                _immediate(lambda a, b: a < b & MASK), "1 if less than an immediate, unsigned."),
            row("movz", "000000 rs:5 rt:5 rd:5 00000 001010", _DST,
                _move_if(True), "Move rs if rt is zero."),
            row("movn", "000000 rs:5 rt:5 rd:5 00000 001011", _DST,
                _move_if(False), "Move rs if rt is not zero."),
        ),
        *table(
            "logic",
            row("and", "000000 rs:5 rt:5 rd:5 00000 100100", _DST,
                binary(lambda a, b: a & b), "And."),
            row("or", "000000 rs:5 rt:5 rd:5 00000 100101", _DST,
                binary(lambda a, b: a | b), "Or."),
            row("xor", "000000 rs:5 rt:5 rd:5 00000 100110", _DST,
                binary(lambda a, b: a ^ b), "Exclusive or."),
            row("nor", "000000 rs:5 rt:5 rd:5 00000 100111", _DST,
                binary(lambda a, b: ~(a | b)), "Complement of or."),
            row("andi", "001100 rs:5 rt:5 uimm:16", "rt, rs, uimm",
                _unsigned(lambda a, b: a & b), "And with an immediate."),
            row("ori", "001101 rs:5 rt:5 uimm:16", "rt, rs, uimm",
                _unsigned(lambda a, b: a | b), "Or with an immediate."),
            row("xori", "001110 rs:5 rt:5 uimm:16", "rt, rs, uimm",
                _unsigned(lambda a, b: a ^ b), "Exclusive or with an immediate."),
        ),
        *table(
            "shift",
            row("sll", "000000 00000 rt:5 rd:5 shamt:5 000000", _DTA,
                _shift(lambda a, n: a << n), "Shift left by a constant."),
            row("srl", "000000 00000 rt:5 rd:5 shamt:5 000010", _DTA,
                _shift(lambda a, n: a >> n), "Shift right by a constant."),
            row("sra", "000000 00000 rt:5 rd:5 shamt:5 000011", _DTA,
                _shift(lambda a, n: signed(a) >> n), "Shift right by a constant, keep the sign."),
            row("sllv", "000000 rs:5 rt:5 rd:5 00000 000100", _DTS,
                _variable(lambda a, n: a << n), "Shift left."),
            row("srlv", "000000 rs:5 rt:5 rd:5 00000 000110", _DTS,
                _variable(lambda a, n: a >> n), "Shift right."),
            row("srav", "000000 rs:5 rt:5 rd:5 00000 000111", _DTS,
                _variable(lambda a, n: signed(a) >> n), "Shift right, keep the sign."),
        ),
    ),
)

MULTIPLY = Extension(
    "Multiply",
    "multiplication and division",
    (
        *table(
            "multiply",
            row("mult", "000000 rs:5 rt:5 00000 00000 011000", _ST,
                _multiply(True, 0), "HI and LO become the product, signed."),
            row("multu", "000000 rs:5 rt:5 00000 00000 011001", _ST,
                _multiply(False, 0), "HI and LO become the product, unsigned."),
            row("madd", "011100 rs:5 rt:5 00000 00000 000000", _ST,
                _multiply(True, 1), "Add the product to HI and LO, signed."),
            row("maddu", "011100 rs:5 rt:5 00000 00000 000001", _ST,
                _multiply(False, 1), "Add the product to HI and LO, unsigned."),
            row("msub", "011100 rs:5 rt:5 00000 00000 000100", _ST,
                _multiply(True, -1), "Subtract the product from HI and LO, signed."),
            row("msubu", "011100 rs:5 rt:5 00000 00000 000101", _ST,
                _multiply(False, -1), "Subtract the product from HI and LO, unsigned."),
            cycles=(5, 39),
        ),
        *table(
            "multiply",
            row("mul", "011100 rs:5 rt:5 rd:5 00000 000010", _DST,
                binary(lambda a, b: a * b), "Low half of the product; HI and LO stay."),
            cycles=(5, 5),
        ),
        *table(
            "divide",
            row("div", "000000 rs:5 rt:5 00000 00000 011010", "$zero, rs, rt",
                _divide(True), "LO becomes the quotient, HI the remainder, signed."),
            row("divu", "000000 rs:5 rt:5 00000 00000 011011", "$zero, rs, rt",
                _divide(False), "LO becomes the quotient, HI the remainder, unsigned."),
            cycles=(1, 35),
        ),
        *table(
            "move",
            row("mfhi", "000000 00000 00000 rd:5 00000 010000", "rd",
                lambda s, o: s.write(o.rd, s.hi), "Read HI."),
            row("mthi", "000000 rs:5 00000 00000 00000 010001", "rs",
                _to_hi, "Write HI."),
            row("mflo", "000000 00000 00000 rd:5 00000 010010", "rd",
                lambda s, o: s.write(o.rd, s.lo), "Read LO."),
            row("mtlo", "000000 rs:5 00000 00000 00000 010011", "rs",
                _to_lo, "Write LO."),
            cycles=(1, 35),
        ),
    ),
    prose=(
        "A division works in the background; what needs HI or LO, or divides, waits for it, 35 "
        "cycles at most. A division by zero gives a quotient of all ones and the dividend as "
        "remainder, that of the least number by -1 the least number and zero.",
    ),
)

JUMP = Extension(
    "Jump",
    "branches and jumps",
    (
        *table(
            "branch",
            row("beq", "000100 rs:5 rt:5 offset[17:2]", "rs, rt, offset",
                _branch(lambda a, b: a == b, False), "Branch if equal."),
            row("bne", "000101 rs:5 rt:5 offset[17:2]", "rs, rt, offset",
                _branch(lambda a, b: a != b, False), "Branch if not equal."),
            row("blez", "000110 rs:5 00000 offset[17:2]", "rs, offset",
                _branch_sign(True, True, False, False), "Branch if not above zero."),
            row("bgtz", "000111 rs:5 00000 offset[17:2]", "rs, offset",
                _branch_sign(False, False, False, False), "Branch if above zero."),
            row("bltz", "000001 rs:5 00000 offset[17:2]", "rs, offset",
                _branch_sign(True, False, False, False), "Branch if below zero."),
            row("bgez", "000001 rs:5 00001 offset[17:2]", "rs, offset",
                _branch_sign(False, True, False, False), "Branch if not below zero."),
            row("bltzal", "000001 rs:5 10000 offset[17:2]", "rs, offset",
                _branch_sign(True, False, True, False), "Branch if below zero; links always."),
            row("bgezal", "000001 rs:5 10001 offset[17:2]", "rs, offset",
                _branch_sign(False, True, True, False),
                "Branch if not below zero; links always."),
            cycles=(1, 2),
        ),
        *table(
            "branch",
            row("beql", "010100 rs:5 rt:5 offset[17:2]", "rs, rt, offset",
                _branch(lambda a, b: a == b, True), "Branch likely if equal."),
            row("bnel", "010101 rs:5 rt:5 offset[17:2]", "rs, rt, offset",
                _branch(lambda a, b: a != b, True), "Branch likely if not equal."),
            row("blezl", "010110 rs:5 00000 offset[17:2]", "rs, offset",
                _branch_sign(True, True, False, True), "Branch likely if not above zero."),
            row("bgtzl", "010111 rs:5 00000 offset[17:2]", "rs, offset",
                _branch_sign(False, False, False, True), "Branch likely if above zero."),
            row("bltzl", "000001 rs:5 00010 offset[17:2]", "rs, offset",
                _branch_sign(True, False, False, True), "Branch likely if below zero."),
            row("bgezl", "000001 rs:5 00011 offset[17:2]", "rs, offset",
                _branch_sign(False, True, False, True), "Branch likely if not below zero."),
            row("bltzall", "000001 rs:5 10010 offset[17:2]", "rs, offset",
                _branch_sign(True, False, True, True),
                "Branch likely if below zero; links always."),
            row("bgezall", "000001 rs:5 10011 offset[17:2]", "rs, offset",
                _branch_sign(False, True, True, True),
                "Branch likely if not below zero; links always."),
            cycles=(2, 2),
        ),
        *table(
            "jump",
            row("j", "000010 target[27:2]", "target", _jump(False), "Jump."),
            row("jal", "000011 target[27:2]", "target", _jump(True), "Jump and link."),
            row("jr", "000000 rs:5 00000 00000 hint:5 001000", "rs",
                _jump_register, "Jump to an address in a register."),
            row("jalr", "000000 rs:5 00000 rd:5 hint:5 001001", "rd, rs",
                _jump_and_link_register, "Jump to an address in a register and link."),
            cycles=(2, 2),
        ),
    ),
    prose=(
        "Each has a delay slot, which a likely branch that is not taken leaves out. It links the "
        "address behind the slot. An offset counts from the slot; a target is in the same 256 MiB "
        "as the slot. A branch or ERET in a slot is unpredictable.",
    ),
)

MEMORY = Extension(
    "Memory",
    "loads and stores",
    (
        *table(
            "load",
            row("lb", "100000 rs:5 rt:5 imm:16", _MEMORY, _load(1, True), "Load a byte."),
            row("lh", "100001 rs:5 rt:5 imm:16", _MEMORY, _load(2, True), "Load a halfword."),
            row("lw", "100011 rs:5 rt:5 imm:16", _MEMORY, _load(4, False), "Load a word."),
            row("lbu", "100100 rs:5 rt:5 imm:16", _MEMORY,
                _load(1, False), "Load a byte, fill with zeros."),
            row("lhu", "100101 rs:5 rt:5 imm:16", _MEMORY,
                _load(2, False), "Load a halfword, fill with zeros."),
            cycles=(1, 2),
        ),
        *table(
            "store",
            row("sb", "101000 rs:5 rt:5 imm:16", _MEMORY, _store(1), "Store a byte."),
            row("sh", "101001 rs:5 rt:5 imm:16", _MEMORY, _store(2), "Store a halfword."),
            row("sw", "101011 rs:5 rt:5 imm:16", _MEMORY, _store(4), "Store a word."),
        ),
        *table(
            "order",
            row("sync", "000000 00000 00000 00000 hint:5 001111", "hint",
                _nothing, "Order memory accesses."),
            row("pref", "110011 rs:5 hint:5 imm:16", "hint, imm(rs)",
                _nothing, "Prefetch: nothing here, whatever the address."),
            row("cache", "101111 rs:5 hint:5 imm:16", "hint, imm(rs)",
                _nothing, "Care for a cache: nothing here, whatever the address."),
        ),
    ),
)

SYSTEM = Extension(
    "System",
    "traps and coprocessor 0",
    (
        *table(
            "trap",
            row("syscall", "000000 code:20 001100", "code",
                _always(Code.SYSCALL), "Call the system."),
            row("break", "000000 code:10 more:10 001101", "code, more",
                _always(Code.BREAKPOINT), "Call the debugger."),
            row("tge", "000000 rs:5 rt:5 code:10 110000", "rs, rt, code",
                _trap_if("rt", lambda a, b: signed(a) >= signed(b)), "Trap if not less, signed."),
            row("tgeu", "000000 rs:5 rt:5 code:10 110001", "rs, rt, code",
                _trap_if("rt", lambda a, b: a >= b), "Trap if not less, unsigned."),
            row("tlt", "000000 rs:5 rt:5 code:10 110010", "rs, rt, code",
                _trap_if("rt", lambda a, b: signed(a) < signed(b)), "Trap if less, signed."),
            row("tltu", "000000 rs:5 rt:5 code:10 110011", "rs, rt, code",
                _trap_if("rt", lambda a, b: a < b), "Trap if less, unsigned."),
            row("teq", "000000 rs:5 rt:5 code:10 110100", "rs, rt, code",
                _trap_if("rt", lambda a, b: a == b), "Trap if equal."),
            row("tne", "000000 rs:5 rt:5 code:10 110110", "rs, rt, code",
                _trap_if("rt", lambda a, b: a != b), "Trap if not equal."),
            row("tgei", "000001 rs:5 01000 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: signed(a) >= signed(b)),
                "Trap if not less than an immediate, signed."),
            row("tgeiu", "000001 rs:5 01001 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: a >= b),
                "Trap if not less than an immediate, unsigned."),
            row("tlti", "000001 rs:5 01010 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: signed(a) < signed(b)),
                "Trap if less than an immediate, signed."),
            row("tltiu", "000001 rs:5 01011 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: a < b),
                "Trap if less than an immediate, unsigned."),
            row("teqi", "000001 rs:5 01100 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: a == b), "Trap if equal to an immediate."),
            row("tnei", "000001 rs:5 01110 imm:16", "rs, imm",
                _trap_if("imm", lambda a, b: a != b), "Trap if not equal to an immediate."),
        ),
        *table(
            "system",
            row("mfc0", "010000 00000 rt:5 cp0:5 00000000 sel:3", "rt, cp0, sel",
                lambda s, o: s.write(o.rt, s.cp0_read(o.cp0, o.sel)),
                "Read a register of coprocessor 0."),
            row("mtc0", "010000 00100 rt:5 cp0:5 00000000 sel:3", "rt, cp0, sel",
                lambda s, o: s.cp0_write(o.cp0, o.sel, s.x[o.rt]),
                "Write a register of coprocessor 0."),
            row("wait", "010000 1 code:19 100000", "",
                _nothing, "Wait until an interrupt is pending; returns at once."),
        ),
        *table(
            "system",
            row("eret", "010000 1 0000000000000000000 011000", "",
                lambda s, o: s.exception_return(), "Return from a handler, without a delay slot."),
            cycles=(3, 3),
        ),
    ),
    prose=(
        "There is kernel mode only, addresses are physical. Coprocessor 0 has "
        + ", ".join(f"{register.name} ({number})" for number, register in CP0.items())
        + ", select 0; what is not there reads as zero and ignores writes. Status has IE, EXL "
        "and the mask of the three interrupts, all zero after reset, Cause has BD, IP and ExcCode. "
        "IP2 is the external interrupt, IP3 that of software, IP7 the timer's. An interrupt is "
        "taken before an instruction when IE is set, EXL is not, and it is pending and not masked.",
        "All exceptions are precise and go to 0x180 behind the address of the reset. In a delay "
        "slot, EPC is the branch and BD is set. With EXL set, EPC and BD stay. BadVAddr is that "
        "of a misaligned access or fetch.",
        "Bits that are constant in an encoding must be as they are: all else is a reserved "
        "instruction, or one of a coprocessor (1, or 2 without the extension) that is unusable.",
    ),
)

# fmt: on

BASE = (ARITHMETIC, MULTIPLY, JUMP, MEMORY, SYSTEM)


def mips32(*extensions: Extension) -> InstructionSet:
    """MIPS32's integer instructions with further extensions."""
    return InstructionSet("mips32", BASE, lambda parcel: 32, 32, Mips).extended(*extensions)
