# SPDX-License-Identifier: Apache-2.0
"""What a folder has that depends on the family and the bus: top, testbench, words on its ports."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hashfab import designs, paths
from hashfab.designs import Design
from hashfab.export.elaborate import Port
from hashfab.export.ipxact import Interface
from hashfab.measure import harnesses
from hashfab.tools.peakrdl import Register


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

    def interfaces(self, ports: Sequence[Port]) -> tuple[Interface, ...]:
        """The buses that it is on, for IP-XACT; ``ports`` are the top's."""
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
