# SPDX-License-Identifier: Apache-2.0
"""The kinds of tables: what stands in their rows and columns, and how that is found."""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rich.console import Console

from hashfab import designs, papers
from hashfab.check import reports
from hashfab.designs import schemes
from hashfab.designs.schemes import Operation
from hashfab.documents.record import SEED, Point, Record, operation_points, points
from hashfab.documents.table import Table
from hashfab.explore import space
from hashfab.explore.results import Results, front
from hashfab.explore.run import Explorer
from hashfab.measure import DEFAULT, Measurement, Request, Workload, operation, targets
from hashfab.measure.energy import OperationEnergy
from hashfab.measure.operation import OperationMeasurement, OperationRequest
from hashfab.measure.runner import Failure, Runner
from hashfab.papers import Row

Cell = Callable[[Measurement], str]


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
class Ungated(Designs):
    """Designs on standard cells, and what they are where flip-flops see each edge of the clock."""

    def fill(self, runner: Runner) -> Record:
        """Measure the designs side by side, once more without clock gates."""
        heading = "without clock gates: kGE, ns"
        ungated = replace(self, target=f"{self.target}-ungated", columns=((heading, _size),))
        filled, added = super().fill(runner), Designs.fill(ungated, runner)
        return replace(
            filled,
            columns=[*filled.columns, *added.columns],
            rows=[[*row, *more] for row, more in zip(filled.rows, added.rows, strict=True)],
            note=f"*{filled.note.strip('*')}; without clock gates `--target {ungated.target}`*",
            points=_each((*filled.points, *added.points)),
        )


def _size(measured: Measurement) -> str:
    return f"{(measured.physical.area_ge or 0) / 1000:.1f}, {measured.physical.period_ns:.2f}"


Entries = Mapping[str, Mapping[str, Any]]
"""Those of a report, by design."""

Finding = Callable[[Entries, str], str]
"""A cell, from a report's entries and the design."""


@dataclass(frozen=True)
class Evidenced(Designs):
    """Designs, and what checks found of them when they last ran here.

    Attributes:
        checks: by the report's name, the command that writes it, and headings with what stands
            below them.
    """

    checks: Mapping[str, tuple[str, tuple[tuple[str, Finding], ...]]] = field(kw_only=True)

    def fill(self, runner: Runner) -> Record:
        """Measure the designs side by side, and read the reports.

        Raises:
            RequestError: there is no such report, or the target is not there.
        """
        columns, found, tools = [], [], []
        for name, (command, cells) in self.checks.items():
            entries = reports.read(name, command)
            by_design = {entry["design"]: entry for entry in entries}
            columns += [heading for heading, _ in cells]
            found += [[cell(by_design, each) for each in self.designs] for _, cell in cells]
            tools.append(f"`{command}`; {reports.tools(entries)}")
        filled = super().fill(runner)
        added = zip(*found, strict=True)
        return replace(
            filled,
            columns=[*filled.columns, *columns],
            rows=[[*row, *more] for row, more in zip(filled.rows, added, strict=True)],
            note=f"*{'; '.join([filled.note.strip('*'), *tools])}*",
        )


