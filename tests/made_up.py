# SPDX-License-Identifier: Apache-2.0
"""Measurements made up, and a target and stages that make them up, for tests that need no tool."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hashfab import designs
from hashfab.designs import Design
from hashfab.measure import Measurement, Provenance, targets
from hashfab.measure import request as requests
from hashfab.measure.physical import Physical
from hashfab.measure.stages import Speed, Stage
from hashfab.measure.targets import Target


def speed(**figures: Any) -> Speed:
    """The figures of speed of an accelerator, but for those that are given."""
    usual: dict[str, Any] = {
        "cycles": 11650,
        "latency_cycles": 24,
        "bits_per_cycle": 45.0,
        "state_bits_per_cycle": None,
        "port_utilization": None,
        "bound_bits_per_cycle": None,
    }
    return Speed(**usual | figures)


def measurement(
    design: str, physical: Physical, target: str = "ecp5", **figures: Any
) -> Measurement:
    """A measurement with the given area and period, and figures of speed."""
    return Measurement(
        design=design,
        target=target,
        workload="8x8KiB/sha3-256/latency8",
        speed=speed(**figures),
        physical=physical,
        placement=None,
        seconds=1.0,
        provenance=Provenance("0" * 64, {"fake": "1"}, 1, {}, "fake"),
    )


Work = Callable[[Design, bool], Physical]
"""Makes up area and period of a design; the flag says whether it is placed."""

_works: dict[str, Work] = {}
"""By name, because stages travel to where they are computed."""


@dataclass(frozen=True)
class MadeUpSpeed(Stage[Speed]):
    """In the place of a simulation."""

    title: ClassVar[str] = "simulate"
    gives: ClassVar[str] = "cycles"
    result: ClassVar[type[Any]] = Speed

    @property
    def where(self) -> str:
        return "bulk"

    def inputs(self) -> dict[str, Any]:
        return {"design": self.design.name}

    def tools(self) -> dict[str, str]:
        return {"fake": "1"}

    def compute(self, given: tuple[Any, ...], work: Path) -> Speed:
        return speed()


@dataclass(frozen=True)
class MadeUpTarget(Target):
    """A target that maps in no time."""

    unit: ClassVar[str] = "LUT4"
    timing: ClassVar[str] = "estimate"
    keeps: ClassVar[str | None] = "netlist"

    def tools(self) -> dict[str, str]:
        return {"fake": "1"}

    def settings(self, design: Design) -> dict[str, Any]:
        return {"design": design.name}

    def map(self, design: Design, work: Path) -> Physical:
        (work / "netlist").write_text(design.name)
        return _works[self.name](design, False)


@dataclass(frozen=True)
class PlacingTarget(MadeUpTarget):
    """One that places as well."""

    routes: ClassVar[bool] = True

    def route(self, mapped: Physical, seed: int, work: Path) -> Physical:
        design = designs.parse((work / "netlist").read_text())
        return replace(_works[self.name](design, True), placed=True)


@contextmanager
def making_up(
    work: Work,
    monkeypatch: pytest.MonkeyPatch,
    places: bool = True,
    name: str = "made-up",
    simulates: bool = False,
) -> Iterator[Target]:
    """A target of that name on which ``work`` makes up area and period.

    Args:
        work: does.
        monkeypatch: of the test.
        places: whether there is place and route.
        name: of the target.
        simulates: whether figures of speed are real, or made up as well.
    """
    _works[name] = work
    if not simulates:
        monkeypatch.setattr(requests, "Simulate", lambda design, load, seed: MadeUpSpeed(design))
    target = (PlacingTarget if places else MadeUpTarget)(name)
    monkeypatch.setitem(targets.TARGETS, name, target)
    yield target
    del _works[name]


_both = threading.Barrier(2, timeout=20)


def in_company(design: Design, placed: bool) -> Physical:
    """Area and period that come only when others are made up at the same time."""
    _both.wait()
    return Physical(period_ns=10.0, ff=1, lut4=1)
