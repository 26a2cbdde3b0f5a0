# SPDX-License-Identifier: Apache-2.0
"""Rao et al., Design Exploration of SHA-3 ASIP for IoT on a 32-bit RISC-V Processor, IEICE 2018.

Its three processors are points of the ``rv32`` family: Z-scale with compact C is ``rv32-compact``,
OASIP ``rv32-oasip``, DASIP ``rv32-dasip``. Rows without a published figure are ours: optimised
software, and the lane unit. The tables' misprints and how they are read stand in docs/isa.md.
"""

from dataclasses import dataclass

from hashfab.measure import DEFAULT
from hashfab.papers.model import Paper, Points, Row
from hashfab.papers.processors import measured, percent


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
    """

    name: str
    bytes_per_cycle: float
    slices: float
    code_bytes: int
    fmax_mhz: float
    mbytes_per_s: float

    @property
    def efficiency(self) -> float:
        """Bytes per cycle and slice."""
        return self.bytes_per_cycle / self.slices


PUBLISHED = {
    "rv32-compact": Published("Z-scale", 2.01e-3, 747.5, 1248, 590, 1.19),
    "rv32-oasip": Published("OASIP", 3.43e-3, 981, 1066, 590, 2.03),
    "rv32-dasip": Published("DASIP", 7.67e-3, 1522, 912, 560, 4.29),
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

WHY_SPEED = {
    "rv32-compact": "another compiler and core; indices modulo 5 take no division here",
    "rv32-oasip": "hand-written loops; the paper's come from its compiler",
    "rv32-dasip": "unrolled by hand, a memory access in nearly every cycle",
}
OURS = "not in the paper"
WHY_AREA = "another technology; what compares is the ratio to the plain core"
WHY_CODE = {
    "rv32-compact": "hash and sponge, without start-up code; another compiler",
    "rv32-oasip": "hash and sponge, without start-up code; loops by hand",
    "rv32-dasip": "unrolled for speed, where the paper's program loops",
}
WHY_CLOCK = "another technology and an open flow without layout"


def rows(points: Points) -> list[Row]:
    """Tables 4 and 5, ratios to the plain core included."""
    base, paper_base = measured(BASE, points), PUBLISHED[BASE]
    found: list[Row] = []
    for name in DESIGNS:
        ours, paper = measured(name, points), PUBLISHED.get(name)
        item = f"{paper.name} ({name})" if paper else name
        speed = paper.bytes_per_cycle if paper else None
        slices = paper.slices if paper else None
        code = paper.code_bytes if paper else None
        of_base = "of the base"
        table: tuple[tuple[str, str, float | None, float | None, str], ...] = (
            (
                *("performance", "cycles/byte"),
                *(1 / speed if speed else None, 1 / ours.bytes_per_cycle),
                WHY_SPEED.get(name, OURS),
            ),
            (
                *(f"performance, {of_base}", "%"),
                percent(speed, paper_base.bytes_per_cycle),
                percent(ours.bytes_per_cycle, base.bytes_per_cycle),
                WHY_SPEED.get(name, OURS),
            ),
            ("area", f"{ours.area_unit}, published: slices", slices, ours.area, WHY_AREA),
            (
                *(f"area, {of_base}", "%"),
                *(percent(slices, paper_base.slices), percent(ours.area, base.area)),
                WHY_AREA,
            ),
            ("code", "bytes", code, ours.code_bytes, WHY_CODE.get(name, OURS)),
            (
                *(f"code, {of_base}", "%"),
                *(percent(code, paper_base.code_bytes), percent(ours.code_bytes, base.code_bytes)),
                WHY_CODE.get(name, OURS),
            ),
            (
                *(f"resource efficiency, {of_base}", "%"),
                percent(paper.efficiency if paper else None, paper_base.efficiency),
                percent(ours.efficiency, base.efficiency),
                "bytes / (cycles x area), as the paper defines it",
            ),
            ("frequency", "MHz", paper.fmax_mhz if paper else None, ours.fmax_mhz, WHY_CLOCK),
            (
                *("throughput", "MByte/s"),
                paper.mbytes_per_s if paper else None,
                ours.bytes_per_cycle * ours.fmax_mhz,
                WHY_CLOCK,
            ),
        )
        found += [
            Row(item, metric, unit, published, measured, why if paper else OURS)
            for metric, unit, published, measured, why in table
        ]
    return found


PAPER = Paper(
    "rao2018",
    "Design Exploration of SHA-3 ASIP for IoT on a 32-bit RISC-V Processor",
    tuple((name, DEFAULT) for name in DESIGNS),
    rows,
)
