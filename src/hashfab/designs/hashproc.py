# SPDX-License-Identifier: Apache-2.0
"""The microprogrammed processor for MD5, SHA-1, SHA-2 and SHA-3 (after huo2016)."""

from collections.abc import Mapping
from pathlib import Path

from hashfab import paths
from hashfab.designs.algorithms import ALGORITHMS, Algorithm, MerkleDamgard, Sponge
from hashfab.designs.model import Design, Family, Microprogram, Value
from hashfab.isa.hashproc import description


def streams(algorithm: Algorithm) -> int:
    """The messages that the processor works on at once."""
    if isinstance(algorithm, MerkleDamgard):
        return description.CONTEXTS * description.WORD_BYTES // algorithm.word_bytes
    return 1


class Hashproc(Family):
    """One design; what differs are its programs."""

    name = "hashproc"
    summary = "microprogrammed processor for MD5, SHA-1, SHA-2 and SHA-3"
    parameters = ()
    presets = ("hashproc",)
    algorithms = tuple(ALGORITHMS)
    top = "hashproc"
    bench = "hashproc_system"
    folders = ("common", "keccak", "hashproc")
    memory_bits: Mapping[str, int] = {
        "program": description.PROGRAM_WORDS * description.BITS,
        "data": description.BLOCKS * description.BLOCK_BYTES * 8,
    }

    def format(self, values: Mapping[str, Value]) -> str:
        """There is one."""
        return "hashproc"

    def parse(self, text: str) -> dict[str, Value] | None:
        """Nothing follows the family's name."""
        return None if text else {}

    def around(self) -> tuple[Path, ...]:
        """The memories, and what wires them."""
        names = ("isa_hashproc_pkg", "hashproc_pkg", "hashproc_memory", "hashproc_system")
        return tuple(paths.rtl_dir() / "hashproc" / f"{name}.sv" for name in names)

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """There are none."""
        return {}

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """A step or a round in every cycle; a round takes in one word of the next block."""
        bits = 8 * algorithm.block_bytes
        if isinstance(algorithm, Sponge):
            return bits / max(algorithm.rounds, description.WAITING_WORDS)
        assert isinstance(algorithm, MerkleDamgard)
        return streams(algorithm) * bits / (description.CONTEXTS * algorithm.steps)

    def program(self, design: Design) -> Microprogram:
        """One for each algorithm."""
        return Microprogram("hashproc")
