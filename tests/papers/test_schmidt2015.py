# SPDX-License-Identifier: Apache-2.0
"""The reproduction of schmidt2015: Table 1 from its own figures, and the rows with fixed ones."""

import pytest

from hashfab import papers
from hashfab.advise import score
from hashfab.measure import DEFAULT, Measurement, targets
from hashfab.measure.energy import Energy
from hashfab.measure.physical import Physical
from hashfab.papers import Points, Row, winners
from hashfab.papers import schmidt2015 as paper
from hashfab.papers.winners import Setting
from made_up import measurement, speed

POINTS = {  # Gbit/s at 1 GHz, GE, mW
    "accel-d1n1t1w64": (45.0, 50_000, 300.0),
    "accel-d1n1t2w64": (45.0, 65_000, 400.0),
    "accel-d1n2t1w64": (30.0, 66_000, 410.0),
    "accel-d1n2t2w64": (55.0, 80_000, 500.0),
    "accel-d2n1t2w64": (60.0, 90_000, 600.0),
    "accel-d2n2t2w64": (60.0, 150_000, 900.0),
    "accel-d1n2t2w128": (80.0, 120_000, 700.0),
    "accel-slicew64": (0.75, 15_000, 30.0),
    "rv32": (0.09, 30_000, 30.0),
    "engine-n1": (45.0, 28_000, 170.0),
    "engine-lane": (1.0, 13_000, 50.0),
    "engine-slice": (0.7, 12_000, 40.0),
}


def energy(gbit_per_s: float, mw: float) -> Energy:
    kinds = {"leakage": 0.0, "clock": mw / 2, "internal": mw / 4, "switching": mw / 4}
    return Energy(1000.0, kinds, mw / 2, 8 * mw / gbit_per_s, 1.0, 0, {}, 1, 8192)


def fixed(design: str, powered: bool) -> Measurement:
    gbit_per_s, area, mw = POINTS[design]
    physical = Physical(period_ns=1.0, ff=1600, area_ge=area, area_um2=7.0 * area)
    found = measurement(design, physical, "sg13g2", bits_per_cycle=gbit_per_s)
    object.__setattr__(found, "energy", energy(gbit_per_s, mw) if powered else None)
    return found


def rows(powered: bool) -> dict[tuple[str, str], Row]:
    found = papers.get("schmidt2015")
    measurements = {(name, load): fixed(name, powered) for name, load in found.points}
    speeds = {
        name: speed(port_utilization=0.7 + number / 100, bits_per_cycle=45.0 + number)
        for number, name in enumerate(found.speeds)
    }
    points = Points(targets.get("sg13g2"), measurements, {}, speeds)
    return {(row.item, row.metric): row for row in found.rows(points)}


PRINTED = {
    "performance": "rrrrrrrraaa",
    "power": "rrrrraaaaaa",
    "area": "rrrrrrrrrrr",
}
"""Table 1 of the paper, from 0 to 100 %: Rocket or 1-1-1."""


def test_the_edges_are_those_of_the_printed_table() -> None:
    for metric, column in PRINTED.items():
        edge = winners.FIRST_BEST[metric]
        shares = [100 * share for share in score.SHARES]
        said = ["a" if edge is not None and share >= edge else "r" for share in shares]
        assert "".join(said) == column


@pytest.mark.parametrize(
    ("milliwatt", "agree"),
    [(5, 26), (11, 32), (12, 32), (13, 32), (14, 31), (15.5, 32), (17, 32), (19, 31), (25, 31)],
)
def test_table_1_follows_from_the_papers_figures_but_for_a_cell(
    milliwatt: float, agree: int
) -> None:
    """Rocket's power is not printed; from its efficiency follows its throughput."""
    watt = milliwatt / 1000
    rocket = Setting(paper.ROCKET_GBIT_PER_S_PER_W * watt, watt, 0.0)
    assert winners.agreeing(rocket, paper.PUBLISHED_ACCELERATOR) == agree


def test_no_power_of_rocket_gives_the_whole_table() -> None:
    best = max(
        winners.agreeing(
            Setting(paper.ROCKET_GBIT_PER_S_PER_W * watt, watt, 0.0), paper.PUBLISHED_ACCELERATOR
        )
        for watt in (microwatt / 1e6 for microwatt in range(1000, 100_000, 250))
    )
    assert best == 32
    assert winners.agreeing(paper.PUBLISHED_ROCKET, paper.PUBLISHED_ACCELERATOR) == best


