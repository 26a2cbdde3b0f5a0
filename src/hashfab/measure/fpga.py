# SPDX-License-Identifier: Apache-2.0
"""Area and period on an FPGA: Yosys, then nextpnr or an estimate; see docs/measuring.md."""

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import WorkFailed
from hashfab.measure.physical import Physical
from hashfab.measure.targets import Fpga
from hashfab.tools import nextpnr, yosys

FLOW = "synth_ecp5 -nowidelut"

MACROS = ("CARRY_CHAINS",)
"""What the RTL may ask for: ``abc9`` makes ripple adders of LUTs from adders that look ahead."""

RECIPES = {"area": "+&dc2;&if -a", "delay": ""}
"""Scripts for ``abc9``, the empty one being its own. Area suits a Keccak round, whose nets cross
the device; delay suits a processor, whose paths are long."""

LUT4_SITES = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
"""A carry cell takes two LUT4 sites, a 16 x 4 memory four and two more for its write port."""

COMBINATIONAL = ("LUT4", "CCU2C", "PFUMX", "L6MUX21")

TARGET_MHZ = 200.0
"""What place and route aims at: more than any design reaches, so that it keeps trying."""

DELAYS_NS = CLOCK_TO_Q_NS, NET_NS, CELL_NS, CARRY_NS = 0.52, 0.95, 0.24, 0.07
"""The estimate's parts: a flip-flop; a net, between the 0.7 of a routed ``engine-s4`` and the 1.15
of ``engine-n1`` on their slowest paths, and the cell that it leads to; a step within a carry
chain."""


ESTIMATE_ERROR = 0.2
"""Of the estimate, at most. The smaller mapping is kept unless the other is better by more."""


def implement(design: Design, fpga: Fpga, work: Path) -> tuple[Physical, Path]:
    """Synthesize a design and estimate its period from its logic depth.

    Args:
        design: what.
        fpga: onto what.
        work: an empty folder, which keeps netlists and logs.

    Returns:
        The figures, and the netlist in ``work`` that they are of.

    Raises:
        ToolMissing: Yosys is not installed.
        WorkFailed: it failed, or the design does not fit.
    """
    family = designs.family(design.family)
    names = yosys.stage(work, family.sources())
    script = yosys.read(family.top, names, family.rtl_parameters(design), MACROS)
    script += f"{FLOW} -top {family.top} -run begin:map_luts\ndesign -save gates\n"
    for name, abc9 in RECIPES.items():
        script += f"""\
design -load gates
scratchpad {f'-set abc9.script "{abc9}"' if abc9 else "-unset abc9.script"}
{FLOW} -top {family.top} -run map_luts: -json {name}.json
tee -q -o {name}.stat stat -json
"""
    yosys.run(work, "map", script)
    mapped = {name: _mapped(work, name) for name in RECIPES}
    product = {name: found.lut4 * found.period_ns for name, found in mapped.items()}
    best = "delay" if product["delay"] < product["area"] * (1 - ESTIMATE_ERROR) else "area"
    lut4 = mapped[best].lut4
    if lut4 > fpga.lut4:
        raise WorkFailed(
            f"{design.name} does not fit on {fpga.device}: {lut4} of {fpga.lut4} LUT4",
            work / "map.log",
        )
    physical = Physical(
        period_ns=mapped[best].period_ns,
        ff=mapped[best].ff,
        lut4=lut4,
        recipe=best,
        tried={
            name: {"lut4": found.lut4, "estimated_period_ns": found.period_ns}
            for name, found in mapped.items()
        },
    )
    return physical, work / f"{best}.json"


def route(physical: Physical, fpga: Fpga, netlist: Path, seed: int) -> Physical:
    """Place and route a netlist.

    Args:
        physical: its figures from synthesis.
        fpga: onto what.
        netlist: Yosys JSON, in a folder of its own, which keeps logs.
        seed: of the placer.

    Returns:
        The figures with the routed period and the placement.

    Raises:
        ToolMissing: nextpnr is not installed.
        WorkFailed: it failed.
    """
    routed = nextpnr.place_and_route(netlist.parent, netlist.name, seed, TARGET_MHZ)
    return replace(
        physical,
        period_ns=1000 / routed.fmax_mhz,
        placed=True,
        layout=layout(routed.cells, fpga),
    )


@dataclass(frozen=True)
class Mapped:
    """What one recipe gives: LUT4 sites, flip-flops, and an estimate of the period."""

    lut4: int
    ff: int
    period_ns: float


def _mapped(work: Path, recipe: str) -> Mapped:
    count = json.loads((work / f"{recipe}.stat").read_text())["design"]["num_cells_by_type"]
    (module,) = (
        module
        for module in json.loads((work / f"{recipe}.json").read_text())["modules"].values()
        if module["attributes"].get("top")
    )
    return Mapped(
        lut4=sum(sites * count.get(cell, 0) for cell, sites in LUT4_SITES.items()),
        ff=count.get("TRELLIS_FF", 0),
        period_ns=CLOCK_TO_Q_NS + path_ns(module["cells"]),
    )


def path_ns(cells: dict[str, Any]) -> float:
    """The estimated delay in ns of the slowest path between flip-flops, memories and ports.

    Args:
        cells: of a module of a Yosys JSON netlist, without combinational loops.
    """
    driver: dict[int, str] = {}
    inputs: dict[str, list[tuple[int, float]]] = {}
    for name, cell in cells.items():
        if cell["type"] not in COMBINATIONAL:
            continue
        inputs[name] = []
        for port, bits in cell["connections"].items():
            wires = [bit for bit in bits if isinstance(bit, int)]
            if cell["port_directions"][port] == "output":
                driver.update(dict.fromkeys(wires, name))
            else:
                delay = CARRY_NS if port == "CIN" else NET_NS + CELL_NS
                inputs[name] += [(wire, delay) for wire in wires]
    sorter = TopologicalSorter(
        {name: {driver[w] for w, _ in wires if w in driver} for name, wires in inputs.items()}
    )
    arrival: dict[str, float] = {}
    for name in sorter.static_order():
        arrival[name] = max(
            (
                delay + (arrival[driver[wire]] if wire in driver else 0.0)
                for wire, delay in inputs[name]
            ),
            default=0.0,
        )
    return max(arrival.values(), default=0.0)


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
