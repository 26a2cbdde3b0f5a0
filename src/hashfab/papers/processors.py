# SPDX-License-Identifier: Apache-2.0
"""What papers on processors print, measured here by the same definitions."""

from dataclasses import dataclass

from hashfab import designs
from hashfab.designs.model import Program
from hashfab.measure import program as programs
from hashfab.papers.model import Points

STARTUP = ("_start", "main")


@dataclass(frozen=True)
class Measured:
    """A processor with its program.

    Attributes:
        bytes_per_cycle: of message, SHA3-256.
        area: on standard cells or an FPGA.
        area_unit: GE or LUT4.
        code_bytes: hash and sponge with their constants, without start-up code.
        fmax_mhz: the clock.
    """

    bytes_per_cycle: float
    area: float
    area_unit: str
    code_bytes: int
    fmax_mhz: float

    @property
    def efficiency(self) -> float:
        """Bytes per cycle and unit of area."""
        return self.bytes_per_cycle / self.area


def measured(name: str, points: Points) -> Measured:
    """The figures of a processor that a paper names."""
    design = designs.parse(name)
    point = points.of(name)
    program = designs.family_of(design).program(design)
    assert isinstance(program, Program)
    sizes = programs.code_bytes(program)
    return Measured(
        bytes_per_cycle=point.speed.bits_per_cycle / 8,
        area=point.physical.area,
        area_unit=points.target.unit,
        code_bytes=sum(size for function, size in sizes if function not in STARTUP),
        fmax_mhz=point.physical.fmax_mhz,
    )


def percent(one: float | None, base: float | None) -> float | None:
    """One figure of another, where both are known."""
    return None if one is None or base is None else 100 * one / base
