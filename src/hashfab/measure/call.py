# SPDX-License-Identifier: Apache-2.0
"""Calls of a hash function, as software makes them: of any lengths, few or many at once."""

from __future__ import annotations

from dataclasses import dataclass

from hashfab.designs import Sponge, algorithms


@dataclass(frozen=True)
class Call:
    """Calls that are alike.

    A ``Workload`` is messages that keep a design busy; these may leave it idle, because one waits
    for the other.

    Attributes:
        algorithm: its name.
        message_bytes: of each message.
        output_bytes: of each digest; the algorithm's length when None.
        count: how many.
        at_once: how many are there at the same time, none of which waits for another.
        align: byte offset of a message within a memory word.
    """

    algorithm: str
    message_bytes: int
    output_bytes: int | None = None
    count: int = 1
    at_once: int = 1
    align: int = 0

    @property
    def blocks(self) -> int:
        """Steps of the hash function that one of them takes, padding and output included."""
        algorithm = algorithms.get(self.algorithm)
        output = algorithms.output_bytes(algorithm, self.output_bytes)
        squeezed = -(-output // algorithm.block_bytes) if isinstance(algorithm, Sponge) else 1
        return algorithm.blocks(self.message_bytes) + max(squeezed, 1) - 1

    @property
    def name(self) -> str:
        """For people."""
        output = f" to {self.output_bytes:,}" if self.output_bytes else ""
        return f"{self.count:,} x {self.algorithm} of {self.message_bytes:,}{output} B"
