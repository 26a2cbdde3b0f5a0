# SPDX-License-Identifier: Apache-2.0
"""Patterns, and that their shape fits instruction sets other than RISC-V."""

import pytest

from hashfab.isa.kit.decode import decode
from hashfab.isa.kit.disassembler import disassemble
from hashfab.isa.kit.model import (
    Extension,
    InstructionSet,
    OperandType,
    instruction,
)
from hashfab.isa.kit.simulator import Machine

REGISTER = OperandType(
    names={number: f"${number}" for number in range(32)}, closed=True, register=True
)
TYPES = {"rs": REGISTER, "rt": REGISTER, "rd": REGISTER, "imm": OperandType(signed=True)}


def nothing(state: object, operands: object) -> None:
    pass


def test_match_mask_and_fields_follow_from_the_pattern() -> None:
    item = instruction(TYPES, "op", "imm[3|1:0] 01 imm[2] 1", "imm", nothing, "")
    assert (item.bits, item.match, item.mask) == (7, 0b0000101, 0b0001101)
    assert item.encode(imm=0b0100) == 0b0000111
    assert item.encode(imm=-8) == 0b1000101
    assert [item.decode(item.encode(imm=n)).imm for n in range(-8, 8)] == list(range(-8, 8))


@pytest.mark.parametrize("operands", [{"imm": 8}, {"imm": -9}, {"rd": 1}])
def test_what_cannot_be_encoded_is_refused(operands: dict[str, int]) -> None:
    item = instruction(TYPES, "op", "imm:4 0001", "imm", nothing, "")
    with pytest.raises(ValueError, match="op"):
        item.encode(**operands)


def test_a_broken_pattern_names_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="'rs=5'"):
        _ = instruction(TYPES, "op", "0101 rs=5", "rs", nothing, "").bits


def test_a_mips_instruction() -> None:
    addu = instruction(
        TYPES, "addu", "000000 rs:5 rt:5 rd:5 00000 100001", "rd, rs, rt", nothing, "Sum."
    )
    mips = InstructionSet("mips", (Extension("base", "", (addu,)),), lambda parcel: 32, 32, Machine)
    word = addu.encode(rs=4, rt=5, rd=2)
    assert word == 0x00851021
    assert disassemble(mips, word) == "addu $2, $4, $5"


def test_an_instruction_of_80_bits() -> None:
    types = {"loop": OperandType(), "read": OperandType(), "write": OperandType()}
    sha3 = instruction(
        types, "sha3", f"10100011 loop:8 read:16 write:16 {'0' * 32}", "read, write", nothing, ""
    )
    isa = InstructionSet(
        "hashproc", (Extension("sha3", "", (sha3,)),), lambda parcel: 80, 80, Machine
    )
    word = sha3.encode(loop=24, read=0x1234, write=0xFFFF)
    assert word.bit_length() == 80
    decoded = decode(isa, word)
    assert decoded is not None
    assert vars(decoded.operands) == {"loop": 24, "read": 0x1234, "write": 0xFFFF}
    assert decode(isa, word | 1) is None
