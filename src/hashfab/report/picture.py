# SPDX-License-Identifier: Apache-2.0
"""The static picture of an exploration: area against throughput, with the front drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from hashfab.report.figures import AREA, AXES, THROUGHPUT, Axis, Point

INK, QUIET, RULE = "#1a1f29", "#5a6375", "#e3e6ec"
MARKERS = ("o", "D")
"""Of hashfab's own designs, and of guests."""
COLOURS = ("#0b62c4", "#c4570b", "#0f8a5f", "#a13d97", "#8a6d00", "#4a5468")


def draw(results: Mapping[str, Any], suffix: str) -> bytes:
    """The scatter of an exploration's results as a file's content; the suffix says PNG or SVG.

    Raises:
        ValueError: no point has both an area and a throughput.
    """
    x, y = _axis(results["points"], AREA), _axis(results["points"], THROUGHPUT)
    points = [p for p in results["points"] if p[x.key] is not None and p[y.key] is not None]
    families = sorted({point["family"] for point in points})
    figure = Figure(figsize=(8.4, 4.9), dpi=160, layout="constrained")
    axes = figure.add_subplot()
    _style(axes, x, y)
    for index, family in enumerate(families):
        colour = COLOURS[index % len(COLOURS)]
        _family(axes, [p for p in points if p["family"] == family], x, y, colour)
    # No hardware is both small and fast: the corner is free.
    legend = axes.legend(loc="upper left", frameon=False, fontsize=9, labelcolor=INK)
    for line in legend.get_lines():
        line.set(alpha=1, linewidth=3)
    figure.draw_without_rendering()
    _names(axes, points, x, y)
    axes.set_title(
        f"Hash hardware on {results['target']}, measured",
        loc="left",
        color=INK,
        fontsize=12,
        weight="bold",
    )
    axes.text(
        1,
        -0.13,
        "filled: on the Pareto front over area, throughput, latency and frequency",
        transform=axes.transAxes,
        ha="right",
        color=QUIET,
        fontsize=7.5,
    )
    return rendered(figure, suffix)


def rendered(figure: Figure, suffix: str) -> bytes:
    """A figure as a file's content; without a date and with fixed ids, so that it is the same."""
    content = BytesIO()
    with rc_context({"svg.hashsalt": "hashfab"}):
        metadata = {"Date": None} if suffix == ".svg" else None
        figure.savefig(content, format=suffix.removeprefix("."), metadata=metadata)
    return content.getvalue()


def _axis(points: Sequence[Point], keys: Sequence[str]) -> Axis:
    """The first of the figures ``keys`` that some point has."""
    for key in keys:
        if any(point[key] is not None for point in points):
            return next(axis for axis in AXES if axis.key == key)
    raise ValueError(f"no point has a figure among {', '.join(keys)}")


def _title(axis: Axis) -> str:
    return f"{axis.label} ({axis.unit})" if axis.unit else axis.label


def _style(axes: Axes, x: Axis, y: Axis) -> None:
    """Logarithmic axes with plain numbers, a light grid, no frame."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(_title(x), color=QUIET)
    axes.set_ylabel(_title(y), color=QUIET)
    for side in axes.spines.values():
        side.set_visible(False)
    for scale in (axes.xaxis, axes.yaxis):
        scale.set_major_locator(LogLocator(subs=(1, 2, 5)))
        scale.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
        scale.set_minor_formatter(NullFormatter())
    axes.tick_params(which="both", length=0, colors=QUIET)
    axes.grid(color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(0.09, 0.12)


def _family(axes: Axes, points: Sequence[Point], x: Axis, y: Axis, colour: str) -> None:
    """A family's points, the front's filled, and the line through the best of them."""
    best = [
        p
        for p in sorted(points, key=lambda p: (p[x.key], -p[y.key]))
        if not any(o[x.key] <= p[x.key] and o[y.key] > p[y.key] for o in points)
        and not any(o[x.key] < p[x.key] and o[y.key] >= p[y.key] for o in points)
    ]
    scope = "whole messages" if points[0]["whole_message"] else "permutation alone"
    guest = points[0].get("guest", False)  # Earlier results do not say.
    axes.plot(
        [p[x.key] for p in best],
        [p[y.key] for p in best],
        color=colour,
        linewidth=1.2,
        alpha=0.55,
        label=f"{points[0]['family']}: {scope}{' (guest)' if guest else ''}",
    )
    for point in points:
        axes.plot(
            point[x.key],
            point[y.key],
            marker=MARKERS[guest],
            markersize=7,
            color=colour,
            markerfacecolor=colour if point["on_front"] else "white",
            markeredgewidth=1.4,
        )


PLACES = (
    ((0, 6), "center", "bottom"),
    ((0, -6), "center", "top"),
    ((7, 0), "left", "center"),
    ((-7, 0), "right", "center"),
)
"""Where a name may stand beside its point, in points: offset and alignment."""


def _names(axes: Axes, points: Sequence[Point], x: Axis, y: Axis) -> None:
    """Each point's name where it covers neither a point nor another name, the front's first."""
    marks = [line for line in axes.lines if line.get_marker() in MARKERS]
    taken = [line.get_window_extent().padded(2) for line in marks]
    taken += [part.get_window_extent() for part in (axes.get_legend(), *axes.texts) if part]
    for point in sorted(points, key=lambda p: not p["on_front"]):
        for offset, horizontal, vertical in PLACES:
            text = axes.annotate(
                point["design"].removeprefix(
                    "guest-" if point.get("guest") else point["family"] + "-"
                ),
                (point[x.key], point[y.key]),
                xytext=offset,
                textcoords="offset points",
                ha=horizontal,
                va=vertical,
                color=QUIET,
                fontsize=7.5,
            )
            box = text.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            text.remove()
