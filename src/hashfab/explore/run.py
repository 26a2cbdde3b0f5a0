# SPDX-License-Identifier: Apache-2.0
"""Measuring a space in stages that get dearer: cycles, synthesis, place and route for the front.

What a limit rules out by the figures of one stage does not go through the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeVar

from rich.console import Console

from hashfab.designs import Design
from hashfab.errors import RequestError, shown
from hashfab.explore import pareto
from hashfab.explore.results import Point, Results, front
from hashfab.explore.search import OBJECTIVES, POPULATION, Search
from hashfab.explore.space import Pruned, Space
from hashfab.measure import Measurement, Request, Workload
from hashfab.measure.limits import ENERGY, FIGURES, Limit
from hashfab.measure.physical import AREAS
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.stages import Stage
from hashfab.measure.store import Result
from hashfab.measure.targets import Target

Kind = TypeVar("Kind", Point, Failure, Pruned)

TIMED = frozenset({"period_ns", "fmax_mhz", "latency_ns", "gbit_per_s"})
"""The figures that follow from a clock period."""


class Explorer:
    """Measures many designs and says how it goes.

    Attributes:
        runner: which does the work.
        target, workload: what all points are measured with.
        console: on which a line tells of each point.
        limits: what a point must satisfy.
        algorithms: the ones that count for the front.
        energy: whether power and energy are found, for the front, or for all if a limit asks.
        changed: is called whenever there is something new.
        outcomes: what became of each design that was asked for, in that order; None to begin with.
        illegal: what was left out before.
    """

    def __init__(
        self,
        runner: Runner,
        target: Target,
        workload: Workload,
        console: Console,
        limits: Sequence[Limit] = (),
        algorithms: Collection[str] = pareto.EVERY,
        energy: bool = False,
        changed: Callable[[Explorer], None] = lambda explorer: None,
    ) -> None:
        self.runner = runner
        self.target = target
        self.workload = workload
        self.console = console
        self.limits = limits
        self.algorithms = algorithms
        self.energy = energy
        self.changed = changed
        self.outcomes: dict[Design, Point | Failure | Pruned | None] = {}
        self.illegal: tuple[Pruned, ...] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """What has been measured so far."""
        return self._all(Point)

    def explore(self, space: Space, budget: int | None = None, seed: int = 1) -> Results:
        """Measure a space; on a target that is placed and routed, do so for what is on its front.

        Placing replaces an estimated frequency, which may bring other points to the front; they
        are placed in turn, until every point of the front has been.

        Args:
            space: what.
            budget: designs to measure at the most, which a search chooses; all of them when None.
            seed: of the search.

        Raises:
            RequestError: the request cannot be met by any design, such as when a tool is missing.
            WorkFailed: the scheduler or all of its workers are gone.
        """
        self.illegal = space.pruned
        if budget is None:
            self._measure(space.designs, place=False)
        else:
            self._search(space, budget, seed)
        while self.target.routes:
            todo = [point for point in self._front() if not point.measurement.physical.placed]
            if not todo:
                break
            # The largest take longest; starting with them keeps the end short.
            todo.sort(key=lambda point: point.measurement.physical.area, reverse=True)
            self._measure([point.design for point in todo], place=True)
        if self.energy and self.target.has_power:
            asked = any(limit.figures & ENERGY for limit in self.limits)
            points = self.points if asked else self._front()
            self._measure([point.design for point in points], place=True, energy=True)
        return self.results(running=False)

    def results(self, running: bool = True) -> Results:
        """What there is so far."""
        return Results(
            target=self.target.name,
            workload=self.workload.name,
            points=self.points,
            failed=self._all(Failure),
            pruned=(*self.illegal, *self._all(Pruned)),
            limits=tuple(limit.text for limit in self.limits),
            algorithms=tuple(self.algorithms),
            running=running,
        )

    def _all(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(each for each in self.outcomes.values() if isinstance(each, kind))

    def _front(self) -> list[Point]:
        return front(self.points, self.algorithms)

    def _search(self, space: Space, budget: int, seed: int) -> None:
        """Measure what a search proposes, a generation at a time."""
        search = Search(space.tables, seed)
        left = budget
        while left > 0 and (designs := search.ask(min(POPULATION, left))):
            left -= len(designs)
            self._measure(designs, place=False)
            for design in designs:
                found = self.outcomes[design]
                if isinstance(found, Point):
                    costs = pareto.merit(design, found.measurement).costs(())
                    search.tell(design, costs[-OBJECTIVES:])
                else:
                    search.tell(design, None)
        if not space.designs:
            self.illegal += tuple(search.pruned.values())

    def _measure(self, designs: Iterable[Design], place: bool, energy: bool = False) -> None:
        requests = [
            Request(design, self.workload, self.target, place=place, energy=energy, profile=True)
            for design in designs
        ]
        for request in requests:
            self.outcomes.setdefault(request.design, None)
        self.runner.measure(requests, self._keep, self._is_within if self.limits else None)

    def _is_within(self, request: Request, results: Mapping[Stage[Any], Result]) -> bool:
        """Whether what is known of a design leaves it within the limits; prunes it if not."""
        found = figures(results)
        complete = all(stage in results for stage in request.stages)
        for limit in self.limits:
            verdict = limit.verdict(found)
            more = not complete or (limit.figures & ENERGY and not request.energy)
            if verdict or (verdict is None and more):
                continue
            values = ", ".join(
                f"{name} is {found[name]:,.4g} {FIGURES[name]}"
                if found.get(name) is not None
                else f"{name} is not known"
                for name in sorted(limit.figures)
                if complete or found.get(name) is not None
            )
            design = request.design
            stage = list(results)[-1].gives
            why = f"the limit {shown(limit.text)} does not hold: {values}"
            self.outcomes[design] = Pruned(design.family, dict(design.parameters), why, stage)
            self._say(f"pruned: {design.name}, after {stage}: {why}")
            self.changed(self)
            return False
        return True

    def _keep(self, request: Request, outcome: Measurement | Failure, seconds: float) -> None:
        """Take in one outcome, with a line that tells of it."""
        design = request.design
        if isinstance(outcome, Failure):
            self.outcomes[design] = outcome
            log = f" (log: {outcome.log})" if outcome.log else ""
            self._say(f"failed: {design.name}: {outcome.why}{log}")
        else:
            self.outcomes[design] = Point(design, outcome)
            self._say(f"{design.name:<20}{summary(outcome, self.target)}  {seconds:6.1f} s")
        self.changed(self)

    def _say(self, line: str) -> None:
        self.console.print(line, highlight=False, markup=False, soft_wrap=True)


def figures(results: Mapping[Stage[Any], Result]) -> dict[str, float | None]:
    """The figures that limits are about, as far as some stages, in their order, know them."""
    found: dict[str, float | None] = {}
    for result in results.values():
        found |= {name: value for name, value in result.data.items() if name in FIGURES}
        if "power_mw" in result.data:
            found["total_mw"] = sum(result.data["power_mw"].values())
            found["gbit_per_s_per_w"] = 8000 / result.data["pj_per_byte"]
    period = found.pop("period_ns", None)
    if period and isfinite(period):
        found |= {"period_ns": period, "fmax_mhz": 1000 / period}
        for figure, per_cycle, factor in (
            ("latency_ns", "latency_cycles", period),
            ("gbit_per_s", "bits_per_cycle", 1 / period),
        ):
            value = found.get(per_cycle)
            found[figure] = None if value is None else value * factor
    return found


def check_limits(limits: Iterable[Limit], target: Target, energy: bool) -> None:
    """Refuse a limit over a figure that a target does not have, or that is not asked for.

    Raises:
        RequestError: the message names the figure and what is allowed.
    """
    areas = [figure for unit, figure in AREAS.items() if unit == target.unit]
    areas += ["area_um2"] * (target.unit == "GE")
    others = {*AREAS.values(), "area_um2"} - {*areas}
    for limit in limits:
        for figure in sorted(limit.figures & others):
            raise RequestError(
                f"limit {shown(limit.text)} is about {figure} ({FIGURES[figure]}), which target"
                f" {target.name} does not have; allowed: {', '.join(areas) or 'figures in cycles'}"
            )
        for figure in sorted(limit.figures & TIMED if not target.times else ()):
            raise RequestError(
                f"limit {shown(limit.text)} is about {figure}, and target {target.name} has no"
                " clock period; allowed: figures in cycles"
            )
        for figure in sorted(limit.figures & ENERGY):
            if not (energy and target.has_power):
                raise RequestError(
                    f"limit {shown(limit.text)} is about {figure}, which is not measured; allowed:"
                    " with --energy, on a target of standard cells"
                )


def summary(point: Measurement, target: Target) -> str:
    """A measurement in one line: area, frequency, throughput."""
    area = f"{point.physical.area:,.0f} {target.unit}" if target.unit else ""
    if not point.physical.timed:
        return f"{area:>14}  {point.speed.bits_per_cycle:8.3f} bit/cycle"
    return f"{area:>14}  {point.physical.fmax_mhz:7.1f} MHz  {point.gbit_per_s:8.3f} Gbit/s"
