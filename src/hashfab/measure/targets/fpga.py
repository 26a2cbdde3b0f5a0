# SPDX-License-Identifier: Apache-2.0
"""FPGAs: Yosys, then nextpnr or an estimate; see docs/measuring.md."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import WorkFailed
from hashfab.measure.physical import Physical
from hashfab.measure.targets.target import Target
from hashfab.tools import nextpnr, yosys

MACROS = ("CARRY_CHAINS",)
"""What the RTL may ask for: ``abc9`` makes ripple adders of LUTs from adders that look ahead."""

RECIPES = {"area": "+&dc2;&if -a", "delay": ""}
"""Scripts for ``abc9``, the empty one being its own. Area suits a Keccak round, whose nets cross
the device; delay suits a processor, whose paths are long."""

TARGET_MHZ = 200.0
"""What place and route aims at: more than any design reaches, so that it keeps trying."""

ESTIMATE_ERROR = 0.25
"""Of the estimate, at most. The smaller mapping is kept unless the other is better by more."""

SMALL_ENABLE, MOST_SMALL = 16, 64
"""Below how many flip-flops an enable is small, and how many small ones there may be. More are made
multiplexers: sites share enables, so that flip-flops of small ones lie where they fit and not where
they belong, and place and route takes six times as long."""

NETLIST = "netlist.json"


@dataclass(frozen=True)
class Delays:
    """The parts of an estimated path, in ns.

    Attributes:
        clock_to_q: of a flip-flop.
        net: from a cell to the next one, as routed nets on slowest paths are.
        cell: a look-up table.
        carry: a step within a carry chain.
    """

    clock_to_q: float
    net: float
    cell: float
    carry: float


@dataclass(frozen=True)
class Architecture:
    """What the devices of one kind have in common.

    Attributes:
        synthesis: the Yosys command.
        lut4_sites: LUT4 sites that a cell takes, by type.
        flip_flops: the prefix of their types.
        combinational: the types of cells that a path goes through.
        carry_in: the pin on which a carry chain goes on.
        delays: of an estimate.
        nextpnr: of this architecture.
        ports: whether nextpnr places them; where it does, they are cut off before, but the clock.
        unshared: the Yosys command that makes multiplexers of small enables; empty where there is
            none, and all enables stay.
        clock_pad: the Yosys command that gives the clock the buffer that nextpnr wants, if any.
        pins: the files with pins that ``options`` of a device name, and what is in them.
    """

    synthesis: str
    lut4_sites: Mapping[str, int]
    flip_flops: str
    combinational: tuple[str, ...]
    carry_in: str
    delays: Delays
    nextpnr: nextpnr.Nextpnr
    ports: bool
    unshared: str = ""
    clock_pad: str = ""
    pins: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fpga(Target):
    """A device that nextpnr knows.

    Attributes:
        device: what people call it.
        options: by which nextpnr knows it.
        columns, rows: its grid, in tiles.
        lut4: its sites, of a LUT4 and a flip-flop each.
    """

    device: str
    options: tuple[str, ...]
    columns: int
    rows: int
    lut4: int

    architecture: ClassVar[Architecture]
    unit: ClassVar[str] = "LUT4"
    timing: ClassVar[str] = "estimate"
    keeps: ClassVar[str | None] = NETLIST
    routes: ClassVar[bool] = True

    def tools(self) -> dict[str, str]:
        """Yosys."""
        return {"yosys": yosys.version()}

    def settings(self, design: Design) -> dict[str, Any]:
        """The device, the synthesis and the estimate."""
        small = {"flip_flops": SMALL_ENABLE, "most": MOST_SMALL, "then": self.architecture.unshared}
        return {
            **({"small_enables": small} if self.architecture.unshared else {}),
            "device": self.device,
            "synthesis": self.architecture.synthesis,
            "macros": list(MACROS),
            "recipes": RECIPES,
            "rule": "delay if its LUT4 x estimated period is smaller by a quarter",
            "delays_ns": asdict(self.architecture.delays),
        }

    def map(self, design: Design, work: Path) -> Physical:
        """Synthesize a design and estimate its period from its logic depth."""
        mapped = self._recipes(design, work, "")
        if self.architecture.unshared and mapped["area"].small_enables > MOST_SMALL:
            mapped = self._recipes(design, work, self.architecture.unshared)
        product = {name: found.lut4 * found.period_ns for name, found in mapped.items()}
        best = "delay" if product["delay"] < product["area"] * (1 - ESTIMATE_ERROR) else "area"
        for sites, unit in ((mapped[best].lut4, "LUT4"), (mapped[best].ff, "flip-flops")):
            if sites > self.lut4:
                raise WorkFailed(
                    f"{design.name} does not fit on {self.device}: {sites} of {self.lut4} {unit}",
                    work / "map.log",
                )
        (work / f"{best}.json").rename(work / NETLIST)
        return Physical(
            period_ns=mapped[best].period_ns,
            ff=mapped[best].ff,
            lut4=mapped[best].lut4,
            recipe=best,
            tried={
                name: {"lut4": found.lut4, "estimated_period_ns": found.period_ns}
                for name, found in mapped.items()
            },
        )

    def _recipes(self, design: Design, work: Path, enables: str) -> dict[str, "Mapped"]:
        """What each recipe makes of a design.

        Args:
            design: what is mapped.
            work: where Yosys runs.
            enables: its command for flip-flops before they are mapped; empty for none.
        """
        family = designs.family_of(design)
        flow = f"{self.architecture.synthesis} -top {family.top}"
        names = yosys.stage(work, family.sources())
        script = yosys.read(family.top, names, family.rtl_parameters(design), MACROS)
        if enables:
            script += f"{flow} -run begin:map_ffs\n{enables}\n{flow} -run map_ffs:map_luts\n"
        else:
            script += f"{flow} -run begin:map_luts\n"
        script += "design -save gates\n"
        for name, abc9 in RECIPES.items():
            script += f"""\
