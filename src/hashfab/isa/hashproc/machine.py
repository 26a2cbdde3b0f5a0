# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate reference model of the hash processor, its memories and its input side."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hashfab.isa.hashproc import datapath
from hashfab.isa.hashproc.datapath import Datapath, Inputs
from hashfab.isa.hashproc.description import (
    BLOCK_BYTES,
    BLOCKS,
    BUFFER_BYTES,
    MESSAGE_BLOCK,
    ROW_BYTES,
    WORD_BYTES,
    Mode,
    opcode,
)
from hashfab.isa.hashproc.program import Input, Program
from hashfab.isa.hashproc.sequencer import Issue, Sequencer

CHAIN = (2, 3)  # the blocks of the chaining values


class Record(NamedTuple):
    """An instruction in EX1, and what it finds there.

    Attributes:
        cycle: since the start.
        pc: its address.
        opcode: its number.
        kr: operand register K.
        mr: operand register M; 0 where M is not loaded.
        one: side 1, a to h, w[0] to w[14], wr.
        two: side 2, in the order of ``datapath``.
    """

    cycle: int
    pc: int
    opcode: int
    kr: int
    mr: int
    one: tuple[int, ...]
    two: tuple[int, ...]


class Cycle(NamedTuple):
    """What the ports show in a cycle.

    Attributes:
        in_ready: a beat of input is taken if it is there.
        out_valid: a beat of output is there.
        out_data: its 16 bytes.
        write: block, address and bytes that a result is written to.
        record: the instruction that leaves EX1.
    """

    in_ready: bool
    out_valid: bool
    out_data: int
    write: tuple[int, int, bytes] | None
    record: Record | None


@dataclass
class Feeder:
    """The input side: words go to one half of dm1 while the other one is read.

    Attributes:
        shape: what it was told.
        full: of each buffer.
        fill: the buffer that is filled.
        read: the buffer that instructions read.
    """

    shape: Input
    full: list[bool] = field(default_factory=lambda: [False, False])
    fill: int = 0
    read: int = 0
    _freed: int | None = None
    _half: int = 0
    _index: int = 0
    _stream: int = 0

    def ready(self) -> bool:
        """Whether a beat is taken, if the write bus is free."""
        return not self.full[self.fill] and (self.shape.word == WORD_BYTES or self._half == 1)

    def write(self, beat: bytes, memory: bytearray) -> None:
        """Write the word that is next."""
        size = self.shape.word
        word = beat[size * self._half : size * self._half + size]
        stride = WORD_BYTES if self.shape.streams == 1 else ROW_BYTES
        address = self.fill * BUFFER_BYTES + stride * self._index + size * self._stream
        memory[address : address + size] = word[::-1] if self.shape.swap else word
        self._half = 0 if size == 8 else 1 - self._half
        self._index += 1
        if self._index == self.shape.words:
            self._index = 0
            self._stream += 1
            if self._stream == self.shape.streams:
                self._stream = 0
                self.full[self.fill] = True
                self.fill = 1 - self.fill

    def advance(self, release: bool) -> None:
        """When the pipeline moves; a released buffer is free when its reader has left Mem."""
        if self._freed is not None:
            self.full[self._freed] = False
        self._freed = self.read if release else None
        if release:
            self.read = 1 - self.read


class Slot(NamedTuple):
    """An instruction between ID and EX1, with the buffer of dm1 that it works on."""

    issue: Issue
    buffer: int