@dataclass(frozen=True)
class Operations(Table):
    """The operations of a scheme, a design in each row.

    Attributes:
        scheme: its name.
        designs: their names.
        kinds: of operations, if not all of the scheme's.
        energy: whether power and energy are shown, too.
    """

    scheme: str
    designs: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    energy: bool = False

    def fill(self, runner: Runner) -> Record:
        """Measure the designs side by side."""
        target = targets.get(self.target)
        target.check()
        scheme = schemes.SCHEMES[self.scheme]
        kinds = self.kinds or scheme.kinds
        requests = [
            OperationRequest(
                designs.parse(name), Operation(scheme, kind), target, SEED, energy=self.energy
            )
            for name in self.designs
            for kind in kinds
        ]
        found = operation.measure(requests, runner)
        every = list(found.values())
        count = len(kinds)
        command = f"hashfab measure NAME --workload {self.scheme}/KIND --target {self.target}"
        if self.energy:
            command += " --energy"
        return Record(
            columns=[
                "design",
                "kGE",
                *(f"{kind}, cycles" for kind in kinds),
                "of it hashing, %",
                "ms",
                *(("at MHz", "mW", "uJ") if self.energy else ()),
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
        *_energies([each.energy for each in found if each.energy]),
        f"{found[0].execution.code_bytes:,}",
        f"{max(each.execution.stack_bytes for each in found):,}",
    ]


def _energies(found: Sequence[OperationEnergy]) -> list[str]:
    """The cells of power and energy, if there is any."""
    if not found:
        return []
    return [
        f"{found[0].frequency_mhz:.0f}",
        " / ".join(f"{each.total_mw:.1f}" for each in found),
        " / ".join(f"{each.uj:.3g}" for each in found),
    ]


@dataclass(frozen=True)
class Cycles(Table):
    """Cycles of operations, one in each row, a design in each column.

    Attributes:
        operations: their names, and on which designs each is run; elsewhere the cell is empty.
    """

    operations: Mapping[str, tuple[str, ...]]

    def fill(self, runner: Runner) -> Record:
        """Measure the operations side by side."""
        every = ((name, design) for name, where in self.operations.items() for design in where)
        found = _ran(runner, self.target, every)
        columns = list(dict.fromkeys(design for _, design in found))

        def cell(name: str, design: str) -> str:
            ran = found.get((name, design))
            return f"{ran[1].execution.cycles:,}" if ran else ""

        command = f"hashfab measure NAME --workload OPERATION --target {self.target}"
        return Record(
            columns=["operation", *(f"`{design}`" for design in columns)],
            rows=[[f"`{name}`", *(cell(name, d) for d in columns)] for name in self.operations],
            note=self.note((each for _, each in found.values()), command),
            points=_each(point for ran in found.values() for point in operation_points(*ran)),
        )


@dataclass(frozen=True)
class Schemes(Cycles):
    """Cycles of schemes in millions, one scheme in each row, its operations side by side."""

    def fill(self, runner: Runner) -> Record:
        """Measure the operations side by side."""
        filled = super().fill(runner)
        rows = []
        for scheme in dict.fromkeys(name.partition("/")[0] for name in self.operations):
            own = [row for row in filled.rows if row[0].startswith(f"`{scheme}/")]
            names, *designs_ = zip(*own, strict=True)
            kinds = " / ".join(name.strip("`").partition("/")[2] for name in names)
            rows.append([f"`{scheme}`: {kinds}", *map(_side_by_side, designs_)])
        return replace(filled, columns=["millions of cycles", *filled.columns[1:]], rows=rows)


def _side_by_side(cells: Sequence[str]) -> str:
    """Numbers of cycles in millions; nothing where none is known."""
    return " / ".join(_millions(cell) if cell else "?" for cell in cells) if any(cells) else ""


def _millions(cycles: str) -> str:
    number = int(cycles.replace(",", "")) / 1e6
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


@dataclass(frozen=True)
class Runs(Table):
    """Operations of a design, one in each row.

    Attributes:
        design: its name.
        operations: their names.
    """

    design: str
    operations: tuple[str, ...]

    def fill(self, runner: Runner) -> Record:
        """Measure the operations."""
        found = _ran(runner, self.target, ((name, self.design) for name in self.operations))
        command = f"hashfab measure {self.design} --workload OPERATION --target {self.target}"
        return Record(
            columns=[
                "operation",
                "cycles",
                "of it hashing, %",
                "ms",
                "code, bytes",
                "stack, bytes",
            ],
            rows=[
                [
                    f"`{each.workload}`",
                    f"{each.execution.cycles:,}",
                    f"{100 * each.execution.hashing_share:.0f}",
                    f"{each.run_ms:.2f}",
                    f"{each.execution.code_bytes:,}",
                    f"{each.execution.stack_bytes:,}",
                ]
                for _, each in found.values()
            ],
            note=self.note((each for _, each in found.values()), command),
            points=_each(point for ran in found.values() for point in operation_points(*ran)),
        )


Ran = tuple[OperationRequest, OperationMeasurement]


def _ran(
    runner: Runner, target_name: str, every: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], Ran]:
    """Measurements by operation and design, in their order."""
    target = targets.get(target_name)
    target.check()
    requests = {}
    for name, design in every:
        asked = schemes.parse(name)
        assert asked is not None
        requests[name, design] = OperationRequest(designs.parse(design), asked, target, SEED)
    found = operation.measure(list(requests.values()), runner)
    return {where: (request, found[request]) for where, request in requests.items()}


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


@dataclass(frozen=True)
class Sizes(Table):
    """Cycles of one message with SHA3-256: a size in each row, a design in each column."""

    sizes: tuple[int, ...]
    designs: tuple[str, ...]

    def fill(self, runner: Runner) -> Record:
        """Run the designs side by side, with memories that answer in the next cycle."""
        target = targets.get(self.target)
        requests = [
            Request(designs.parse(name), Workload(1, size, latency=1), target)
            for size in self.sizes
            for name in self.designs
        ]
        found = _measured(runner, requests)
        cycles = [f"{each.speed.cycles:,}" for each in found.values()]
        width = len(self.designs)
        command = f"hashfab measure NAME --target {self.target} --workload 1xSIZE/sha3-256/latency1"
        return Record(
            columns=["message", *(f"`{name}`" for name in self.designs)],
            rows=[
                [f"{size:,} B", *cycles[i * width : (i + 1) * width]]
                for i, size in enumerate(self.sizes)
            ],
            note=self.note(found.values(), command),
            points=_points(found),
        )


@dataclass(frozen=True)
class Reported(Table):
    """What a long check found when it last ran here, as it keeps it in the build folder.

    Attributes:
        command: that runs the check.
        columns: heading and what stands below it, from an entry of the report.
    """

    command: str
    columns: tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...]

    def fill(self, runner: Runner) -> Record:
        """Read the report.

        Raises:
            RequestError: there is none.
        """
        entries = reports.read(self.name, self.command)
        return Record(
            columns=[heading for heading, _ in self.columns],
            rows=[[cell(each) for _, cell in self.columns] for each in entries],
            note=f"*`{self.command}`; {reports.tools(entries)}*",
        )


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
