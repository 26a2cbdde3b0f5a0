# SPDX-License-Identifier: Apache-2.0
"""Xilinx 7 series: areas, and nothing that would need a clock period."""

import json
from math import inf
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import RequestError
from hashfab.explore.pareto import merit
from hashfab.measure import Store, Workload, measure, targets

SHORT = Workload(messages=4, message_bytes=1024)


def test_an_engine_has_luts_and_flip_flops_and_no_frequency(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    design = designs.parse("engine-slice")
    found = measure(design, SHORT, "xc7", results=store)
    assert found.physical.lut6 is not None and 150 < found.physical.lut6 < 400
    assert found.physical.ff is not None and 1600 < found.physical.ff < 1700
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert data["lut6"] == found.physical.area
    assert data["period_ns"] is data["fmax_mhz"] is data["gbit_per_s"] is None
    assert data["lut4"] is data["area_ge"] is None
    costs = merit(design, found).costs(())
    assert inf in costs and found.physical.area in costs
    # What is stored comes back as it was.
    assert measure(design, SHORT, "xc7", results=store) == found


def test_what_needs_a_clock_period_is_refused() -> None:
    with pytest.raises(RequestError, match="target xc7 has no clock period"):
        targets.get("xc7").check_times()
    targets.get("ecp5").check_times()
