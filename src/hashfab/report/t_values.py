# SPDX-License-Identifier: Apache-2.0
"""Welch's t over the cycles of a permutation, for a design and its controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from hashfab.report.picture import COLOURS, INK, QUIET, rendered


def draw(
    tests: Mapping[str, Sequence[NDArray[np.float64]]], threshold: float, suffix: str
) -> bytes:
    """The chart as a file's content; the suffix says PNG or SVG.

    Args:
        tests: t by cycle, of order 1 and 2, by what was tested.
        threshold: beyond which t tells something.
        suffix: ``.png`` or ``.svg``.
    """
    figure = Figure(figsize=(8.4, 1.2 + 1.8 * len(tests)), dpi=160, layout="constrained")
    rows = figure.subplots(len(tests), 1, squeeze=False)[:, 0]
    for axes, (name, orders) in zip(rows, tests.items(), strict=True):
        for number, (order, colour) in enumerate(zip(orders, COLOURS, strict=False), 1):
            known = np.where(np.isfinite(order), order, np.nan)
            axes.plot(range(len(order)), known, color=colour, label=f"order {number}")
        for limit in (-threshold, threshold):
            axes.axhline(limit, color=QUIET, linewidth=0.8, linestyle="--")
        axes.set_title(name, loc="left", color=INK, fontsize=9)
        axes.set_ylabel("t", color=QUIET, fontsize=8)
        axes.tick_params(length=0, colors=INK, labelsize=8)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    rows[0].legend(fontsize=8, frameon=False, ncols=2, loc="upper right")
    rows[-1].set_xlabel("cycle", color=QUIET, fontsize=8)
    return rendered(figure, suffix)
