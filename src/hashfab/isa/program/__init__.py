# SPDX-License-Identifier: Apache-2.0
"""Random programs for lockstep runs of a core and the reference simulator."""

from hashfab.isa.hart import Hart
from hashfab.isa.mips_machine import Mips
from hashfab.isa.model import InstructionSet
from hashfab.isa.program._deck import DONE, MAILBOX, RAM, Dealer, Program
from hashfab.isa.program._mips import MipsDealer
from hashfab.isa.program._riscv import RiscvDealer
from hashfab.isa.simulator import Memory

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
