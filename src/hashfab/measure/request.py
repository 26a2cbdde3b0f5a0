# SPDX-License-Identifier: Apache-2.0
"""A measurement that is asked for, and how it is made up of the results of its stages."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hashfab import designs, files, paths
from hashfab.designs import Design
from hashfab.measure import targets
from hashfab.measure.physical import Physical
from hashfab.measure.record import Measurement, Provenance
from hashfab.measure.stages import Consumption, Map, Route, Simulate, Stage, TakeApart
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.store import Result
from hashfab.measure.targets import Target
from hashfab.measure.workload import DEFAULT, Workload


@dataclass(frozen=True)
class Request:
    """What to measure.

    Attributes:
        design: what.
        workload: the messages.
        target: the technology.
        seed: of the messages and of place and route.
        place: whether the period comes from place and route where the target has that, or from an
            estimate.
        energy: whether power and energy are asked for; a target without them has none.
        frequency_mhz: of the clock for energy; None for most of the design's own.
        delays: whether cells have delays for energy, so that glitches count.
        profile: whether the cycles of a design that runs a program are taken apart.
    """

    design: Design
    workload: Workload = DEFAULT
    target: Target = targets.TARGETS[targets.DEFAULT]
    seed: int = 1
    place: bool = True
    energy: bool = False
    frequency_mhz: float | None = None
    delays: bool = False
    profile: bool = False

    def placed(self) -> "Request":
        """The same with place and route."""
        return replace(self, place=True)

    @cached_property
    def speed(self) -> Stage[Any]:
        """The stage that finds the figures of speed."""
        return Simulate(self.design, self.workload, self.seed)

    @cached_property
    def physical(self) -> Stage[Any]:
        """The stage that finds area and period."""
        if self.place and self.target.routes:
            return Route(self.design, self.target, self.seed)
        return Map(self.design, self.target)

    @cached_property
    def consumption(self) -> Stage[Any] | None:
        """The stage that finds power and energy, if they are asked for and the target has them."""
        if not (self.energy and self.target.has_power):
            return None
        return Consumption(
            self.design,
            self.target,
            self.workload,
            self.seed,
            self.frequency_mhz,
            self.delays,
        )

    @cached_property
    def shares(self) -> Stage[Any] | None:
        """The stage that takes cycles apart, if that is asked for and a program runs."""
        if not (self.profile and designs.family_of(self.design).program(self.design)):
            return None
        return TakeApart(self.design, self.workload, self.seed)

    @property
    def stages(self) -> tuple[Stage[Any], ...]:
        """The stages whose results make it up."""
        stages = (self.speed, self.physical, self.consumption, self.shares)
        return tuple(stage for stage in stages if stage is not None)

    @cached_property
    def parts(self) -> tuple[Stage[Any], ...]:
        """The same, and those that they come after, which come first."""
        return chain(self.stages)

    def measurement(self, results: Mapping[Stage[Any], Result]) -> Measurement:
        """The measurement from the results of ``stages`` and of what these come after."""
        physical = results[self.physical]
        found: Physical = self.physical.decode(physical.data)
        parts = self.parts
        tools: dict[str, str] = {}
        settings: dict[str, Any] = {}
        for stage in parts:
            tools |= stage.tools()
            settings |= stage.settings()
        return Measurement(
            design=self.design.name,
            target=self.target.name,
            workload=self.workload.name,
            speed=self.speed.decode(results[self.speed].data),
            physical=found,
            energy=(
                self.consumption.decode(results[self.consumption].data)
                if self.consumption
                else None
            ),
            profile=self.shares.decode(results[self.shares].data) if self.shares else None,
            placement=_write_layout(found, physical.key),
            seconds=sum(results[stage].seconds for stage in parts if stage in results),
            provenance=Provenance(
                source_hash=source_hash(self.design),
                tools=tools,
                seed=self.seed,
                settings=settings | _memory_bits(self.design) | {"tried": found.tried},
                recipe=found.recipe,
            ),
        )


def chain(stages: Iterable[Stage[Any]]) -> tuple[Stage[Any], ...]:
    """Stages, and those that they come after, which come first."""
    found: dict[Stage[Any], None] = {}

    def add(stage: Stage[Any]) -> None:
        for before in stage.after:
            add(before)
        found[stage] = None

    for stage in stages:
        add(stage)
    return tuple(found)


def _memory_bits(design: Design) -> dict[str, str]:
    """The memories that belong to a design and that its area leaves out, for the record."""
    bits = designs.family_of(design).memory_bits
    if not bits:
        return {}
    parts = ", ".join(f"{count} {name}" for name, count in bits.items())
    return {"memory_bits": f"{sum(bits.values())} ({parts}), not in the area"}


def _write_layout(physical: Physical, key: str) -> str | None:
    """The path of the placement's file, written if it is not there."""
    if physical.layout is None:
        return None
    path = paths.build_dir() / "placements" / f"{key}.json"
    if not path.is_file():
        paths.make_dir(path.parent)
        files.write(path, json.dumps(physical.layout))
    return str(path)
