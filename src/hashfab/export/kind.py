# SPDX-License-Identifier: Apache-2.0
"""What a folder has that depends on the family and the bus: top, testbench, words on its ports."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from hashfab import designs
from hashfab.designs import Design
from hashfab.measure import harnesses


class Kind(ABC):
    """Designs of a family behind a bus. By default the family's own top with its own ports.

    Attributes:
        family: its name.
        guide: the template of the README's part on ports: byte order, handshakes.
        software: what ``bench`` puts into ``sw``, for the README; nothing when None.
    """

    family: str
    guide: str
    software: str | None = None

    def top(self, design: Design) -> str:
        """The module that a folder's top instantiates."""
        return harnesses.top(designs.family(self.family))

    def sources(self, design: Design) -> tuple[Path, ...]:
        """SystemVerilog in which it and all of its parts are found, packages first."""
        return designs.family(self.family).sources()

    def parameters(self, design: Design) -> dict[str, int]:
        """Of the module."""
        return designs.family(self.family).rtl_parameters(design)

    @abstractmethod
    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """The smoke test: ``tb/tb.sv``, what it reads (``*.hex``), and software, by path.

        Its module ``tb`` has a clock of its own except under Verilator, where it is the input
        ``clk``. It ends with ``$finish`` and a line that begins with PASS, or with ``$fatal``.
        Expected digests are those of ``designs.algorithms.reference``.

        Args:
            design: what.
            top: the name of the module under test, which has no parameters.
            widths: of its ports, in bits.
        """

    def tools(self) -> Mapping[str, str]:
        """The versions of the tools that ``bench`` calls."""
        return {}

    def clock_note(self) -> str:
        """The top's clock and reset, for the README."""
        return "`clk_i`, rising edge; `rst_ni`, active low, asynchronous"
