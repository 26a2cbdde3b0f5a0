# SPDX-License-Identifier: Apache-2.0
"""The lane unit alone, as `hashfab generate --bus cv-x-if` hands it out: area and period.

``PDK_ROOT=... python benchmarks/lane_unit.py [TARGET [DESIGN ...]]`` maps it on standard cells by
the target's own recipes. It prints a line for each design, and `make figures` writes them into
docs/lane-unit.md.
"""

import sys
from pathlib import Path

from hashfab import designs, paths
from hashfab.check import reports
from hashfab.designs import Design
from hashfab.designs.rv32 import Rv32
from hashfab.export import xif
from hashfab.export.lane_unit import CYCLES, UNITS
from hashfab.measure import targets
from hashfab.measure.targets.cells import Cells

DEFAULT = "sg13g2"


class Unit(Rv32):
    """The unit of a core, for a target to map."""

    top = xif.TOP

    def sources(self) -> tuple[Path, ...]:
        """Its own."""
        return xif.sources()

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of the core's, the one that it has."""
        return {"Lanes": super().rtl_parameters(design)["Lanes"]}


def main() -> None:
    """Map and print."""
    target_name, *names = sys.argv[1:] or [DEFAULT]
    target = targets.get(target_name)
    assert isinstance(target, Cells)
    designs.FAMILIES["rv32"] = Unit()
    for name in names or UNITS:
        design = designs.parse(name)
        with paths.scratch("map") as work:
            found = target.map(design, work)
        assert found.area_ge is not None
        access, rounds, _ = CYCLES[Unit().rtl_parameters(design)["Lanes"]]
        entry = {
            "design": name,
            "area_ge": found.area_ge,
            "period_ns": found.period_ns,
            "ff": found.ff,
            "rounds": rounds,
            "block": 17 * access + rounds,
        }
        if target_name == DEFAULT:
            reports.keep("lane-unit", "design", [entry], target.tools())
        print(
            f"{name}: {found.area_ge / 1000:.2f} kGE, {found.period_ns:.2f} ns, "
            f"{found.ff} flip-flops, {found.recipe}",
            flush=True,
        )


if __name__ == "__main__":
    main()
