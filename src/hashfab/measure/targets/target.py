# SPDX-License-Identifier: Apache-2.0
"""The interface of targets: a technology and how area and period are found on it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs import Design
from hashfab.errors import RequestError
from hashfab.measure.netlist import Netlist
from hashfab.measure.physical import ModuleArea, Physical
from hashfab.tools.opensta import Delay

State = Mapping[str, tuple[float, float]]
"""What nets do: by name, toggles per cycle and the share of time at 1."""


@dataclass(frozen=True)
class Power:
    """Power in mW by kind; see ``hashfab.measure.energy``."""

    leakage: float
    clock: float
    internal: float
    switching: float


@dataclass(frozen=True)
class Target(ABC):
    """A technology. A subclass is a kind of them, with the tools that map onto it.

    Attributes:
        name: as typed.
        unit: of area.
        timing: where the period of what was mapped comes from.
        keeps: the file that mapping leaves for the stages after it, or None.
        routes: whether place and route replaces the period that mapping estimates.
        times: whether it has a period at all.
    """

    name: str

    unit: ClassVar[str]
    timing: ClassVar[str]
    keeps: ClassVar[str | None] = None
    routes: ClassVar[bool] = False
    times: ClassVar[bool] = True

    def check(self) -> None:
        """Refuse a target that cannot be measured on here.

        Raises:
            RequestError: its library is not there.
        """
        return

    def check_times(self) -> None:
        """Refuse a target without a clock period, for what asks how fast a design is.

        Raises:
            RequestError: it has none.
        """
        if not self.times:
            raise RequestError(
                f"target {self.name} has no clock period; allowed: one that is placed and "
                "routed, or of standard cells"
            )

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

    def models(self, work: Path) -> Path:
        """Verilog models of the cells, to simulate what was mapped; of a target that has power.

        Args:
            work: a folder for them.

        Raises:
            RequestError: the target has none, or its library is not there.
            WorkFailed: a tool failed.
        """
        raise RequestError(f"target {self.name} has no power")

    def power(
        self, netlist: Netlist, states: Sequence[State], frequency_mhz: float, work: Path
    ) -> list[Power]:
        """The power of what was mapped, in each of several states.

        Args:
            netlist: what was mapped; its file is in ``work``, as mapping ``keeps`` it.
            states: for each net.
            frequency_mhz: of the clock.
            work: a folder, which keeps logs.

        Raises:
            RequestError: the target has none, or its library is not there.
            ToolMissing: a tool is not installed.
            WorkFailed: a tool failed.
        """
        raise RequestError(f"target {self.name} has no power")

    def delays(self, netlist: Netlist, frequency_mhz: float, work: Path) -> list[Delay]:
        """The delays of what was mapped, cell by cell; arguments and errors as ``power``."""
        raise RequestError(f"target {self.name} has no power")

    def gated_clocks(self, netlist: Netlist) -> Mapping[str, str]:
        """The nets that clock gates drive, by output pin."""
        return {}

    @property
    def has_power(self) -> bool:
        """Whether it has power."""
        return type(self).power is not Target.power

    @property
    def has_areas(self) -> bool:
        """Whether it has areas by module."""
        return type(self).areas is not Target.areas
