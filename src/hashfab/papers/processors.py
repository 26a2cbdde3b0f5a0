# SPDX-License-Identifier: Apache-2.0
"""What papers on processors print, measured here by the same definitions."""

from dataclasses import dataclass

from hashfab import designs, measure
from hashfab.designs.model import Program
from hashfab.measure import program as programs

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


def measured(name: str, target: str) -> Measured:
    """Measure a processor on a target. Raises as ``measure``."""
    design = designs.parse(name)
    point = measure.measure(design, target=target)
    program = designs.family(design.family).program(design)
    assert isinstance(program, Program)
    sizes = programs.code_bytes(program)
    in_ge = point.area_ge is not None
    return Measured(
        bytes_per_cycle=(point.bits_per_cycle or 0.0) / 8,
        area=float((point.area_ge if in_ge else point.lut4) or 0),
        area_unit="GE" if in_ge else "LUT4",
        code_bytes=sum(size for function, size in sizes if function not in STARTUP),
        fmax_mhz=point.fmax_mhz or 0.0,
    )


def percent(one: float | None, base: float | None) -> float | None:
    """One figure of another, where both are known."""
    return None if one is None or base is None else 100 * one / base
