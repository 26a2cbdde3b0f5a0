# SPDX-License-Identifier: Apache-2.0
"""Words to instructions, and compressed instructions to what they stand for."""

import re
from typing import NamedTuple

from hashfab.isa.kit.model import Instruction, InstructionSet, Operands, operand_names


class Decoded(NamedTuple):
    """An instruction with its operands."""

    instruction: Instruction
    operands: Operands


def decode(isa: InstructionSet, word: int) -> Decoded | None:
    """The instruction that a word encodes; None if it is illegal.

    Args:
        isa: the instruction set.
        word: of the length that its first parcel says.
    """
    bits = isa.length(word & (1 << isa.parcel) - 1)
    for width, mask, matches in isa.by_mask:
        if width == bits:
            for instruction in matches.get(word & mask, ()):
                operands = instruction.decode(word)
                if operands is not None:
                    return Decoded(instruction, operands)
    return None


def expand(isa: InstructionSet, decoded: Decoded) -> Decoded:
    """What a compressed instruction stands for; any other stands for itself."""
    if not decoded.instruction.expands:
        return decoded
    mnemonic, _, arguments = decoded.instruction.expands.partition(" ")
    target = isa.instructions[mnemonic]
    values = {item.name: 0 for item in target.fields}
    for name, argument in zip(
        operand_names(target.syntax), re.findall(r"\w+", arguments), strict=True
    ):
        values[name] = _value(decoded.operands, target, name, argument)
    return Decoded(target, Operands(**values))


def _value(operands: Operands, target: Instruction, name: str, argument: str) -> int:
    """An operand of the expansion: one of the compressed form, a register's name or a number."""
    item = target.field[name]
    given = vars(operands).get(argument)
    if given is not None:
        # A short immediate is sign-extended into a field that counts as unsigned (c.lui).
        return int(given) if item.type.signed else int(given) & (1 << item.bits) - 1
    named = {text: number for number, text in item.type.names.items()}
    return named[argument] if argument in named else int(argument, 0)
