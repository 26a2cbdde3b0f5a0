# SPDX-License-Identifier: Apache-2.0
"""The instruction set of each design that is a core."""

from hashfab import isa
from hashfab.designs import Design
from hashfab.isa import InstructionSet

EXTENSIONS = {
    "zbkb": isa.ZBKB,
    "oasip": isa.OASIP,
    "dasip": isa.DASIP,
    "lane1": isa.LANE,
    "lane5": isa.LANE,
    "lane25": isa.LANE,
    "native": isa.NATIVE,
    "copro": isa.COPRO,
}

BASES = {"rv32": isa.rv32, "mips32": isa.mips32}
"""By family."""


def instruction_set(design: Design) -> InstructionSet:
    """What a core executes."""
    extension = EXTENSIONS.get(str(design["extension"]))
    return BASES[design.family](*([extension] if extension else []))
