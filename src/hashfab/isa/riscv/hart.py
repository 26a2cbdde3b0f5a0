# SPDX-License-Identifier: Apache-2.0
"""The RISC-V machine: RV32, machine mode only, privileged architecture 1.12 (20211203)."""

from dataclasses import dataclass
from enum import IntEnum

from hashfab.isa.kit.model import InstructionSet
from hashfab.isa.kit.processor import Faults, Processor
from hashfab.isa.kit.semantics import MASK
from hashfab.isa.kit.simulator import Memory, Trap


class Cause(IntEnum):
    """Exception codes that can occur; with C no instruction address is misaligned."""

    INSTRUCTION_ACCESS_FAULT = 1
    ILLEGAL_INSTRUCTION = 2
    BREAKPOINT = 3
    LOAD_MISALIGNED = 4
    LOAD_ACCESS_FAULT = 5
    STORE_MISALIGNED = 6
    STORE_ACCESS_FAULT = 7
    ECALL_M = 11


INTERRUPTS = {3: "software", 7: "timer", 11: "external"}
"""The codes of the three interrupts, which are also their bits in mie and mip."""

INTERRUPT_BITS = sum(1 << code for code in INTERRUPTS)

MIE, MPIE, MPP = 1 << 3, 1 << 7, 3 << 11


@dataclass(frozen=True)
class Csr:
    """A control and status register.

    Attributes:
        name: as the manual spells it.
        writable: the bits that a write changes.
        constant: the value of the others.
        sampled: whether its value is a matter of the clock, so that only the hardware knows it.
    """

    name: str
    writable: int = 0
    constant: int = 0
    sampled: bool = False


MISA_X = 1 << 23
"""Of misa: there is an extension that is not a standard one."""

MONITORS: dict[int, Csr] = {
    base + number: Csr(f"{name}{number}{suffix}")
    for base, name, suffix in (
        (0x320, "mhpmevent", ""),
        (0xB00, "mhpmcounter", ""),
        (0xB80, "mhpmcounter", "h"),
    )
    for number in range(3, 32)
}
"""The performance monitor: it must exist, and counts nothing."""

CSRS: dict[int, Csr] = {
    0x300: Csr("mstatus", MIE | MPIE, MPP),
    0x301: Csr("misa", 0, 1 << 30 | 1 << 12 | 1 << 8 | 1 << 2),
    0x304: Csr("mie", INTERRUPT_BITS),
    0x305: Csr("mtvec", MASK & ~3),
    0x310: Csr("mstatush"),
    0x320: Csr("mcountinhibit"),
    0x340: Csr("mscratch", MASK),
    0x341: Csr("mepc", MASK & ~1),
    0x342: Csr("mcause", 1 << 31 | 0xF),
    0x343: Csr("mtval", MASK),
    0x344: Csr("mip", sampled=True),
    0xB00: Csr("mcycle", MASK, sampled=True),
    0xB02: Csr("minstret", MASK),
    0xB80: Csr("mcycleh", MASK, sampled=True),
    0xB82: Csr("minstreth", MASK),
    0xC00: Csr("cycle", sampled=True),
    0xC01: Csr("time", sampled=True),
    0xC02: Csr("instret"),
    0xC80: Csr("cycleh", sampled=True),
    0xC81: Csr("timeh", sampled=True),
    0xC82: Csr("instreth"),
    0xF11: Csr("mvendorid"),
    0xF12: Csr("marchid"),
    0xF13: Csr("mimpid"),
    0xF14: Csr("mhartid"),
    0xF15: Csr("mconfigptr"),
    **MONITORS,
}
"""By address. Bits 11:10 of the address are 11 where a write is illegal."""

NUMBER = {csr.name: number for number, csr in CSRS.items()}
MSTATUS, MISA, MIE_CSR, MTVEC, MEPC, MCAUSE, MTVAL, MIP = (
    NUMBER[name] for name in ("mstatus", "misa", "mie", "mtvec", "mepc", "mcause", "mtval", "mip")
)
RETIRED = 2  # minstret's offset from the first counter


