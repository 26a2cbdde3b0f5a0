# SPDX-License-Identifier: Apache-2.0
"""A design onto a target's cells: area, and the period or an estimate of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.measure.hashing import hash_files
from hashfab.measure.physical import Physical
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target


@dataclass(frozen=True)
class Map(Stage[Physical]):
    """Map a design onto a target."""

    target: Target

    title: ClassVar[str] = "map"
    gives: ClassVar[str] = "synthesis"
    result: ClassVar[type[Any]] = Physical

    @property
    def where(self) -> str:
        """The target."""
        return self.target.name

    @property
    def keeps(self) -> str | None:
        """The netlist, where a stage after it takes one."""
        return self.target.keeps

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The RTL; designs that differ only in what runs on them are one."""
        family = designs.family_of(self.design)
        return {
            "top": family.top,
            "parameters": family.rtl_parameters(self.design),
            "sources": hash_files(family.sources()),
            "target": self.target.name,
        }

    def tools(self) -> dict[str, str]:
        """What the target maps with."""
        return self.target.tools()

    def settings(self) -> dict[str, Any]:
        """The target's."""
        return self.target.settings(self.design)

    def compute(self, given: tuple[Any, ...], work: Path) -> Physical:
        """Raises as ``Target.map``."""
        return self.target.map(self.design, work)
