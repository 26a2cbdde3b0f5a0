# SPDX-License-Identifier: Apache-2.0
"""What the documents' tables show, as a file in the repository: ``docs/figures.json``.

With it a table can be checked where nothing has been measured, and a store can contradict it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hashfab import designs
from hashfab.designs import schemes
from hashfab.measure import Measurement, Request, targets, workload
from hashfab.measure.operation import OperationMeasurement, OperationRequest
from hashfab.measure.stages import Consumption, Execute, Map, Route, Simulate, Stage


@dataclass(frozen=True)
class Point:
    """A stage's result that a table shows.

    Attributes:
        design: canonical name.
        stage: what was done.
        where: on which workload, operation or target.
        figures: the result, without what no table shows.
    """

    design: str
    stage: str
    where: str
    figures: dict[str, Any]

    def now(self) -> Stage[Any]:
        """The stage that gives this result, of the sources and tools that are here."""
        design = designs.parse(self.design)
        if self.stage == Simulate.title:
            return Simulate(design, workload.parse(self.where), SEED)
        if self.stage == Execute.title:
            operation = schemes.parse(self.where)
            assert operation is not None
            return Execute(design, operation, SEED)
        if self.stage == Consumption.title:
            name, _, load = self.where.partition(", ")
            where = (targets.get(name), workload.parse(load), SEED)
            return Consumption(design, *where, delays=self.figures["delays"])
        target = targets.get(self.where)
        if self.stage == Route.title:
            return Route(design, target, SEED)
        return Map(design, target)


SEED = 1
"""Of every measurement in a document."""


UNSHOWN = ("layout", "tried")
"""Parts of a result that take much room and stand in no table."""


def shown(result: Mapping[str, Any]) -> dict[str, Any]:
    """What tables may show of a result."""
    return {name: value for name, value in result.items() if name not in UNSHOWN}


def points(request: Request, measurement: Measurement) -> list[Point]:
    """The results that a measurement is made up of."""
    parts = (measurement.speed, measurement.physical, measurement.energy)
    return _points(request.stages, [asdict(part) for part in parts if part is not None])


def operation_points(request: OperationRequest, measurement: OperationMeasurement) -> list[Point]:
    """The same of an operation."""
    parts = (measurement.execution, measurement.physical, measurement.energy)
    return _points(request.stages, [asdict(part) for part in parts if part is not None])


def run_points(stages: Sequence[Stage[Any]], results: Sequence[Any]) -> list[Point]:
    """The same of stages by themselves."""
    return _points(stages, [asdict(result) for result in results])


def _points(stages: Sequence[Stage[Any]], results: Sequence[Mapping[str, Any]]) -> list[Point]:
    return [
        Point(stage.design.name, stage.title, stage.where, shown(result))
        for stage, result in zip(stages, results, strict=True)
    ]


@dataclass(frozen=True)
class Record:
    """A table that was filled.

    Attributes:
        columns: their headings.
        rows: as they are printed.
        note: where the figures come from: target, tools, command.
        points: the results behind them.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str
    points: Sequence[Point] = field(default_factory=list)


def load(path: Path) -> dict[str, Record]:
    """The records of a file by the names of their tables; none where there is no file."""
    if not path.is_file():
        return {}
    return {
        name: Record(
            columns=each["columns"],
            rows=each["rows"],
            note=each["note"],
            points=[Point(**point) for point in each["points"]],
        )
        for name, each in json.loads(path.read_text(encoding="utf-8")).items()
    }


def dump(records: Mapping[str, Record]) -> str:
    """The text of the file."""
    data = {name: asdict(records[name]) for name in sorted(records)}
    return json.dumps(data, indent=1) + "\n"
