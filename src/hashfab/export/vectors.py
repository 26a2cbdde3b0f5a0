# SPDX-License-Identifier: Apache-2.0
"""The messages of smoke tests: the same ones each time, and nobody's."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from hashfab.designs import Algorithm, algorithms


@dataclass(frozen=True)
class Vector:
    """A message and its digest by an implementation that is not ours.

    Attributes:
        name: of the algorithm.
        size: bytes of the message.
        length: bytes of output; the algorithm's own when None.
    """

    name: str
    size: int
    length: int | None = None

    @property
    def algorithm(self) -> Algorithm:
        """The algorithm."""
        return algorithms.get(self.name)

    @cached_property
    def message(self) -> bytes:
        """Its bytes."""
        return hashlib.shake_256(f"{self.name} {self.size}".encode()).digest(self.size)

    @cached_property
    def digest(self) -> bytes:
        """By hashlib or PyCryptodome."""
        return algorithms.reference(self.algorithm, self.message, self.length)

    @property
    def title(self) -> str:
        """In words, with who computed the digest."""
        source = algorithms.source(self.algorithm)
        return f"{self.name} of {self.size} bytes, {len(self.digest)} bytes by {source}"


def memory_image(entries: list[tuple[int, bytes, str]]) -> str:
    """Bytes for ``$readmemh``: pairs of address and content, each with a comment above it."""
    lines = []
    for address, data, comment in entries:
        lines += [f"// {comment}", f"@{address:x}"]
        lines += [data[at : at + 16].hex(" ") for at in range(0, len(data), 16)]
    return "\n".join(lines) + "\n"
