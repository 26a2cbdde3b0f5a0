# SPDX-License-Identifier: Apache-2.0
"""The reproduction of rao2018: its rows, with measuring replaced by fixed figures."""

import pytest

from hashfab import papers
from hashfab.measure import Measurement, targets
from hashfab.measure.physical import Physical
from hashfab.papers import Points, processors
from made_up import measurement

SPEED = {"rv32-compact": 0.016, "rv32-dasip": 0.16}


def fixed(design: str) -> Measurement:
    area = 60_000 if design == "rv32-dasip" else 30_000
    physical = Physical(period_ns=5.0, ff=1600, area_ge=area, area_um2=1.0)
    return measurement(design, physical, "sg13g2", bits_per_cycle=SPEED.get(design, 0.08))


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], papers.Row]:
    sizes = [("_start", 60), ("keccak_permute", 600), ("sponge", 400)]
    monkeypatch.setattr(processors.programs, "code_bytes", lambda program: sizes)
    paper = papers.get("rao2018")
    points = Points(targets.get("sg13g2"), {key: fixed(key[0]) for key in paper.points})
    found = paper.rows(points)
    return {(row.item, row.metric): row for row in found}


def test_the_tables_of_the_paper(rows: dict[tuple[str, str], papers.Row]) -> None:
    def published(item: str, metric: str) -> float | None:
        return rows[item, metric].published

    dasip = "DASIP (rv32-dasip)"
    assert published(dasip, "area") == 1522
    assert published(dasip, "code") == 912
    # The ratios that the paper prints beside its figures.
    assert published(dasip, "performance, of the base") == pytest.approx(382, abs=1)
    assert published(dasip, "area, of the base") == pytest.approx(204, abs=1)
    assert published(dasip, "code, of the base") == pytest.approx(73.1, abs=0.1)
    assert published(dasip, "resource efficiency, of the base") == pytest.approx(187, abs=1)
    assert published("OASIP (rv32-oasip)", "performance, of the base") == pytest.approx(171, abs=1)


def test_ours_by_the_same_definitions(rows: dict[tuple[str, str], papers.Row]) -> None:
    def measured(item: str, metric: str) -> float | None:
        return rows[item, metric].measured

    dasip = "DASIP (rv32-dasip)"
    assert measured("Z-scale (rv32-compact)", "performance") == pytest.approx(500)
    assert measured(dasip, "performance, of the base") == pytest.approx(1000)
    assert measured(dasip, "area, of the base") == pytest.approx(200)
    assert measured(dasip, "resource efficiency, of the base") == pytest.approx(500)
    assert measured(dasip, "throughput") == pytest.approx(0.02 * 200)
    assert measured(dasip, "code") == 1000
    assert rows["rv32-lane25", "area"].published is None


def test_every_row_says_why(rows: dict[tuple[str, str], papers.Row]) -> None:
    assert all(row.why for row in rows.values())
