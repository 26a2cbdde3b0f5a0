# SPDX-License-Identifier: Apache-2.0
"""A profile as a chart: shares of cycles by function, class, or instruction; by phase and port."""

from __future__ import annotations

from matplotlib.figure import Figure

from hashfab.measure.occupancy import Occupancy
from hashfab.measure.profile import Profile
from hashfab.report.picture import COLOURS, INK, QUIET, rendered

ROWS = 8
"""For which there is room at least, so that few bars are not fat."""


def draw(profile: Profile | Occupancy, suffix: str) -> bytes:
    """The chart as a file's content; the suffix says PNG or SVG."""
    figure = Figure(figsize=(8.4, 3.6), dpi=160, layout="constrained")
    figure.suptitle(
        f"{profile.design}: {profile.cycles:,} cycles for {profile.algorithm} of "
        f"{profile.message_bytes:,} bytes",
        color=INK,
        fontsize=11,
        weight="bold",
    )
    for axes, (title, parts), colour in zip(
        figure.subplots(1, 2), profile.kinds(), COLOURS, strict=False
    ):
        shown = [part for part in parts if part.cycles * 200 >= profile.cycles][::-1]
        shares = [100 * part.cycles / profile.cycles for part in shown]
        bars = axes.barh([part.name for part in shown], shares, color=colour)
        axes.bar_label(bars, fmt="%.1f %%", padding=3, color=QUIET, fontsize=8)
        axes.set_title(f"by {title}", loc="left", color=QUIET, fontsize=9)
        axes.set_ylim(min(len(shown) - ROWS, 0) - 0.5, len(shown) - 0.5)
        axes.set_xlim(0, 1.2 * max(shares, default=1))
        axes.xaxis.set_visible(False)
        axes.tick_params(length=0, colors=INK, labelsize=8)
        for side in axes.spines.values():
            side.set_visible(False)
    return rendered(figure, suffix)
