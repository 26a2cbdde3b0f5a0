# SPDX-License-Identifier: Apache-2.0
"""Random programs: what does not depend on the architecture.

A program is a flat image for address 0. Instructions are dealt from a shuffled deck of the whole
instruction set, so that each of them comes up, with operands that prefer what was just written.
Whatever happens on the way, it comes to its end: branches go back in counted loops only, the
handler steps over the instruction that trapped, and a store to the mailbox says that it is done.
Where an interrupt is taken, the handler masks it; the program lets it in again now and then.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from hashfab.isa.kit.decode import Decoded, decode, expand
from hashfab.isa.kit.model import Field, Instruction, InstructionSet
from hashfab.isa.kit.semantics import MASK

RAM = range(0x0000_0000, 0x0040_0000)
MAILBOX = range(0x4000_0000, 0x4000_1000)
DONE = MAILBOX.start + 0x20
NOWHERE = range(0x8000_0000, 0x8000_1000)  # nothing answers there

DATA = 0x8000
DATA_BYTES = 0x2000
SAVED = DATA + DATA_BYTES  # the handler's: two registers, and passes to go
END = SAVED + 0x10
STATIC = 4000  # instructions of one pass
NEAR = 12  # bits of an offset that does not lead out of the data

SIZES = {"lb": 1, "lbu": 1, "sb": 1, "lh": 2, "lhu": 2, "sh": 2}
"""Bytes that loads and stores access; 4 for the others."""

CORNERS = (0, 1, 2, 4, 0x7F, 0x80, 0x7FFF_FFFF, 0x8000_0000, MASK, MASK - 1, 0x5555_5555)


@dataclass(frozen=True)
class Program:
    """A random program.

    Attributes:
        image: what memory holds from address 0 on.
        instructions: about how many it executes, without those of interrupt handlers.
        seed: where it came from.
    """

    image: bytes
    instructions: int
    seed: int


class Unsuitable(Exception):
    """The instruction cannot be used at this place."""


class Dealer(ABC):
    """Emits code; one pass after the other executes it.

    Attributes:
        handler_address: where the handler is.
        base: the operand that is the base of an address.
        control: the classes of instructions that go elsewhere.
        copies: how often the deck has an instruction, by class; 1 for the others.
        code: what has been emitted of the block at hand; code does not depend on its address.
        weight: how often the block at hand is executed.
        executed: instructions of one pass so far.
        recent: registers that were written last.
        bases: registers that hold a word-aligned address in the middle of the data.
        reserved: registers that are not to be overwritten, loop counters for instance.
        depth: of nested blocks.
    """

    handler_address: ClassVar[int]
    base: ClassVar[str]
    control: ClassVar[tuple[str, ...]]
    copies: ClassVar[dict[str, int]] = {}

    def __init__(self, isa: InstructionSet, seed: int, faults: bool) -> None:
        self.isa = isa
        self.seed = seed
        self.faults = faults
        self.random = random.Random(seed)
        self.code = bytearray()
        self.weight = 1
        self.executed = 0
        self.recent: list[int] = []
        self.bases: set[int] = set()
        self.reserved: set[int] = set()
        self.depth = 0
        self.deck: list[Instruction] = []
        self.handler_length = 0
        self.items: dict[str, Callable[[Instruction], None]] = {
            "load": self.access,
            "store": self.access,
            "branch": self.branch,
            "jump": self.jump,
            "system": self.system,
        }

    # What an architecture says

    @abstractmethod
    def handler(self) -> None:
        """Emit what steps over the instruction that trapped, or masks an interrupt."""

    @abstractmethod
    def set_passes(self, passes: int) -> None:
        """Emit what stores the number of passes."""

    @abstractmethod
    def start(self) -> None:
        """Emit what a pass begins with: interrupts enabled, all state known."""

    @abstractmethod
    def finish(self, body: int) -> None:
        """Emit what goes back over ``body`` bytes for the next pass, or says that it is done."""

    @abstractmethod
    def go(self, skip: int) -> None:
        """Emit a jump over the next ``skip`` bytes."""

    @abstractmethod
    def constant(self, register: int, value: int) -> None:
        """Emit what loads a constant into a register other than zero."""

    @abstractmethod
    def target(self, decoded: Decoded) -> int:
        """The register that an instruction writes, 0 for none."""

    @abstractmethod
    def illegal_word(self) -> tuple[int, int]:
        """A word that is no instruction, and its length in bits."""

    @abstractmethod
    def branch(self, instruction: Instruction) -> None:
        """Emit a branch with what it needs."""

    @abstractmethod
    def jump(self, instruction: Instruction) -> None:
        """Emit a jump with what it needs."""

    @abstractmethod
    def system(self, instruction: Instruction) -> None:
        """Emit an instruction of the class with what it needs."""

    # The program

    def program(self, count: int) -> Program:
        """A program of about so many executed instructions."""
        handler = self.block(self.handler)
        self.handler_length = len(handler) // 4
        start = self.block(self.start)
        self.executed = 0
        self.bases = set()
        body = self.block(lambda: self.fill(min(count, STATIC)))
        passes = max(1, round(count / max(1, self.executed)))
        finish = self.block(lambda: self.finish(len(body)))
        set_passes = self.block(lambda: self.set_passes(passes))
        unused = self.handler_address - len(self.block(lambda: self.go(0)))
        entry = self.block(lambda: self.go(unused + len(handler)))
        image = entry.ljust(self.handler_address, b"\0") + handler + set_passes + start
        image = self.located(image + body + finish)
        if len(image) > DATA:
            raise ValueError(f"seed {self.seed}: {len(image)} bytes of code; at most {DATA} fit")
        data = self.random.randbytes(DATA_BYTES)
        image = (image.ljust(DATA, b"\0") + data).ljust(END, b"\0")
        return Program(image, passes * self.executed, self.seed)

    def located(self, code: bytes) -> bytes:
        """The code with what depends on its address, which begins at 0."""
        return code

    # Blocks and single instructions

    def block(self, body: Callable[[], None]) -> bytes:
        """What ``body`` emits, kept apart."""
        outer, self.code = self.code, bytearray()
        body()
        inner, self.code = self.code, outer
        return bytes(inner)

    @contextmanager
    def keeping(self, *registers: int) -> Iterator[None]:
        """A block that leaves some registers alone."""
        reserved = self.reserved
        self.reserved = reserved | set(registers) - {0}
        yield
        self.reserved = reserved

    @contextmanager
    def repeated(self, times: int, *counters: int) -> Iterator[None]:
        """A block that is executed several times; it leaves some registers alone."""
        weight = self.weight
        self.weight = weight * times
        self.depth += 1
        # A register that holds a base address now need not hold it in the next pass, nor behind
        # the block if that is skipped: no base is known in it, and none after it.
        self.bases = set()
        with self.keeping(*counters):
            yield
        self.bases = set()
        self.depth -= 1
        self.weight = weight

    def emit(self, mnemonic: str, **operands: int) -> None:
        """Emit an instruction."""
        instruction = self.isa.instructions[mnemonic]
        self.word(instruction.encode(**operands), instruction.bits)

    def word(self, word: int, bits: int = 32) -> None:
        """Emit a word."""
        self.code += word.to_bytes(bits // 8, "little")
        self.executed += self.weight
        decoded = decode(self.isa, word)
        if decoded is not None:
            target = self.target(expand(self.isa, decoded))
            self.bases.discard(target)
            if target:
                self.recent = [*self.recent[-2:], target]

    def free(self, low: int = 1, high: int = 31) -> int:
        """A register that may be overwritten."""
        return self.random.choice([n for n in range(low, high + 1) if n not in self.reserved])

    def value(self) -> int:
        """A random word."""
        if self.random.random() < 0.3:
            return self.random.choice(CORNERS)
        return self.random.getrandbits(32)

    def operand(self, item: Field) -> int:
        """A random value of a field."""
        low = item.base
        if item.type.register:
            high = low + (1 << item.bits) - 1
            if item.name == "rd":
                return self.free(low, high)
            recent = [n for n in self.recent if low <= n <= high]
            if recent and self.random.random() < 0.5:
                return self.random.choice(recent)
            return self.random.randint(low, high)
        raw = self.random.choice((0, MASK, *(self.random.getrandbits(32) for _ in range(6))))
        return item.extract(raw & item.mask if item.bits <= 32 else raw)

    def operands(self, instruction: Instruction, **fixed: int) -> dict[str, int]:
        """Random operands that have an encoding, some of them given."""
        for _ in range(100):
            values = {item.name: self.operand(item) for item in instruction.fields} | fixed
            try:
                word = instruction.encode(**values)
            except ValueError:
                continue
            decoded = decode(self.isa, word)
            if decoded is None:
                continue
            if self.target(expand(self.isa, decoded)) not in self.reserved:
                return values
        raise ValueError(f"no operands for {instruction.mnemonic}, {fixed} given")

    # Items: an instruction with what it needs to do no harm

    def fill(self, count: int) -> None:
        """Deal instructions until ``count`` more are executed, and the deck has gone round."""
        goal = self.executed + count
        while self.executed < goal:
            self.item()

    def item(self, control: bool = True) -> None:
        """One instruction from the deck, or something illegal, or a fresh value.

        Args:
            control: whether it may be one that goes elsewhere.
        """
        kind = self.random.random()
        if kind < 0.03:
            self.word(*self.illegal_word())
            self.trapped()
            return
        if kind < 0.06:
            self.constant(self.free(), self.value())
            return
        avoid: tuple[str, ...] = ()
        if not control:
            avoid = self.control
        elif self.depth >= 2:
            avoid = tuple(group for group in self.control if group != "system")
        instruction = self.deal(avoid)
        try:
            self.items.get(instruction.group, self.plain)(instruction)
        except Unsuitable:
            self.plain(self.isa.instructions["xor"])

    def deal(self, avoid: tuple[str, ...]) -> Instruction:
        """The next instruction of the deck that is not of these classes."""
        for index in reversed(range(len(self.deck))):
            if self.deck[index].group not in avoid:
                return self.deck.pop(index)
        every = [
            item
            for item in self.isa.instructions.values()
            for _ in range(self.copies.get(item.group, 1))
        ]
        self.random.shuffle(every)
        self.deck = every + self.deck
        return self.deal(avoid)

    def few(self) -> None:
        """Some items."""
        for _ in range(self.random.randint(1, 4)):
            self.item()

    def trapped(self) -> None:
        """Count what the handler executes."""
        self.executed += self.weight * self.handler_length

    def plain(self, instruction: Instruction) -> None:
        """An instruction with random operands."""
        self.emit(instruction.mnemonic, **self.operands(instruction))

    def access(self, instruction: Instruction) -> None:
        """A load or a store, sometimes misaligned, sometimes to nowhere."""
        fixed = {}
        register = 2  # the stack pointer, the base of those that do not name one
        if self.base in instruction.field:
            item = instruction.field[self.base]
            known = [n for n in self.bases if item.base <= n < item.base + (1 << item.bits)]
            if known and self.random.random() < 0.7:
                register = self.random.choice(known)
            else:
                register = self.free(max(1, item.base), item.base + (1 << item.bits) - 1)
            fixed[self.base] = register
        values = self.operands(instruction, **fixed)
        size = SIZES.get(instruction.mnemonic, 4)
        offset = values.get("imm", 0)
        near = (offset & (1 << NEAR) - 1 ^ 1 << NEAR - 1) - (1 << NEAR - 1)
        if register in self.bases:
            if "imm" in values:
                values["imm"] = near - near % size if self.random.random() < 0.9 else near
        else:
            if register in self.reserved:
                raise Unsuitable
            base = DATA + DATA_BYTES // 2 + 4 * self.random.randrange(64)
            odd = self.random.random()
            if self.faults and odd < 0.05:
                base = self.random.choice(NOWHERE[0x800:0x900:4])
            if 0.05 < odd < 0.2:
                base += self.random.randrange(4)
            elif offset % size:
                values["imm"] = offset - offset % size
            self.constant(register, base - (offset - near) & MASK)
            if offset == near and base in range(DATA, SAVED) and base % 4 == 0:
                self.bases.add(register)
        self.emit(instruction.mnemonic, **values)

    def jump_back(self, jump: Callable[[int], None], length: int) -> None:
        """Forward over a block, back to it, and forward to the end.

        Args:
            jump: emits the jump back over so many bytes.
            length: of what it emits, in bytes.
        """
        with self.repeated(1):
            early = self.block(self.few)
        with self.repeated(1):
            late = self.block(self.few)
        over = self.block(lambda: self.go(len(late) + length))
        self.go(len(early) + len(over))
        self.code += early + over + late
        jump(len(early) + len(over) + len(late))
        self.bases = set()
