# SPDX-License-Identifier: Apache-2.0
"""RV32IMC with Zicsr, Zicntr and the machine mode's instructions.

After the RISC-V Instruction Set Manual, volume I (20191213: RV32I 2.1, M 2.0, C 2.0, Zicsr 2.0,
Zifencei 2.0) and volume II (20211203: machine mode 1.12).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import (
    Architecture,
    Execute,
    Extension,
    Instruction,
    InstructionSet,
    OperandType,
)
from hashfab.isa.kit.semantics import MASK, quotient, remainder, signed, table
from hashfab.isa.kit.simulator import Trap
from hashfab.isa.riscv.hart import CSRS, Cause, Hart

RISCV = Architecture("riscv", ".insn 4,", "x", (7, 5, 5, 3, 5, 7))

# fmt: off
REGISTERS = (
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2",
    "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
    "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7",
    "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
)
# fmt: on

X = OperandType(names=dict(enumerate(REGISTERS)), closed=True, short=8, register=True)
SIGNED = OperandType(signed=True)
UNSIGNED = OperandType()
OFFSET = OperandType(signed=True, relative=True)
ORDER = OperandType(  # of a fence
    names={
        value: "".join(name for bit, name in enumerate("wroi") if value >> bit & 1)[::-1] or "0"
        for value in range(16)
    }
)
OPERANDS = {
    "rd": X,
    "rs1": X,
    "rs2": X,
    "imm": SIGNED,
    "uimm": UNSIGNED,
    "shamt": UNSIGNED,
    "offset": OFFSET,
    "csr": OperandType(names={number: csr.name for number, csr in CSRS.items()}),
    "pred": ORDER,
    "succ": ORDER,
    "ignored": UNSIGNED,
}

row = partial(model.instruction, OPERANDS)


# Semantics


def binary(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rs1, rs2)``; the hart cuts the result to 32 bits."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rs1], s.x[o.rs2]))


def immediate(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rs1, imm)``."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rs1], o.imm))


def shift(function: Callable[[int, int], int]) -> Execute:
    """``rd = f(rs1, shamt)``."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rs1], o.shamt))


def unary(function: Callable[[int], int]) -> Execute:
    """``rd = f(rs1)``."""
    return lambda s, o: s.write(o.rd, function(s.x[o.rs1]))


def _branch(taken: Callable[[int, int], bool]) -> Execute:
    def execute(s: Any, o: Any) -> None:
        if taken(s.x[o.rs1], s.x[o.rs2]):
            s.next_pc = s.pc + o.offset & MASK

    return execute


def _load(size: int, extend: bool) -> Execute:
    sign = 1 << 8 * size - 1 if extend else 0
    return lambda s, o: s.write(o.rd, (s.load(s.x[o.rs1] + o.imm & MASK, size) ^ sign) - sign)


def _store(size: int) -> Execute:
    return lambda s, o: s.store(s.x[o.rs1] + o.imm & MASK, size, s.x[o.rs2])


def _jump(s: Any, o: Any, target: int) -> None:
    s.write(o.rd, s.next_pc)
    s.next_pc = target & MASK


def _csr(combine: Callable[[int, int], int], field: str, always: bool) -> Execute:
    """``rd = csr; csr = f(csr, source)``.

    Args:
        combine: the new value from the old one and the source.
        field: the source, a register or an immediate.
        always: whether it writes even when the field is zero.
    """

    def execute(s: Any, o: Any) -> None:
        index = getattr(o, field)
        write = always or index != 0
        old = s.csr_read(o.csr, write)
        if write:
            s.csr_write(o.csr, combine(old, s.x[index] if field == "rs1" else index))
        s.write(o.rd, old)

    return execute


def _ecall(s: Any, o: Any) -> None:
    raise Trap(Cause.ECALL_M, 0)


def _ebreak(s: Any, o: Any) -> None:
    """With its address in mtval, which volume II, 3.1.16 allows and other models do."""
    raise Trap(Cause.BREAKPOINT, s.pc)


def _nothing(s: Any, o: Any) -> None:
    """One hart whose memory accesses are in order has nothing to wait for."""


