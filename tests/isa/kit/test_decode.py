# SPDX-License-Identifier: Apache-2.0
"""Encodings: round trips, no overlap, what is illegal, and LLVM's opinion."""

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from hashfab.isa import COPRO, NATIVE, ZBKB, decode, disassemble, expand, mips32, rv32
from hashfab.isa.kit.disassembler import render
from hashfab.isa.kit.model import Instruction, InstructionSet, Operands, operand_names

from ..common import (
    EVERYTHING,
    MIPS_EVERYTHING,
    MIPS_TARGET,
    compile_text,
    needs_zig,
    random_operands,
    words,
)

ALL = list(EVERYTHING.instructions.values())
SEED = 1

BOTH = pytest.mark.parametrize("isa", [EVERYTHING, MIPS_EVERYTHING], ids=["riscv", "mips"])


@pytest.mark.parametrize(
    ("isa", "instruction"),
    [
        pytest.param(isa, item, id=f"{isa.name[:4]}-{item.mnemonic}")
        for isa in (EVERYTHING, MIPS_EVERYTHING)
        for item in isa.instructions.values()
    ],
)
def test_encode_and_decode_are_inverse(isa: InstructionSet, instruction: Instruction) -> None:
    rng = random.Random(SEED)
    for _ in range(50):
        operands = random_operands(instruction, rng)
        word = instruction.encode(**operands)
        decoded = decode(isa, word)
        assert decoded is not None
        assert decoded.instruction is instruction
        assert vars(decoded.operands) == operands
        assert disassemble(isa, word).split()[0] == instruction.mnemonic


@BOTH
def test_no_two_instructions_overlap(isa: InstructionSet) -> None:
    """Where two patterns have words in common, operands that one excludes tell them apart."""
    rng = random.Random(SEED)
    for one, other in combinations(isa.instructions.values(), 2):
        if one.bits != other.bits or (one.match ^ other.match) & one.mask & other.mask:
            continue
        fixed, mask = one.match | other.match, one.mask | other.mask
        for _ in range(500):
            word = rng.getrandbits(one.bits) & ~mask | fixed
            assert one.decode(word) is None or other.decode(word) is None, (
                f"{one.mnemonic} and {other.mnemonic} share {word:#x}"
            )


def test_every_compressed_word_has_one_reading() -> None:
    for word in range(0x10000):
        if word & 3 != 3:
            readings = [item for item in ALL if item.bits == 16 and item.decode(word)]
            assert len(readings) <= 1


def test_how_many_compressed_words_are_legal() -> None:
    """Counted by hand from volume I, tables 16.5 to 16.7, for RV32C without F and D."""
    quadrant = [0, 0, 0]
    for word in range(0x10000):
        if word & 3 != 3 and decode(EVERYTHING, word):
            quadrant[word & 3] += 1
    eighth = 1 << 11
    # Quadrant 0: c.addi4spn but for an immediate of 0, c.lw, c.sw.
    assert quadrant[0] == (eighth - 8) + 2 * eighth
    # Quadrant 1: all but c.lui and c.addi16sp with 0, shifts by 32 and more, and the reserved
    # half of the register operations.
    assert quadrant[1] == 8 * eighth - 32 - 2 * 256 - 256
    # Quadrant 2: c.slli by less than 32, c.lwsp not to x0, c.jr x0 excluded, c.swsp.
    assert quadrant[2] == eighth // 2 + (eighth - 64) + (eighth - 1) + eighth


@pytest.mark.parametrize(
    ("word", "text"),
    [
        # From the manual's own examples and from GNU as.
        (0x00000013, "addi zero, zero, 0"),
        (0x00008067, "jalr zero, 0(ra)"),
        (0xFE010113, "addi sp, sp, -32"),
        (0x30200073, "mret"),
        (0x10500073, "wfi"),
        (0x00000073, "ecall"),
        (0x00100073, "ebreak"),
        (0x0FF0000F, "fence iorw, iorw"),
        (0x0000100F, "fence.i"),
        (0x34029373, "csrrw t1, mscratch, t0"),
        (0x02B50533, "mul a0, a0, a1"),
        (0x8082, "c.jr ra"),
        (0x1141, "c.addi sp, -16"),
        (0x0001, "c.nop 0"),
    ],
)
def test_known_words(word: int, text: str) -> None:
    assert disassemble(EVERYTHING, word) == text