class Hart(Processor):
    """One hardware thread.

    Attributes:
        csrs: the values of the CSRs that are stored, by number.
        counters: cycles and retired instructions, 64 bits each, by offset from mcycle.
        pending: mip, set by whoever drives the interrupt lines.
    """

    load_faults = Faults(Cause.LOAD_MISALIGNED, Cause.LOAD_ACCESS_FAULT)
    store_faults = Faults(Cause.STORE_MISALIGNED, Cause.STORE_ACCESS_FAULT)

    def __init__(self, isa: InstructionSet, memory: Memory, pc: int = 0) -> None:
        super().__init__(isa, memory, pc)
        self.csrs = {number: csr.constant for number, csr in CSRS.items()}
        if any(extension.custom for extension in isa.extensions):
            self.csrs[MISA] |= MISA_X
        self.counters = {0: 0, RETIRED: 0}
        self.pending = 0
        self._counter_written = False

    def fetch(self) -> int:
        """The next instruction's word, 16 or 32 bits long."""
        pc = self.pc
        memory = self.memory
        if not memory.answers(pc):
            raise Trap(Cause.INSTRUCTION_ACCESS_FAULT, pc)
        word = memory.words.get(pc >> 2, 0)
        if pc & 2:
            word >>= 16
            if word & 3 == 3:
                if not memory.answers(pc + 2 & MASK):
                    raise Trap(Cause.INSTRUCTION_ACCESS_FAULT, pc + 2 & MASK)
                word |= (memory.words.get(pc + 2 >> 2, 0) & 0xFFFF) << 16
        if word & 3 == 3:
            self.next_pc = pc + 4 & MASK
            return word
        self.next_pc = pc + 2 & MASK
        return word & 0xFFFF

    def retire(self) -> None:
        """Count the instruction; the write of a counter takes the place of its increment."""
        if self._counter_written:
            self._counter_written = False
        else:
            self.counters[RETIRED] += 1
        self.counters[0] += 1

    def illegal(self) -> Trap:
        """The trap of an illegal instruction: mtval is its word."""
        return Trap(Cause.ILLEGAL_INSTRUCTION, self.word)

    def trap(self, trap: Trap) -> None:
        """Enter the handler for an exception of the instruction at ``pc``."""
        self._enter(trap.cause, trap.value)

    def interrupt(self, number: int) -> None:
        """Enter the handler for an interrupt, before the instruction at ``pc``."""
        if not self.csrs[MSTATUS] & MIE or not self.csrs[MIE_CSR] >> number & 1:
            raise ValueError(
                f"interrupt {number} at {self.pc:#x} is not enabled; "
                f"mstatus {self.csrs[MSTATUS]:#x}, mie {self.csrs[MIE_CSR]:#x}"
            )
        self._enter(1 << 31 | number, 0)
        self.pc = self.next_pc

    def _enter(self, cause: int, value: int) -> None:
        status = self.csrs[MSTATUS]
        self.csrs[MSTATUS] = MPP | (MPIE if status & MIE else 0)
        self.csrs[MEPC] = self.pc
        self.csrs[MCAUSE] = cause
        self.csrs[MTVAL] = value
        self.next_pc = self.csrs[MTVEC]

    def trap_return(self) -> None:
        """What mret does."""
        status = self.csrs[MSTATUS]
        self.csrs[MSTATUS] = MPP | MPIE | (MIE if status & MPIE else 0)
        self.next_pc = self.csrs[MEPC]

    # What semantics call

    def csr_read(self, number: int, write: bool) -> int:
        """The value of a CSR.

        Args:
            number: of the CSR; one that does not exist is illegal.
            write: whether the instruction writes as well, which a read-only CSR refuses.
        """
        if register := self.isa.registers.get(number):
            return register.read(self)
        csr = CSRS.get(number)
        if csr is None or (write and number >> 10 == 3):
            raise self.illegal()
        if csr.sampled and self.observed is not None:
            return self.observed
        if number == MIP:
            return self.pending & INTERRUPT_BITS
        counter = self._counter(number)
        if counter is not None:
            offset, shift = counter
            return self.counters[offset] >> shift & MASK
        return self.csrs[number]

    def csr_write(self, number: int, value: int) -> None:
        """Write the bits of a CSR that can be written."""
        if register := self.isa.registers.get(number):
            register.write(self, value)
            return
        csr = CSRS[number]
        counter = self._counter(number)
        if counter is not None:
            offset, shift = counter
            self.counters[offset] = self.counters[offset] & MASK << (32 - shift) | value << shift
            self._counter_written = offset == RETIRED
        else:
            self.csrs[number] = self.csrs[number] & ~csr.writable | value & csr.writable

    @staticmethod
    def _counter(number: int) -> tuple[int, int] | None:
        """Which counter a CSR shows, and which half of it as a shift; time counts cycles."""
        if number >> 8 not in (0xB, 0xC) or number in MONITORS:
            return None
        offset = number & 0x7F
        return (0 if offset == 1 else offset), 32 if number & 0x80 else 0
