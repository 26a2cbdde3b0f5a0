# SPDX-License-Identifier: Apache-2.0
"""Measurements made up from a design, for tests that need no tool."""

from __future__ import annotations

import threading

from hashfab.designs import Design
from hashfab.measure import Measurement, Provenance


def measurement(
    design: Design, lut4: int = 1000, fmax_mhz: float = 100.0, placed: bool = False
) -> Measurement:
    """A measurement of ``design`` on ecp5 with the given area and frequency."""
    return Measurement(
        design=design.name,
        target="ecp5",
        workload="8x8KiB/sha3-256/latency8",
        area_ge=None,
        area_um2=None,
        lut4=lut4,
        ff=1600,
        period_ns=1000 / fmax_mhz,
        fmax_mhz=fmax_mhz,
        bits_per_cycle=45.0,
        gbit_per_s=45.0 * fmax_mhz / 1000,
        cycles=11650,
        latency_cycles=24,
        state_bits_per_cycle=None,
        port_utilization=None,
        bound_bits_per_cycle=None,
        recipe="fake",
        placed=placed,
        placement=None,
        seconds=1.0,
        provenance=Provenance("0" * 64, {"fake": "1"}, 1, {}, "fake"),
    )


_both = threading.Barrier(2, timeout=20)


def in_company(design: Design, place: bool) -> Measurement:
    """A measurement that ends only when another one is under way at the same time."""
    _both.wait()
    return measurement(design, placed=place)
