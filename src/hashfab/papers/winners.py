# SPDX-License-Identifier: Apache-2.0
"""Table 1 of schmidt2015: a core alone or with an accelerator, by the share of hashing.

It says whether Rocket alone or Rocket with 1-1-1 is best, by the share of time spent hashing
and by the metric that weighs 20 where the others weigh 1. The paper has the definition (smallest
sum of weighted z-scores), not the figures that went in. The reading that comes nearest:

- z-scores over the whole table (``hashfab.advise.score`` says why);
- performance as throughput, 1 / (1 - h + h / s) at a share h and a speed-up s of hashing;
- power as (1 - h) (core + accelerator) + h accelerator: the accelerator's clock is never stopped;
- area as the core's, with the accelerator's on top.

Rocket's power is not printed. Between 11 and 19 mW this gives 31 or 32 of the 33 cells, the others
at the edge; no power gives all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashfab.advise import score

WEIGHT = 20.0
METRICS = ("performance", "power", "area")

FIRST_BEST = {"performance": 80.0, "power": 50.0, "area": None}
"""Table 1: the share of hashing in percent from which 1-1-1 is best; None where it never is."""


@dataclass(frozen=True)
class Setting:
    """What goes into Table 1 of a core or an accelerator.

    Attributes:
        gbit_per_s: of hashing.
        watt: while it hashes; None where it is not known.
        area: in any unit.
    """

    gbit_per_s: float
    watt: float | None
    area: float


def winners(core: Setting, accelerator: Setting, heavy: str) -> list[bool]:
    """A column of Table 1: whether the accelerator is best, by share of hashing.

    Args:
        core: alone.
        accelerator: that stands beside it.
        heavy: the metric that weighs 20.
    """
    speedup = accelerator.gbit_per_s / core.gbit_per_s
    alone, added = core.watt or 0.0, accelerator.watt or 0.0
    rows = [
        {
            "core": {"performance": -1.0, "power": alone, "area": core.area},
            "both": {
                "performance": -1 / (1 - share + share / speedup),
                "power": (1 - share) * (alone + added) + share * added,
                "area": core.area + accelerator.area,
            },
        }
        for share in score.SHARES
    ]
    weights = {metric: WEIGHT if metric == heavy else 1.0 for metric in METRICS}
    return [
        score.best({name: score.weighed(zs, weights) for name, zs in row.items()}) == "both"
        for row in score.table(rows)
    ]


def first(column: Sequence[bool]) -> float | None:
    """The share in percent from which the accelerator is best; None where it never is."""
    return next((100 * share for share, won in zip(score.SHARES, column, strict=True) if won), None)


def agreeing(core: Setting, accelerator: Setting) -> int:
    """The cells of Table 1, of 33, that come out as printed."""
    count = 0
    for metric in METRICS:
        edge = FIRST_BEST[metric]
        column = winners(core, accelerator, metric)
        for share, won in zip(score.SHARES, column, strict=True):
            count += won == (edge is not None and 100 * share >= edge)
    return count


def why_edge(ours: tuple[Setting, Setting], theirs: tuple[Setting, Setting], metric: str) -> str:
    """What our column of Table 1 would be with one of the paper's figures in the place of ours.

    A z-score of two areas is the same whatever these are, so that there are two such figures: the
    speed-up of hashing, and the ratio of the powers.
    """
    (core, accelerator), (rocket, published) = ours, theirs
    faster = accelerator.gbit_per_s / core.gbit_per_s
    theirs_faster = published.gbit_per_s / rocket.gbit_per_s
    sped = replace(accelerator, gbit_per_s=core.gbit_per_s * theirs_faster)
    reasons = [
        f"hashing is {faster:,.0f} times as fast, theirs {theirs_faster:,.0f} times; with theirs "
        f"it would be {_edge(core, sped, metric)}"
    ]
    if core.watt and accelerator.watt and rocket.watt and published.watt:
        ratio, theirs_ratio = accelerator.watt / core.watt, published.watt / rocket.watt
        powered = replace(accelerator, watt=core.watt * theirs_ratio)
        reasons.append(
            f"the accelerator takes {ratio:.2f} times the core's power, theirs {theirs_ratio:.2f} "
            "times that of Rocket, which has 64 bits and caches; with theirs it would be "
            f"{_edge(core, powered, metric)}"
        )
    return "; ".join(reasons)


def _edge(core: Setting, accelerator: Setting, metric: str) -> str:
    share = first(winners(core, accelerator, metric))
    return "never" if share is None else f"from {share:.0f} %"
