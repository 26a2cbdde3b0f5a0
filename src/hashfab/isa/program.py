# SPDX-License-Identifier: Apache-2.0
"""Random programs for lockstep runs of a core and the reference simulator."""

from hashfab.isa.kit.dealer import DONE, MAILBOX, RAM, Dealer, Program
from hashfab.isa.kit.model import InstructionSet
from hashfab.isa.kit.simulator import Memory
from hashfab.isa.mips._dealer import MipsDealer
from hashfab.isa.mips.machine import Mips
from hashfab.isa.riscv._dealer import RiscvDealer
from hashfab.isa.riscv.hart import Hart

__all__ = ["DONE", "Program", "generate", "memory"]

DEALERS: dict[object, type[Dealer]] = {Hart: RiscvDealer, Mips: MipsDealer}


def memory(program: Program) -> Memory:
    """The memory that a program runs in, for the reference simulator."""
    made = Memory((RAM, MAILBOX))
    made.write(0, program.image)
    return made


def generate(isa: InstructionSet, seed: int, count: int, faults: bool = True) -> Program:
    """A program that executes about ``count`` instructions.

    Args:
        isa: the instructions to use; all of them come up when ``count`` is some thousands.
        seed: of the random numbers.
        count: of executed instructions; traps make it vary by some tens of percent.
        faults: whether it also accesses and jumps to addresses where nothing answers.
    """
    return DEALERS[isa.machine](isa, seed, faults).program(count)
