# SPDX-License-Identifier: Apache-2.0
"""The instruction-set kit: one description per extension, and everything that follows from it."""

from hashfab.isa.copro import COPRO
from hashfab.isa.dasip import DASIP
from hashfab.isa.decode import Decoded, decode, expand
from hashfab.isa.disassembler import disassemble
from hashfab.isa.hart import Hart
from hashfab.isa.lane import LANE
from hashfab.isa.mips import mips32
from hashfab.isa.mips_machine import Mips
from hashfab.isa.model import Extension, Field, Instruction, InstructionSet
from hashfab.isa.native import NATIVE
from hashfab.isa.oasip import OASIP
from hashfab.isa.processor import Processor
from hashfab.isa.riscv import rv32
from hashfab.isa.simulator import Memory, Retirement
from hashfab.isa.zbkb import ZBKB

__all__ = [
    "COPRO",
    "DASIP",
    "LANE",
    "NATIVE",
    "OASIP",
    "ZBKB",
    "Decoded",
    "Extension",
    "Field",
    "Hart",
    "Instruction",
    "InstructionSet",
    "Memory",
    "Mips",
    "Processor",
    "Retirement",
    "decode",
    "disassemble",
    "expand",
    "mips32",
    "rv32",
]
