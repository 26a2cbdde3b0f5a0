# SPDX-License-Identifier: Apache-2.0
"""Measuring a space: every point, then place and route for the front."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from hashfab.designs import Design
from hashfab.explore.results import Point, Results, front
from hashfab.explore.space import Space
from hashfab.measure import Measurement, Request, Workload
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.targets import Target


class Explorer:
    """Measures many designs and says how it goes.

    Attributes:
        runner: which does the work.
        target, workload: what all points are measured with.
        console: on which a line tells of each point.
        points: what has been measured so far, by design.
        failed: what could not be measured.
    """

    def __init__(
        self, runner: Runner, target: Target, workload: Workload, console: Console
    ) -> None:
        self.runner = runner
        self.target = target
        self.workload = workload
        self.console = console
        self.points: dict[Design, Point] = {}
        self.failed: list[Failure] = []

    def explore(self, space: Space) -> Results:
        """Measure a space; on a target that is placed and routed, do so for what is on its front.

        Placing replaces an estimated frequency, which may bring other points to the front; they
        are placed in turn, until every point of the front has been.

        Raises:
            RequestError: the request cannot be met by any design, such as when a tool is missing.
        """
        self._measure(space.designs, place=False)
        while self.target.routes:
            todo = [
                point
                for point in front(list(self.points.values()))
                if not point.measurement.physical.placed
            ]
            if not todo:
                break
            # The largest take longest; starting with them keeps the end short.
            todo.sort(key=lambda point: point.measurement.physical.area, reverse=True)
            self._measure([point.design for point in todo], place=True)
        points = tuple(self.points[design] for design in space.designs if design in self.points)
        return Results(
            target=self.target.name,
            workload=self.workload.name,
            points=points,
            failed=tuple(self.failed),
            pruned=space.pruned,
        )

    def _measure(self, designs: Iterable[Design], place: bool) -> None:
        requests = [Request(design, self.workload, self.target, place=place) for design in designs]
        self.runner.measure(requests, self._keep)

    def _keep(self, request: Request, outcome: Measurement | Failure, seconds: float) -> None:
        """Take in one outcome, with a line that tells of it."""
        design = request.design
        if isinstance(outcome, Failure):
            self.points.pop(design, None)
            self.failed.append(outcome)
            log = f" (log: {outcome.log})" if outcome.log else ""
            self._say(f"failed: {design.name}: {outcome.why}{log}")
            return
        self.points[design] = Point(design, outcome)
        self._say(f"{design.name:<20}{summary(outcome, self.target)}  {seconds:6.1f} s")

    def _say(self, line: str) -> None:
        self.console.print(line, highlight=False, markup=False, soft_wrap=True)


def summary(point: Measurement, target: Target) -> str:
    """A measurement in one line: area, frequency, throughput."""
    area = f"{point.physical.area:,.0f} {target.unit}"
    return f"{area:>14}  {point.physical.fmax_mhz:7.1f} MHz  {point.gbit_per_s:8.3f} Gbit/s"
