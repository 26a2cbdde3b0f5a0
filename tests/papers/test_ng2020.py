# SPDX-License-Identifier: Apache-2.0
"""The reproduction of ng2020: its rows, with measuring replaced by fixed figures."""

import pytest

from hashfab import papers
from hashfab.errors import RequestError
from hashfab.measure import targets
from hashfab.measure.physical import Physical
from hashfab.papers import Points
from made_up import measurement


def points() -> Points:
    physical = Physical(period_ns=10.0, ff=1600, lut4=9000, placed=True)
    figures = {"bits_per_cycle": 1088 / 24, "state_bits_per_cycle": 1600 / 24}
    paper = papers.get("ng2020")
    found = {key: measurement(key[0], physical, **figures) for key in paper.points}
    return Points(targets.get("ecp5"), found)


def test_four_cases_with_both_ways_of_counting() -> None:
    rows = papers.get("ng2020").rows(points())
    assert len({row.item for row in rows}) == 4
    assert all(row.why for row in rows)
    last = {row.metric: row for row in rows if "engine-s4" in row.item}
    assert last["frequency"].published == 722.5
    assert last["throughput, whole 1600-bit state"].published == 47.7
    assert last["throughput, whole 1600-bit state"].measured == pytest.approx(160 / 24)
    assert last["throughput, rate of SHA3-256"].measured == pytest.approx(108.8 / 24)
    assert last["throughput, rate of SHA3-256"].published is None
    assert last["cycles for 4 states"].published == 97
    assert last["cycles for 4 states"].measured == pytest.approx(96)
    assert last["area"].unit == "LUT4"
    assert all(row.published is None for row in rows if "engine-s4" not in row.item)


def test_an_unknown_paper() -> None:
    with pytest.raises(RequestError, match="did you mean 'ng2020'"):
        papers.get("ng2021")
