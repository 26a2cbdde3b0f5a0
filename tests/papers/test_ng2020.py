# SPDX-License-Identifier: Apache-2.0
"""The reproduction of ng2020: its rows, with measuring replaced by fixed figures."""

from typing import Any

import pytest

from hashfab import papers
from hashfab.designs import Design
from hashfab.errors import RequestError
from hashfab.measure import Measurement, Provenance
from hashfab.papers import ng2020


def fixed(design: Design, **_: Any) -> Measurement:
    return Measurement(
        design=design.name,
        target="ecp5",
        workload="8x8KiB/sha3-256/latency8",
        area_ge=None,
        area_um2=None,
        lut4=9000,
        ff=1600,
        period_ns=10.0,
        fmax_mhz=100.0,
        bits_per_cycle=1088 / 24,
        gbit_per_s=108.8 / 24,
        cycles=1000,
        latency_cycles=24,
        state_bits_per_cycle=1600 / 24,
        port_utilization=None,
        bound_bits_per_cycle=None,
        recipe="r",
        placed=True,
        placement=None,
        seconds=1.0,
        provenance=Provenance("h", {}, 1, {}, "r"),
    )


def test_four_cases_with_both_ways_of_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ng2020.measure, "measure", fixed)
    rows = papers.get("ng2020").rows("ecp5")
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
