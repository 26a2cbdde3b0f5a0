# SPDX-License-Identifier: Apache-2.0
"""The area of a design's modules, by the recipe that its measurement kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.measure.physical import ModuleArea
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target


@dataclass(frozen=True)
class Areas(Stage[dict[str, ModuleArea]]):
    """Areas by module, the whole under the top's name.

    Modules keep their borders, so that the whole is larger than mapping finds it.

    Attributes:
        target: a target that has them.
        modules: none of which contains another.
    """

    target: Target
    modules: tuple[str, ...]

    title: ClassVar[str] = "areas by module"
    gives: ClassVar[str] = "synthesis"

    @property
    def where(self) -> str:
        """The target."""
        return self.target.name

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping, which says the recipe."""
        return (Map(self.design, self.target),)

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The modules; the rest is what was mapped."""
        return {"modules": list(self.modules)}

    def tools(self) -> dict[str, str]:
        """What the target maps with."""
        return self.target.tools()

    def compute(self, given: tuple[Any, ...], work: Path) -> dict[str, ModuleArea]:
        """Raises as ``Target.areas``."""
        (mapped,) = given
        return self.target.areas(self.design, self.modules, mapped.recipe, work)

    def encode(self, result: dict[str, ModuleArea]) -> dict[str, Any]:
        """As JSON data."""
        return {module: asdict(area) for module, area in result.items()}

    def decode(self, data: Mapping[str, Any]) -> dict[str, ModuleArea]:
        """From JSON data."""
        return {module: ModuleArea(**area) for module, area in data.items()}
