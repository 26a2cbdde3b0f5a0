# SPDX-License-Identifier: Apache-2.0
"""A paper's table, row by row."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from hashfab import designs
from hashfab.measure import DEFAULT, Measurement, Request, Workload
from hashfab.measure.physical import ModuleArea
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.stages import Areas, Simulate, Speed
from hashfab.measure.targets import Target


@dataclass(frozen=True)
class Row:
    """One figure of a paper beside ours.

    Attributes:
        item: what the figure is about, with the design that stands for it here.
        metric: what it counts.
        unit: of both figures.
        published: as printed; None where the paper's available text has no such figure.
        measured: by our flow.
        why: the reason for a difference, or how to read the figure.
    """

    item: str
    metric: str
    unit: str
    published: float | None
    measured: float | None
    why: str

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class Points:
    """What was measured for a paper.

    Attributes:
        target: on which.
        measurements: by the design's name and the workload.
        areas: of the paper's modules; none where the target has none.
        speeds: of the designs of which only these are needed.
    """

    target: Target
    measurements: Mapping[tuple[str, Workload], Measurement]
    areas: Mapping[str, ModuleArea] = field(default_factory=dict)
    speeds: Mapping[str, Speed] = field(default_factory=dict)

    def of(self, design: str, load: Workload = DEFAULT) -> Measurement:
        """The measurement of a design that the paper names."""
        return self.measurements[design, load]


@dataclass(frozen=True)
class Paper:
    """A paper and how to reproduce it.

    Attributes:
        name: as typed.
        title: of the paper.
        points: the designs' names and the workloads that it needs.
        rows: its table from what was measured.
        modules: whose areas it needs, of the first design.
        energy: the designs' names whose energy it needs, where the target has that.
        speeds: the names of designs that need only be simulated, with the default workload.
    """

    name: str
    title: str
    points: tuple[tuple[str, Workload], ...]
    rows: Callable[[Points], list[Row]]
    modules: tuple[str, ...] = ()
    energy: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()

    def requests(self, target: Target, energy: bool = True) -> dict[tuple[str, Workload], Request]:
        """What has to be measured on a target, by point; with or without energy."""
        with_energy = self.energy if energy else ()
        return {
            (name, load): Request(designs.parse(name), load, target, energy=name in with_energy)
            for name, load in self.points
        }


def reproduce(paper: Paper, target: Target, runner: Runner, energy: bool = True) -> list[Row]:
    """Measure what a paper needs, side by side, and fill its table; with or without energy.

    Raises:
        RequestError: the target's library or a tool is not there.
        WorkFailed: a design could not be measured.
    """
    requests = paper.requests(target, energy)
    found = runner.measure(requests.values())
    measurements = {key: _right(found[request]) for key, request in requests.items()}
    areas: Mapping[str, ModuleArea] = {}
    if paper.modules and target.has_areas:
        stage = Areas(designs.parse(paper.points[0][0]), target, paper.modules)
        areas = stage.decode(_right(runner.run([stage])[stage]).data)
    runs = {name: Simulate(designs.parse(name), DEFAULT, 1) for name in paper.speeds}
    ran = runner.run(runs.values())
    speeds = {name: stage.decode(_right(ran[stage]).data) for name, stage in runs.items()}
    return paper.rows(Points(target, measurements, areas, speeds))


Right = TypeVar("Right")


def _right(outcome: Right | Failure) -> Right:
    if isinstance(outcome, Failure):
        raise outcome.error()
    return outcome
