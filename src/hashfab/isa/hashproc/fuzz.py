# SPDX-License-Identifier: Apache-2.0
"""Random programs without hazards, for lockstep runs of the hash processor and its model.

A program is a sequence of sections, each of steps or of SHA-3 instructions behind a CLEAR, with
loops, repetitions and operands of every kind. What the hazard check finds is taken out again. At
the end the program reads the blocks of data memory that it owns.
"""

import random
from dataclasses import dataclass, field
from typing import NamedTuple

from hashfab.isa.hashproc import hazards
from hashfab.isa.hashproc.description import (
    ADDRESS_REGISTERS,
    BLOCK_BYTES,
    BLOCKS,
    ISA,
    LOOP_DEPTH,
    OPERAND_BLOCKS,
    PROGRAM_WORDS,
    ROWS,
    SHAPES,
    STEP,
    WAITING_WORDS,
    WORD_BYTES,
    Mode,
    context,
    opcode,
)
from hashfab.isa.hashproc.program import Input, Program
from hashfab.isa.hashproc.sequencer import Sequencer
from hashfab.isa.kit.model import Instruction

STEPS = tuple(item for item in ISA.instructions.values() if opcode(item) >= STEP)
SHA3 = tuple(ISA.instructions[name] for name in ("SHIFT", "SHIFT", "COPY", "SHA3", "SHA3A"))
MOST = 4000  # instructions that a program executes
DUMP = WAITING_WORDS + BLOCK_BYTES // WORD_BYTES  # shifts until the last word of a block has left
MOST_OF_AN_ITEM = 16  # words that are emitted without looking for room
RESERVE = 6  # words of the program's end


class Case(NamedTuple):
    """A program to run.

    Attributes:
        program: with its data; it has one entry.
        blocks: for the register.
        data: what comes in, enough for every buffer that the program takes.
    """

    program: Program
    blocks: int
    data: bytes


def case(seed: int) -> Case:
    """A random program with its data."""
    return _Generator(random.Random(seed)).case()


@dataclass
class _Statement:
    """An instruction on its way to a word."""

    item: Instruction
    fields: dict[str, int] = field(default_factory=dict)


