# SPDX-License-Identifier: Apache-2.0
"""The lane unit alone, behind CV-X-IF: the coprocessor of an rv32 design, for another core."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hashfab import designs, isa, paths
from hashfab.designs import Design, Sponge, algorithms
from hashfab.export import ipxact, xif
from hashfab.export.elaborate import Port
from hashfab.export.ipxact import Interface
from hashfab.export.kind import Kind
from hashfab.export.template import render
from hashfab.export.vectors import Vector
from hashfab.isa.kit.cheader import header
from hashfab.measure.physical import AREAS, Physical

VECTORS = (
    Vector("sha3-256", 200),
    Vector("turboshake128", 170, 168),
    Vector("shake256", 135, 136),
    Vector("sha3-512", 72),
)
"""Most have two blocks, so that all bits of a first state count for a digest."""

UNITS = ("rv32-lane1", "rv32-lane5", "rv32-lane25")
"""The designs that have one."""

CYCLES = {1: (8, 368, 188), 5: (2, 74, 38), 25: (1, 24, 12)}
"""By lanes per cycle: of kabs, kget, kclr; of 24 rounds; of 12."""

LOADS = "load"
"""The class of the instructions that need the core's own loads, and that this port refuses."""

COMMITTED, KILLED, REFUSED = range(3)
"""What becomes of an offered instruction."""

Line = tuple[int, int, int]
"""What becomes of an instruction, its word, its data."""


class LaneUnit(Kind):
    """A coprocessor without a memory port."""

    family = "rv32"
    guide = "lane_unit.md"
    software = "intrinsics of the instructions, for C"
    stored = False

    def refusal(self, design: Design) -> str | None:
        """It is a part of some designs."""
        if design.name in UNITS:
            return None
        return f"is no lane unit for bus 'cv-x-if'; allowed: {', '.join(UNITS)}"

    def summary(self) -> str:
        """The core does not belong to it."""
        return "coprocessor for Keccak, with the state, for CV-X-IF"

    def top(self, design: Design) -> str:
        """The unit for other cores."""
        return xif.TOP

    def diagram(self) -> Path:
        """Its own."""
        return paths.diagram("lane")

    def sources(self, design: Design, folder: Path) -> tuple[Path, ...]:
        """Its own."""
        return xif.sources()

    def checkers(self) -> tuple[Path, ...]:
        """That of the port."""
        rtl = paths.rtl_dir()
        common = (rtl / "common" / f"{name}_check.sv" for name in ("stream", "xif"))
        return *common, rtl / "xif" / "lane_xif_bind.sv"

    def parameters(self, design: Design) -> dict[str, int]:
        """Of the core's, the one that it has."""
        return {"Lanes": super().parameters(design)["Lanes"]}

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Digests, with instructions that are killed and come again, and some that are refused."""
        lines = [line for vector in VECTORS for line in _hashed(vector)]
        script = list(_with_exceptions(lines))
        words = [
            int.from_bytes(vector.digest[at : at + 4], "little")
            for vector in VECTORS
            for at in range(0, len(vector.digest), 4)
        ]
        return {
            "sw/isa_lane.h": header(instructions()),
            "tb/script.hex": "".join(
                f"{kind:x}_{word:08x}_{data:016x}\n" for kind, word, data in script
            ),
            "tb/digests.hex": "".join(f"{word:08x}\n" for word in words),
            "tb/tb.sv": render(
                "lane_unit.sv",
                design=design,
                top=top,
                titles=[vector.title for vector in VECTORS],
                lines=len(script),
                words=len(words),
                killed=sum(kind == KILLED for kind, _, _ in script),
            ),
        }

    def interfaces(self, ports: Sequence[Port]) -> tuple[Interface, ...]:
        """The core's side of it is the master."""
        title = "CV-X-IF (OpenHW Group)"
        return ipxact.of_core("cv_x_if", "0.2.0", title, "x", ports)

    def words(self, design: Design) -> Mapping[str, Any]:
        """Cycles, and what the unit adds to this project's core where both were measured."""
        from hashfab.export import evidence  # What measures is slow to import.

        plain = {
            each.target: each.physical for each in evidence.measurements(designs.parse("rv32"))
        }
        added = [
            {"target": each.target, **_added(each.physical, plain[each.target])}
            for each in evidence.measurements(design)
            if each.target in plain
        ]
        lanes = self.parameters(design)["Lanes"]
        access, rounds, half = CYCLES[lanes]
        return {
            "instructions": instructions().instructions,
            "access": access,
            "rounds": rounds,
            "half": half,
            "block": 17 * access + rounds,
            "added": added,
        }


def instructions() -> isa.Extension:
    """What the unit takes from another core."""
    taken = tuple(each for each in isa.LANE.instructions if each.group != LOADS)
    return replace(isa.LANE, instructions=taken)


def _added(whole: Physical, plain: Physical) -> dict[str, str]:
    """Areas that the unit adds to the core, and the core's period with and without it."""
    areas = {
        unit: f"{more - less:,.0f} {unit}"
        for unit, name in AREAS.items()
        if (more := getattr(whole, name)) is not None and (less := getattr(plain, name)) is not None
    }
    return {
        "area": next(iter(areas.values()), "-"),
        "ff": "-" if whole.ff is None or plain.ff is None else f"{whole.ff - plain.ff:,}",
        "period": f"{whole.period_ns:.2f}" if whole.timed else "-",
        "alone": f"{plain.period_ns:.2f}" if plain.timed else "-",
    }


def _hashed(vector: Vector) -> Iterator[Line]:
    """A message's instructions: absorbing and permuting in one, or apart."""
    sponge = vector.algorithm
    assert isinstance(sponge, Sponge)
    yield _line("kclr")
    turbo = int(sponge.rounds == 12)
    rate = sponge.block_bytes
    padded = algorithms.padded(sponge, vector.message)
    for start in range(0, len(padded), rate):
        for at in range(0, rate, 8):
            lane = int.from_bytes(padded[start + at : start + at + 8], "little")
            if at + 8 < rate or start:
                yield _line("kabs", lane, lane=at // 8)
            else:
                yield _line("kabsp", lane, lane=at // 8, turbo=turbo)
        if start:
            yield _line("kperm", turbo=turbo)
    assert len(vector.digest) <= rate
    for word in range(len(vector.digest) // 4):
        yield _line("kget", word=word, rd=1 + word % 31)


def _with_exceptions(lines: list[Line]) -> Iterator[Line]:
    """Every fifth instruction traps before, up to three behind it are killed, and all come again.

    Between them are words that the unit refuses: a CSR instruction, and loads.
    """
    loads = [each for each in isa.LANE.instructions if each.group == LOADS]
    for at, line in enumerate(lines):
        if at % 5 == 0:
            for _, word, data in lines[at : at + 1 + at % 3]:
                yield KILLED, word, data
        if at % 7 == 0:
            yield REFUSED, 0x30002573, at  # csrr a0, mstatus
        if at % 9 == 0:
            yield REFUSED, loads[at % len(loads)].match, at
        yield line


def _line(mnemonic: str, data: int = 0, **operands: int) -> Line:
    (found,) = (each for each in isa.LANE.instructions if each.mnemonic == mnemonic)
    return COMMITTED, found.encode(**operands), data
