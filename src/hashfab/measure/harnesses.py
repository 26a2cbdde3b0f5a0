# SPDX-License-Identifier: Apache-2.0
"""How each family's RTL is simulated: the harness that feeds messages to it, and what it is told.

A family that is new has an entry in ``HARNESSES``.
"""

from pathlib import Path

from hashfab import designs
from hashfab.designs import Design, Family
from hashfab.designs.algorithms import ALGORITHMS
from hashfab.designs.engine import FOLDS, SKEW, random_bits
from hashfab.designs.hashproc import streams
from hashfab.isa.hashproc import description

FOLDER = Path(__file__).resolve().parent / "harness"
"""The harnesses, in C++."""

STATE_BITS = 1600

BEATS = {"none": 1, "plane": 5, "lane": 25, "slice": 32}
"""Beats that carry a state into an engine or out, by its fold; a beat has 1600 / beats bits."""


class Harness:
    """A simulation harness.

    Attributes:
        main: its C++ file.
        ports: the module whose ports it drives; None where its macros say that.
        inline: whether modules become part of what they are in; it looks into them then.
    """

    def __init__(self, main: str, ports: str | None = None, inline: bool = False) -> None:
        self.main = FOLDER / main
        self.ports = ports
        self.inline = inline

    def files(self) -> list[Path]:
        """What it is made of: headers, the C++ file, SystemVerilog that observes for it, if any."""
        headers = sorted(FOLDER.glob("*.h"))
        return [
            *headers,
            self.main,
            *(path for path in [self.main.with_suffix(".sv")] if path.is_file()),
        ]

    def macros(self, design: Design) -> dict[str, int]:
        """What the C++ is told of a design, as macros of the preprocessor."""
        return {}

    def in_flight(self, design: Design) -> int:
        """Messages to offer at once, so that the hardware never waits for one."""
        return 1


class EngineHarness(Harness):
    """Of permutations: software pads and absorbs."""

    def macros(self, design: Design) -> dict[str, int]:
        """The beats of a state, states and shares; whether it has an alarm, as guests have not."""
        shape = designs.family_of(design).shape(design)
        fold, shares = str(shape["fold"]), int(shape.get("shares", 1))
        return {
            "HF_BEAT_WIDTH": STATE_BITS // BEATS[fold],
            "HF_BEATS": BEATS[fold],
            "HF_SLOTS": int(shape["stages"]),
            "HF_FOLD": FOLDS.index(fold),
            "HF_SHARES": shares,
            "HF_SKEW": SKEW,
            "HF_RANDOM_WIDTH": random_bits(shares, int(shape.get("generator", 0))),
        } | ({"HF_ALARM": 1} if "protect" in shape else {})

    def in_flight(self, design: Design) -> int:
        """One more than the states inside, so that the next one waits when one leaves."""
        return int(designs.family_of(design).shape(design)["stages"]) + 1


class AccelHarness(Harness):
    """Of accelerators: a command queue and a memory."""

    def macros(self, design: Design) -> dict[str, int]:
        """The memory port, how long a state takes to pass a unit, whether states are in memory."""
        shape = designs.family_of(design).shape(design)
        found = {"HF_STAGES": int(shape["stages"]), "HF_WIDTH": int(shape["width"])}
        found |= {"HF_RESUME": 1} if shape.get("resume") else {}
        return found | ({"HF_CHAIN": 1} if shape.get("chain") else {})

    def in_flight(self, design: Design) -> int:
        """A message in each context, which is being read, and one in each state of the units."""
        shape = designs.family_of(design).shape(design)
        return int(shape["contexts"]) + int(shape["units"]) * int(shape["stages"])


class MipsHarness(Harness):
    """Of cores, which ``processor.cpp`` holds for RISC-V's unless told otherwise."""

    def macros(self, design: Design) -> dict[str, int]:
        """Which core."""
        return {"CORE_MIPS": 1}


class SocHarness(Harness):
    """Of the reference system: memory, and jobs for its program."""

    def macros(self, design: Design) -> dict[str, int]:
        """The accelerator's port."""
        return {"HF_WIDTH": design.number("width")}


class HashprocHarness(Harness):
    """Of the hash processor: its host."""

    def macros(self, design: Design) -> dict[str, int]:
        """The sizes of its memories."""
        return {
            "HF_STREAMS": self.in_flight(design),
            "HF_PROGRAM_WORDS": description.PROGRAM_WORDS,
            "HF_BLOCKS": description.BLOCKS,
            "HF_BLOCK_BYTES": description.BLOCK_BYTES,
            "HF_ROW_BYTES": description.ROW_BYTES,
        }

    def in_flight(self, design: Design) -> int:
        """The streams of the function that has most."""
        return max(map(streams, ALGORITHMS.values()))


class StreamHarness(Harness):
    """Of sponges between two AXI4-Streams."""

    def in_flight(self, design: Design) -> int:
        """One more than there is room for, so that the next one waits when one leaves."""
        return int(designs.family_of(design).shape(design)["messages"]) + 1


HARNESSES: dict[str, Harness] = {
    "engine": EngineHarness("engine.cpp", "keccak_engine"),
    "accel": AccelHarness("accel.cpp", "hash_accel"),
    "stream": StreamHarness("stream.cpp", "hash_axis"),
    "rv32": Harness("processor.cpp", inline=True),
    "mips32": MipsHarness("processor.cpp", inline=True),
    "hashproc": HashprocHarness("hashproc.cpp", inline=True),
    "soc": SocHarness("soc.cpp", inline=True),
}
"""By interface: that of the family of this name, or between streams, which only guests have."""


def of(design: Design) -> Harness:
    """The harness of a design."""
    return HARNESSES[designs.family_of(design).interface]


def top(family: Family) -> str:
    """The top that is simulated."""
    return family.bench or family.top
