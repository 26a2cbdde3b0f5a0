# SPDX-License-Identifier: Apache-2.0
"""The microprogrammed processor for MD5, SHA-1, SHA-2 and SHA-3 (after huo2016)."""

from collections.abc import Mapping

from hashfab.designs.algorithms import ALGORITHMS, Algorithm, MerkleDamgard, Sponge
from hashfab.designs.model import Design, Family, Microprogram, Value

STREAMS = 4
"""Messages at once, at the most: two contexts, each with two of a function of 32-bit words."""

CONTEXTS = 2

WIDTH_BYTES = 8
"""Of the datapath."""

WAITING_WORDS = 21
"""Of a sponge's next block, through all of which a word moves."""

PROGRAM_BITS = 256 * 80
DATA_BITS = 4 * 512 * 8


def streams(algorithm: Algorithm) -> int:
    """The messages that the processor works on at once."""
    if isinstance(algorithm, MerkleDamgard):
        return CONTEXTS * WIDTH_BYTES // algorithm.word_bytes
    return 1


def _bound(design: Design, algorithm: Algorithm) -> float | None:
    # A step or a round per cycle; the contexts take turns, and the waiting block takes a word.
    bits = 8 * algorithm.block_bytes
    if isinstance(algorithm, Sponge):
        return bits / max(algorithm.rounds, WAITING_WORDS)
    assert isinstance(algorithm, MerkleDamgard)
    return streams(algorithm) * bits / (CONTEXTS * algorithm.steps)


def _parse(text: str) -> dict[str, Value] | None:
    return None if text else {}


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    return dict(given)


FAMILY = Family(
    name="hashproc",
    summary="microprogrammed processor for MD5, SHA-1, SHA-2 and SHA-3",
    parameters=(),
    presets=("hashproc",),
    algorithms=tuple(ALGORITHMS),
    top="hashproc",
    folders=("common", "keccak", "hashproc"),
    harness="hashproc.cpp",
    complete=_complete,
    check=lambda values: None,
    format=lambda values: "hashproc",
    parse=_parse,
    rtl_parameters=lambda design: {},
    macros=lambda design: {},
    in_flight=lambda design: STREAMS,
    bound=_bound,
    program=lambda design: Microprogram("hashproc"),
    system="hashproc_system",
    memory_bits={"program": PROGRAM_BITS, "data": DATA_BITS},
    # The two sides of the ring and the waiting block hold still apart from each other.
    clock_gating=lambda design: True,
)