def _expanded(s: Any, o: Any) -> None:
    raise AssertionError("a compressed instruction executes as what it stands for")


# Instructions. Columns: mnemonic, encoding, operands, semantics, prose. Kept in rows by hand.
# fmt: off

_RRR = "rd, rs1, rs2"
_RRI = "rd, rs1, imm"
_RRS = "rd, rs1, shamt"
_RRO = "rs1, rs2, offset"
_LOAD = "rd, imm(rs1)"
_STORE = "rs2, imm(rs1)"

RV32I = Extension(
    "I",
    "base integer instructions",
    (
        *table(
            "arithmetic",
            row("lui", "uimm:20 rd:5 0110111", "rd, uimm",
                lambda s, o: s.write(o.rd, o.uimm << 12), "Load upper immediate."),
            row("auipc", "uimm:20 rd:5 0010111", "rd, uimm",
                lambda s, o: s.write(o.rd, s.pc + (o.uimm << 12)), "Add upper immediate to pc."),
            row("addi", "imm:12 rs1:5 000 rd:5 0010011", _RRI,
                immediate(lambda a, b: a + b), "Sum with an immediate."),
            row("add", "0000000 rs2:5 rs1:5 000 rd:5 0110011", _RRR,
                binary(lambda a, b: a + b), "Sum."),
            row("sub", "0100000 rs2:5 rs1:5 000 rd:5 0110011", _RRR,
                binary(lambda a, b: a - b), "Difference."),
        ),
        *table(
            "compare",
            row("slti", "imm:12 rs1:5 010 rd:5 0010011", _RRI,
                immediate(lambda a, b: signed(a) < b), "1 if less than an immediate, signed."),
            row("sltiu", "imm:12 rs1:5 011 rd:5 0010011", _RRI,
                immediate(lambda a, b: a < b & MASK), "1 if less than an immediate, unsigned."),
            row("slt", "0000000 rs2:5 rs1:5 010 rd:5 0110011", _RRR,
                binary(lambda a, b: signed(a) < signed(b)), "1 if less than, signed."),
            row("sltu", "0000000 rs2:5 rs1:5 011 rd:5 0110011", _RRR,
                binary(lambda a, b: a < b), "1 if less than, unsigned."),
        ),
        *table(
            "logic",
            row("xori", "imm:12 rs1:5 100 rd:5 0010011", _RRI,
                immediate(lambda a, b: a ^ b), "Exclusive or with an immediate."),
            row("ori", "imm:12 rs1:5 110 rd:5 0010011", _RRI,
                immediate(lambda a, b: a | b), "Or with an immediate."),
            row("andi", "imm:12 rs1:5 111 rd:5 0010011", _RRI,
                immediate(lambda a, b: a & b), "And with an immediate."),
            row("xor", "0000000 rs2:5 rs1:5 100 rd:5 0110011", _RRR,
                binary(lambda a, b: a ^ b), "Exclusive or."),
            row("or", "0000000 rs2:5 rs1:5 110 rd:5 0110011", _RRR,
                binary(lambda a, b: a | b), "Or."),
            row("and", "0000000 rs2:5 rs1:5 111 rd:5 0110011", _RRR,
                binary(lambda a, b: a & b), "And."),
        ),
        *table(
            "shift",
            row("slli", "0000000 shamt:5 rs1:5 001 rd:5 0010011", _RRS,
                shift(lambda a, n: a << n), "Shift left by a constant."),
            row("srli", "0000000 shamt:5 rs1:5 101 rd:5 0010011", _RRS,
                shift(lambda a, n: a >> n), "Shift right by a constant."),
            row("srai", "0100000 shamt:5 rs1:5 101 rd:5 0010011", _RRS,
                shift(lambda a, n: signed(a) >> n), "Shift right by a constant, keep the sign."),
            row("sll", "0000000 rs2:5 rs1:5 001 rd:5 0110011", _RRR,
                binary(lambda a, b: a << (b & 31)), "Shift left."),
            row("srl", "0000000 rs2:5 rs1:5 101 rd:5 0110011", _RRR,
                binary(lambda a, b: a >> (b & 31)), "Shift right."),
            row("sra", "0100000 rs2:5 rs1:5 101 rd:5 0110011", _RRR,
                binary(lambda a, b: signed(a) >> (b & 31)), "Shift right, keep the sign."),
        ),
        *table(
            "jump",
            row("jal", "offset[20|10:1|11|19:12] rd:5 1101111", "rd, offset",
                lambda s, o: _jump(s, o, s.pc + o.offset), "Jump; rd is where it came from."),
            row("jalr", "imm:12 rs1:5 000 rd:5 1100111", _LOAD,
                lambda s, o: _jump(s, o, s.x[o.rs1] + o.imm & ~1),
                "Jump to an address in a register; rd is where it came from."),
            cycles=(2, 3),
        ),
        *table(
            "branch",
            row("beq", "offset[12|10:5] rs2:5 rs1:5 000 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: a == b), "Branch if equal."),
            row("bne", "offset[12|10:5] rs2:5 rs1:5 001 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: a != b), "Branch if not equal."),
            row("blt", "offset[12|10:5] rs2:5 rs1:5 100 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: signed(a) < signed(b)), "Branch if less, signed."),
            row("bge", "offset[12|10:5] rs2:5 rs1:5 101 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: signed(a) >= signed(b)), "Branch if not less, signed."),
            row("bltu", "offset[12|10:5] rs2:5 rs1:5 110 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: a < b), "Branch if less, unsigned."),
            row("bgeu", "offset[12|10:5] rs2:5 rs1:5 111 offset[4:1|11] 1100011", _RRO,
                _branch(lambda a, b: a >= b), "Branch if not less, unsigned."),
            cycles=(1, 3),
        ),
        *table(
            "load",
            row("lb", "imm:12 rs1:5 000 rd:5 0000011", _LOAD, _load(1, True), "Load a byte."),
            row("lh", "imm:12 rs1:5 001 rd:5 0000011", _LOAD, _load(2, True), "Load a halfword."),
            row("lw", "imm:12 rs1:5 010 rd:5 0000011", _LOAD, _load(4, False), "Load a word."),
            row("lbu", "imm:12 rs1:5 100 rd:5 0000011", _LOAD,
                _load(1, False), "Load a byte, fill with zeros."),
            row("lhu", "imm:12 rs1:5 101 rd:5 0000011", _LOAD,
                _load(2, False), "Load a halfword, fill with zeros."),
            cycles=(1, 2),
        ),
        *table(
            "store",
            row("sb", "imm[11:5] rs2:5 rs1:5 000 imm[4:0] 0100011", _STORE,
                _store(1), "Store a byte."),
            row("sh", "imm[11:5] rs2:5 rs1:5 001 imm[4:0] 0100011", _STORE,
                _store(2), "Store a halfword."),
            row("sw", "imm[11:5] rs2:5 rs1:5 010 imm[4:0] 0100011", _STORE,
                _store(4), "Store a word."),
        ),
        *table(
            "system",
            # The unused fields are for finer fences to come; they are ignored (2.7).
            row("fence", "ignored[3:0] pred:4 succ:4 ignored[8:4] 000 ignored[13:9] 0001111",
                "pred, succ", _nothing, "Order memory accesses."),
            row("ecall", "000000000000 00000 000 00000 1110011", "",
                _ecall, "Call the environment."),
            row("ebreak", "000000000001 00000 000 00000 1110011", "",
                _ebreak, "Call the debugger."),
            cycles=(1, 3),
        ),
    ),
)

ZIFENCEI = Extension(
    "Zifencei",
    "instruction-fetch fence",
    table(
        "system",
        row("fence.i", "ignored[11:0] ignored[16:12] 001 ignored[21:17] 0001111", "",
            _nothing, "Fetch what was stored before."),
        cycles=(1, 3),
    ),
)

ZICSR = Extension(
    "Zicsr",
    "control and status registers",
    table(
        "system",
        row("csrrw", "csr:12 rs1:5 001 rd:5 1110011", "rd, csr, rs1",
            _csr(lambda old, new: new, "rs1", True), "Swap with a CSR."),
        row("csrrs", "csr:12 rs1:5 010 rd:5 1110011", "rd, csr, rs1",
            _csr(lambda old, new: old | new, "rs1", False), "Read a CSR and set bits."),
        row("csrrc", "csr:12 rs1:5 011 rd:5 1110011", "rd, csr, rs1",
            _csr(lambda old, new: old & ~new, "rs1", False), "Read a CSR and clear bits."),
        row("csrrwi", "csr:12 uimm:5 101 rd:5 1110011", "rd, csr, uimm",
            _csr(lambda old, new: new, "uimm", True), "Read a CSR and write a constant."),
        row("csrrsi", "csr:12 uimm:5 110 rd:5 1110011", "rd, csr, uimm",
            _csr(lambda old, new: old | new, "uimm", False),
            "Read a CSR and set bits of a constant."),
        row("csrrci", "csr:12 uimm:5 111 rd:5 1110011", "rd, csr, uimm",
            _csr(lambda old, new: old & ~new, "uimm", False),
            "Read a CSR and clear bits of a constant."),
        cycles=(1, 3),
    ),
)

MACHINE = Extension(
    "Machine",
    "machine mode",
    table(
        "system",
        row("mret", "001100000010 00000 000 00000 1110011", "",
            lambda s, o: s.trap_return(), "Return from a handler."),
        row("wfi", "000100000101 00000 000 00000 1110011", "",
            _nothing, "Wait until an interrupt is pending; may return at once."),
        cycles=(1, 3),
    ),
)

RV32M = Extension(
    "M",
    "multiplication and division",
    (
        *table(
            "multiply",
            row("mul", "0000001 rs2:5 rs1:5 000 rd:5 0110011", _RRR,
                binary(lambda a, b: a * b), "Low half of the product."),
            row("mulh", "0000001 rs2:5 rs1:5 001 rd:5 0110011", _RRR,
                binary(lambda a, b: signed(a) * signed(b) >> 32), "High half, signed."),
            row("mulhsu", "0000001 rs2:5 rs1:5 010 rd:5 0110011", _RRR,
                binary(lambda a, b: signed(a) * b >> 32), "High half, rs1 signed."),
            row("mulhu", "0000001 rs2:5 rs1:5 011 rd:5 0110011", _RRR,
                binary(lambda a, b: a * b >> 32), "High half, unsigned."),
        ),
        *table(
            "divide",
            row("div", "0000001 rs2:5 rs1:5 100 rd:5 0110011", _RRR,
                binary(lambda a, b: quotient(signed(a), signed(b))), "Quotient, signed."),
            row("divu", "0000001 rs2:5 rs1:5 101 rd:5 0110011", _RRR,
                binary(quotient), "Quotient, unsigned."),
            row("rem", "0000001 rs2:5 rs1:5 110 rd:5 0110011", _RRR,
                binary(lambda a, b: remainder(signed(a), signed(b))), "Remainder, signed."),
            row("remu", "0000001 rs2:5 rs1:5 111 rd:5 0110011", _RRR,
                binary(remainder), "Remainder, unsigned."),
            cycles=(1, 36),
        ),
    ),
)


# fmt: on


def _c(mnemonic: str, pattern: str, syntax: str, expands: str, **more: Any) -> Instruction:
    """A compressed instruction: class, cycles and semantics are those of what it stands for."""
    target = _BASE[expands.partition(" ")[0]]
    return replace(
        row(mnemonic, pattern, syntax, _expanded, f"`{expands}`.", **more),
        expands=expands,
        group=target.group,
        cycles=target.cycles,
    )


_BASE = {item.mnemonic: item for item in RV32I.instructions}

# fmt: off
# Volume I, tables 16.5 to 16.7. Hints are legal; what RV32C reserves or leaves to custom
# extensions is not.
RV32C = Extension(
    "C",
    "compressed instructions",
    (
        _c("c.addi4spn", "000 uimm[5:4|9:6|2|3] rd:3 00", "rd, sp, uimm",
           "addi rd, sp, uimm", never={"uimm": (0,)}),
        _c("c.lw", "010 uimm[5:3] rs1:3 uimm[2|6] rd:3 00", "rd, uimm(rs1)", "lw rd, uimm(rs1)"),
        _c("c.sw", "110 uimm[5:3] rs1:3 uimm[2|6] rs2:3 00", "rs2, uimm(rs1)",
           "sw rs2, uimm(rs1)"),
        _c("c.nop", "000 imm[5] 00000 imm[4:0] 01", "imm", "addi zero, zero, imm"),
        _c("c.addi", "000 imm[5] rd:5 imm[4:0] 01", "rd, imm", "addi rd, rd, imm",
           never={"rd": (0,)}),
        _c("c.jal", "001 offset[11|4|9:8|10|6|7|3:1|5] 01", "offset", "jal ra, offset"),
        _c("c.li", "010 imm[5] rd:5 imm[4:0] 01", "rd, imm", "addi rd, zero, imm"),
        _c("c.addi16sp", "011 imm[9] 00010 imm[4|6|8:7|5] 01", "sp, imm", "addi sp, sp, imm",
           never={"imm": (0,)}),
        _c("c.lui", "011 imm[5] rd:5 imm[4:0] 01", "rd, imm", "lui rd, imm",
           never={"rd": (2,), "imm": (0,)}),
        _c("c.srli", "100 0 00 rd:3 shamt:5 01", "rd, shamt", "srli rd, rd, shamt"),
        _c("c.srai", "100 0 01 rd:3 shamt:5 01", "rd, shamt", "srai rd, rd, shamt"),
        _c("c.andi", "100 imm[5] 10 rd:3 imm[4:0] 01", "rd, imm", "andi rd, rd, imm"),
        _c("c.sub", "100 0 11 rd:3 00 rs2:3 01", "rd, rs2", "sub rd, rd, rs2"),
        _c("c.xor", "100 0 11 rd:3 01 rs2:3 01", "rd, rs2", "xor rd, rd, rs2"),
        _c("c.or", "100 0 11 rd:3 10 rs2:3 01", "rd, rs2", "or rd, rd, rs2"),
        _c("c.and", "100 0 11 rd:3 11 rs2:3 01", "rd, rs2", "and rd, rd, rs2"),
        _c("c.j", "101 offset[11|4|9:8|10|6|7|3:1|5] 01", "offset", "jal zero, offset"),
        _c("c.beqz", "110 offset[8|4:3] rs1:3 offset[7:6|2:1|5] 01", "rs1, offset",
           "beq rs1, zero, offset"),
        _c("c.bnez", "111 offset[8|4:3] rs1:3 offset[7:6|2:1|5] 01", "rs1, offset",
           "bne rs1, zero, offset"),
        _c("c.slli", "000 0 rd:5 shamt:5 10", "rd, shamt", "slli rd, rd, shamt"),
        _c("c.lwsp", "010 uimm[5] rd:5 uimm[4:2|7:6] 10", "rd, uimm(sp)", "lw rd, uimm(sp)",
           never={"rd": (0,)}),
        _c("c.jr", "100 0 rs1:5 00000 10", "rs1", "jalr zero, 0(rs1)", never={"rs1": (0,)}),
        _c("c.mv", "100 0 rd:5 rs2:5 10", "rd, rs2", "add rd, zero, rs2", never={"rs2": (0,)}),
        _c("c.ebreak", "100 1 00000 00000 10", "", "ebreak"),
        _c("c.jalr", "100 1 rs1:5 00000 10", "rs1", "jalr ra, 0(rs1)", never={"rs1": (0,)}),
        _c("c.add", "100 1 rd:5 rs2:5 10", "rd, rs2", "add rd, rd, rs2", never={"rs2": (0,)}),
        _c("c.swsp", "110 uimm[5:2|7:6] rs2:5 10", "rs2, uimm(sp)", "sw rs2, uimm(sp)"),
    ),
)

# fmt: on

BASE = (RV32I, ZIFENCEI, ZICSR, MACHINE, RV32M, RV32C)


def length(parcel: int) -> int:
    """Bits of the instruction that begins with these 16 bits; longer ones than 32 are illegal."""
    return 32 if parcel & 3 == 3 else 16


def rv32(*extensions: Extension) -> InstructionSet:
    """RV32IMC with further extensions."""
    return InstructionSet("rv32imc", BASE, length, 16, Hart).extended(*extensions)
