# SPDX-License-Identifier: Apache-2.0
"""Schmidt and Izraelevitz, A Fast Parameterized SHA3 Accelerator, UCB/EECS-2015-204, 2015.

Its points D-N-T are points of the ``accel`` family with a port of 64 bits: 1-1-1 is
``accel-d1n1t1w64``. Rocket, its core, is ``rv32`` here.

Table 1 says whether Rocket alone or Rocket with 1-1-1 is best, by the share of time spent hashing
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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashfab.advise import score
from hashfab.advise.system import part
from hashfab.explore import pareto
from hashfab.measure import DEFAULT
from hashfab.papers.model import Paper, Points, Row

GBIT_PER_S = {"1-1-1": 41.9, "2-2-2": 85.6}
GBIT_PER_S_PER_W = {"1-1-1": 8080.0, "2-2-2": 6160.0}
ROCKET_GBIT_PER_S_PER_W = 0.587
SIDE_UM = {"1-1-1": 334, "2-2-2": 534}
"""Of the floorplans, figures 5 and 6."""

PEAK_UTILIZATION = 0.93
"""Figure 3, of which the text prints no other figure."""

DESIGNS = {"1-1-1": "accel-d1n1t1w64", "2-2-2": "accel-d2n2t2w64"}
CORE = "rv32"
ENGINE = "engine-n1"
SMALLER = ("accel-d1n1t2w64",)
"""A further point for the fronts of figure 4."""

FOLDED = ("engine-lane", "engine-slice")

UTILIZATION = {
    f"{d}-{n}-{t}": f"accel-d{d}n{n}t{t}w64"
    for d, n, t in ((1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, 2), (2, 2, 4))
}
WIDER = "accel-d2n2t2w128"
ONE_BUFFER = "accel-d2n2t2w64b1"

WEIGHT = 20.0
METRICS = ("performance", "power", "area")

FIRST_BEST = {"performance": 80.0, "power": 50.0, "area": None}
"""Table 1: the share of hashing in percent from which 1-1-1 is best; None where it never is."""

ROCKET_W = 0.017
"""Rocket's power, not printed: the middle of a range in which 32 of 33 cells agree."""


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


PUBLISHED_ROCKET = Setting(ROCKET_GBIT_PER_S_PER_W * ROCKET_W, ROCKET_W, 0.0)
"""Its area is not printed either; only that of what stands on top counts."""

PUBLISHED_ACCELERATOR = Setting(
    GBIT_PER_S["1-1-1"],
    GBIT_PER_S["1-1-1"] / GBIT_PER_S_PER_W["1-1-1"],
    float(SIDE_UM["1-1-1"] ** 2),
)


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


WHY_TECHNOLOGY = "another technology and flow: theirs is placed and routed"
WHY_PORT = "bound by the port, 64 bit per cycle; theirs loses a cycle in 17, ours none"
WHY_UNIT = "a block takes 24 cycles; theirs is the clock's ratio"
NO_FIGURE = "the paper's text prints no figure for this"
OURS = "not in the paper"


def rows(points: Points) -> list[Row]:
    """What the paper prints, in its order."""
    return [
        *_engine(points),
        *_utilization(points),
        *_throughput(points),
        *_front(points),
        *_efficiency(points),
        *_table1(points),
        *_future(points),
    ]


def _engine(points: Points) -> Iterator[Row]:
    """Figure 2."""
    whole, bare = points.of(DESIGNS["1-1-1"]), points.of(ENGINE)
    item = f"Fig. 2: {DESIGNS['1-1-1']} against {ENGINE}, a plain one-round engine"
    why = (
        "the figure has bars without numbers, slightly smaller and with less power than an engine "
        "of other authors; ours counts buffer, port and padding, which an engine does not have"
    )
    yield Row(item, "area", "ratio", None, whole.physical.area / bare.physical.area, why)
    if whole.energy and bare.energy:
        power = whole.energy.total_mw / whole.energy.frequency_mhz
        plain = bare.energy.total_mw / bare.energy.frequency_mhz
        yield Row(item, "power at the same clock", "ratio", None, power / plain, why)
    yield Row(
        item, "period", "ratio", None, whole.physical.period_ns / bare.physical.period_ns, why
    )


def _utilization(points: Points) -> Iterator[Row]:
    """Figure 3."""
    found = {name: points.speeds[design] for name, design in UTILIZATION.items()}
    used = {name: speed.port_utilization or 0.0 for name, speed in found.items()}
    peak = max(used, key=lambda name: used[name])
    item = "Fig. 3: use of the memory port"
    yield Row(item, f"peak ({peak})", "%", 100 * PEAK_UTILIZATION, 100 * used[peak], WHY_PORT)
    for name, value in used.items():
        yield Row(item, name, "%", None, 100 * value, NO_FIGURE)


def _throughput(points: Points) -> Iterator[Row]:
    """Section 6, figures 5 and 6."""
    for name, design in DESIGNS.items():
        point, item = points.of(design), f"{name} ({design})"
        why = WHY_UNIT if name == "1-1-1" else WHY_PORT
        yield Row(item, "throughput", "Gbit/s", GBIT_PER_S[name], point.gbit_per_s, WHY_TECHNOLOGY)
        yield Row(item, "throughput", "bit/cycle", None, point.speed.bits_per_cycle, why)
        area = point.physical.area_um2
        yield Row(item, "area", "um2", float(SIDE_UM[name] ** 2), area, WHY_TECHNOLOGY)
    item = "2-2-2 over 1-1-1"
    small, large = (points.of(design) for design in DESIGNS.values())
    published = GBIT_PER_S["2-2-2"] / GBIT_PER_S["1-1-1"]
    yield Row(
        item,
        "throughput",
        "ratio",
        published,
        large.gbit_per_s / small.gbit_per_s,
        "both at their own clock; two rounds in a cycle make ours slower",
    )
    published = (SIDE_UM["2-2-2"] / SIDE_UM["1-1-1"]) ** 2
    yield Row(
        item,
        "area",
        "ratio",
        published,
        large.physical.area / small.physical.area,
        "the paper: control grows more than twofold",
    )


