# SPDX-License-Identifier: Apache-2.0
"""The instruction-set kit: one description per extension, and everything that follows from it."""

from hashfab.isa.dasip import DASIP
from hashfab.isa.decode import Decoded, decode, expand
from hashfab.isa.disassembler import disassemble
from hashfab.isa.hart import Hart
from hashfab.isa.lane import LANE
from hashfab.isa.model import Extension, Field, Instruction, InstructionSet
from hashfab.isa.oasip import OASIP
from hashfab.isa.riscv import rv32
from hashfab.isa.simulator import Memory, Retirement
from hashfab.isa.zbkb import ZBKB

__all__ = [
    "DASIP",
    "LANE",
    "OASIP",
    "ZBKB",
    "Decoded",
    "Extension",
    "Field",
    "Hart",
    "Instruction",
    "InstructionSet",
    "Memory",
    "Retirement",
    "decode",
    "disassemble",
    "expand",
    "rv32",
]
