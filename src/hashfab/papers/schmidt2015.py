# SPDX-License-Identifier: Apache-2.0
"""Schmidt and Izraelevitz, A Fast Parameterized SHA3 Accelerator, UCB/EECS-2015-204, 2015.

Its points D-N-T are points of the ``accel`` family with a port of 64 bits: 1-1-1 is
``accel-d1n1t1w64``. Rocket, its core, is ``rv32`` here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hashfab.advise.system import part
from hashfab.explore import pareto
from hashfab.measure import DEFAULT
from hashfab.papers.model import Paper, Points, Row
from hashfab.papers.winners import FIRST_BEST, METRICS, Setting, agreeing, first, why_edge, winners

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

FOLDED = ("engine-lane", "engine-slice")

Place = tuple[int, int, int]
"""D, N and T of a point."""


def _grid(most_contexts: int) -> dict[Place, str]:
    """Designs of one or two units, of one or two rounds, with a context for each unit at least."""
    return {
        (units, rounds, contexts): f"accel-d{units}n{rounds}t{contexts}w64"
        for units in (1, 2)
        for rounds in (1, 2)
        for contexts in (1, 2, 4)
        if units <= contexts <= most_contexts
    }


UTILIZATION = _grid(4)
"""Figure 3, whose points are not printed."""

FRONT = _grid(2)
"""Figure 4, likewise."""

PUBLISHED_FRONT = {"1-1-1", "2-2-2"}
"""Of throughput with power and of throughput with area; of area with power, 1-1-1 alone."""

WIDTHS = (32, 64, 128, 256)
WIDE = "accel-d1n2t2w128"
"""With as many bits to memory as two channels of 64."""

WIDER = {width: f"accel-d2n2t2w{width}" for width in WIDTHS if width != 64}
ONE_BUFFER = "accel-d2n2t2w64b1"
IN_ORDER = "accel-slicew64"
"""One read at a time, no buffer, and a datapath of two slices."""

ROCKET_W = 0.017
"""Rocket's power, not printed: the middle of a range in which 32 of 33 cells agree."""


PUBLISHED_ROCKET = Setting(ROCKET_GBIT_PER_S_PER_W * ROCKET_W, ROCKET_W, 0.0)
"""Its area is not printed either; only that of what stands on top counts."""

PUBLISHED_ACCELERATOR = Setting(
    GBIT_PER_S["1-1-1"],
    GBIT_PER_S["1-1-1"] / GBIT_PER_S_PER_W["1-1-1"],
    float(SIDE_UM["1-1-1"] ** 2),
)


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


def _technology(points: Points) -> str:
    """Why throughputs and areas differ."""
    theirs = "theirs is placed and routed, in cells of a process that the text does not name"
    if points.target.unit == "GE":
        return f"{theirs}; ours is of {points.target.name}'s cells, before layout"
    return f"{theirs}; ours is on an FPGA, {points.target.name}"


def named(place: Place) -> str:
    """As the paper names it."""
    return "-".join(map(str, place))


def _utilization(points: Points) -> Iterator[Row]:
    """Figure 3."""
    found = {place: points.speeds[design] for place, design in UTILIZATION.items()}
    used = {place: speed.port_utilization or 0.0 for place, speed in found.items()}
    peak = max(used, key=lambda place: used[place])
    item = "Fig. 3: use of the memory port over D-N-T"
    yield Row(
        item, f"peak ({named(peak)})", "%", 100 * PEAK_UTILIZATION, 100 * used[peak], WHY_PORT
    )
    steps, falls = _steps(used)
    yield Row(
        item,
        "steps to more contexts, rounds or units that use no less",
        f"of {steps}",
        float(steps),
        float(steps - len(falls)),
        f"less in {', '.join(falls)}" if falls else "here as there, more of anything uses no less",
    )
    for place, value in used.items():
        yield Row(item, named(place), "%", None, 100 * value, NO_FIGURE)


LESS = 0.005
"""By which a use is less than another, and not the same but for its first and last words."""


