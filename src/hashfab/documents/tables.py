# SPDX-License-Identifier: Apache-2.0
"""The tables: which designs, on which targets, in which columns."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console

from hashfab import designs, papers
from hashfab.designs import CORES, schemes
from hashfab.designs.schemes import Operation
from hashfab.documents.answered import Answered
from hashfab.documents.record import SEED, Point, Record, operation_points, points
from hashfab.documents.table import Table
from hashfab.explore import space
from hashfab.explore.results import Results, front
from hashfab.explore.run import Explorer
from hashfab.measure import DEFAULT, Measurement, Request, Workload, operation, targets
from hashfab.measure.operation import OperationMeasurement, OperationRequest
from hashfab.measure.runner import Failure, Runner
from hashfab.papers import Row

Cell = Callable[[Measurement], str]

DESIGN: tuple[str, Cell] = ("design", lambda m: f"`{m.design}`")
KGE: tuple[str, Cell] = ("kGE", lambda m: f"{(m.physical.area_ge or 0) / 1000:.1f}")
LUT4: tuple[str, Cell] = ("LUT4", lambda m: f"{m.physical.lut4 or 0:,}")
NS: tuple[str, Cell] = ("ns", lambda m: f"{m.physical.period_ns:.2f}")
MHZ: tuple[str, Cell] = ("MHz", lambda m: f"{m.physical.fmax_mhz:.1f}")
GBIT: tuple[str, Cell] = ("Gbit/s, SHA3-256", lambda m: f"{m.gbit_per_s:.3g}")
AT: tuple[str, Cell] = ("at MHz", lambda m: f"{m.energy.frequency_mhz:.0f}" if m.energy else "")
MW: tuple[str, Cell] = ("mW", lambda m: f"{m.energy.total_mw:.1f}" if m.energy else "")
IDLE: tuple[str, Cell] = ("idle, mW", lambda m: f"{m.energy.idle_mw:.1f}" if m.energy else "")
PJ: tuple[str, Cell] = ("pJ/byte", lambda m: f"{m.energy.pj_per_byte:,.0f}" if m.energy else "")
NJ: tuple[str, Cell] = (
    "64 bytes, nJ",
    lambda m: f"{m.energy.pj_per_hash64 / 1000:,.1f}" if m.energy else "",
)
CYCLES: tuple[str, Cell] = ("cycles/byte", lambda m: f"{8 / m.speed.bits_per_cycle:.3g}")


@dataclass(frozen=True)
class Designs(Table):
    """A design in each row.

    Attributes:
        designs: their names.
        columns: heading and what stands below it.
        workload: what they work on.
        energy: whether power and energy are among the figures.
    """

    designs: tuple[str, ...]
    columns: tuple[tuple[str, Cell], ...]
    workload: Workload = DEFAULT
    energy: bool = False

    def fill(self, runner: Runner) -> Record:
        """Measure the designs side by side."""
        target = targets.get(self.target)
        target.check()
        requests = [
            Request(designs.parse(name), self.workload, target, energy=self.energy)
            for name in self.designs
        ]
        found = _measured(runner, requests)
        command = f"hashfab measure NAME --target {self.target}"
        command += " --energy" if self.energy else ""
        if self.workload != DEFAULT:
            command += f" --workload {self.workload.name}"
        return _record(self.columns, found, self.note(found.values(), command))


@dataclass(frozen=True)
class Operations(Table):
    """The operations of a scheme, a design in each row.

    Attributes:
        scheme: its name.
        designs: their names.
    """

    scheme: str
    designs: tuple[str, ...]

    def fill(self, runner: Runner) -> Record:
        """Measure the designs side by side."""
        target = targets.get(self.target)
        target.check()
        scheme = schemes.SCHEMES[self.scheme]
        requests = [
            OperationRequest(designs.parse(name), Operation(scheme, kind), target, SEED)
            for name in self.designs
            for kind in scheme.kinds
        ]
        found = operation.measure(requests, runner)
        every = list(found.values())
        count = len(scheme.kinds)
        command = f"hashfab measure NAME --workload {self.scheme}/KIND --target {self.target}"
        return Record(
            columns=[
                "design",
                "kGE",
                *(f"{kind}, cycles" for kind in scheme.kinds),
                "of it hashing, %",
                "ms",
                "code, bytes",
                "stack, bytes",
            ],
            rows=[_operations_row(every[i : i + count]) for i in range(0, len(every), count)],
            note=self.note(every, command),
            points=_each(
                point
                for request, each in found.items()
                for point in operation_points(request, each)
            ),
        )


def _operations_row(found: Sequence[OperationMeasurement]) -> list[str]:
    """Of a design, from the measurements of all operations."""
    return [
        f"`{found[0].design}`",
        f"{(found[0].physical.area_ge or 0) / 1000:.1f}",
        *(f"{each.execution.cycles:,}" for each in found),
        " / ".join(f"{100 * each.execution.hashing_share:.0f}" for each in found),
        " / ".join(f"{each.run_ms:.2f}" for each in found),
        f"{found[0].execution.code_bytes:,}",
        f"{max(each.execution.stack_bytes for each in found):,}",
    ]


@dataclass(frozen=True)
class Glitches(Table):
    """Energy of long messages without and with the delays of cells, a design in each row."""

    designs: tuple[str, ...]

    def fill(self, runner: Runner) -> Record:
        """Measure the designs both ways."""
        target = targets.get(self.target)
        target.check()
        requests = [
            Request(designs.parse(name), DEFAULT, target, energy=True, delays=delays)
            for name in self.designs
            for delays in (False, True)
        ]
        found = _measured(runner, requests)
        pj = [each.energy.pj_per_byte for each in found.values() if each.energy]
        command = f"hashfab measure NAME --target {self.target} --energy --delays"
        return Record(
            columns=["design", "pJ/byte without delays", "with delays", "more"],
            rows=[
                [f"`{name}`", f"{without:,.3g}", f"{with_:,.3g}", f"{with_ / without - 1:.0%}"]
                for name, without, with_ in zip(self.designs, pj[::2], pj[1::2], strict=True)
            ],
            note=self.note(found.values(), command),
            points=_points(found),
        )


@dataclass(frozen=True)
class Front(Table):
    """What an exploration without a space of one's own finds on the front, smallest first."""

    columns: tuple[tuple[str, Cell], ...]

    def explored(self, runner: Runner) -> Results:
        """The exploration."""
        target = targets.get(self.target)
        target.check()
        silent = Console(file=io.StringIO())
        return Explorer(runner, target, DEFAULT, silent).explore(space.default_space())

    def fill(self, runner: Runner) -> Record:
        """Explore."""
        best = front(self.explored(runner).points)
        best.sort(key=lambda point: point.measurement.physical.area)
        target = targets.get(self.target)
        found = {Request(point.design, DEFAULT, target): point.measurement for point in best}
        return _record(self.columns, found, self.note(found.values(), "hashfab explore"))


