# SPDX-License-Identifier: Apache-2.0
"""The reproduction of elmohr2016: its rows, with measuring replaced by fixed figures."""

import pytest

from hashfab import papers
from hashfab.measure import targets
from hashfab.papers import Points, elmohr2016
from hashfab.papers.processors import Measured

OURS = {
    "mips32": Measured(0.01, 20_000, "GE", 4000, 200.0),
    "mips32-native": Measured(0.0125, 22_000, "GE", 3600, 200.0),
    "mips32-copro": Measured(0.02, 25_000, "GE", 3200, 200.0),
}


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], papers.Row]:
    monkeypatch.setattr(elmohr2016, "measured", lambda name, points: OURS[name])
    found = papers.get("elmohr2016").rows(Points(targets.get("sg13g2"), {}))
    assert len({(row.item, row.metric) for row in found}) == len(found)
    return {(row.item, row.metric): row for row in found}


def test_the_ratios_that_the_paper_prints(rows: dict[tuple[str, str], papers.Row]) -> None:
    printed = {
        ("Native ISE (mips32-native)", "execution time, of the base"): 80,
        ("Native ISE (mips32-native)", "area, of the base"): 109,
        ("Native ISE (mips32-native)", "code, of the base"): 92,
        ("Coprocessor ISE (mips32-copro)", "execution time, of the base"): 62,
        ("Coprocessor ISE (mips32-copro)", "area, of the base"): 126,
        ("Coprocessor ISE (mips32-copro)", "code, of the base"): 92,
        ("PIC24+ISE", "execution time, of the base"): 70,
        ("PIC24+ISE", "code, of the base"): 69,
        ("LEON3+ISE", "area, of the base"): 109,
        ("LEON3+ISE", "code, of the base"): 90,
    }
    for key, percent in printed.items():
        assert rows[key].published == pytest.approx(percent, abs=0.6), key
    # The one that is not what follows from the figures beside it.
    assert rows["LEON3+ISE", "execution time, of the base"].published == pytest.approx(53, abs=0.5)


def test_ours_by_the_same_definitions(rows: dict[tuple[str, str], papers.Row]) -> None:
    copro = "Coprocessor ISE (mips32-copro)"
    assert rows[copro, "execution time"].measured == pytest.approx(50)
    assert rows[copro, "execution time, of the base"].measured == pytest.approx(50)
    assert rows[copro, "area, of the base"].measured == pytest.approx(125)
    assert rows[copro, "code, of the base"].measured == pytest.approx(80)
    assert rows[copro, "area"].unit == "GE, published: slices"
    assert rows["LEON3", "area"].unit == "slices"


def test_other_processors_are_not_measured(rows: dict[tuple[str, str], papers.Row]) -> None:
    for (item, _), row in rows.items():
        assert (row.measured is None) == item.startswith(("PIC24", "LEON3"))


def test_every_row_says_why(rows: dict[tuple[str, str], papers.Row]) -> None:
    assert all(row.why for row in rows.values())