@dataclass
class Machine:
    """The processor.

    Attributes:
        program: what it runs.
        memory: data memory.
        ring: the datapath.
        sequencer: the stage ID.
        feeder: the input side.
        busy: whether a segment runs.
        cycles: since the start.
    """

    program: Program
    memory: list[bytearray] = field(init=False)
    ring: Datapath = field(default_factory=Datapath)
    sequencer: Sequencer = field(init=False)
    feeder: Feeder = field(init=False)
    busy: bool = False
    cycles: int = 0
    _fetch: bool = False
    _valid: bool = False
    _next: Issue | None = None
    _mem: Slot | None = None
    _perm: Slot | None = None
    _ex1: Slot | None = None
    _rows: tuple[int, int] = (0, 0)
    _lines: list[int] = field(default_factory=lambda: [0] * BLOCKS)
    _sent: bool = False

    def __post_init__(self) -> None:
        self.memory = [bytearray(BLOCK_BYTES) for _ in range(BLOCKS)]
        for (block, address), byte in self.program.data.items():
            self.memory[block][address] = byte
        self.sequencer = Sequencer(self.program.words)
        self.feeder = Feeder(self.program.input or Input(1, 8, 1))

    def start(self, pc: int, blocks: int) -> None:
        """What the host's start does, at the end of a cycle."""
        self.sequencer.start(pc, blocks)
        self.busy = self._fetch = True
        self.cycles = 0

    def cycle(self, beat: bytes | None, out_ready: bool) -> Cycle:
        """One clock cycle.

        Args:
            beat: 8 bytes of input, if some are there.
            out_ready: whether a beat of output is taken.
        """
        if self._valid and self._next is None:
            self._next = self.sequencer.issue()
        coming = self._next
        waits = (
            coming is not None
            and bool(coming.operands.wait)
            and not self.feeder.full[self.feeder.read]
        )
        target = self._ex1.issue if self._ex1 else None
        result = 0
        if target and target.operands.dmode:
            result = self.ring.result(target.item.mnemonic not in ("SHA3", "SHA3A", "SHIFT"))
        out_valid = bool(target and target.operands.dmode == Mode.OUT and not self._sent)
        advance = not waits and (not out_valid or out_ready)

        write = None
        if target and target.d is not None and not waits and self._ex1:
            write = (target.operands.dblock, target.d, result.to_bytes(ROW_BYTES, "little"))
        record = self._execute() if advance and self._ex1 else None
        if advance:
            self._read(target)
        in_ready = write is None and self.feeder.ready()
        takes = write is None and beat is not None and not self.feeder.full[self.feeder.fill]
        if write and self._ex1:
            self._store(*write, self._ex1.buffer)
        if takes and beat is not None:
            self.feeder.write(beat, self.memory[1])
        if advance:
            self._move(coming)
        self._sent = not advance and (self._sent or (out_valid and out_ready))
        if self._fetch:
            self._fetch, self._valid = False, True
        self.cycles += 1
        return Cycle(in_ready, out_valid, result, write, record)

    # Stages, the last one first

    def _execute(self) -> Record | None:
        """EX1, and EX2 of the step before."""
        assert self._ex1
        issue, _ = self._ex1
        ring = self.ring
        final = bool(issue.operands.final) and issue.step
        if final:
            ring.chain_early(*self._rows)
        record = Record(
            self.cycles,
            issue.pc,
            opcode(issue.item),
            ring.kr,
            ring.mr,
            tuple(ring.one),
            tuple(ring.two),
        )
        ring.inputs = Inputs(
            m=bool(issue.operands.mmode),
            d=bool(issue.operands.dmode),
            final=final,
            chain=(self._lines[2], self._lines[3]),
        )
        issue.item.execute(ring, issue.operands)
        if issue.item.mnemonic == "HALT":
            self.busy = False
        return record

    def _read(self, target: Issue | None) -> None:
        """What Perm has, and what is read in Mem."""
        if self._perm:
            issue = self._perm.issue
            if issue.k is not None:
                self.ring.kr = self._word(issue.operands.kblock)
            self.ring.mr = 0 if issue.m is None else self._word(issue.operands.mblock)
            self._rows = (self._lines[2], self._lines[3])
        if self._mem:
            issue, buffer = self._mem
            for name in "km":
                address = getattr(issue, name)
                if address is not None:
                    block = getattr(issue.operands, f"{name}block")
                    self._lines[block] = self._line(block, address, buffer)
            if issue.operands.final:
                for block in CHAIN:
                    self._lines[block] = self._line(block, ROW_BYTES * issue.operands.row, 0)
        if target and target.operands.final and target.step:
            for block in CHAIN:
                self._lines[block] = self._line(block, ROW_BYTES * (target.operands.row + 1), 0)

    def _move(self, coming: Issue | None) -> None:
        self._ex1, self._perm = self._perm, self._mem
        self._mem = Slot(coming, self.feeder.read) if coming else None
        self.feeder.advance(bool(coming and coming.last and coming.operands.release))
        self._next = None
        if coming and self.sequencer.halted:
            self._valid = False

    # Data memory

    def _word(self, block: int) -> int:
        return self._lines[block] & datapath.MASK

    def _addresses(self, block: int, address: int, buffer: int) -> Sequence[int]:
        if block != MESSAGE_BLOCK:
            return [(address + index) % BLOCK_BYTES for index in range(ROW_BYTES)]
        base = buffer * BUFFER_BYTES
        return [base + (address + index) % BUFFER_BYTES for index in range(ROW_BYTES)]

    def _line(self, block: int, address: int, buffer: int) -> int:
        memory = self.memory[block]
        return int.from_bytes(
            bytes(memory[place] for place in self._addresses(block, address, buffer)), "little"
        )

    def _store(self, block: int, address: int, data: bytes, buffer: int) -> None:
        for place, byte in zip(self._addresses(block, address, buffer), data, strict=True):
            self.memory[block][place] = byte


class Segment(NamedTuple):
    """What came of a segment.

    Attributes:
        out: beats of output, 16 bytes each as a number.
        records: the instructions in EX1.
        cycles: from the cycle behind the start until busy falls.
    """

    out: list[int]
    records: list[Record]
    cycles: int


def run(
    machine: Machine, pc: int, blocks: int, data: bytes = b"", limit: int = 1_000_000
) -> Segment:
    """Run a segment; input is always there, and output is always taken.

    Args:
        machine: that runs it.
        pc: where it starts.
        blocks: for `REPEAT blocks`.
        data: what comes in, a multiple of 8 bytes.
        limit: of cycles.

    Raises:
        TimeoutError: it did not end.
    """
    position = 0
    out: list[int] = []
    records: list[Record] = []

    def clock() -> None:
        nonlocal position
        beat = data[position : position + WORD_BYTES] or None
        seen = machine.cycle(beat, True)
        if beat is not None and seen.in_ready:
            position += WORD_BYTES
        if seen.out_valid:
            out.append(seen.out_data)
        if seen.record:
            records.append(seen.record)

    clock()  # in which the host says start
    machine.start(pc, blocks)
    while machine.busy:
        if machine.cycles >= limit:
            raise TimeoutError(f"no end after {limit} cycles")
        clock()
    return Segment(out, records, machine.cycles)
