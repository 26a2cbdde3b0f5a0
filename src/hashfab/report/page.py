# SPDX-License-Identifier: Apache-2.0
"""The page that people look at: one HTML file that holds its data, its code and its charts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from hashfab.report import placement
from hashfab.report.figures import AREA, AXES, PUBLISHED_UTILIZATION, THROUGHPUT, Point, derived


def render(results: Mapping[str, Any]) -> str:
    """The page for the results of an exploration, as the results file holds them.

    The page makes no request, so it works offline and from a file; a browser that reads it is told
    to refuse any.
    """
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, undefined=jinja2.StrictUndefined
    )
    points = [_point(point) for point in results["points"]]
    first = next((point["design"] for point in points if point["design"] in results["front"]), None)
    return environment.from_string(_asset("page.html")).render(
        target=results["target"],
        workload=results["workload"],
        count=len(points),
        on_front=len(results["front"]),
        placed=sum(bool(point["placed"]) for point in points),
        failed=results["failed"],
        pruned=_by_reason(results["pruned"]),
        pruned_count=len(results["pruned"]),
        version=metadata.version("hashfab"),
        style=Markup(_asset("page.css")),
        script=Markup(_asset("page.js")),
        plotly=Markup(get_plotlyjs()),
        data=_json_in_html(
            {
                "points": points,
                "axes": [asdict(axis) for axis in AXES],
                "placements": _placements(results),
                "published_utilization": PUBLISHED_UTILIZATION,
                "start": {"x": AREA, "y": THROUGHPUT, "design": first},
            }
        ),
    )


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _point(point: Point) -> dict[str, Any]:
    """A point with what the page shows beside its figures."""
    command = "hashfab measure {design} --target {target} --workload {workload}".format(**point)
    command += f" --seed {point['provenance']['seed']}"
    if not point["placed"] and point["lut4"] is not None:
        command += " --estimate"
    return {**point, **derived(point), "how": _how(point), "command": command}


def _how(point: Point) -> list[tuple[str, str]]:
    """How a point was measured, as labels and values."""
    provenance = point["provenance"]
    settings = provenance["settings"]
    timing = "estimated from the mapped netlist's depth"
    if point["placed"]:
        timing = "after place and route"
    elif point["lut4"] is None:
        timing = "static timing analysis of the mapped netlist"
    entries = [
        ("target", point["target"]),
        ("workload", point["workload"]),
        ("mapping recipe", point["recipe"]),
        ("frequency", timing),
        ("seed", provenance["seed"]),
        ("sources (SHA-256)", provenance["source_hash"][:16]),
        *provenance["tools"].items(),
        *((key, value) for key, value in settings.items() if not isinstance(value, dict)),
        ("computed in", f"{point['seconds']:.0f} s"),
    ]
    return [(label, _text(value)) for label, value in entries if value is not None]


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _placements(results: Mapping[str, Any]) -> dict[str, Any]:
    """The placements of the points on the front, by design."""
    return {
        point["design"]: placement.embed(placement.load(Path(point["placement"])))
        for point in results["points"]
        if point["placement"] is not None and point["design"] in results["front"]
    }


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
