# SPDX-License-Identifier: Apache-2.0
"""What was mapped, placed and routed: the period in place of its estimate."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.measure.physical import Physical
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target


@dataclass(frozen=True)
class Route(Stage[Physical]):
    """Place and route a design on a target that does so.

    Attributes:
        target: the target.
        seed: of the placer.
    """

    target: Target
    seed: int

    title: ClassVar[str] = "route"
    gives: ClassVar[str] = "place and route"
    result: ClassVar[type[Any]] = Physical

    @property
    def where(self) -> str:
        """The target."""
        return self.target.name

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping."""
        return (Map(self.design, self.target),)

    def inputs(self) -> dict[str, Any]:
        """The seed; the rest is what was mapped."""
        return {"seed": self.seed}

    def tools(self) -> dict[str, str]:
        """What the target places and routes with."""
        return self.target.route_tools()

    def settings(self) -> dict[str, Any]:
        """The target's for place and route."""
        return self.target.route_settings()

    def compute(self, given: tuple[Any, ...], work: Path) -> Physical:
        """Raises as ``Target.route``."""
        (mapped,) = given
        return self.target.route(mapped, self.seed, work)
