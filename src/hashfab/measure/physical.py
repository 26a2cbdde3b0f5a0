# SPDX-License-Identifier: Apache-2.0
"""The part of a measurement that needs no messages: area and clock period on a target."""

from dataclasses import dataclass
from math import isfinite
from typing import Any

AREAS = {"GE": "area_ge", "LUT4": "lut4", "LUT6": "lut6"}
"""The figure that is the area on a target, by the target's unit."""


@dataclass(frozen=True)
class ModuleArea:
    """The area of a module's instances on standard cells, what they contain included.

    Attributes:
        ge: gate equivalents.
        sequential_ge: those of flip-flops and clock gates among them.
    """

    ge: float
    sequential_ge: float


@dataclass(frozen=True)
class Physical:
    """Area and period; None where a target has no such figure.

    Attributes:
        period_ns: shortest clock period; infinite on a target that finds none, so that nothing that
            follows from it looks good.
        ff: flip-flops.
        area_ge: gate equivalents, area / area of the library's 2-input NAND.
        area_um2: cell area in um2.
        lut4: LUT4 sites, those spent on carry chains and distributed memory counted.
        lut6: LUT6 sites, those spent on distributed memory counted.
        recipe: the mapping that was kept.
        placed: whether the period comes from place and route.
        tried: what each recipe gave, for the record.
        layout: the placement as data, to be written where measurements live.
    """

    period_ns: float
    ff: int | None
    area_ge: float | None = None
    area_um2: float | None = None
    lut4: int | None = None
    recipe: str | None = None
    placed: bool = False
    tried: dict[str, Any] | None = None
    layout: dict[str, Any] | None = None
    lut6: int | None = None

    @property
    def fmax_mhz(self) -> float:
        """The period's inverse."""
        return 1000 / self.period_ns

    @property
    def area(self) -> float:
        """The area in the target's unit, GE, LUT4 or LUT6; 0 on a target that has none."""
        known = [getattr(self, figure) for figure in AREAS.values()]
        return float(next((area for area in known if area is not None), 0))

    @property
    def timed(self) -> bool:
        """Whether there is a period."""
        return isfinite(self.period_ns)