def _steps(used: Mapping[Place, float]) -> tuple[int, list[str]]:
    """How many pairs differ in one of D, N and T only, by a factor of two, and which fall."""
    pairs = [
        (less, more)
        for less in used
        for more in used
        if sorted(m // n for n, m in zip(less, more, strict=True)) == [1, 1, 2]
        and all(m >= n for n, m in zip(less, more, strict=True))
    ]
    falls = [
        f"{named(less)} to {named(more)}" for less, more in pairs if used[more] < used[less] - LESS
    ]
    return len(pairs), falls


def _throughput(points: Points) -> Iterator[Row]:
    """Section 6, figures 5 and 6."""
    for name, design in DESIGNS.items():
        point, item = points.of(design), f"{name} ({design})"
        why = WHY_UNIT if name == "1-1-1" else WHY_PORT
        technology = _technology(points)
        yield Row(item, "throughput", "Gbit/s", GBIT_PER_S[name], point.gbit_per_s, technology)
        yield Row(item, "throughput", "bit/cycle", None, point.speed.bits_per_cycle, why)
        area = point.physical.area_um2
        yield Row(item, "area", "um2", float(SIDE_UM[name] ** 2), area, technology)
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
    """Figure 4: its three graphs, and where the points are."""
    found = {named(place): points.of(design) for place, design in FRONT.items()}
    unit = points.target.unit
    axes: dict[str, dict[str, float]] = {
        "throughput": {name: -point.gbit_per_s for name, point in found.items()},
        "area": {name: point.physical.area for name, point in found.items()},
    }
    powers = {name: part(point, None).busy_mw for name, point in found.items()}
    if all(powers.values()):
        axes["power"] = {name: power or 0.0 for name, power in powers.items()}
    for one, other in (("throughput", "power"), ("throughput", "area"), ("area", "power")):
        if one not in axes or other not in axes:
            continue
        best = [list(found)[index] for index in pareto.front(_costs(axes[one], axes[other]))]
        published = PUBLISHED_FRONT if one == "throughput" else {"1-1-1"}
        item = f"Fig. 4: the front of {one} and {other} over {', '.join(found)}"
        metric = f"points ({', '.join(best)})"
        why = _why_front(published, set(best), axes[one], axes[other], (one, other))
        yield Row(item, metric, "", float(len(published)), float(len(best)), why)
    for name, point in found.items():
        item = f"Fig. 4: {name}"
        yield Row(item, "throughput", "Gbit/s", None, point.gbit_per_s, NO_FIGURE)
        yield Row(item, "area", unit, None, point.physical.area, NO_FIGURE)
        if "power" in axes:
            yield Row(item, "power", "mW", None, axes["power"][name], NO_FIGURE)


def _costs(one: Mapping[str, float], other: Mapping[str, float]) -> list[tuple[float, float]]:
    return [(one[name], other[name]) for name in one]


def _why_front(
    published: set[str],
    best: set[str],
    one: Mapping[str, float],
    other: Mapping[str, float],
    axes: tuple[str, str],
) -> str:
    """Which points are on the front here and not there, or there and not here, and why."""
    reasons = []
    for name in sorted(best - published):
        reasons.append(f"{name} is on it as well: nothing here has both better")
    for name in sorted(published - best):
        better = next(
            each
            for each in one
            if one[each] <= one[name]
            and other[each] <= other[name]
            and (one[each], other[each]) != (one[name], other[name])
        )
        ratio = [abs(cost[better] / cost[name]) for cost in (one, other)]
        reasons.append(
            f"{name} is not: {better} has {ratio[0]:.2f} of its {axes[0]} with {ratio[1]:.2f} of "
            f"its {axes[1]}"
        )
    return "; ".join(reasons) or "the paper's, over its whole space, has the same"


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
            _technology(points),
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
    item = "Table 1, from the paper's own figures"
    why = (
        f"Rocket's power is not printed, {1000 * ROCKET_W:.0f} mW are assumed, and no power gives "
        "all: the cell that differs lies where both scores nearly are the same"
    )
    yield Row(item, "cells that agree", "of 33", 33.0, float(agreeing(*theirs)), why)
    for metric in METRICS:
        yield _first_best(item, metric, theirs, why)
    item = f"Table 1, {CORE} against {DESIGNS['1-1-1']} as measured"
    for metric in METRICS:
        if metric == "power" and None in powers:
            continue
        yield _first_best(item, metric, ours, why_edge(ours, theirs, metric))


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
    narrow = points.speeds[DESIGNS["2-2-2"]]
    for width, design in WIDER.items():
        item = f"future work: {width} bits to memory in a cycle ({design})"
        speed = points.speeds[design]
        yield Row(item, "throughput", "bit/cycle", None, speed.bits_per_cycle, OURS)
        ratio = speed.bits_per_cycle / narrow.bits_per_cycle
        yield Row(item, "throughput, of 64 bits", "ratio", None, ratio, OURS)
        yield Row(item, "use of the port", "%", None, 100 * (speed.port_utilization or 0.0), OURS)
    one, wide = points.of(DESIGNS["1-1-1"]), points.of(WIDE)
    item = f"future work: two memory channels (two of {DESIGNS['1-1-1']})"
    why = "two accelerators share nothing, so that both figures are twice those of one"
    twice, area = 2 * one.speed.bits_per_cycle, 2 * one.physical.area
    yield Row(item, "throughput", "bit/cycle", None, twice, why)
    why = f"{WIDE} has as many bits to memory, in one channel"
    yield Row(
        item,
        "throughput, of one channel as wide",
        "ratio",
        None,
        2 * one.gbit_per_s / wide.gbit_per_s,
        f"{why}; each at its own clock",
    )
    yield Row(item, "area, of one channel as wide", "ratio", None, area / wide.physical.area, why)
    single = points.speeds[ONE_BUFFER]
    yield Row(
        f"future work: a simpler memory side, one buffer ({ONE_BUFFER})",
        "throughput, of two buffers",
        "ratio",
        None,
        single.bits_per_cycle / narrow.bits_per_cycle,
        "a buffer is the least here: none would stop the permutation while words come in",
    )
    least = points.of(IN_ORDER)
    item = f"future work: in order, no tags, no message buffer ({IN_ORDER})"
    why = "its datapath is folded as well: it waits for a word, then for 32 cycles of a lane"
    for metric, ratio in (
        ("area", least.physical.area / one.physical.area),
        ("throughput", least.gbit_per_s / one.gbit_per_s),
    ):
        yield Row(item, f"{metric}, of {DESIGNS['1-1-1']}", "ratio", None, ratio, why)
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
    tuple((name, DEFAULT) for name in (*FRONT.values(), WIDE, IN_ORDER, CORE, ENGINE, *FOLDED)),
    rows,
    energy=(*FRONT.values(), CORE, ENGINE),
    speeds=(*UTILIZATION.values(), *WIDER.values(), ONE_BUFFER),
)
