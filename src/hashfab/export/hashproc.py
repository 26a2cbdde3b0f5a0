# SPDX-License-Identifier: Apache-2.0
"""The hash processor with its memories: a host loads microprograms, feeds blocks, takes results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from hashfab.designs import Design, algorithms
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector
from hashfab.isa.hashproc import description

if TYPE_CHECKING:
    from hashfab.isa.hashproc.program import Program

RUNS = (
    tuple(Vector("sha256", size) for size in (65, 100, 118, 119)),
    (Vector("sha512", 7), Vector("sha512", 111)),
    (Vector("shake128", 170, 168),),
)
"""A microprogram each, with messages for all of its streams that have the same number of blocks.
Every bit that the processor puts out belongs to a digest."""

HIGH, DATA, START, INPUT = 0x100, 0x400, 0x800, 0x801
"""Addresses of the host port; the low parts of program words begin at 0."""

WRITE, FEED, WAIT = range(3)
"""What a line of the host's script does: write, let input up to here go, wait for results."""


@dataclass
class Script:
    """What the host does, sends and expects.

    Attributes:
        lines: kind, address and data.
        words: input, 64 bits each.
        beats: output, 128 bits each, and which of the bits are compared.
    """

    lines: list[tuple[int, int, int]] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    beats: list[tuple[int, int]] = field(default_factory=list)

    def write(self, address: int, data: int) -> None:
        """Add a write of the host."""
        self.lines.append((WRITE, address, data))


class NativeHashproc(Kind):
    """The processor, its memories, and a host."""

    family = "hashproc"
    guide = "hashproc.md"
    software = "the microprograms"

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Three microprograms after one another, a message in each stream."""
        from hashfab.isa.hashproc import library  # The assembler is slow to import.

        script = Script()
        # An unknown bit of memory stays unknown in a simulator, where hardware masks it.
        for at in range(description.BLOCKS * description.BLOCK_BYTES // 8):
            script.write(DATA + at, 0)
        for vectors in RUNS:
            _run(script, library.assembled(vectors[0].name).program, vectors)
        tests = [vector.title for vectors in RUNS for vector in vectors]
        return {
            **{f"sw/{name}.bundle": library.bundle(name) for name in library.ALGORITHMS},
            "tb/host.hex": "".join(
                f"{kind:x}{address:03x}{data:016x}\n" for kind, address, data in script.lines
            ),
            "tb/input.hex": "".join(f"{word:016x}\n" for word in script.words),
            "tb/digests.hex": "".join(f"{beat:032x}\n" for beat, _ in script.beats),
            "tb/mask.hex": "".join(f"{mask:032x}\n" for _, mask in script.beats),
            "tb/tb.sv": render(
                "hashproc.sv",
                design=design,
                top=top,
                lines=len(script.lines),
                words=len(script.words),
                beats=len(script.beats),
                tests=tests,
            ),
        }


def _run(script: Script, program: Program, vectors: tuple[Vector, ...]) -> None:
    """Load a program, hash a message in each stream, and expect the digests."""
    assert program.input is not None
    for address, word in enumerate(program.words):
        script.write(address, word & (1 << 64) - 1)
        script.write(HIGH + address, word >> 64)
    memory: dict[int, int] = {}
    for (block, address), byte in program.data.items():
        place = block * description.BLOCK_BYTES + address
        at = DATA + place // 8
        memory[at] = memory.get(at, 0) | byte << 8 * (place % 8)
    for address, data in sorted(memory.items()):
        script.write(address, data)
    given = program.input
    swap = 0x100 if given.swap else 0
    wide = 4 if given.word == 8 else 0
    script.write(INPUT, given.streams - 1 | wide | given.words - 1 << 3 | swap)
    assert given.streams == len(vectors)
    padded = [algorithms.padded(vector.algorithm, vector.message) for vector in vectors]
    size = vectors[0].algorithm.block_bytes
    (blocks,) = {len(text) // size for text in padded}
    for block in range(blocks):
        for text in padded:
            part = text[block * size : (block + 1) * size]
            script.words += [
                int.from_bytes(part[at : at + 8], "little") for at in range(0, size, 8)
            ]
    script.lines.append((FEED, 0, len(script.words)))
    name = "absorb" if program.chain is None else "run"
    if program.chain is not None:
        for address, data in _chain(program, program.chain):
            script.write(address, data)
    # A program may have an entry of its own for a single block, and then counts one block less.
    single = f"{name}1" in program.entries
    entry = program.entries[f"{name}1" if single and blocks == 1 else name]
    count = blocks - 1 if single and blocks > 1 else blocks
    script.write(START, count << 16 | entry)
    if program.chain is None:
        digest = vectors[0].digest
        words = [int.from_bytes(digest[at : at + 8], "little") for at in range(0, len(digest), 8)]
        script.beats += [(word, (1 << 64) - 1) for word in words]
    else:
        script.beats += [(beat, (1 << 128) - 1) for beat in _chained(program, vectors)]
    script.lines.append((WAIT, 0, len(script.beats)))


def _chain(program: Program, rows: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The writes of the initial chaining values.

    H1 and H5 share a row of block 3, H2 and H6 one of block 2, H0 and H4, H3 and H7 the next ones.
    """
    assert program.input is not None
    values = [*program.iv, *([0] * (8 - len(program.iv)))]
    if program.input.word == 4:
        values = [value | value << 32 for value in values]
    for row in rows:
        for i in range(4):
            block, below = (3 if i < 2 else 2), int(i in (0, 3))
            place = block * description.BLOCK_BYTES + (row + below) * description.ROW_BYTES
            yield DATA + place // 8, values[i]
            yield DATA + place // 8 + 1, values[i + 4]


def _chained(program: Program, vectors: tuple[Vector, ...]) -> Iterator[int]:
    """What comes out: H3 and H7, H2 and H6, H1 and H5, H0 and H4, contexts in turn."""
    assert program.input is not None and program.digest is not None
    assert program.digest.registers == tuple(range(8)), "a digest that is not the whole state"
    size = program.input.word
    order: Literal["big", "little"] = "big" if program.digest.order == "big" else "little"

    def word(context: int, i: int) -> int:
        per_context = 8 // size
        streams = vectors[context * per_context : (context + 1) * per_context]
        parts = [int.from_bytes(v.digest[size * i : size * (i + 1)], order) for v in streams]
        return sum(part << 8 * size * at for at, part in enumerate(parts))

    for i in (3, 2, 1, 0):
        for context in (0, 1):
            yield word(context, i) | word(context, i + 4) << 64
