# SPDX-License-Identifier: Apache-2.0
"""A program of the hash processor with its data and what a host must know: the bundle.

A bundle is text, a record per line: ``pm ADDRESS HEX20``, ``dm BLOCK ADDRESS HEX`` (bytes in the
order of addresses), ``entry NAME PC``, and one each at most of ``algorithm NAME``,
``input STREAMS WORDBYTES WORDS SWAP``, ``chain ROW0 ROW1``, ``iv WORDBYTES HEX...``,
``digest BYTES big|little REGISTER...``, ``pad LENGTHBYTES big|little`` and
``sponge RATE DOMAIN ROUNDS``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Input:
    """What the input side is told.

    Attributes:
        streams: messages that run side by side, 1 to 4.
        word: bytes of a word, 4 or 8.
        words: of a block of one stream, 1 to 32.
        swap: whether the bytes of each word are reversed.
    """

    streams: int
    word: int
    words: int
    swap: bool = False


@dataclass(frozen=True)
class Digest:
    """What the digest is.

    Attributes:
        size: its bytes; of an XOF, those that are asked for by default.
        order: ``big`` or ``little``, of the bytes in a word.
        registers: which register has which word, 0 for a; empty for a sponge.
    """

    size: int
    order: str
    registers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Padding:
    """Merkle-Damgard padding: 0x80, zeros, the length in bits.

    Attributes:
        size: bytes of the length.
        order: ``big`` or ``little``, of the length's bytes.
    """

    size: int
    order: str


@dataclass(frozen=True)
class Sponge:
    """Padding of a sponge.

    Attributes:
        rate: bytes of a block.
        domain: the byte behind the message.
        rounds: of a permutation.
    """

    rate: int
    domain: int
    rounds: int


@dataclass(frozen=True)
class Program:
    """A program.

    Attributes:
        words: from address 0 on.
        data: bytes of data memory by block and address.
        entries: where a segment may start, by name.
        algorithm: the name of the function, empty if none.
        input: see there.
        chain: the rows of dm2 and dm3 that hold the chaining values of the contexts.
        iv: the initial chaining value, register a first.
        digest: see there.
        pad: see there.
        sponge: see there.
    """

    words: tuple[int, ...]
    data: Mapping[tuple[int, int], int] = field(default_factory=dict)
    entries: Mapping[str, int] = field(default_factory=dict)
    algorithm: str = ""
    input: Input | None = None
    chain: tuple[int, int] | None = None
    iv: tuple[int, ...] = ()
    digest: Digest | None = None
    pad: Padding | None = None
    sponge: Sponge | None = None

    def runs(self) -> Iterator[tuple[int, int, bytes]]:
        """Data as block, address and bytes, without gaps."""
        start: tuple[int, int] | None = None
        content = b""
        for (block, address), byte in sorted(self.data.items()):
            if start is None or (block, address) != (start[0], start[1] + len(content)):
                if start is not None:
                    yield (*start, content)
                start, content = (block, address), b""
            content += bytes((byte,))
        if start is not None:
            yield (*start, content)


def bundle(program: Program) -> str:
    """The bundle's text."""
    lines = []
    if program.algorithm:
        lines.append(f"algorithm {program.algorithm}")
    if program.input:
        item = program.input
        lines.append(f"input {item.streams} {item.word} {item.words} {int(item.swap)}")
    if program.chain:
        lines.append("chain {} {}".format(*program.chain))
    if program.iv and program.input:
        size = program.input.word
        values = " ".join(f"{value:0{2 * size}x}" for value in program.iv)
        lines.append(f"iv {size} {values}")
    if program.digest:
        item_ = program.digest
        lines.append(" ".join(map(str, ("digest", item_.size, item_.order, *item_.registers))))
    if program.pad:
        lines.append(f"pad {program.pad.size} {program.pad.order}")
    if program.sponge:
        sponge = program.sponge
        lines.append(f"sponge {sponge.rate} {sponge.domain:#04x} {sponge.rounds}")
    lines += [f"entry {name} {pc}" for name, pc in program.entries.items()]
    lines += [f"dm {block} {address} {data.hex()}" for block, address, data in program.runs()]
    lines += [f"pm {address} {word:020x}" for address, word in enumerate(program.words)]
    return "\n".join(lines) + "\n"
