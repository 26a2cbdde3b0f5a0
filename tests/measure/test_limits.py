# SPDX-License-Identifier: Apache-2.0
"""Limits: units, what is not known, and what is said of a wrong one."""

import pytest

from hashfab.errors import RequestError
from hashfab.measure import limits


@pytest.mark.parametrize(
    ("text", "figures", "verdict"),
    [
        ("area < 40 kGE", {"area_ge": 39_999.0}, True),
        ("area < 40 kGE", {"area_ge": 40_000.0}, False),
        ("area < 40kGE", {"area_ge": None, "lut4": 10}, None),
        ("area <= 6e3 LUT4", {"lut4": 6000}, True),
        ("latency < 200 cycles and area < 40 kGE", {"latency_cycles": 200}, False),
        ("latency < 200 cycles and area < 40 kGE", {"latency_cycles": 199}, None),
        ("latency < 200 cycles or area < 40 kGE", {"latency_cycles": 199}, True),
        ("latency < 0.5 us", {"latency_ns": 499.0}, True),
        ("0.1 us < latency <= 500 ns", {"latency_ns": 500.0}, True),
        ("0.1 us < latency <= 500 ns", {"latency_ns": 100.0}, False),
        ("not (frequency < 0.2 GHz)", {"fmax_mhz": 200.0}, True),
        ("not frequency < 200 MHz", {}, None),
        ("throughput > 100 MB/s", {"gbit_per_s": 0.81, "bits_per_cycle": 0.1}, True),
        ("throughput > 2 bits/cycle", {"gbit_per_s": 0.81, "bits_per_cycle": 2.1}, True),
        ("area_ge < 5", {"area_ge": 4}, True),
        ("gbit_per_s / area_ge > 0.001", {"gbit_per_s": 1.0, "area_ge": 999.0}, True),
        ("gbit_per_s / area_ge > 0.001", {"gbit_per_s": 1.0, "area_ge": 0.0}, None),
        ("energy < 0.2 nJ/B and power < 1 W", {"pj_per_byte": 150.0, "total_mw": 999.0}, True),
        ("energy < 9 nJ", {"pj_per_byte": 150.0, "pj_per_hash64": 8999.0}, True),
        ("gbit_per_s_per_w > 50 Gbit/s/W", {"gbit_per_s_per_w": 49.0}, False),
    ],
)
def test_a_limit_is_held_against_figures_in_its_units(
    text: str, figures: dict[str, float | None], verdict: bool | None
) -> None:
    limit = limits.parse(text)
    assert limit.verdict(figures) is verdict
    assert limit.holds(figures) is (verdict is True)
    assert set(figures) & limit.figures or not figures


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("area < 40", "'area < 40': area is compared with a number without a unit; allowed"),
        ("area < 40 cycles", "allowed for it: GE, LUT4, LUT6, um2"),
        ("area < 40 kG", "unknown unit 'kG'; did you mean 'kGE'?"),
        ("are < 40 kGE", "unknown figure 'are'; did you mean 'area'?"),
        ("latency < 5 cycles + 3 ns", "compared with cycles and ns"),
        ("area", "area is compared with a number without a unit"),
        ("area_ge", "is no condition"),
        ("1 < 2", "is no condition"),
        ("area < ", "is no condition"),
        ("", "is no condition"),
        ("area_ge < (1, 2)", "is no condition"),
        ("area_ge.real < 1", "is no condition"),
        ("__import__('os')", "unknown figure '__import__'"),
        ("(" * 400 + "1" + ")" * 90, "is no condition"),
        ("area_ge < 1" + " " * 500, "too long"),
    ],
)
def test_a_wrong_limit_is_refused_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        limits.parse(text)
    assert said in str(error.value) and "\n" not in str(error.value)