def _front(points: Points) -> Iterator[Row]:
    """Figure 4."""
    names = [*DESIGNS.values(), *SMALLER]
    found = [points.of(name) for name in names]
    costs = [(-point.gbit_per_s, point.physical.area) for point in found]
    best = [names[index] for index in pareto.front(costs)]
    yield Row(
        f"Fig. 4: the front of throughput and area over {', '.join(names)}",
        f"points ({', '.join(best)})",
        "",
        2.0,
        float(len(best)),
        "the paper's front has 1-1-1 and 2-2-2 over its whole space",
    )


def _efficiency(points: Points) -> Iterator[Row]:
    """Section 6, energy."""
    plain = points.of(CORE).energy
    for name, design in DESIGNS.items():
        energy = points.of(design).energy
        yield Row(
            f"{name} ({design})",
            "efficiency",
            "Gbit/s/W",
            GBIT_PER_S_PER_W[name],
            energy.gbit_per_s_per_w if energy else None,
            WHY_TECHNOLOGY,
        )
    item = f"Rocket with C ({CORE}, its own assembly)"
    yield Row(
        item,
        "efficiency",
        "Gbit/s/W",
        ROCKET_GBIT_PER_S_PER_W,
        plain.gbit_per_s_per_w if plain else None,
        "a 32-bit core without caches and with hand-written code against a 64-bit one with caches",
    )
    energy = points.of(DESIGNS["1-1-1"]).energy
    ratio = energy.gbit_per_s_per_w / plain.gbit_per_s_per_w if energy and plain else None
    yield Row(
        f"1-1-1 over software ({CORE})",
        "energy of a byte",
        "ratio",
        GBIT_PER_S_PER_W["1-1-1"] / ROCKET_GBIT_PER_S_PER_W,
        ratio,
        "ours leaves the memories out on both sides; the core's is the smaller core, see above",
    )


def _table1(points: Points) -> Iterator[Row]:
    """Table 1, from the paper's figures and from ours."""
    core, whole = points.of(CORE), points.of(DESIGNS["1-1-1"])
    powers = [
        None if power is None else power / 1000
        for power in (part(each, None).busy_mw for each in (core, whole))
    ]
    ours = (
        Setting(core.gbit_per_s, powers[0], core.physical.area),
        Setting(whole.gbit_per_s, powers[1], whole.physical.area),
    )
    theirs = (PUBLISHED_ROCKET, PUBLISHED_ACCELERATOR)
    why = (
        f"z-scores over the whole table; Rocket's power is not printed, {1000 * ROCKET_W:.0f} mW "
        "are assumed"
    )
    item = "Table 1, from the paper's own figures"
    yield Row(item, "cells that agree", "of 33", 33.0, float(agreeing(*theirs)), why)
    for metric in METRICS:
        yield _first_best(item, metric, theirs, why)
    item = f"Table 1, {CORE} against {DESIGNS['1-1-1']} as measured"
    for metric in METRICS:
        if metric == "power" and None in powers:
            continue
        yield _first_best(
            item,
            metric,
            ours,
            "the same z-scores of our figures; speed-up and power of the core are others",
        )


def _first_best(item: str, metric: str, settings: tuple[Setting, Setting], why: str) -> Row:
    published = FIRST_BEST[metric]
    measured = first(winners(*settings, metric))
    if published is None and measured is None:
        why = "1-1-1 is never best, here as there: what is added has an area, whatever it is for"
    return Row(
        item, f"share from which 1-1-1 is best, {metric} x 20", "%", published, measured, why
    )


def _future(points: Points) -> Iterator[Row]:
    """Section 7: what was left, where it is a parameter here."""
    item = "future work: a wider memory port"
    narrow, wide = points.speeds[DESIGNS["2-2-2"]], points.speeds[WIDER]
    yield Row(f"{item} ({WIDER})", "throughput", "bit/cycle", None, wide.bits_per_cycle, OURS)
    yield Row(
        f"{item} ({WIDER})",
        "throughput, of 64 bits",
        "ratio",
        None,
        wide.bits_per_cycle / narrow.bits_per_cycle,
        OURS,
    )
    single = points.speeds[ONE_BUFFER]
    yield Row(
        f"future work: a simpler memory side, one buffer ({ONE_BUFFER})",
        "throughput, of two buffers",
        "ratio",
        None,
        single.bits_per_cycle / narrow.bits_per_cycle,
        OURS,
    )
    for design in FOLDED:
        point = points.of(design)
        item = f"future work: a time-multiplexed datapath ({design})"
        plain = points.of(ENGINE)
        yield Row(
            item,
            "area, of a one-round engine",
            "ratio",
            None,
            point.physical.area / plain.physical.area,
            OURS,
        )
        yield Row(
            item,
            "throughput, of a one-round engine",
            "ratio",
            None,
            point.gbit_per_s / plain.gbit_per_s,
            OURS,
        )


PAPER = Paper(
    "schmidt2015",
    "A Fast Parameterized SHA3 Accelerator",
    tuple((name, DEFAULT) for name in (*DESIGNS.values(), *SMALLER, CORE, ENGINE, *FOLDED)),
    rows,
    energy=(*DESIGNS.values(), CORE, ENGINE),
    speeds=(*UTILIZATION.values(), WIDER, ONE_BUFFER),
)
