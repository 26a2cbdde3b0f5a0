# SPDX-License-Identifier: Apache-2.0
"""Elmohr et al., Hardware Implementation of a SHA-3 ASIP, ICM 2016.

Its three processors are points of the ``mips32`` family: the reference MIPS is ``mips32``, the
native datapath ``mips32-native``, the coprocessor ``mips32-copro``. The processors of other
authors in its Table III stand there for comparison, and are not built here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hashfab.measure import DEFAULT
from hashfab.papers.model import Paper, Points, Row
from hashfab.papers.processors import Measured, measured, percent


@dataclass(frozen=True)
class Published:
    """What Table III prints of one processor.

    Attributes:
        name: there.
        base: the name of the processor that its ratios refer to.
        cycles_per_byte: of SHA-3.
        slices: Virtex-6; None where it prints none.
        code_bytes: of the program.
        design: ours; None where there is none.
    """

    name: str
    base: str
    cycles_per_byte: float
    slices: int | None
    code_bytes: int
    design: str | None = None


TABLE = (
    Published("Reference MIPS", "Reference MIPS", 222.6, 6074, 3592, "mips32"),
    Published("Native ISE", "Reference MIPS", 178.1, 6595, 3320, "mips32-native"),
    Published("Coprocessor ISE", "Reference MIPS", 137.9, 7643, 3292, "mips32-copro"),
    Published("PIC24", "PIC24", 188, None, 3480),
    Published("PIC24+ISE", "PIC24", 132, None, 2415),
    Published("LEON3", "LEON3", 693, 7902, 20000),
    Published("LEON3+ISE", "LEON3", 369, 8648, 18100),
)


@dataclass(frozen=True)
class Metric:
    """A column of the table.

    Attributes:
        name: in words.
        unit: of the published figure, and of ours but for areas.
        published: the paper's figure.
        measured: ours.
        why: by design, or of all.
        why_ratio: the same of the ratio to the base.
    """

    name: str
    unit: str
    published: Callable[[Published], float | None]
    measured: Callable[[Measured], float]
    why: Mapping[str, str]
    why_ratio: Mapping[str, str]


OURS = tuple(paper.design for paper in TABLE if paper.design)

WHY_SPEED = {
    "mips32": "a plane, D of theta and half of the column parities stay in registers",
    "mips32-native": "registers as in the reference; a rotation takes 3 instructions, and 1 to set "
    "its amount, instead of 6",
    "mips32-copro": "theta in the core's registers, the rest by the coprocessor",
}
WHY_SPEED_RATIO = {
    "mips32-native": "our reference is 2.4 times as fast: the same instructions save less of it; "
    "1 in 17 sets an amount",
    "mips32-copro": "our reference is 2.4 times as fast; the coprocessor's results go to memory, "
    "and loading them again takes back most of what it saves",
}
WHY_AREA = dict.fromkeys(OURS, "another technology; what compares is the ratio to the plain core")
WHY_CODE = dict.fromkeys(
    OURS, "hash and sponge with constants, without start-up code; one round in a loop"
)

METRICS = (
    Metric(
        name="execution time",
        unit="cycles/byte",
        published=lambda paper: paper.cycles_per_byte,
        measured=lambda ours: 1 / ours.bytes_per_cycle,
        why=WHY_SPEED,
        why_ratio=WHY_SPEED_RATIO,
    ),
    Metric(
        name="area",
        unit="slices",
        published=lambda paper: paper.slices,
        measured=lambda ours: ours.area,
        why=WHY_AREA,
        why_ratio=WHY_AREA,
    ),
    Metric(
        name="code",
        unit="bytes",
        published=lambda paper: paper.code_bytes,
        measured=lambda ours: ours.code_bytes,
        why=WHY_CODE,
        why_ratio=WHY_CODE,
    ),
)

ELSEWHERE = "another author's, which the paper compares with; not built here"
MISPRINT = f"{ELSEWHERE}; the paper prints 49 %, which does not follow from its figures"


def _rows(paper: Published, ours: Mapping[str, Measured]) -> list[Row]:
    base = next(each for each in TABLE if each.name == paper.base)
    found: list[Row] = []
    for metric in METRICS:
        published = metric.published(paper)
        if published is None:
            continue
        item, name, unit = paper.name, metric.name, metric.unit
        ratio = percent(published, metric.published(base))
        if paper.design and base.design:
            item = f"{item} ({paper.design})"
            measured_here = metric.measured(ours[paper.design])
            if unit == "slices":
                unit = f"{ours[paper.design].area_unit}, published: slices"
            found.append(Row(item, name, unit, published, measured_here, metric.why[paper.design]))
            if paper is not base:
                our_ratio = percent(measured_here, metric.measured(ours[base.design]))
                why = metric.why_ratio[paper.design]
                found.append(Row(item, f"{name}, of the base", "%", ratio, our_ratio, why))
        else:
            found.append(Row(item, name, unit, published, None, ELSEWHERE))
            if paper is not base:
                odd = paper.name == "LEON3+ISE" and metric.name == "execution time"
                why = MISPRINT if odd else ELSEWHERE
                found.append(Row(item, f"{name}, of the base", "%", ratio, None, why))
    return found


def rows(points: Points) -> list[Row]:
    """Table III."""
    ours = {name: measured(name, points) for name in OURS}
    return [row for paper in TABLE for row in _rows(paper, ours)]


PAPER = Paper(
    "elmohr2016",
    "Hardware Implementation of A SHA-3 Application-Specific Instruction Set Processor",
    tuple((name, DEFAULT) for name in OURS),
    rows,
)
