# SPDX-License-Identifier: Apache-2.0
"""The page that people look at: one HTML file that holds its data, its code and its charts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from hashfab.report import placement
from hashfab.report.figures import (
    AREA,
    AXES,
    LATENCY,
    OTHER,
    PUBLISHED_UTILIZATION,
    THROUGHPUT,
    Point,
    derived,
)

PAGE_KEYS = ("design", "family", "parameters", "on_front", "placed", "whole_message", "guest")
"""What a point of the page has beside its figures; earlier results do not say which is a guest."""

DIGITS = 8
"""Significant ones of a figure, which is more than anything is measured to."""


def render(results: Mapping[str, Any], live: bool = False) -> str:
    """The page for the results of an exploration, as the results file holds them.

    The page makes no request, so it works offline and from a file; a browser that reads it is told
    to refuse any.

    Args:
        results: the exploration.
        live: whether it is served, and asks its own server for what is new.
    """
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.from_string(_asset("page.html")).render(
        target=results["target"],
        workload=results["workload"],
        limits=results.get("limits", []),
        failed=results["failed"],
        pruned=_by_reason(results["pruned"]),
        pruned_count=len(results["pruned"]),
        version=metadata.version("hashfab"),
        live=live,
        style=Markup(_asset("page.css")),
        script=Markup(_asset("page.js")),
        plotly=Markup(get_plotlyjs()),
        data=_json_in_html(data(results)),
    )


def data(results: Mapping[str, Any]) -> dict[str, Any]:
    """What the page's code works on, as plain data.

    Points are in columns, and what many have in common stands once: a page of 10,000 points takes
    a few megabytes.
    """
    points = results["points"]
    figures = [{**point, **derived(point)} for point in points]
    axes = [axis for axis in AXES if any(each.get(axis.key) is not None for each in figures)]
    first = next((point["design"] for point in points if point["on_front"]), None)
    hows, stages = _Shared(), _Shared()
    columns: dict[str, list[Any]] = {key: [point.get(key) for point in points] for key in PAGE_KEYS}
    columns |= {axis.key: [_short(each.get(axis.key)) for each in figures] for axis in axes}
    columns["bound_utilization"] = [_short(each["bound_utilization"]) for each in figures]
    columns["how"] = [hows.put(_how(point)) for point in points]
    columns["stages"] = [stages.put(point.get("stages", {})) for point in points]
    columns["seed"] = [point["provenance"]["seed"] for point in points]
    columns["seconds"] = [round(point["seconds"], 1) for point in points]
    return {
        "target": results["target"],
        "workload": results["workload"],
        "running": results.get("running", False),
        "estimates": any(point["lut4"] is not None for point in points),
        "columns": columns,
        "hows": hows.items,
        "stages": stages.items,
        "serves": {point["family"]: point.get("serves", []) for point in points},
        "algorithms": results.get("algorithms", []),
        "axes": [asdict(axis) for axis in axes],
        "placements": _placements(results),
        "profiles": _profiles(points),
        "published_utilization": PUBLISHED_UTILIZATION,
        "start": {
            "x": AREA,
            "y": THROUGHPUT,
            "x2": LATENCY,
            "y2": OTHER,
            "design": first,
        },
    }


class _Shared:
    """Items that many points have in common.

    Attributes:
        items: each once.
    """

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._places: dict[str, int] = {}

    def put(self, item: Any) -> int:
        """The place of an item."""
        place = self._places.setdefault(json.dumps(item), len(self.items))
        if place == len(self.items):
            self.items.append(item)
        return place


def _short(value: float | None) -> float | None:
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _how(point: Point) -> list[tuple[str, str]]:
    """How a point was measured, as labels and values: what it shares with others."""
    provenance = point["provenance"]
    settings = provenance["settings"]
    timing = "estimated from the mapped netlist's depth"
    if point["placed"]:
        timing = "after place and route"
    elif point["period_ns"] is None:
        timing = "not found on this target"
    elif point["lut4"] is None:
        timing = "static timing analysis of the mapped netlist"
    entries = [
        ("target", point["target"]),
        ("workload", point["workload"]),
        ("mapping recipe", point["recipe"]),
        ("frequency", timing),
        ("sources (SHA-256)", provenance["source_hash"][:16]),
        *provenance["tools"].items(),
        *((key, value) for key, value in settings.items() if not isinstance(value, dict)),
    ]
    return [(label, _text(value)) for label, value in entries if value is not None]


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _placements(results: Mapping[str, Any]) -> dict[str, Any]:
    """The placements of the points on the front, by design."""
    return {
        point["design"]: placement.embed(placement.load(Path(point["placement"])))
        for point in results["points"]
        if point["placement"] is not None and point["on_front"]
    }


def _profiles(points: Iterable[Point]) -> dict[str, Any]:
    """Where the cycles of each design that runs a program go: name, cycles of each part."""
    found = {}
    for point in points:
        if profile := point.get("profile"):
            kinds = {"function": profile["functions"], "class of instructions": profile["classes"]}
            found[point["design"]] = {
                "bytes": profile["message_bytes"],
                "algorithm": profile["algorithm"],
                "cycles": profile["cycles"],
                "kinds": {
                    kind: [[part["name"], part["cycles"]] for part in parts if part["cycles"]]
                    for kind, parts in kinds.items()
                    if parts
                },
            }
    return found


def _by_reason(pruned: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """The combinations left out, under each reason."""
    reasons: dict[str, list[str]] = {}
    for item in pruned:
        values = ", ".join(f"{key}={value}" for key, value in item["parameters"].items())
        reasons.setdefault(item["why"], []).append(f"{item['family']}: {values}")
    return list(reasons.items())


def _json_in_html(data: Any) -> Markup:
    """JSON that stands in a script element whatever its strings hold."""
    return Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))