@pytest.mark.parametrize(
    ("word", "text"),
    [
        # From the architecture's manual and from GNU as.
        (0x00000000, "sll $zero, $zero, 0"),
        (0x27BDFFE0, "addiu $sp, $sp, -32"),
        (0xAFBF001C, "sw $ra, 28($sp)"),
        (0x03E00008, "jr $ra"),
        (0x0320F809, "jalr $ra, $t9"),
        (0x1000FFFF, "beq $zero, $zero, -4"),
        (0x42000018, "eret"),
        (0x40026800, "mfc0 $v0, $13, 0"),
        (0x70641002, "mul $v0, $v1, $a0"),
        (0x00A001F4, "teq $a1, $zero, 7"),
        (0xC8830008, "lwau $3, 8($a0)"),
        (0xE8830008, "chi 3, 8($a0)"),
        (0xE8980008, "swleast 8($a0)"),
    ],
)
def test_known_mips_words(word: int, text: str) -> None:
    assert disassemble(MIPS_EVERYTHING, word) == text


@pytest.mark.parametrize(
    "word",
    [
        0xFFFFFFFF,
        0x00000001,  # movf
        0x00200002,  # rotr, of release 2
        0x88820000,  # lwl
        0xC0820000,  # ll
        0x7C02E83B,  # rdhwr, of release 2
        0x42000008,  # tlbp
        0x44820000,  # mtc1
        0xC4820000,  # lwc1
        0x00641021,  # addu, as it is
        0x00641061,  # and with a field that must be zero
        0x48043000,  # mfc2 of a register that is not there
        0xC8850008,  # lwau of a register that is not there
        0xE8850008,  # chi likewise
        0xE8890008,  # swc2 of one that is no operation
    ],
)
def test_illegal_mips_words(word: int) -> None:
    legal = word == 0x00641021
    assert (decode(MIPS_EVERYTHING, word) is not None) == legal
    assert disassemble(MIPS_EVERYTHING, word).startswith("illegal") != legal


@pytest.mark.parametrize(
    "word",
    [
        0x0000,  # defined illegal
        0xFFFFFFFF,  # longer than 32 bits
        0x0000001F,  # 48 bits
        0x02051513,  # slli by 32
        0x10200073,  # sret
        0x00200073,  # uret
        0x12000073,  # sfence.vma
        0x00003003,  # ld
        0x8002,  # c.jr x0
        0x4002,  # c.lwsp to x0
        0x6101,  # c.addi16sp 0
        0x6081,  # c.lui 0
        0x9C01,  # c.subw
        0x2000,  # c.fld
    ],
)
def test_illegal_words(word: int) -> None:
    assert decode(EVERYTHING, word) is None
    assert disassemble(EVERYTHING, word).startswith("illegal")


def test_custom_operands_out_of_range_are_illegal() -> None:
    kabs = EVERYTHING.instructions["kabs"]
    assert decode(EVERYTHING, kabs.match | 24 << 7)
    assert decode(EVERYTHING, kabs.match | 25 << 7) is None
    xor = EVERYTHING.instructions["d.xor"]
    assert decode(EVERYTHING, xor.match | 5 << 7)
    assert decode(EVERYTHING, xor.match | 6 << 7) is None


def test_an_extension_that_is_absent_is_illegal() -> None:
    word = EVERYTHING.instructions["andn"].encode(rd=1, rs1=2, rs2=3)
    assert decode(rv32(ZBKB), word)
    assert decode(rv32(), word) is None
    for extension in (NATIVE, COPRO):
        for item in extension.instructions:
            assert decode(mips32(extension), item.match)
            assert decode(mips32(), item.match) is None


