# SPDX-License-Identifier: Apache-2.0
"""The interface of targets: a technology and how area and period are found on it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs import Design
from hashfab.errors import RequestError
from hashfab.measure.physical import ModuleArea, Physical


@dataclass(frozen=True)
class Target(ABC):
    """A technology. A subclass is a kind of them, with the tools that map onto it.

    Attributes:
        name: as typed.
        unit: of area.
        timing: where the period of what was mapped comes from.
        keeps: the file that mapping leaves for the stages after it, or None.
        routes: whether place and route replaces the period that mapping estimates.
    """

    name: str

    unit: ClassVar[str]
    timing: ClassVar[str]
    keeps: ClassVar[str | None] = None
    routes: ClassVar[bool] = False

    def check(self) -> None:
        """Refuse a target that cannot be measured on here.

        Raises:
            RequestError: its library is not there.
        """
        return

    @property
    def outside(self) -> tuple[Path, ...]:
        """The files that it reads and that are no part of hashfab. Raises as ``check``."""
        return ()

    @abstractmethod
    def tools(self) -> dict[str, str]:
        """The versions of what maps."""

    @abstractmethod
    def settings(self, design: Design) -> dict[str, Any]:
        """Whatever else the result of mapping depends on, as JSON data."""

    @abstractmethod
    def map(self, design: Design, work: Path) -> Physical:
        """Map a design in every way that suits it, and keep the best.

        Args:
            design: what.
            work: an empty folder, which keeps netlists and logs.

        Raises:
            RequestError: the library is not there.
            ToolMissing: a tool is not installed.
            WorkFailed: a tool failed, or the design does not fit.
        """

    def route_tools(self) -> dict[str, str]:
        """The versions of what places and routes; of a target that ``routes``."""
        return {}

    def route_settings(self) -> dict[str, Any]:
        """Whatever else the result of place and route depends on, as JSON data."""
        return {}

    def route(self, mapped: Physical, seed: int, work: Path) -> Physical:
        """Place and route what was mapped; of a target that ``routes``.

        Args:
            mapped: its figures.
            seed: of the placer.
            work: a folder with the file that mapping ``keeps``; it keeps logs.

        Returns:
            The figures with the routed period and the placement.

        Raises:
            ToolMissing: a tool is not installed.
            WorkFailed: it failed.
        """
        raise RequestError(f"target {self.name} is not placed and routed")

    def areas(
        self, design: Design, modules: Sequence[str], recipe: str, work: Path
    ) -> dict[str, ModuleArea]:
        """The area of some modules within a design; each keeps its borders.

        Args:
            design: what.
            modules: none of which contains another; all instances of one count together.
            recipe: the mapping's name.
            work: an empty folder, which keeps netlist and logs.

        Returns:
            Areas by module, and the whole under the top's name.

        Raises:
            RequestError: the target has none, or its library is not there.
            WorkFailed: a tool failed, or a module is not there.
        """
        raise RequestError(f"target {self.name} has no areas by module")

    @property
    def has_areas(self) -> bool:
        """Whether it has areas by module."""
        return type(self).areas is not Target.areas
