# SPDX-License-Identifier: Apache-2.0
"""Words to assembly, as the GNU and LLVM assemblers read it."""

import re

from hashfab.isa.kit.decode import decode
from hashfab.isa.kit.model import Field, Instruction, InstructionSet, Operands


def disassemble(isa: InstructionSet, word: int, pc: int | None = None) -> str:
    """The assembly of one word.

    Args:
        isa: the instruction set.
        word: of the length that its first parcel says.
        pc: the word's address; with it jumps name their target, without it their offset.

    Returns:
        The assembly; ``illegal`` and the word if it is not legal.
    """
    decoded = decode(isa, word)
    if decoded is None:
        return f"illegal {word:#x}"
    return render(decoded.instruction, decoded.operands, pc)


def render(instruction: Instruction, operands: Operands, pc: int | None = None) -> str:
    """The assembly of an instruction with its operands."""
    values = vars(operands)

    def text(name: re.Match[str]) -> str:
        item = instruction.field.get(name[0])
        return operand(item, values[name[0]], pc) if item else name[0]

    arguments = re.sub(r"[a-z]\w*", text, instruction.syntax)
    return f"{instruction.mnemonic} {arguments}".rstrip()


def operand(item: Field, value: int, pc: int | None = None) -> str:
    """The assembly of one operand."""
    if item.type.relative and pc is not None:
        return hex(pc + item.type.origin + value)
    return item.type.names.get(value, str(value))
