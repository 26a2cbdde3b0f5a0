# SPDX-License-Identifier: Apache-2.0
"""Which instruction comes when, and with which addresses: the stage ID.

It does not depend on data, so that a program's hazards can be found without any.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from hashfab.isa.hashproc.description import (
    ADDRESS_REGISTERS,
    BLOCK_BYTES,
    ISA,
    Mode,
    context,
)
from hashfab.isa.kit.decode import Decoded, decode
from hashfab.isa.kit.model import Instruction, Operands

LAST = BLOCK_BYTES - 1


class Issue(NamedTuple):
    """An instruction that goes down the pipeline.

    Attributes:
        pc: its address.
        item: the instruction.
        operands: its fields.
        k: the byte address of K; None if it is not in memory. Likewise m and d.
        m: see there.
        d: see there.
        last: whether it is the last of its repetitions.
    """

    pc: int
    item: Instruction
    operands: Operands
    k: int | None
    m: int | None
    d: int | None
    last: bool

    @property
    def step(self) -> bool:
        """Whether it turns the ring."""
        return context(self.item) is not None


@cache
def fetch(word: int) -> Decoded:
    """The instruction in a word; a word that is none does nothing."""
    return decode(ISA, word) or Decoded(ISA.instructions["NOP"], decode_nothing())


@cache
def decode_nothing() -> Operands:
    """The fields of the word 0."""
    nothing = ISA.instructions["NOP"].decode(0)
    assert nothing is not None
    return nothing


@dataclass
class Sequencer:
    """Program counter, loops and address registers.

    Attributes:
        words: the program.
        pc: address of the next instruction.
        blocks: the register that `REPEAT blocks` takes.
        values: address registers; starts and ends likewise.
        starts: see there.
        ends: see there.
        halted: whether HALT was issued.
    """

    words: Sequence[int]
    pc: int = 0
    blocks: int = 1
    values: list[int] = field(default_factory=lambda: [0] * ADDRESS_REGISTERS)
    starts: list[int] = field(default_factory=lambda: [0] * ADDRESS_REGISTERS)
    ends: list[int] = field(default_factory=lambda: [LAST] * ADDRESS_REGISTERS)
    halted: bool = False
    _done: int = 0
    _looped: bool = False
    _stack: list[tuple[int, int]] = field(default_factory=list)

    def start(self, pc: int, blocks: int) -> None:
        """What the host's start does."""
        self.pc, self.blocks, self.halted = pc, blocks, False
        self._done, self._looped, self._stack = 0, False, []

    def issue(self) -> Issue:
        """The next instruction; the sequencer goes on behind it."""
        pc = self.pc
        item, operands = fetch(self.words[pc] if pc < len(self.words) else 0)
        last = self._done == operands.times or item.mnemonic == "HALT"
        if operands.opens and not self._looped and not self._done:
            self._stack.append((pc, operands.count or self.blocks))
        k, m, d = (self._address(operands, name) for name in "kmd")
        for name in "kmd":
            self._update(operands, name)
        if item.mnemonic == "SET":
            number = operands.kar
            self.values[number] = operands.kimm
            self.starts[number], self.ends[number] = operands.mimm, operands.dimm
        self._done = 0 if last else self._done + 1
        if item.mnemonic == "HALT":
            self.halted = True
        elif last:
            self._advance(operands.ends)
        return Issue(pc, item, operands, k, m, d, last)

    def _advance(self, ends: int) -> None:
        """The next address behind the last repetition."""
        self._looped = False
        for _ in range(ends):
            start, count = self._stack[-1] if self._stack else (self.pc, 1)
            if count > 1:
                self._stack[-1] = (start, count - 1)
                self.pc, self._looped = start, True
                return
            if self._stack:
                self._stack.pop()
        self.pc = self.pc + 1 & 0xFF

    def _address(self, operands: Operands, name: str) -> int | None:
        mode = Mode(getattr(operands, f"{name}mode"))
        if not mode.memory:
            return None
        if mode is Mode.IMM:
            return int(getattr(operands, f"{name}imm"))
        number: int = getattr(operands, f"{name}ar")
        return self.values[number]

    def _update(self, operands: Operands, name: str) -> None:
        mode = Mode(getattr(operands, f"{name}mode"))
        if not mode.updates:
            return
        number = getattr(operands, f"{name}ar")
        step = 1 if mode is Mode.INC else getattr(operands, f"{name}imm")
        total = self.values[number] + step
        if mode is Mode.MOD and total > self.ends[number]:
            total = self.starts[number]
        self.values[number] = total & LAST
