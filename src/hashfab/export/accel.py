# SPDX-License-Identifier: Apache-2.0
"""An accelerator on its own ports: commands, and a memory with latency."""

from collections.abc import Mapping

from hashfab.designs import Design, Sponge
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector, memory_image

VECTORS = (
    Vector("sha3-256", 0),
    Vector("sha3-512", 150),
    Vector("shake128", 200, 200),
    Vector("keccak-256", 136),
    Vector("turboshake256", 300),
    Vector("sha3-384", 1),
)

NO_ALGORITHM = 15
"""A code that does not exist: the command ends with an error, and touches nothing."""

BASE = 0x1000
"""The address at which the memory begins."""

MESSAGES = 0x100
OUTPUTS = 0x800
SIZE = 0x1000
"""Places in the memory, and its size, in bytes."""


class NativeAccel(Kind):
    """Commands, reads, writes and completions."""

    family = "accel"
    guide = "accel.md"

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Several commands at once, messages and outputs at odd addresses."""
        commands = []
        messages: list[tuple[int, bytes, str]] = []
        digests: list[tuple[int, bytes, str]] = []
        message, output = MESSAGES + 1, OUTPUTS + 3
        for vector in VECTORS:
            sponge = vector.algorithm
            assert isinstance(sponge, Sponge)
            commands.append(
                {
                    "title": vector.title,
                    "algorithm": sponge.code,
                    "domain": sponge.domain if sponge.any_domain else 0,
                    "message": BASE + message,
                    "size": vector.size,
                    "output": BASE + output,
                    "length": len(vector.digest),
                    "error": 0,
                }
            )
            if vector.message:
                messages.append((message, vector.message, vector.title))
            digests.append((output, vector.digest, vector.title))
            message += vector.size + 3
            output += len(vector.digest) + 5
        wrong = {
            "title": "an algorithm that does not exist",
            "algorithm": NO_ALGORITHM,
            "message": BASE,
            "size": 8,
            "output": BASE,
            "length": 8,
            "error": 1,
        }
        commands.insert(2, commands[0] | wrong)
        text = render(
            "accel.sv",
            design=design,
            top=top,
            widths=widths,
            width=design.number("width"),
            commands=commands,
            base=BASE,
            size=SIZE,
        )
        return {
            "tb/tb.sv": text,
            "tb/messages.hex": memory_image(messages),
            "tb/digests.hex": memory_image(digests),
        }
