# SPDX-License-Identifier: Apache-2.0
"""Area and period on an FPGA: Yosys, then nextpnr or an estimate; see docs/measuring.md."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import WorkFailed
from hashfab.measure.physical import Physical
from hashfab.measure.targets import Fpga
from hashfab.tools import nextpnr, yosys

RECIPE = "synth_ecp5 -nowidelut"

LUT4_SITES = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
"""A carry cell takes two LUT4 sites, a 16 x 4 memory four and two more for its write port."""

TARGET_MHZ = 200.0
"""What place and route aims at: more than any design reaches, so that it keeps trying."""

CLOCK_TO_Q_NS, LUT_NS, NET_NS = 0.52, 0.24, 1.60
"""The estimate's parts: a flip-flop, a LUT4, and a net as routed designs have it on their path."""


def implement(design: Design, fpga: Fpga, work: Path, seed: int, place: bool) -> Physical:
    """Synthesize a design, and place and route it or estimate its period from its logic depth.

    Args:
        design: what.
        fpga: onto what.
        work: an empty folder, which keeps the netlist and logs.
        seed: of the placer.
        place: whether to place and route.

    Raises:
        ToolMissing: Yosys or nextpnr is not installed.
        WorkFailed: a tool failed, or the design does not fit.
    """
    family = designs.family(design.family)
    names = yosys.stage(work, family.sources())
    script = yosys.read(family.top, names, family.rtl_parameters(design))
    script += f"{RECIPE} -top {family.top} -json netlist.json\n"
    script += "tee -q -o stat.json stat -json\ntee -q -o depth.log ltp -noff\n"
    yosys.run(work, "map", script)
    count = json.loads((work / "stat.json").read_text())["design"]["num_cells_by_type"]
    lut4 = sum(sites * count.get(cell, 0) for cell, sites in LUT4_SITES.items())
    if lut4 > fpga.lut4:
        raise WorkFailed(
            f"{design.name} does not fit on {fpga.device}: {lut4} of {fpga.lut4} LUT4",
            work / "map.log",
        )
    ff = count.get("TRELLIS_FF", 0)
    if not place:
        depth = int(re.findall(r"\(length=(\d+)\)", (work / "depth.log").read_text())[-1])
        period = CLOCK_TO_Q_NS + NET_NS + depth * (LUT_NS + NET_NS)
        return Physical(period_ns=period, ff=ff, lut4=lut4, recipe=RECIPE)
    routed = nextpnr.place_and_route(work, "netlist.json", seed, TARGET_MHZ)
    return Physical(
        period_ns=1000 / routed.fmax_mhz,
        ff=ff,
        lut4=lut4,
        recipe=RECIPE,
        placed=True,
        layout=layout(routed.cells, fpga),
    )


def layout(cells: dict[str, str], fpga: Fpga) -> dict[str, Any]:
    """Where the cells lie, by tile and by the module that they belong to.

    Returns:
        ``device``, ``columns``, ``rows``, ``groups`` (names), ``tiles`` (column, row, index of the
        group, cells).
    """
    tiles: Counter[tuple[int, int, str]] = Counter()
    for name, site in cells.items():
        match = re.match(r"X(\d+)/Y(\d+)/", site)
        if match:
            tiles[int(match[1]), int(match[2]), group(name)] += 1
    groups = sorted({tile[2] for tile in tiles})
    return {
        "device": fpga.device,
        "columns": fpga.columns,
        "rows": fpga.rows,
        "groups": groups,
        "tiles": [
            [column, row, groups.index(name), count]
            for (column, row, name), count in sorted(tiles.items())
        ],
    }


def group(cell: str) -> str:
    """The instance that a flattened cell belongs to, at most two levels down, by its name."""
    levels = [part for part in cell.split(".")[:-1] if part]
    return ".".join(levels[:2]) or "top"
