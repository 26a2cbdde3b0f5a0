# SPDX-License-Identifier: Apache-2.0
"""The instruction-set kit: one description per extension, and everything that follows from it."""

from hashfab.isa.kit.decode import Decoded, decode, expand
from hashfab.isa.kit.disassembler import disassemble
from hashfab.isa.kit.model import Extension, Field, Instruction, InstructionSet
from hashfab.isa.kit.processor import Processor
from hashfab.isa.kit.simulator import Memory, Retirement
from hashfab.isa.mips.base import mips32
from hashfab.isa.mips.copro import COPRO
from hashfab.isa.mips.machine import Mips
from hashfab.isa.mips.native import NATIVE
from hashfab.isa.riscv.base import rv32
from hashfab.isa.riscv.dasip import DASIP
from hashfab.isa.riscv.hart import Hart
from hashfab.isa.riscv.lane import LANE
from hashfab.isa.riscv.oasip import OASIP
from hashfab.isa.riscv.zbkb import ZBKB

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
