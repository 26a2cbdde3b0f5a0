# SPDX-License-Identifier: Apache-2.0
"""A core on its own ports: a memory with its firmware, and the mailbox that gives it messages."""

from collections.abc import Mapping

from hashfab import designs
from hashfab.designs import Design, Sponge
from hashfab.designs.model import Program
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector, memory_image
from hashfab.measure import program as programs
from hashfab.tools import zig

VECTORS = (Vector("sha3-256", 41), Vector("turboshake128", 170, 45))

MESSAGES = 0x40000
OUTPUTS = 0x41000
SIZE = 0x42000
"""Places in the memory, and its size, in bytes. The firmware and its stack are below 128 KiB."""


class NativeCore(Kind):
    """Two memory ports after OBI, and interrupts."""

    guide = "core.md"
    software = "the firmware, from address 0 on"

    def __init__(self, family: str) -> None:
        self.family = family

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """The core's firmware hashes messages at odd addresses."""
        jobs = []
        messages: list[tuple[int, bytes, str]] = []
        digests: list[tuple[int, bytes, str]] = []
        message, output = MESSAGES + 1, OUTPUTS + 2
        for vector in VECTORS:
            sponge = vector.algorithm
            assert isinstance(sponge, Sponge)
            jobs.append(
                {
                    "title": vector.title,
                    "words": (
                        sponge.block_bytes,
                        sponge.domain,
                        sponge.rounds,
                        message,
                        vector.size,
                        output,
                        len(vector.digest),
                    ),
                }
            )
            if vector.message:
                messages.append((message, vector.message, vector.title))
            digests.append((output, vector.digest, vector.title))
            message += vector.size + 3
            output += len(vector.digest) + 5
        program = designs.family_of(design).program(design)
        assert isinstance(program, Program)
        image = programs.build(program).image.read_bytes()
        sources = ", ".join(program.sources)
        return {
            "sw/firmware.hex": memory_image([(0, image, f"{sources} for {program.architecture}")]),
            "tb/messages.hex": memory_image(messages),
            "tb/digests.hex": memory_image(digests),
            "tb/tb.sv": render(
                "core.sv",
                design=design,
                top=top,
                jobs=jobs,
                messages=MESSAGES,
                size=SIZE,
            ),
        }

    def tools(self) -> Mapping[str, str]:
        """What compiles the firmware."""
        return {"ziglang": zig.version()}
