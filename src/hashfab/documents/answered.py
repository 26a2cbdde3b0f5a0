# SPDX-License-Identifier: Apache-2.0
"""Tables of what ``hashfab recommend`` answers."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hashfab import designs, paths
from hashfab.advise import answer, demand, limits
from hashfab.advise.advise import Advice, advise
from hashfab.advise.recommendation import Recommendation, parse_weights
from hashfab.advise.system import candidates
from hashfab.advise.whole import whole
from hashfab.documents.record import Point, Record, points, run_points
from hashfab.documents.table import Table
from hashfab.errors import WorkFailed
from hashfab.measure import Request, targets
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target

CORE = "rv32"


@dataclass(frozen=True)
class Answered(Table):
    """The head of an answer: a candidate in each row, the best first.

    Attributes:
        workload: the name of a ready one, or a file from the working copy's root.
        designs: that are weighed beside software.
        limits: that must hold.
        weights: as typed; None for 1 each.
    """

    workload: str
    designs: tuple[str, ...]
    limits: tuple[str, ...] = ()
    weights: str | None = None

    @property
    def command(self) -> str:
        """That prints the whole answer."""
        given = [("--limit", text) for text in self.limits]
        given += [("--weights", self.weights)] if self.weights else []
        given += [("--design", name) for name in self.designs]
        options = shlex.join(word for pair in given for word in pair)
        return f"hashfab recommend {self.workload} --target {self.target} {options}"

    def fill(self, runner: Runner) -> Record:
        """Ask.

        Raises:
            RequestError: the target's library or a tool is not there.
            WorkFailed: a candidate could not be measured.
        """
        target = targets.get(self.target)
        target.check()
        named = self.workload.endswith(".toml")
        asked = demand.get(str(paths.rtl_dir().parent / self.workload) if named else self.workload)
        weights = parse_weights(self.weights, target.has_power)
        chosen = candidates(CORE, self.designs)
        parsed = [limits.parse(text, target) for text in self.limits]
        found = advise(asked, target, CORE, chosen, weights, parsed, runner)
        failed = [why for name, why in found.left_out.items() if name in self.designs]
        if found.recommendation is None or failed:
            raise WorkFailed("; ".join(failed) or "nothing could be measured")
        columns, rows = self._rows(found, found.recommendation)
        said = [answer.sentence(found, found.recommendation)]
        said += [line] if (line := answer.runner_up(found.recommendation)) else []
        return Record(
            columns=columns,
            rows=rows,
            note=f"{' '.join(said)}\n\n{self.note(found.measurements.values(), self.command)}",
            points=_points(found, target, "energy" in weights),
        )

    def _rows(
        self, found: Advice, recommendation: Recommendation
    ) -> tuple[list[str], list[list[str]]]:
        columns, rows = answer.figures(found, recommendation)
        for row in rows:
            name, _, mark = row[0].partition(" ")
            row[0] = f"`{name}`{MARKS[mark]}"
        if found.wholes:
            columns.append("sum of calls, off the whole run")
            for row, option in zip(rows, recommendation.options, strict=True):
                row.append(answer.difference(found, option) or "(a sum)")
        return columns, rows


MARKS = {"": "", "*": ", taken", "x": ", may not be taken"}
"""What stands behind a name here for what stands there in a terminal."""


def _points(found: Advice, target: Target, energy: bool) -> Sequence[Point]:
    """The results behind an answer, calls apart."""
    measured: Iterable[Point] = (
        point
        for name, each in found.measurements.items()
        for point in points(Request(designs.parse(name), target=target, energy=energy), each)
    )
    runs = (
        point
        for each in found.candidates
        if each.name in found.wholes and (run := whole(each, found.demand))
        for point in run_points(run.stages, found.wholes[each.name].executions)
    )
    return [*measured, *runs]
