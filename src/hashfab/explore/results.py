# SPDX-License-Identifier: Apache-2.0
"""What an exploration found, and the files that hold it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashfab.designs import Design, family
from hashfab.explore import pareto
from hashfab.explore.space import Pruned
from hashfab.measure.record import Measurement
from hashfab.measure.runner import Failure


@dataclass(frozen=True)
class Point:
    """A design and its measurement."""

    design: Design
    measurement: Measurement


def front(points: Sequence[Point]) -> list[Point]:
    """The points that no other one dominates, in order."""
    costs = [pareto.merit(point.design, point.measurement).costs() for point in points]
    return [points[index] for index in pareto.front(costs)]


@dataclass(frozen=True)
class Results:
    """Everything that an exploration found.

    Attributes:
        target, workload: what all points were measured with.
        points: what could be measured, in the space's order.
        failed: what could not.
        pruned: what was left out before measuring.
    """

    target: str
    workload: str
    points: tuple[Point, ...]
    failed: tuple[Failure, ...]
    pruned: tuple[Pruned, ...]

    def document(self) -> dict[str, Any]:
        """Plain data for JSON: each point is its measurement with family, parameters and rank."""
        best = [point.design.name for point in front(self.points)]
        return {
            "target": self.target,
            "workload": self.workload,
            "points": [
                {
                    **point.measurement.to_json(),
                    "family": point.design.family,
                    "parameters": dict(point.design.parameters),
                    "whole_message": family(point.design.family).whole_message,
                    "on_front": point.design.name in best,
                }
                for point in self.points
            ],
            "front": best,
            "failed": [asdict(failure) for failure in self.failed],
            "pruned": [asdict(pruned) for pruned in self.pruned],
        }


def to_csv(document: dict[str, Any]) -> str:
    """The points of a results document as CSV: a row each, a column per figure and parameter."""
    rows = []
    for point in document["points"]:
        flat = {k: v for k, v in point.items() if k not in ("parameters", "provenance")}
        provenance = point["provenance"]
        flat |= {key: provenance.get(key) for key in ("source_hash", "seed")}
        rows.append(flat | {f"parameter_{k}": v for k, v in point["parameters"].items()})
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
