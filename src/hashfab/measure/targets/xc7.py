# SPDX-License-Identifier: Apache-2.0
"""Xilinx 7 series, synthesis alone: most papers report its LUTs. No free tool finds a frequency."""

import json
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design
from hashfab.measure.physical import Physical
from hashfab.measure.targets.target import Target
from hashfab.tools import yosys

FLOW = "synth_xilinx -family xc7 -abc9 -nowidelut -noiopad -noclkbuf -nodsp -nobram -nosrl"
"""Without what a paper's LUTs leave out: multipliers, block memories, shift registers in LUTs."""

RECIPES = {"area": "+&dc2;&if -a", "delay": ""}
"""Scripts for ``abc9``, the empty one being its own; the mapping with fewer LUTs is kept."""

LUT6_SITES = {"INV": 0, "RAM32M": 4, "RAM64M": 4, "RAM32X1D": 2, "RAM64X1D": 2}
"""LUT6 sites that a cell takes, beside those of LUT1 to LUT6, which take one each."""

FLIP_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE")


@dataclass(frozen=True)
class SevenSeries(Target):
    """The family, whichever device."""

    unit: ClassVar[str] = "LUT6"
    timing: ClassVar[str] = "none"
    times: ClassVar[bool] = False

    def tools(self) -> dict[str, str]:
        """Yosys."""
        return {"yosys": yosys.version()}

    def settings(self, design: Design) -> dict[str, Any]:
        """The synthesis."""
        return {"synthesis": FLOW, "recipes": RECIPES, "rule": "fewest LUT6"}

    def map(self, design: Design, work: Path) -> Physical:
        """Synthesize a design by every recipe."""
        family = designs.family_of(design)
        names = yosys.stage(work, family.sources())
        script = yosys.read(family.top, names, family.rtl_parameters(design))
        script += f"{FLOW} -top {family.top} -run begin:map_luts\ndesign -save gates\n"
        for name, abc9 in RECIPES.items():
            script += f"""\
design -load gates
scratchpad {f'-set abc9.script "{abc9}"' if abc9 else "-unset abc9.script"}
{FLOW} -top {family.top} -run map_luts:
tee -q -o {name}.stat stat -json
"""
        yosys.run(work, "map", script)
        found = {name: _counted(work / f"{name}.stat") for name in RECIPES}
        best = min(found, key=lambda name: found[name][0])
        lut6, ff = found[best]
        return Physical(
            period_ns=inf,
            ff=ff,
            lut6=lut6,
            recipe=best,
            tried={name: {"lut6": count} for name, (count, _) in found.items()},
        )


def _counted(stat: Path) -> tuple[int, int]:
    """LUT6 sites and flip-flops, as Yosys counted cells."""
    cells = json.loads(stat.read_text())["design"]["num_cells_by_type"]
    luts = sum(cells.get(f"LUT{inputs}", 0) for inputs in range(1, 7))
    memories = sum(sites * cells.get(cell, 0) for cell, sites in LUT6_SITES.items())
    return luts + memories, sum(cells.get(cell, 0) for cell in FLIP_FLOPS)


FAMILIES = (SevenSeries("xc7"),)
