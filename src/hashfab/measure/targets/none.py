# SPDX-License-Identifier: Apache-2.0
"""No technology: nothing is synthesized, and cycles are all that is measured."""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs import Design
from hashfab.measure.physical import Physical
from hashfab.measure.targets.target import Target


@dataclass(frozen=True)
class Nothing(Target):
    """Neither area nor period: for looking at many designs at once."""

    unit: ClassVar[str] = ""
    timing: ClassVar[str] = "none"
    times: ClassVar[bool] = False

    def tools(self) -> dict[str, str]:
        """None."""
        return {}

    def settings(self, design: Design) -> dict[str, Any]:
        """None."""
        return {}

    def map(self, design: Design, work: Path) -> Physical:
        """No figure."""
        return Physical(period_ns=inf, ff=None)


ALONE = (Nothing("none"),)
