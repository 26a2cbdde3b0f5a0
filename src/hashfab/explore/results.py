# SPDX-License-Identifier: Apache-2.0
"""What an exploration found, and the files that hold it."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from hashfab.designs import Design, family_of
from hashfab.explore import pareto
from hashfab.explore.space import Pruned
from hashfab.measure.physical import AREAS
from hashfab.measure.record import Measurement
from hashfab.measure.runner import Failure
from hashfab.measure.stages import Consumption, Map, Route, Simulate, Speed


@dataclass(frozen=True)
class Point:
    """A design and its measurement."""

    design: Design
    measurement: Measurement


def front(points: Sequence[Point], algorithms: Collection[str] = pareto.EVERY) -> list[Point]:
    """The points that no other one dominates, in order, if these algorithms count."""
    costs = [pareto.merit(each.design, each.measurement).costs(algorithms) for each in points]
    return [points[index] for index in pareto.front(costs)]


def stages(point: Measurement) -> dict[str, str]:
    """The stage that each figure of a point comes from."""
    timing = Route.gives if point.physical.placed else Map.gives
    sources = {
        **dict.fromkeys((each.name for each in fields(Speed)), Simulate.gives),
        **dict.fromkeys((*AREAS.values(), "area_um2", "ff"), Map.gives),
        **dict.fromkeys(("period_ns", "fmax_mhz", "gbit_per_s"), timing),
    }
    if point.energy:
        sources |= dict.fromkeys(point.energy.to_json(), Consumption.gives)
    data = point.to_json()
    return {figure: stage for figure, stage in sources.items() if data.get(figure) is not None}


@dataclass(frozen=True)
class Results:
    """Everything that an exploration found.

    Attributes:
        target, workload: what all points were measured with.
        points: what could be measured, in the space's order.
        failed: what could not.
        pruned: what was left out, and after which stage.
        limits: what points had to satisfy, as it was given.
        algorithms: those that count for the front.
        running: whether more is to come.
    """

    target: str
    workload: str
    points: tuple[Point, ...]
    failed: tuple[Failure, ...]
    pruned: tuple[Pruned, ...]
    limits: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = pareto.EVERY
    running: bool = False

    def document(self) -> dict[str, Any]:
        """Plain data for JSON: each point is its measurement with family, parameters and rank."""
        best = [point.design.name for point in front(self.points, self.algorithms)]
        on_front = set(best)
        return {
            "target": self.target,
            "workload": self.workload,
            "running": self.running,
            "limits": list(self.limits),
            "algorithms": list(self.algorithms),
            "points": [
                {
                    **point.measurement.to_json(),
                    "family": point.design.family,
                    "parameters": dict(point.design.parameters),
                    "guest": family_of(point.design).guest,
                    "whole_message": family_of(point.design).whole_message,
                    "serves": list(family_of(point.design).algorithms),
                    "on_front": point.design.name in on_front,
                    "stages": stages(point.measurement),
                }
                for point in self.points
            ],
            "front": best,
            "failed": [asdict(failure) for failure in self.failed],
            "pruned": [asdict(pruned) for pruned in self.pruned],
        }


NESTED = ("parameters", "provenance", "serves", "stages", "power_mw", "words_per_byte", "profile")


def to_csv(document: dict[str, Any]) -> str:
    """The points of a results document as CSV: a row each, a column per figure and parameter."""
    rows = []
    for point in document["points"]:
        flat = {k: v for k, v in point.items() if k not in NESTED}
        provenance = point["provenance"]
        flat |= {key: provenance.get(key) for key in ("source_hash", "seed")}
        for name in ("power_mw", "words_per_byte", "profile"):
            flat |= {f"{name}_{key}": value for key, value in (point.get(name) or {}).items()}
        rows.append(flat | {f"parameter_{k}": v for k, v in point["parameters"].items()})
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
