# SPDX-License-Identifier: Apache-2.0
"""An accelerator without a memory port: the sponge between two AXI4-Streams."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashfab import paths
from hashfab.designs import Design, Sponge
from hashfab.export import stream
from hashfab.export.accel import NO_ALGORITHM, VECTORS
from hashfab.export.elaborate import Port
from hashfab.export.ipxact import Interface
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector

WORD = 8
"""Bytes of a word of a stream."""

LENGTH_BITS = 32
"""Of the output's length in ``tuser``."""

ONLY = {
    **{"units": 1, "stages": 1, "contexts": 1, "width": 8 * WORD, "buffers": 1},
    **{"resume": 0, "chain": 0},
}
"""What a sponge between streams has of an accelerator's parameters; its rounds are free."""


@dataclass(frozen=True)
class Packet:
    """A message and what comes out for it.

    Attributes:
        title: what it is, in words.
        words: that go in, as ``_word`` has them.
        answer: words that come out.
    """

    title: str
    words: tuple[str, ...]
    answer: tuple[str, ...]


class StreamAccel(Kind):
    """Messages in, outputs out; the permutation is that of an accelerator with one unit."""

    family = "accel"
    guide = "accel_stream.md"
    stored = False

    def refusal(self, design: Design) -> str | None:
        """There is one state, and a word has 64 bits."""
        wrong = [name for name, value in ONLY.items() if design.number(name) != value]
        if not wrong:
            return None
        said = ", ".join(f"{name} = {design.number(name)}" for name in wrong)
        return (
            f"is a sponge with one state and words of 64 bits on bus 'axi4-stream', not {said}; "
            "allowed: accel-d1nNt1w64 with N of 1, 2, 3, 4, 6, 8, 12, 24"
        )

    def summary(self) -> str:
        """It has no DMA."""
        return "sponge between two AXI4-Streams"

    def top(self, design: Design) -> str:
        """The sponge between streams."""
        return stream.TOP

    def diagram(self) -> Path:
        """Its own."""
        return paths.diagram("stream")

    def sources(self, design: Design, folder: Path) -> tuple[Path, ...]:
        """Its own."""
        return stream.sources()

    def checkers(self) -> tuple[Path, ...]:
        """Those of both streams."""
        rtl = paths.rtl_dir()
        return rtl / "common" / "stream_check.sv", rtl / "stream" / "hash_axis_bind.sv"

    def parameters(self, design: Design) -> dict[str, int]:
        """Of the accelerator's, the one that it has."""
        return {"RoundsPerCycle": design.number("rounds"), "LenWidth": LENGTH_BITS}

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Packets one behind the other, both ends stalling; three of them are refused."""
        packets = list(_packets())
        return {
            "tb/tb.sv": render(
                "accel_stream.sv", design=design, top=top, widths=widths, packets=packets
            ),
            "tb/messages.hex": _image([(each.title, each.words) for each in packets]),
            "tb/digests.hex": _image([(each.title, each.answer) for each in packets]),
        }

    def interfaces(self, ports: Sequence[Port]) -> tuple[Interface, ...]:
        """Both streams."""
        into = Interface("AXI4Stream", "s_axis", False, "ACLK", "ARESETn", version="r0p0_1")
        return into, replace(into, prefix="m_axis", manager=True)


def _packets() -> Iterator[Packet]:
    """Digests, and between them what ends with an error, so that the next one must be right."""
    refused = (_word(b"", last=True, user=1),)
    first, *others = VECTORS
    good = _words(Vector("sha3-256", 20))
    yield _digest(first)
    yield Packet(
        "an algorithm that does not exist",
        _words(Vector("sha3-256", 20), code=NO_ALGORITHM),
        refused,
    )
    yield _digest(others[0])
    yield Packet("no byte of output", _words(Vector("sha3-256", 20), wanted=0), refused)
    yield _digest(others[1])
    short = _words(Vector("sha3-256", 3))
    yield Packet("a short word before the last", (_not_last(short[0]), *good[1:]), refused)
    for each in others[2:]:
        yield _digest(each)


def _digest(vector: Vector) -> Packet:
    chunks = list(_chunks(vector.digest))
    answer = [_word(chunk, last=chunk is chunks[-1], user=0) for chunk in chunks]
    return Packet(vector.title, _words(vector), tuple(answer))


def _words(vector: Vector, code: int | None = None, wanted: int | None = None) -> tuple[str, ...]:
    """A message. With its later words goes what nobody may look at."""
    sponge = vector.algorithm
    assert isinstance(sponge, Sponge)
    domain = sponge.domain if sponge.any_domain else 0
    length = len(vector.digest) if wanted is None else wanted
    user = (length << 8 | domain) << 4 | (sponge.code if code is None else code)
    noise = (1 << LENGTH_BITS + 12) - 1
    chunks = list(_chunks(vector.message))
    return tuple(
        _word(chunk, last=at + 1 == len(chunks), user=noise if at else user)
        for at, chunk in enumerate(chunks)
    )


def _chunks(data: bytes) -> Iterator[bytes]:
    """A word's bytes each; an empty message has a word, too."""
    for at in range(0, max(len(data), 1), WORD):
        yield data[at : at + WORD]


def _word(data: bytes, last: bool, user: int) -> str:
    """Signals as one number: tuser, tlast in a digit, tkeep, tdata."""
    keep = (1 << len(data)) - 1
    return f"{user:x}_{int(last)}_{keep:02x}_{int.from_bytes(data, 'little'):016x}"


def _not_last(word: str) -> str:
    user, _, keep, data = word.split("_")
    return "_".join((user, "0", keep, data))


def _image(packets: list[tuple[str, tuple[str, ...]]]) -> str:
    """Words for ``$readmemh``, each packet with its title."""
    return "".join(
        f"// {title}\n" + "".join(f"{each}\n" for each in words) for title, words in packets
    )
