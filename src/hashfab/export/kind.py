# SPDX-License-Identifier: Apache-2.0
"""What a folder has that depends on the family and the bus: top, testbench, words on its ports."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hashfab import designs, paths
from hashfab.designs import Design
from hashfab.export.elaborate import Port
from hashfab.measure import harnesses
from hashfab.tools.peakrdl import Register


@dataclass(frozen=True)
class Interface:
    """Ports that belong to a bus of AMBA 4, for IP-XACT.

    Attributes:
        bus: as Arm's definitions name it.
        prefix: of its ports; what follows is the signal's name in small letters.
        manager: whether it asks; the other side answers.
        clock: the signal that is ``clk_i``.
        reset: the signal that is ``rst_ni``.
        names: signals that Arm's definitions spell otherwise.
        version: of Arm's definition.
        stream: whether it has no addresses.
    """

    bus: str
    prefix: str
    manager: bool
    clock: str
    reset: str
    names: Mapping[str, str] = field(default_factory=dict)
    version: str = "r0p0_0"
    stream: bool = False

    def mapped(self, ports: Iterable[Port]) -> list[tuple[str, str]]:
        """The names of its signals and of the ports that they are."""
        named = [(self.clock, "clk_i"), (self.reset, "rst_ni")]
        for port in ports:
            if port.name.startswith(f"{self.prefix}_"):
                signal = port.name.removeprefix(f"{self.prefix}_").upper()
                named.append((self.names.get(signal, signal), port.name))
        return named


class Kind(ABC):
    """Designs of a family behind a bus. By default the family's own top with its own ports.

    Attributes:
        family: its name.
        control: what its registers are on, of those that ``--control`` chooses from; None where
            there is no choice.
        guide: the template of the README's part on ports: byte order, handshakes.
        software: what ``bench`` puts into ``sw``, for the README; nothing when None.
        measured: what stored figures are of, where that is not all of it, for the README.
        stored: whether what the store has of a design is true of this kind.
    """

    family: str
    control: str | None = None
    guide: str
    software: str | None = None
    measured: str | None = None
    stored: bool = True

    def refusal(self, design: Design) -> str | None:
        """Why there is none of this design: what follows its name in a sentence; or None."""
        return None

    def top(self, design: Design) -> str:
        """The module that a folder's top instantiates."""
        return harnesses.top(designs.family(self.family))

    def diagram(self) -> Path:
        """Its block diagram, an SVG."""
        return paths.diagram(self.family)

    def sources(self, design: Design, folder: Path) -> tuple[Path, ...]:
        """SystemVerilog in which it and all of its parts are found, packages first.

        Args:
            design: what.
            folder: an empty one, for what has to be made.
        """
        return designs.family(self.family).sources()

    def checkers(self) -> tuple[Path, ...]:
        """SystemVerilog that watches the ports in simulations: checkers, and what binds them."""
        return ()

    def parameters(self, design: Design) -> dict[str, int]:
        """Of the module."""
        return designs.family(self.family).rtl_parameters(design)

    def summary(self) -> str:
        """What it is, in words."""
        return designs.family(self.family).summary

    @abstractmethod
    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """What is of this kind, by path: a smoke test, software, a description of registers.

        The smoke test is ``tb/tb.sv``, other modules in ``tb``, and what they read (``*.hex``).
        With ``tb/driver.c`` there is a run of the driver in ``sw``; its top is ``tb/bench.sv``.

        The smoke test's module ``tb`` has a clock of its own except under Verilator, where it is
        the input ``clk``. It ends with ``$finish`` and a line that begins with PASS, or with
        ``$fatal``. Expected digests are those of ``designs.algorithms.reference``.

        Args:
            design: what.
            top: the name of the module under test, which has no parameters.
            widths: of its ports, in bits.
        """

    def interfaces(self) -> tuple[Interface, ...]:
        """Buses that tools know."""
        return ()

    def registers(self) -> tuple[Register, ...]:
        """What software sees."""
        return ()

    def words(self, design: Design) -> Mapping[str, Any]:
        """What ``guide`` says beside what every README does."""
        return {}

    def tools(self) -> Mapping[str, str]:
        """The versions of the tools that ``bench`` and ``sources`` call."""
        return {}

    def clock_note(self) -> str:
        """The top's clock and reset, for the README."""
        return "`clk_i`, rising edge; `rst_ni`, active low, asynchronous"
