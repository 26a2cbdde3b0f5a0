# SPDX-License-Identifier: Apache-2.0
"""An engine on its own ports: the testbench pads, absorbs and squeezes, the engine permutes."""

from collections.abc import Mapping

from hashfab.designs import Design, Sponge, algorithms
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector
from hashfab.measure import harnesses

VECTORS = (
    Vector("sha3-256", 200),
    Vector("shake128", 300, 168),
    Vector("turboshake128", 301, 168),
    Vector("sha3-512", 72),
)
"""Two blocks each. All bits of a first state count for the digest, capacity included."""


class NativeEngine(Kind):
    """Permutation states by beats."""

    family = "engine"
    guide = "engine.md"

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Sponges whose states are in the engine at once, with gaps and back-pressure."""
        macros = harnesses.of(design).macros(design)
        messages = []
        for vector in VECTORS:
            sponge = vector.algorithm
            assert isinstance(sponge, Sponge)
            padded = algorithms.padded(sponge, vector.message)
            rate = sponge.block_bytes
            messages.append(
                {
                    "title": vector.title,
                    "turbo": int(sponge.rounds == 12),
                    "blocks": [
                        number(padded[at : at + rate], 1600) for at in range(0, len(padded), rate)
                    ],
                    "digest": number(vector.digest, 1600),
                    "bits": 8 * len(vector.digest),
                }
            )
        text = render(
            "engine.sv",
            design=design,
            top=top,
            width=macros["HF_BEAT_WIDTH"],
            beats=macros["HF_BEATS"] * macros["HF_SHARES"],
            masked=macros["HF_SHARES"] > 1,
            skew=macros["HF_SKEW"],
            random_width=macros["HF_RANDOM_WIDTH"],
            sliced=design["fold"] == "slice",
            messages=messages,
        )
        return {"tb/tb.sv": text}


def number(data: bytes, bits: int) -> str:
    """Bytes as a number of Verilog, the first one lowest."""
    return f"{bits}'h{int.from_bytes(data, 'little'):0{bits // 4}x}"
