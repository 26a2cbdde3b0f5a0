# SPDX-License-Identifier: Apache-2.0
"""z-scores: what they keep, and what the paper's table follows from."""

import pytest

from hashfab.advise import score


def test_a_scale_has_mean_0_and_deviation_1() -> None:
    values = [3.0, 5.0, 10.0, 2.0]
    found = score.scale(values)
    zs = [found.z(value) for value in values]
    assert sum(zs) == pytest.approx(0)
    assert sum(z * z for z in zs) / len(zs) == pytest.approx(1)


def test_what_is_the_same_everywhere_weighs_nothing() -> None:
    third = 1 / 3
    found = score.scale([third, 0.1 + 0.2 + third - 0.3, third])
    assert [found.z(value) for value in (third, third + 1e-16)] == [0.0, 0.0]


def test_within_a_row_a_share_of_hashing_makes_no_difference() -> None:
    """Why the scale is that of the whole table: these z-scores hide how much there is to hash."""

    def row(share: float) -> list[float]:
        times = [1.0, 1 - share + share / 10, 1 - share + share / 100]
        found = score.scale(times)
        return [found.z(time) for time in times]

    assert row(0.01) == pytest.approx(row(1.0))


def test_over_the_table_it_does() -> None:
    rows = [
        {"core": {"time": 1.0}, "both": {"time": 1 - share + share / 10}} for share in score.SHARES
    ]
    gains = [row["core"]["time"] - row["both"]["time"] for row in score.table(rows)]
    assert gains[0] == pytest.approx(0)
    assert gains == sorted(gains)
    assert gains[10] == pytest.approx(10 * gains[1])


def test_the_best_is_the_least_and_the_first_of_equals() -> None:
    assert score.best({"a": 1.0, "b": -2.0, "c": -2.0}) == "b"
    assert score.weighed({"speed": 1.0, "area": -2.0}, {"speed": 3.0, "area": 0.5}) == 2.0