@dataclass(frozen=True)
class Reproduced(Table):
    """Figures of a paper beside ours: an item in each row, a metric in each column.

    Attributes:
        paper: its name.
        head: of the first column.
        items: what the items shown begin with; all of them when empty.
        metrics: heading, the row's metric and unit, and digits behind the point.
    """

    paper: str
    head: str
    items: str
    metrics: tuple[tuple[str, str, str, int], ...]

    def fill(self, runner: Runner) -> Record:
        """Reproduce the paper."""
        paper = papers.get(self.paper)
        target = targets.get(self.target)
        target.check()
        rows = papers.reproduce(paper, target, runner, energy=False)
        requests = paper.requests(target, energy=False).values()
        found = _measured(runner, requests)
        columns = (self.head, *(heading for heading, *_ in self.metrics))
        command = f"hashfab reproduce {self.paper} --target {self.target}"
        return Record(
            columns=columns,
            rows=list(self._rows(rows)),
            note=f"Published figures in brackets. {self.note(found.values(), command)}",
            points=_points(found),
        )

    def _rows(self, rows: Iterable[Row]) -> Iterable[list[str]]:
        by_item: dict[str, dict[tuple[str, str], Row]] = {}
        for row in rows:
            if row.item.startswith(self.items) and row.measured is not None:
                unit = row.unit.partition(",")[0]
                by_item.setdefault(row.item, {})[row.metric, unit] = row
        for item, found in by_item.items():
            cells = [
                _beside(found.get((metric, unit)), digits)
                for _, metric, unit, digits in self.metrics
            ]
            if any(cells):
                yield [item.removeprefix(self.items).strip(), *cells]


def _beside(row: Row | None, digits: int) -> str:
    if row is None:
        return ""
    published = "" if row.published is None else f" ({row.published:,.{digits}f})"
    return f"{row.measured:,.{digits}f}{published}"


def _measured(runner: Runner, requests: Iterable[Request]) -> dict[Request, Measurement]:
    """The measurements in the order of the requests."""
    wanted = list(requests)
    found = runner.measure(wanted)
    return {request: _right(found[request]) for request in wanted}


def _right(outcome: Measurement | Failure) -> Measurement:
    if isinstance(outcome, Failure):
        raise outcome.error()
    return outcome


def _points(found: Mapping[Request, Measurement]) -> list[Point]:
    return _each(point for request, each in found.items() for point in points(request, each))


def _each(every: Iterable[Point]) -> list[Point]:
    """Points, each once."""
    return list({(point.design, point.stage, point.where): point for point in every}.values())