design -load gates
scratchpad {f'-set abc9.script "{abc9}"' if abc9 else "-unset abc9.script"}
{flow} -run map_luts:
tee -q -o {name}.stat stat -json
{"delete -port x:* w:clk_i %d" if self.architecture.ports else ""}
{self.architecture.clock_pad}
write_json {name}.json
"""
        yosys.run(work, "map", script)
        return {name: self._mapped(work, name) for name in RECIPES}

    def route_tools(self) -> dict[str, str]:
        """Nextpnr."""
        return {"nextpnr": self.architecture.nextpnr.version()}

    def route_settings(self) -> dict[str, Any]:
        """What place and route aims at, its placer, and when it begins anew from another seed."""
        return {
            "target_mhz": TARGET_MHZ,
            "placer": self.architecture.nextpnr.placer,
            "seeds": nextpnr.TRIES,
            "given_up": {"times_slower": nextpnr.TOO_SLOW, "least_s": nextpnr.LEAST_S},
        }

    def route(self, mapped: Physical, seed: int, work: Path) -> Physical:
        """Place and route the netlist."""
        for name, text in self.architecture.pins.items():
            (work / name).write_text(text)
        routed = self.architecture.nextpnr.place_and_route(
            work, NETLIST, self.options, seed, TARGET_MHZ
        )
        return replace(
            mapped,
            period_ns=1000 / routed.fmax_mhz,
            placed=True,
            tried={**(mapped.tried or {}), "placer": {"seed": routed.seed}},
            layout=self.layout(routed.cells),
        )

    def layout(self, cells: Mapping[str, str]) -> dict[str, Any]:
        """Where the cells lie, by tile and by the module that they belong to.

        Args:
            cells: the site of each.

        Returns:
            ``device``, ``columns``, ``rows``, ``groups`` (names), ``tiles`` (column, row, index of
            the group, cells).
        """
        tiles: Counter[tuple[int, int, str]] = Counter()
        for name, site in cells.items():
            match = re.match(r"X(\d+)/?Y(\d+)/", site)
            if match:
                tiles[int(match[1]), int(match[2]), group(name)] += 1
        groups = sorted({tile[2] for tile in tiles})
        return {
            "device": self.device,
            "columns": self.columns,
            "rows": self.rows,
            "groups": groups,
            "tiles": [
                [column, row, groups.index(name), count]
                for (column, row, name), count in sorted(tiles.items())
            ],
        }

    def _mapped(self, work: Path, recipe: str) -> "Mapped":
        count = json.loads((work / f"{recipe}.stat").read_text())["design"]["num_cells_by_type"]
        (module,) = (
            module
            for module in json.loads((work / f"{recipe}.json").read_text())["modules"].values()
            if module["attributes"].get("top")
        )
        architecture = self.architecture
        return Mapped(
            lut4=sum(sites * count.get(cell, 0) for cell, sites in architecture.lut4_sites.items()),
            ff=sum(n for cell, n in count.items() if cell.startswith(architecture.flip_flops)),
            period_ns=architecture.delays.clock_to_q + path_ns(module["cells"], architecture),
            small_enables=small_enables(module["cells"], architecture),
        )


@dataclass(frozen=True)
class Mapped:
    """What one recipe gives: LUT4 sites, flip-flops, an estimate of the period, small enables."""

    lut4: int
    ff: int
    period_ns: float
    small_enables: int


def small_enables(cells: Mapping[str, Any], architecture: Architecture) -> int:
    """How many nets enable at least one flip-flop and fewer than ``SMALL_ENABLE``."""
    behind = Counter(
        cell["connections"]["CE"][0]
        for cell in cells.values()
        if cell["type"].startswith(architecture.flip_flops) and "CE" in cell["connections"]
    )
    # A constant is text, a net is a number.
    return sum(isinstance(net, int) and count < SMALL_ENABLE for net, count in behind.items())


def path_ns(cells: Mapping[str, Any], architecture: Architecture) -> float:
    """The estimated delay in ns of the slowest path between flip-flops, memories and ports.

    Args:
        cells: of a module of a Yosys JSON netlist, without combinational loops.
        architecture: whose they are.
    """
    delays = architecture.delays
    driver: dict[int, str] = {}
    inputs: dict[str, list[tuple[int, float]]] = {}
    for name, cell in cells.items():
        if cell["type"] not in architecture.combinational:
            continue
        inputs[name] = []
        for port, bits in cell["connections"].items():
            wires = [bit for bit in bits if isinstance(bit, int)]
            if cell["port_directions"][port] == "output":
                driver.update(dict.fromkeys(wires, name))
            else:
                within = port == architecture.carry_in
                delay = delays.carry if within else delays.net + delays.cell
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


def group(cell: str) -> str:
    """The instance that a flattened cell belongs to, at most two levels down, by its name."""
    levels = [part for part in cell.split(".")[:-1] if part]
    return ".".join(levels[:2]) or "top"