@pytest.mark.parametrize(
    ("compressed", "operands", "text"),
    [
        ("c.addi4spn", {"rd": 8, "uimm": 1020}, "addi s0, sp, 1020"),
        ("c.lw", {"rd": 15, "rs1": 8, "uimm": 124}, "lw a5, 124(s0)"),
        ("c.lui", {"rd": 1, "imm": -1}, "lui ra, 1048575"),
        ("c.addi16sp", {"imm": -512}, "addi sp, sp, -512"),
        ("c.jal", {"offset": -2048}, "jal ra, -2048"),
        ("c.jr", {"rs1": 5}, "jalr zero, 0(t0)"),
        ("c.mv", {"rd": 3, "rs2": 4}, "add gp, zero, tp"),
        ("c.beqz", {"rs1": 9, "offset": 254}, "beq s1, zero, 254"),
    ],
)
def test_expansion(compressed: str, operands: dict[str, int], text: str) -> None:
    instruction = EVERYTHING.instructions[compressed]
    decoded = decode(EVERYTHING, instruction.encode(**operands))
    assert decoded is not None
    assert render(*expand(EVERYTHING, decoded)) == text


def test_jumps_name_their_target_where_the_address_is_known() -> None:
    word = EVERYTHING.instructions["jal"].encode(rd=0, offset=-16)
    assert disassemble(EVERYTHING, word) == "jal zero, -16"
    assert disassemble(EVERYTHING, word, 0x100) == "jal zero, 0xf0"
    word = MIPS_EVERYTHING.instructions["blez"].encode(rs=4, offset=-16)
    assert disassemble(MIPS_EVERYTHING, word) == "blez $a0, -16"
    assert disassemble(MIPS_EVERYTHING, word, 0x100) == "blez $a0, 0xf4"


@needs_zig
def test_llvm_assembles_what_the_disassembler_writes(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    lines, expected = [], []
    for instruction in rv32(ZBKB).instructions.values():
        for _ in range(20):
            operands = random_operands(instruction, rng)
            if "ignored" in operands:
                operands["ignored"] = 0
            if "csr" in operands:
                operands["csr"] = 0x300
            if instruction.mnemonic == "c.lui":
                operands["imm"] = abs(operands["imm"]) % 31 + 1  # LLVM writes the rest unsigned
            if instruction.mnemonic == "c.nop":
                operands["imm"] |= 1  # c.nop without an operand otherwise
            if "rd" in operands and instruction.mnemonic in HINTS:
                operands["rd"] |= 1  # LLVM spells hints in ways of its own
            if instruction.mnemonic in ("c.addi", "c.slli", "c.srli", "c.srai"):
                key = "imm" if "imm" in operands else "shamt"
                operands[key] |= 1
            word = instruction.encode(**operands)
            expected.append(word)
            lines.append(render(instruction, Operands(**operands)))
    source = tmp_path / "every.s"
    source.write_text(".option norelax\n" + "\n".join(_exact(line) for line in lines) + "\n")
    code = compile_text(source, "-mcpu=generic_rv32+m+c+zbkb+zbb")
    for text, want, got in zip(lines, expected, words(EVERYTHING, code), strict=True):
        assert got == want, f"{text}: {got:#x} instead of {want:#x}"


@needs_zig
def test_llvm_assembles_what_the_disassembler_writes_for_mips(tmp_path: Path) -> None:
    """The macros' instructions under the names that LLVM has for them."""
    rng = random.Random(SEED)
    lines, expected = [], []
    for instruction in mips32(COPRO).instructions.values():
        for _ in range(20):
            operands = random_operands(instruction, rng)
            written = set(operand_names(instruction.syntax))
            if "same" in operands:
                operands["same"] = operands["rd"]
            operands |= {name: 0 for name in IGNORED if name in operands.keys() - written}
            expected.append(instruction.encode(**operands))
            stock = replace(instruction, syntax=instruction.stock.partition(" ")[2])
            stock = replace(stock, mnemonic=instruction.stock.partition(" ")[0])
            lines.append(render(stock if instruction.stock else instruction, Operands(**operands)))
    source = tmp_path / "every.s"
    source.write_text(".set noreorder\n.set noat\n.set nomacro\n" + "\n".join(lines) + "\n")
    code = compile_text(source, "-mcpu=mips32", target=MIPS_TARGET)
    for text, want, got in zip(lines, expected, words(MIPS_EVERYTHING, code), strict=True):
        assert got == want, f"{text}: {got:#x} instead of {want:#x}"


IGNORED = ("hint", "code")

HINTS = ("c.li", "c.lui", "c.mv", "c.add", "c.slli")


def _exact(line: str) -> str:
    """An instruction of 32 bits stays one."""
    if line.startswith("c."):
        return line
    return f".option push\n.option norvc\n{line}\n.option pop"