@dataclass
class _Generator:
    """Emits statements.

    Attributes:
        random: numbers.
        statements: so far.
        weight: how often the statement at hand is executed.
        executed: instructions so far.
        blocks: what the register will be.
        deck: steps that are dealt next, so that each comes up.
    """

    random: random.Random
    statements: list[_Statement] = field(default_factory=list)
    weight: int = 1
    executed: int = 0
    blocks: int = 1
    deck: list[Instruction] = field(default_factory=list)

    def case(self) -> Case:
        rng = self.random
        self.blocks = rng.randint(1, 4)
        for _ in range(rng.randint(1, 6)):
            if not self.room(MOST_OF_AN_ITEM):
                break
            kind = rng.choice(("step", "step", "sha3"))
            self.clear(kind)
            self.section(kind, 0, rng.randint(4, 12))
        self.dump()
        assert len(self.statements) <= PROGRAM_WORDS
        self.repair()
        (streams, word), most = rng.choice(tuple(SHAPES.items()))
        words = rng.randint(1, most)
        data = {
            (block, address): rng.randrange(256)
            for block in range(BLOCKS)
            for address in range(BLOCK_BYTES)
        }
        shape = Input(streams, word, words, rng.random() < 0.5)
        program = Program(self.words(), data, {"start": 0}, input=shape)
        size = (self.releases(program) + 2) * streams * word * words
        return Case(program, self.blocks, rng.randbytes(-(-size // 8) * 8))

    def words(self) -> tuple[int, ...]:
        return tuple(item.item.encode(**item.fields) for item in self.statements)

    def releases(self, program: Program) -> int:
        sequencer = Sequencer(program.words)
        sequencer.start(0, self.blocks)
        count = 0
        while not sequencer.halted:
            issue = sequencer.issue()
            count += issue.last and issue.operands.release
        return count

    def repair(self) -> None:
        """Take out operands and options until there is no hazard."""
        while True:
            program = Program(self.words(), entries={"start": 0})
            wrong = {found.pc for found in hazards.find(program)}
            if not wrong:
                return
            for pc in wrong:
                statement = self.statements[pc]
                kept = {"times", "opens", "count", "ends", "wait"}
                before = dict(statement.fields)
                statement.fields = {k: v for k, v in before.items() if k in kept}
                if 0 in statement.item.never.get("mmode", ()):
                    statement.fields["mmode"] = Mode.ZERO
                if statement.fields == before:
                    raise AssertionError(f"nothing to take out at {pc}")

    # Statements

    def room(self, count: int = 1) -> bool:
        return len(self.statements) + count + RESERVE < PROGRAM_WORDS and self.executed < MOST

    def emit(self, name: str, **fields: int) -> _Statement:
        statement = _Statement(ISA.instructions[name], fields)
        self.statements.append(statement)
        self.executed += self.weight * (fields.get("times", 0) + 1)
        return statement

    def section(self, kind: str, depth: int, count: int) -> None:
        """So many items; the first of them is an instruction."""
        for number in range(count):
            if not self.room(MOST_OF_AN_ITEM):
                return
            if number and depth < LOOP_DEPTH and self.random.random() < 0.35:
                self.loop(kind, depth + 1)
            elif self.random.random() < 0.15:
                self.control(kind)
            elif kind == "step":
                self.pairs(self.random.randint(1, 4))
            else:
                self.sha3()

    def loop(self, kind: str, depth: int) -> None:
        rng = self.random
        room = max(1, (MOST - self.executed) // (40 * self.weight))
        most = min(255, room) if rng.random() < 0.3 else min(4, room)
        count = rng.randint(0, most)
        passes = count or self.blocks
        first = len(self.statements)
        outer = self.weight
        self.weight *= passes
        self.section(kind, depth, rng.randint(1, 3))
        self.weight = outer
        if len(self.statements) == first:
            return
        if self.statements[-1].fields.get("ends", 0) == 3:
            self.emit("NOP")
        self.statements[first].fields |= {"opens": 1, "count": count}
        last = self.statements[-1]
        last.fields["ends"] = last.fields.get("ends", 0) + 1

    def pairs(self, count: int) -> None:
        """Steps of both contexts in turn."""
        for number in range(2 * count):
            item = self.step(number & 1)
            statement = self.emit(item.mnemonic)
            self.operands(statement)
            high = any(
                Mode(statement.fields.get(f"{name}mode", 0)).memory
                and statement.fields[f"{name}block"] >= 2
                for name in "km"
            )
            if number < 2 * count - 1 and not high and self.random.random() < 0.15:
                statement.fields |= {"final": 1, "row": self.random.randint(0, ROWS - 2)}

    def step(self, side: int) -> Instruction:
        for index, item in enumerate(self.deck):
            if context(item) == side:
                return self.deck.pop(index)
        self.deck = list(STEPS)
        self.random.shuffle(self.deck)
        return self.step(side)

    def sha3(self) -> None:
        statement = self.emit(self.random.choice(SHA3).mnemonic, times=self.times())
        self.operands(statement)

    def clear(self, kind: str) -> None:
        """CLEAR, now and then what needs no constant, and a constant behind every store."""
        self.emit("CLEAR")
        if self.random.random() < 0.5:
            for name in ("LOAD0", "LOAD1") if kind == "step" else ("SHIFT", "COPY"):
                self.operands(self.emit(name))
        self.emit("NOP", times=2)
        block = self.random.choice(OPERAND_BLOCKS["k"])
        self.emit("NOP", kmode=Mode.IMM, kblock=block, kimm=self.random.randrange(BLOCK_BYTES))

    def control(self, kind: str) -> None:
        rng = self.random
        which = rng.random()
        if which < 0.6:
            fields = {name: rng.randrange(BLOCK_BYTES) for name in ("kimm", "mimm", "dimm")}
            if rng.random() < 0.5:  # a range that is wrapped in
                fields["mimm"], fields["dimm"] = sorted((fields["mimm"], fields["dimm"]))
                fields["kimm"] = rng.randint(fields["mimm"], fields["dimm"])
            self.emit("SET", kar=rng.randrange(ADDRESS_REGISTERS), **fields)
        elif which < 0.8:
            self.clear(kind)
        else:
            self.operands(self.emit("NOP", times=self.times()))

    def times(self) -> int:
        """Repetitions less one; now and then as many as there are."""
        rng = self.random
        most = max(0, (MOST - self.executed) // self.weight)
        kind = rng.random()
        wanted = 255 if kind < 0.05 else rng.randint(0, 24) if kind < 0.5 else 0
        return min(wanted, most)

    def operands(self, statement: _Statement) -> None:
        """Random operands, -w and -r."""
        rng, fields = self.random, statement.fields
        never = statement.item.never
        used: dict[int, bool] = {}
        for name, chance in (("k", 0.6), ("m", 0.5), ("d", 0.4)):
            excluded = never.get(f"{name}mode", ())
            if Mode.IMM in excluded or (rng.random() > chance and 0 not in excluded):
                continue
            if name == "m" and rng.random() < 0.15:
                fields["mmode"] = Mode.ZERO
                continue
            if name == "d" and rng.random() < 0.4:
                fields["dmode"] = Mode.OUT
                continue
            self.address(name, fields, used)
        if rng.random() < 0.15:
            fields["wait"] = 1
        if rng.random() < 0.08:
            fields["release"] = 1

    def address(self, name: str, fields: dict[str, int], used: dict[int, bool]) -> None:
        """A random place in data memory; a register that changes is used once."""
        rng = self.random
        block = rng.choice(OPERAND_BLOCKS[name])
        mode = Mode(rng.randint(Mode.IMM, Mode.MOD))
        register = rng.randrange(ADDRESS_REGISTERS)
        if mode.register and register in used and (used[register] or mode.updates):
            mode = Mode.IMM
        fields |= {f"{name}mode": mode, f"{name}block": block}
        if mode.register:
            used[register] = mode.updates or used.get(register, False)
            fields[f"{name}ar"] = register
        if mode is Mode.IMM or mode in (Mode.ADD, Mode.MOD):
            fields[f"{name}imm"] = rng.choice((rng.randrange(BLOCK_BYTES), rng.randrange(24)))

    def dump(self) -> None:
        """The end: read data memory but for the message block, and put out what M can read."""
        self.emit("CLEAR")
        self.emit("SET", kar=0, kimm=0, mimm=0, dimm=BLOCK_BYTES - 1)
        fields = {"mmode": Mode.ADD, "mblock": 3, "mimm": 8, "dmode": Mode.OUT}
        self.emit("SHIFT", times=DUMP - 1, **fields)
        for block in OPERAND_BLOCKS["k"]:
            fields = {"kmode": Mode.ADD, "kblock": block, "kimm": 8}
            self.emit("NOP", times=BLOCK_BYTES // WORD_BYTES - 1, **fields)
        self.emit("HALT")
