# SPDX-License-Identifier: Apache-2.0
"""The figures that a chart can show: what they are called, their units, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashfab.measure.physical import AREAS

Point = Mapping[str, Any]
"""A point of the results: a measurement as plain data, with its family and parameters."""

PUBLISHED_UTILIZATION = 0.93
"""Peak share of the memory port's cycles in use, Schmidt 2015 (UCB/EECS-2015-204), figure 3."""


@dataclass(frozen=True)
class Axis:
    """A figure: its ``key`` in a point, its name and unit, and what is better: less or more."""

    key: str
    label: str
    unit: str
    better: str


AXES = (
    *(Axis(figure, "Area", unit, "less") for unit, figure in AREAS.items()),
    Axis("ff", "Flip-flops", "FF", "less"),
    Axis("gbit_per_s", "Throughput", "Gbit/s", "more"),
    Axis("bits_per_cycle", "Bits per cycle", "", "more"),
    Axis("fmax_mhz", "Frequency", "MHz", "more"),
    Axis("latency_ns", "Latency", "ns", "less"),
    Axis("latency_cycles", "Latency cycles", "", "less"),
    Axis("cycles", "Workload cycles", "", "less"),
    Axis("mbit_per_s_per_lut4", "Efficiency", "Mbit/s per LUT4", "more"),
    Axis("gbit_per_s_per_kge", "Efficiency", "Gbit/s per kGE", "more"),
    Axis("pj_per_byte", "Energy per byte", "pJ", "less"),
    Axis("pj_per_hash64", "Energy of 64 bytes", "pJ", "less"),
    Axis("total_mw", "Power", "mW", "less"),
    Axis("idle_mw", "Idle power", "mW", "less"),
    Axis("energy_frequency_mhz", "Clock of power and energy", "MHz", "more"),
    Axis("gbit_per_s_per_w", "Efficiency", "Gbit/s/W", "more"),
    Axis("area_um2", "Cell area", "um2", "less"),
    Axis("port_utilization", "Memory port in use", "share", "more"),
)

AREA = (*AREAS.values(), "latency_cycles")
"""What a chart shows from left to right: the last one where nothing was synthesized."""
THROUGHPUT = ("gbit_per_s", "bits_per_cycle")
LATENCY = ("latency_ns", "latency_cycles")
OTHER = ("pj_per_byte", "fmax_mhz", "ff")
"""What the second chart shows against latency."""


def derived(point: Point) -> dict[str, float | None]:
    """The figures that follow from a point's own: latency in ns, throughput by area, port bound."""
    width = point["parameters"].get("width")
    return {
        "latency_ns": _product(point["latency_cycles"], point["period_ns"]),
        "mbit_per_s_per_lut4": _ratio(point["gbit_per_s"], point["lut4"], 1e3),
        "gbit_per_s_per_kge": _ratio(point["gbit_per_s"], point["area_ge"], 1e3),
        "bound_utilization": _ratio(point["bound_bits_per_cycle"], width, 1.0),
    }


def _product(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one * other


def _ratio(above: float | None, below: float | None, scale: float) -> float | None:
    return None if above is None or not below else scale * above / below
