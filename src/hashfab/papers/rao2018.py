# SPDX-License-Identifier: Apache-2.0
"""Rao et al., Design Exploration of SHA-3 ASIP for IoT on a 32-bit RISC-V Processor, IEICE 2018.

Its three processors are points of the ``rv32`` family: Z-scale with compact C is ``rv32-compact``,
OASIP ``rv32-oasip``, DASIP ``rv32-dasip-compact``, whose program loops as the paper's does, and
``rv32-dasip``, the same core with an unrolled program. Rows without a published figure are ours:
optimised software, and the lane unit. The tables' misprints and how they are read stand in
docs/isa.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hashfab.measure import DEFAULT
from hashfab.measure.energy import Energy
from hashfab.papers.model import Paper, Points, Row
from hashfab.papers.processors import Measured, measured, percent


@dataclass(frozen=True)
class Published:
    """What the paper prints of one processor.

    Attributes:
        name: there.
        bytes_per_cycle: Table 4.
        slices: Table 4, Virtex-7.
        code_bytes: Table 4, text and static data.
        fmax_mhz: Table 5, TSMC 28 nm.
        mbytes_per_s: Table 5, at that frequency.
        power_mw: Table 5, the same.
        mbytes_per_mj: Table 5.
    """

    name: str
    bytes_per_cycle: float
    slices: float
    code_bytes: int
    fmax_mhz: float
    mbytes_per_s: float
    power_mw: float
    mbytes_per_mj: float

    @property
    def efficiency(self) -> float:
        """Bytes per cycle and slice."""
        return self.bytes_per_cycle / self.slices


PUBLISHED = {
    "rv32-compact": Published("Z-scale", 2.01e-3, 747.5, 1248, 590, 1.19, 3.92, 0.30),
    "rv32-oasip": Published("OASIP", 3.43e-3, 981, 1066, 590, 2.03, 4.77, 0.42),
    "rv32-dasip-compact": Published("DASIP", 7.67e-3, 1522, 912, 560, 4.29, 3.66, 1.17),
    "rv32-dasip": Published("DASIP", 7.67e-3, 1522, 912, 560, 4.29, 3.66, 1.17),
}

BASE = "rv32-compact"

DESIGNS = (
    *PUBLISHED,
    "rv32",
    "rv32-zbkb",
    "rv32-lane1",
    "rv32-lane5",
    "rv32-lane25",
)

ENERGY = (*PUBLISHED, "rv32", "rv32-lane25")
"""Those whose energy is measured, where a target has it."""

WHY_POWER = (
    "another technology; here the core's cells at 80 % of its frequency with an ideal clock, in "
    "the middle of a message, without memories"
)

WHY_SPEED = {
    "rv32-compact": "another compiler and core; indices modulo 5 take no division here",
    "rv32-oasip": "hand-written loops; the paper's come from its compiler",
    "rv32-dasip-compact": "hand-written loops that keep theta and rho, and chi, in registers",
    "rv32-dasip": "unrolled by hand, a memory access in nearly every cycle",
}
OURS = "not in the paper"
WHY_AREA = "another technology; what compares is the ratio to the plain core"
WHY_CODE = {
    "rv32-compact": "hash and sponge, without start-up code; another compiler",
    "rv32-oasip": "hash and sponge, without start-up code; loops by hand",
    "rv32-dasip-compact": "hash and sponge, without start-up code; loops by hand",
    "rv32-dasip": "unrolled for speed, where the paper's program loops",
}
WHY_CLOCK = "another technology and an open flow without layout"


def rows(points: Points) -> list[Row]:
    """Tables 4 and 5, ratios to the plain core included."""
    base, paper_base = measured(BASE, points), PUBLISHED[BASE]
    return [
        row
        for name in DESIGNS
        for row in _rows(
            name,
            measured(name, points),
            base,
            PUBLISHED.get(name),
            paper_base,
            points.of(name).energy,
            points.of(BASE).energy,
        )
    ]


def _rows(
    name: str,
    ours: Measured,
    base: Measured,
    paper: Published | None,
    paper_base: Published,
    energy: Energy | None,
    base_energy: Energy | None,
) -> Iterator[Row]:
    def row(
        metric: str, unit: str, published: float | None, measured: float | None, why: str | None
    ) -> Row:
        return Row(
            item=f"{paper.name} ({name})" if paper else name,
            metric=metric,
            unit=unit,
            published=published,
            measured=measured,
            why=why if paper and why else OURS,
        )

    speed = paper.bytes_per_cycle if paper else None
    slices = paper.slices if paper else None
    code = paper.code_bytes if paper else None
    yield row(
        metric="performance",
        unit="cycles/byte",
        published=1 / speed if speed else None,
        measured=1 / ours.bytes_per_cycle,
        why=WHY_SPEED.get(name),
    )
    yield row(
        metric="performance, of the base",
        unit="%",
        published=percent(speed, paper_base.bytes_per_cycle),
        measured=percent(ours.bytes_per_cycle, base.bytes_per_cycle),
        why=WHY_SPEED.get(name),
    )
    yield row(
        metric="area",
        unit=f"{ours.area_unit}, published: slices",
        published=slices,
        measured=ours.area,
        why=WHY_AREA,
    )
    yield row(
        metric="area, of the base",
        unit="%",
        published=percent(slices, paper_base.slices),
        measured=percent(ours.area, base.area),
        why=WHY_AREA,
    )
    yield row(
        metric="code",
        unit="bytes",
        published=code,
        measured=ours.code_bytes,
        why=WHY_CODE.get(name),
    )
    yield row(
        metric="code, of the base",
        unit="%",
        published=percent(code, paper_base.code_bytes),
        measured=percent(ours.code_bytes, base.code_bytes),
        why=WHY_CODE.get(name),
    )
    yield row(
        metric="resource efficiency, of the base",
        unit="%",
        published=percent(paper.efficiency if paper else None, paper_base.efficiency),
        measured=percent(ours.efficiency, base.efficiency),
        why="bytes / (cycles x area), as the paper defines it",
    )
    yield row(
        metric="frequency",
        unit="MHz",
        published=paper.fmax_mhz if paper else None,
        measured=ours.fmax_mhz,
        why=WHY_CLOCK,
    )
    yield row(
        metric="throughput",
        unit="MByte/s",
        published=paper.mbytes_per_s if paper else None,
        measured=ours.bytes_per_cycle * ours.fmax_mhz,
        why=WHY_CLOCK,
    )
    if name not in ENERGY:
        return
    yield row(
        metric="power",
        unit="mW",
        published=paper.power_mw if paper else None,
        measured=energy.total_mw if energy else None,
        why=WHY_POWER,
    )
    yield row(
        metric="energy efficiency",
        unit="MByte/mJ",
        published=paper.mbytes_per_mj if paper else None,
        measured=energy.mb_per_mj if energy else None,
        why=WHY_POWER,
    )
    yield row(
        metric="energy efficiency, of the base",
        unit="%",
        published=percent(paper.mbytes_per_mj if paper else None, paper_base.mbytes_per_mj),
        measured=percent(
            energy.mb_per_mj if energy else None, base_energy.mb_per_mj if base_energy else None
        ),
        why=WHY_POWER,
    )


PAPER = Paper(
    "rao2018",
    "Design Exploration of SHA-3 ASIP for IoT on a 32-bit RISC-V Processor",
    tuple((name, DEFAULT) for name in DESIGNS),
    rows,
    energy=ENERGY,
)
