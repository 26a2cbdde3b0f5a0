# SPDX-License-Identifier: Apache-2.0
"""The part of a reference simulator that any instruction set needs.

A machine executes one instruction per step and says what it did. It decodes each word once; speed
comes from that. What a trap does, and which registers there are, is the subclass's business.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, NamedTuple

from hashfab.isa.kit.decode import decode, expand
from hashfab.isa.kit.model import Execute, InstructionSet, Operands


class Trap(Exception):
    """An instruction that does not retire.

    Attributes:
        cause: the exception's code.
        value: what goes with it, an address for instance.
    """

    def __init__(self, cause: int, value: int) -> None:
        super().__init__(cause, value)
        self.cause = cause
        self.value = value


class Retirement(NamedTuple):
    """What one step did.

    Attributes:
        pc: address of the instruction.
        word: the instruction as it stands in memory; 0 if it could not be fetched.
        rd: general register that was written, 0 for none.
        value: what was written to it.
        address: byte address of the memory access.
        mask: bytes that were accessed, of the aligned word; 0 for no access.
        data: the aligned word, bytes outside the mask zero.
        store: whether the access was a store.
        next_pc: address of the next instruction, the handler's if it trapped.
        cause: the exception's code, None if the instruction retired.
    """

    pc: int
    word: int
    rd: int
    value: int
    address: int
    mask: int
    data: int
    store: bool
    next_pc: int
    cause: int | None


class Memory:
    """Sparse memory of 32-bit little-endian words.

    Attributes:
        words: by word address (byte address / 4); absent words are zero.
        regions: byte addresses that answer; others give a bus error.
    """

    def __init__(self, regions: Iterable[range]) -> None:
        self.words: dict[int, int] = {}
        self.regions = tuple(regions)

    def answers(self, address: int) -> bool:
        """Whether an access to this byte address succeeds."""
        for region in self.regions:  # noqa: SIM110  any() takes three times as long
            if address in region:
                return True
        return False

    def write(self, address: int, data: bytes) -> None:
        """Put bytes at an address, whatever the regions."""
        for index, byte in enumerate(data, address):
            shift = 8 * (index & 3)
            self.words[index >> 2] = (
                self.words.get(index >> 2, 0) & ~(0xFF << shift) | byte << shift
            )

    def read(self, address: int, length: int) -> bytes:
        """The bytes at an address, whatever the regions."""
        return bytes(
            self.words.get(index >> 2, 0) >> 8 * (index & 3) & 0xFF
            for index in range(address, address + length)
        )


class Machine(ABC):
    """State that instructions change, and the step.

    Attributes:
        isa: the instruction set; the state of its extensions is attributes of the machine.
        memory: program and data.
        pc: address of the next instruction.
        next_pc: during execution, where it goes on; semantics of a jump overwrite it.
        word: during execution, the instruction as it stands in memory.
        observed: during execution, what the hardware wrote to rd, if that is known.
    """

    def __init__(self, isa: InstructionSet, memory: Memory, pc: int = 0) -> None:
        self.isa = isa
        self.memory = memory
        self.pc = self.next_pc = pc
        self.word = 0
        self.observed: int | None = None
        self.rd = self.value = self.address = self.mask = self.data = 0
        self.store_access = False
        for extension in isa.extensions:
            for name, make in extension.state.items():
                setattr(self, name, make())
        self._after = [item.after for item in isa.extensions if item.after]
        self._decoded: dict[int, tuple[Execute, Operands] | None] = {}

    @abstractmethod
    def fetch(self) -> int:
        """Read the word at ``pc`` and set ``next_pc`` behind it; raises ``Trap``."""

    @abstractmethod
    def trap(self, trap: Trap) -> None:
        """Enter the handler: set ``next_pc``."""

    @abstractmethod
    def illegal(self) -> Trap:
        """The trap of an instruction that is not legal."""

    @abstractmethod
    def retire(self) -> None:
        """Count an instruction that did not trap."""

    def step(self, observed: int | None = None) -> Retirement:
        """Execute one instruction.

        Args:
            observed: what the hardware wrote to rd. It is taken over where the instruction reads
                state whose value is a matter of the clock, and ignored elsewhere.
        """
        self.observed = observed
        pc = self.pc
        self.rd = self.value = self.mask = self.data = self.address = self.word = 0
        self.store_access = False
        cause = None
        try:
            self.word = word = self.fetch()
            try:
                entry = self._decoded[word]
            except KeyError:
                entry = self._decode(word)
            if entry is None:
                raise self.illegal()
            entry[0](self, entry[1])
            for after in self._after:
                after(self)
            self.retire()
        except Trap as trap:
            cause = trap.cause
            self.rd = self.value = self.mask = self.data = self.address = 0
            self.store_access = False
            self.trap(trap)
        self.pc = next_pc = self.next_pc
        return Retirement(
            pc,
            self.word,
            self.rd,
            self.value,
            self.address,
            self.mask,
            self.data,
            self.store_access,
            next_pc,
            cause,
        )

    def run(self, done: int, limit: int) -> int:
        """Step until a store to an address.

        Args:
            done: the address.
            limit: steps to try.

        Returns:
            The number of steps.

        Raises:
            TimeoutError: the limit was reached first.
        """
        for count in range(1, limit + 1):
            record = self.step()
            if record.store and record.address == done:
                return count
        raise TimeoutError(f"no store to {done:#x} in {limit} steps; pc is {self.pc:#x}")

    def _decode(self, word: int) -> tuple[Execute, Operands] | None:
        decoded = decode(self.isa, word)
        entry: tuple[Any, Operands] | None = None
        if decoded is not None:
            instruction, operands = expand(self.isa, decoded)
            entry = (instruction.execute, operands)
        self._decoded[word] = entry
        return entry
