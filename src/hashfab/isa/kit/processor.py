# SPDX-License-Identifier: Apache-2.0
"""A machine with 32 general registers of 32 bits whose loads and stores are aligned."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from hashfab.isa.kit.model import InstructionSet
from hashfab.isa.kit.semantics import MASK
from hashfab.isa.kit.simulator import Machine, Memory, Trap


class Faults(NamedTuple):
    """Exception codes of an access that fails."""

    misaligned: int
    unanswered: int


class Processor(Machine):
    """What RISC-V and MIPS have in common.

    Attributes:
        x: the general registers; the first one stays zero.
        load_faults: the codes of loads.
        store_faults: the codes of stores.
        interrupts: the names of the interrupt lines, by number, the first ones going first.
    """

    load_faults: ClassVar[Faults]
    store_faults: ClassVar[Faults]
    interrupts: ClassVar[Mapping[int, str]]

    def __init__(self, isa: InstructionSet, memory: Memory, pc: int = 0) -> None:
        super().__init__(isa, memory, pc)
        self.x = [0] * 32

    @abstractmethod
    def interrupt(self, *numbers: int) -> None:
        """Enter the handler for an interrupt, before the instruction at ``pc``.

        Args:
            numbers: of the lines that are up: of their bits where they are enabled.

        Raises:
            ValueError: none of them is enabled, so that no interrupt must be taken.
        """

    def write(self, rd: int, value: int) -> None:
        """Write a general register; the first one stays zero."""
        if rd:
            self.rd = rd
            self.value = self.x[rd] = value & MASK

    def load(self, address: int, size: int) -> int:
        """Bytes of memory as an unsigned number.

        Args:
            address: in bytes, aligned to the size, or the load traps.
            size: 1, 2 or 4 bytes.
        """
        if address & size - 1:
            raise Trap(self.load_faults.misaligned, address)
        if not self.memory.answers(address):
            raise Trap(self.load_faults.unanswered, address)
        shift = 8 * (address & 3)
        mask = (1 << 8 * size) - 1
        value = self.memory.words.get(address >> 2, 0) >> shift & mask
        self.address = address
        self.mask = (1 << size) - 1 << (address & 3)
        self.data = value << shift
        return value

    def store(self, address: int, size: int, value: int) -> None:
        """Store the low bytes of a number.

        Args:
            address: in bytes, aligned to the size, or the store traps.
            size: 1, 2 or 4 bytes.
            value: the number.
        """
        if address & size - 1:
            raise Trap(self.store_faults.misaligned, address)
        if not self.memory.answers(address):
            raise Trap(self.store_faults.unanswered, address)
        shift = 8 * (address & 3)
        mask = (1 << 8 * size) - 1
        words = self.memory.words
        data = (value & mask) << shift
        words[address >> 2] = words.get(address >> 2, 0) & ~(mask << shift) | data
        self.address = address
        self.mask = (1 << size) - 1 << (address & 3)
        self.data = data
        self.store_access = True