def _record(
    columns: tuple[tuple[str, Cell], ...], found: Mapping[Request, Measurement], note: str
) -> Record:
    return Record(
        columns=[heading for heading, _ in columns],
        rows=[[cell(each) for _, cell in columns] for each in found.values()],
        note=note,
        points=_points(found),
    )


PICTURE = Front("readme-ecp5", "ecp5", (DESIGN, LUT4, MHZ, GBIT))
"""The exploration that is drawn as well."""

CORE_PRESETS = tuple(preset for core in CORES.values() for preset in core.presets)
SYSTEM = "soc-rv32-accel-d1n1t1w64"
FEW_CORES = ("rv32", "rv32-dasip", "rv32-lane1", "rv32-lane25", "mips32", "mips32-copro")

WEIGHED = ("rv32-dasip", "rv32-lane1", "rv32-lane25", "accel-d1n1t1w64", "hashproc")
"""Candidates of the answers that documents show, one of each kind."""

ANSWERED = tuple(
    Answered(
        name=f"answer-{name.rpartition('/')[2].removesuffix('.toml')}",
        target="sg13g2",
        workload=name,
        designs=WEIGHED,
        limits=limits,
        weights="energy=0",
    )
    for name, limits in (
        ("examples/workloads/sensor-node.toml", ()),
        ("ml-kem-768", ()),
        ("firmware-boot", ("added < 20 kGE",)),
    )
)

TABLES: tuple[Table, ...] = (
    Designs(
        name="readme-cells",
        target="sg13g2",
        designs=(
            "engine-slice",
            "engine-n1",
            "accel-d1n1t1w64",
            "rv32",
            "rv32-dasip",
            "rv32-lane1",
            "rv32-lane5",
            "rv32-lane25",
            "mips32",
            "mips32-native",
            "mips32-copro",
            "hashproc",
        ),
        columns=(DESIGN, KGE, NS, GBIT, CYCLES),
    ),
    Designs(
        name="engines-ice40",
        target="ice40-hx8k",
        designs=("engine-slice", "engine-n1"),
        columns=(DESIGN, LUT4, MHZ, GBIT),
    ),
    Reproduced(
        name="riscv",
        target="sg13g2",
        paper="rao2018",
        head="core",
        items="",
        metrics=(
            ("cycles/byte", "performance", "cycles/byte", 2),
            ("code, bytes", "code", "bytes", 0),
            ("GE (slices)", "area", "GE", 0),
            ("area, % of the base", "area, of the base", "%", 0),
            ("MHz", "frequency", "MHz", 0),
        ),
    ),
    Reproduced(
        name="mips",
        target="sg13g2",
        paper="elmohr2016",
        head="core",
        items="",
        metrics=(
            ("cycles/byte", "execution time", "cycles/byte", 1),
            ("% of the base", "execution time, of the base", "%", 0),
            ("code, bytes", "code", "bytes", 0),
            ("GE (slices)", "area", "GE", 0),
            ("area, % of the base", "area, of the base", "%", 0),
        ),
    ),
    Reproduced(
        name="hashproc-functions",
        target="sg13g2",
        paper="huo2016",
        head="function",
        items="",
        metrics=(
            ("bit/cycle", "throughput", "bit/cycle", 2),
            ("Gbit/s", "throughput", "Gbit/s", 2),
        ),
    ),
    Designs(
        name="energy",
        target="sg13g2",
        designs=(
            "engine-slice",
            "engine-n1",
            "accel-d1n1t1w64",
            "rv32",
            "rv32-dasip",
            "rv32-lane1",
            "mips32",
            "hashproc",
        ),
        columns=(DESIGN, KGE, AT, MW, IDLE, PJ, NJ),
        energy=True,
    ),
    *(
        Operations(
            name=name,
            target="sg13g2",
            scheme=name,
            designs=CORE_PRESETS if name == "ml-kem-768" else FEW_CORES,
        )
        for name in ("ml-kem-512", "ml-kem-768", "ml-kem-1024", "slh-dsa-shake-128f")
    ),
    Designs(
        name="soc",
        target="sg13g2",
        designs=(SYSTEM, "accel-d1n1t1w64", "rv32", "rv32-lane25"),
        columns=(DESIGN, KGE, NS, GBIT, CYCLES),
    ),
    Designs(name="soc-ecp5", target="ecp5", designs=(SYSTEM,), columns=(DESIGN, LUT4, MHZ, GBIT)),
    Operations(
        name="soc-ml-kem-768",
        target="sg13g2",
        scheme="ml-kem-768",
        designs=(SYSTEM, "rv32-lane25", "rv32-lane1", "rv32"),
    ),
    Glitches(
        name="glitches",
        target="sg13g2",
        designs=("engine-n1", "engine-n2"),
    ),
    PICTURE,
    *ANSWERED,
)
"""By the documents that show them."""
