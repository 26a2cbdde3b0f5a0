# SPDX-License-Identifier: Apache-2.0
"""The part of a measurement that needs no messages: area and clock period on a target."""

from dataclasses import dataclass
from typing import Any


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
    """Area and period; fields as in ``Measurement``.

    Attributes:
        tried: what each recipe gave, for the record.
        layout: the placement as data, to be written where measurements live.
    """

    period_ns: float
    ff: int
    area_um2: float | None = None
    area_ge: float | None = None
    lut4: int | None = None
    recipe: str | None = None
    placed: bool = False
    tried: dict[str, Any] | None = None
    layout: dict[str, Any] | None = None
