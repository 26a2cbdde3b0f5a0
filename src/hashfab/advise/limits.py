# SPDX-License-Identifier: Apache-2.0
"""What a limit on a system may be about: time and energy of a run, areas, figures of the design."""

from __future__ import annotations

from collections.abc import Mapping

from hashfab.advise import words
from hashfab.advise.system import Need, System
from hashfab.errors import RequestError, shown
from hashfab.measure import Measurement, limits
from hashfab.measure.limits import Limit
from hashfab.measure.physical import AREAS
from hashfab.measure.targets import Target

ADDED = {unit: f"added_{unit.lower()}" for unit in AREAS}
"""The name of what of that the plain core does not have."""

RUN = {"time_ns": "ns", "run_pj": "pJ"}
"""Of a run."""

OF_DESIGN = ("fmax_mhz", "period_ns", "latency_cycles", "bits_per_cycle", "gbit_per_s")
"""Of the design itself, as measured."""

ENERGIES = frozenset({"run_pj"})
"""What only a target with figures of energy has."""

FIGURES: Mapping[str, str] = {
    **{name: unit for unit, name in (*AREAS.items(), *ADDED.items())},
    **RUN,
    **{name: limits.FIGURES[name] for name in OF_DESIGN},
}

SHORT: Mapping[str, tuple[str, ...]] = {
    "area": tuple(AREAS.values()),
    "added": tuple(ADDED.values()),
    "time": ("time_ns",),
    "energy": ("run_pj",),
    "frequency": ("fmax_mhz",),
    "period": ("period_ns",),
    "latency": ("latency_cycles",),
    "throughput": ("gbit_per_s", "bits_per_cycle"),
}


def parse(text: str, target: Target) -> Limit:
    """The limit that a text says.

    Raises:
        RequestError: it says none, or one about figures that the target does not have.
    """
    limit = limits.parse(text, FIGURES, SHORT)
    other = {name for unit in AREAS for name in (AREAS[unit], ADDED[unit]) if unit != target.unit}
    absent = other if target.has_power else other | ENERGIES
    if limit.figures & absent:
        there = [f"{name} in {unit}" for name, unit in FIGURES.items() if name not in absent]
        raise RequestError(
            f"limit {shown(text)}: {target.name} has no {', '.join(sorted(limit.figures & absent))}"
            f"; allowed: {', '.join(there)}"
        )
    return limit


def design_figures(found: Measurement) -> dict[str, float | None]:
    """The figures of a design, by name."""
    flat = found.to_json()
    return {name: flat[name] for name in OF_DESIGN}


def system_figures(
    design: Mapping[str, float | None], system: System, need: Need, unit: str
) -> dict[str, float | None]:
    """The figures of a system, those of its design among them."""
    return {
        **design,
        AREAS[unit]: system.area,
        ADDED[unit]: system.added,
        "time_ns": need.time_s * 1e9,
        "run_pj": None if need.energy_j is None else need.energy_j * 1e12,
    }


def said(limit: Limit, figures: Mapping[str, float | None]) -> str:
    """The figures that a limit is about, in words."""
    short = {full: name for name, each in SHORT.items() for full in each}
    return words.listed(
        [f"{short[name]} is {_spelt(name, figures.get(name))}" for name in sorted(limit.figures)]
    )


def _spelt(name: str, value: float | None) -> str:
    if value is None:
        return "unknown"
    unit = FIGURES[name]
    if unit == "ns":
        return words.seconds(value * 1e-9)
    if unit == "pJ":
        return words.joules(value * 1e-12)
    if unit in AREAS:
        return words.area(value, unit)
    return f"{words.three_digits(value)} {unit}"