def test_the_published_figures_stand_beside_ours() -> None:
    found = rows(powered=True)
    small = "1-1-1 (accel-d1n1t1w64)"
    assert found[small, "throughput"].unit == "bit/cycle"
    assert found[small, "efficiency"].published == 8080
    assert found[small, "efficiency"].measured == pytest.approx(45.0 / 0.3)
    assert found[small, "area"].published == 334 * 334
    software = "Rocket with C (rv32, its own assembly)"
    assert found[software, "efficiency"].published == 0.587
    assert found[software, "efficiency"].measured == pytest.approx(0.09 / 0.03)
    ratio = found["1-1-1 over software (rv32)", "energy of a byte"]
    assert ratio.published == pytest.approx(13765, abs=1)
    assert ratio.measured == pytest.approx(50)
    use = "Fig. 3: use of the memory port over D-N-T"
    peak = found[use, "peak (2-2-4)"]
    assert peak.published == 93
    assert peak.measured == pytest.approx(79)
    assert found[use, "1-2-1"].measured == pytest.approx(73)
    both = found["2-2-2 over 1-1-1", "throughput"]
    assert both.published == pytest.approx(2.043, abs=0.001)
    assert both.measured == pytest.approx(60 / 45)
    table = "Table 1, from the paper's own figures"
    assert found[table, "cells that agree"].measured == 32
    assert found[table, "share from which 1-1-1 is best, performance x 20"].measured == 80
    assert found[table, "share from which 1-1-1 is best, power x 20"].measured == 40
    assert found[table, "share from which 1-1-1 is best, area x 20"].measured is None


def test_use_of_the_port_is_compared_along_each_axis() -> None:
    places = {(1, 1, 1): 0.5, (1, 1, 2): 0.7, (1, 2, 2): 0.698, (2, 1, 2): 0.6, (2, 2, 4): 1.0}
    # What differs in two of D, N and T, or fourfold, is no step; two in a thousand are no less.
    assert paper._steps(places) == (3, ["1-1-2 to 2-1-2"])
    row = rows(powered=True)[
        "Fig. 3: use of the memory port over D-N-T",
        "steps to more contexts, rounds or units that use no less",
    ]
    # Made up to rise in the order of D, N and T.
    assert (row.unit, row.published, row.measured) == ("of 15", 15, 15)


def test_the_fronts_say_which_points_differ_and_why() -> None:
    found = rows(powered=True)
    names = "1-1-1, 1-1-2, 1-2-1, 1-2-2, 2-1-2, 2-2-2"
    item = f"Fig. 4: the front of throughput and area over {names}"
    row = found[item, "points (1-1-1, 1-2-2, 2-1-2)"]
    assert (row.published, row.measured) == (2, 3)
    assert row.why == (
        "1-2-2 is on it as well: nothing here has both better; "
        "2-1-2 is on it as well: nothing here has both better; "
        "2-2-2 is not: 2-1-2 has 1.00 of its throughput with 0.60 of its area"
    )
    row = found[f"Fig. 4: the front of area and power over {names}", "points (1-1-1)"]
    assert (row.published, row.measured) == (1, 1)
    assert found["Fig. 4: 1-2-2", "power"].measured == 500


def test_a_column_of_table_1_that_differs_says_what_would_move_it() -> None:
    found = rows(powered=True)
    ours = "Table 1, rv32 against accel-d1n1t1w64 as measured"
    row = found[ours, "share from which 1-1-1 is best, power x 20"]
    assert row.measured is None and row.published == 50
    # An accelerator with ten times the power of the core, where theirs has a third.
    assert row.why == (
        "hashing is 500 times as fast, theirs 4,199 times; with theirs it would be never; "
        "the accelerator takes 10.00 times the core's power, theirs 0.31 times that of Rocket, "
        "which has 64 bits and caches; with theirs it would be from 40 %"
    )


def test_technology_is_that_of_the_target() -> None:
    area = rows(powered=True)["1-1-1 (accel-d1n1t1w64)", "area"]
    assert area.why.endswith("ours is of sg13g2's cells, before layout")


def test_two_channels_are_twice_one_accelerator() -> None:
    found = rows(powered=True)
    item = "future work: two memory channels (two of accel-d1n1t1w64)"
    assert found[item, "throughput"].measured == 90
    assert found[item, "throughput, of one channel as wide"].measured == pytest.approx(90 / 80)
    assert found[item, "area, of one channel as wide"].measured == pytest.approx(100 / 120)


def test_without_energy_the_rest_stands() -> None:
    found = rows(powered=False)
    assert found["1-1-1 (accel-d1n1t1w64)", "efficiency"].measured is None
    ours = "Table 1, rv32 against accel-d1n1t1w64 as measured"
    assert (ours, "share from which 1-1-1 is best, performance x 20") in found
    fronts = [item for item, _ in found if item.startswith("Fig. 4: the front")]
    assert len(fronts) == 1 and "throughput and area" in fronts[0]
    assert (ours, "share from which 1-1-1 is best, power x 20") not in found


def test_every_row_says_why() -> None:
    assert all(row.why for row in rows(powered=True).values())


def test_only_what_has_energy_figures_in_the_paper_is_asked_for_them() -> None:
    found = papers.get("schmidt2015")
    assert set(found.energy) <= {name for name, _ in found.points}
    assert all(load == DEFAULT for _, load in found.points)
