# SPDX-License-Identifier: Apache-2.0
"""The MIPS machine: flat physical addresses, kernel mode only, branch delay slots.

After the MIPS32 Architecture For Programmers, volume III (release 1), with what a core without
translation, caches and floating point leaves of coprocessor 0.
"""

from dataclasses import dataclass
from enum import IntEnum

from hashfab.isa.kit.model import InstructionSet
from hashfab.isa.kit.processor import Faults, Processor
from hashfab.isa.kit.semantics import MASK
from hashfab.isa.kit.simulator import Memory, Trap


class Code(IntEnum):
    """Exception codes (volume III, table 8-21) that occur."""

    INTERRUPT = 0
    ADDRESS_LOAD = 4
    ADDRESS_STORE = 5
    INSTRUCTION_BUS = 6
    DATA_BUS = 7
    SYSCALL = 8
    BREAKPOINT = 9
    RESERVED = 10
    COPROCESSOR = 11
    OVERFLOW = 12
    TRAP = 13


INTERRUPTS = {2: "external", 3: "software", 7: "timer"}
"""The interrupts, by their bits in Cause.IP and Status.IM."""

PENDING = sum(1 << 8 + bit for bit in INTERRUPTS)
IE, EXL, BD = 1 << 0, 1 << 1, 1 << 31
VECTOR = 0x180
"""Where the handler is, from the address of the reset."""

COPROCESSOR = {
    **dict.fromkeys((0x11, 0x31, 0x35, 0x39, 0x3D), 1),
    **dict.fromkeys((0x12, 0x32, 0x36, 0x3A, 0x3E), 2),
}
"""The coprocessor that an opcode belongs to."""


@dataclass(frozen=True)
class Cp0:
    """A register of coprocessor 0.

    Attributes:
        name: as the manual spells it.
        writable: the bits that software changes.
        sampled: the bits that are a matter of the clock, so that only the hardware knows them.
    """

    name: str
    writable: int = 0
    sampled: int = 0


CP0 = {
    8: Cp0("BadVAddr"),
    9: Cp0("Count", MASK, MASK),
    12: Cp0("Status", PENDING | EXL | IE),
    13: Cp0("Cause", sampled=PENDING),
    14: Cp0("EPC", MASK),
    15: Cp0("PRId"),
    16: Cp0("Config"),
}
"""By number, select 0. All are zero after reset; the others read as zero and ignore writes."""

NUMBER = {register.name: number for number, register in CP0.items()}
BADVADDR, COUNT, STATUS, CAUSE, EPC = (
    NUMBER[name] for name in ("BadVAddr", "Count", "Status", "Cause", "EPC")
)


class Mips(Processor):
    """One processor.

    Attributes:
        hi, lo: what multiplication and division give.
        cp0: the registers of coprocessor 0, by number.
        follow: address of the instruction after the next one; a branch changes it.
        slot: whether the next instruction is in a delay slot.
        in_slot: during execution, whether this one is.
        pending: the interrupt lines at their bits in Cause, set by whoever drives them.
    """

    interrupts = INTERRUPTS
    load_faults = Faults(Code.ADDRESS_LOAD, Code.DATA_BUS)
    store_faults = Faults(Code.ADDRESS_STORE, Code.DATA_BUS)

    def __init__(self, isa: InstructionSet, memory: Memory, pc: int = 0) -> None:
        super().__init__(isa, memory, pc)
        self.hi = self.lo = 0
        self.cp0 = dict.fromkeys(CP0, 0)
        self.vector = pc + VECTOR & MASK
        self.follow = pc + 4 & MASK
        self.slot = self.in_slot = False
        self.pending = 0

    def fetch(self) -> int:
        """The next instruction's word."""
        pc = self.pc
        self.in_slot, self.slot = self.slot, False
        self.next_pc = self.follow
        self.follow = self.follow + 4 & MASK
        if pc & 3:
            raise Trap(Code.ADDRESS_LOAD, pc)
        if not self.memory.answers(pc):
            raise Trap(Code.INSTRUCTION_BUS, pc)
        return self.memory.words.get(pc >> 2, 0)

    def retire(self) -> None:
        """Count; with memory that answers at once, an instruction takes about a cycle."""
        self.cp0[COUNT] = self.cp0[COUNT] + 1 & MASK

    def illegal(self) -> Trap:
        """The trap of a word that is no instruction: reserved, or of a coprocessor not there."""
        usable = (None, 2) if "mfc2" in self.isa.instructions else (None,)
        coprocessor = COPROCESSOR.get(self.word >> 26)
        return Trap(Code.RESERVED if coprocessor in usable else Code.COPROCESSOR, 0)

    def trap(self, trap: Trap) -> None:
        """Enter the handler for an exception of the instruction at ``pc``."""
        if trap.cause in (Code.ADDRESS_LOAD, Code.ADDRESS_STORE):
            self.cp0[BADVADDR] = trap.value
        self._enter(trap.cause, self.in_slot)

    def interrupt(self, *numbers: int) -> None:
        """Enter the handler for interrupts, before the instruction at ``pc``."""
        status = self.cp0[STATUS]
        if status & (IE | EXL) != IE or not any(status >> 8 + number & 1 for number in numbers):
            raise ValueError(
                f"interrupt {', '.join(map(str, numbers))} at {self.pc:#x} is not enabled; "
                f"Status {status:#x}"
            )
        self._enter(Code.INTERRUPT, self.slot)
        self.pc = self.next_pc

    def _enter(self, code: int, in_slot: bool) -> None:
        cause = self.cp0[CAUSE] & BD
        if not self.cp0[STATUS] & EXL:
            self.cp0[EPC] = self.pc - 4 & MASK if in_slot else self.pc
            cause = BD if in_slot else 0
        self.cp0[CAUSE] = cause | code << 2
        self.cp0[STATUS] |= EXL
        self._go(self.vector)

    def _go(self, target: int) -> None:
        """Go on elsewhere, without a delay slot."""
        self.next_pc = target
        self.follow = target + 4 & MASK
        self.slot = False

    # What semantics call

    def branch(self, taken: bool, target: int, likely: bool = False) -> None:
        """A branch or a jump: the instruction behind it is in its delay slot.

        Args:
            taken: whether it goes to its target.
            target: the address.
            likely: whether the delay slot is left out when it does not.
        """
        if taken:
            self.follow = target & MASK
        elif likely:
            self._go(self.follow)
            return
        self.slot = True

    def exception_return(self) -> None:
        """What ERET does."""
        self.cp0[STATUS] &= ~EXL
        self._go(self.cp0[EPC])

    def cp0_read(self, number: int, select: int) -> int:
        """The value of a register of coprocessor 0."""
        if select or number not in CP0:
            return 0
        sampled = CP0[number].sampled
        value = self.cp0[number]
        if self.observed is not None:
            return value & ~sampled | self.observed & sampled
        return value | self.pending & PENDING if number == CAUSE else value

    def cp0_write(self, number: int, select: int, value: int) -> None:
        """Write the bits of a register of coprocessor 0 that can be written."""
        if not select and number in CP0:
            writable = CP0[number].writable
            self.cp0[number] = self.cp0[number] & ~writable | value & writable
