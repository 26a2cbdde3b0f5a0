# SPDX-License-Identifier: Apache-2.0
"""Standard cells: area and period by Yosys, ABC and OpenSTA; see docs/measuring.md."""

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

from hashfab import designs, paths
from hashfab.designs import Design
from hashfab.errors import RequestError, ToolMissing, WorkFailed
from hashfab.measure.hashing import hash_files
from hashfab.measure.netlist import Cell, Netlist
from hashfab.measure.physical import ModuleArea, Physical
from hashfab.measure.targets.recipes import RECIPES
from hashfab.measure.targets.target import Power, State, Target
from hashfab.tools import opensta, yosys

QFLOW = Path("/usr/share/qflow/tech")

SYNTHESIS = "synth -flatten -noabc -booth"
"""Before mapping. Booth's multiplier is a tenth of a RISC-V core smaller than an array."""

CLOCK, RESET = "clk_i", "rst_ni"

OUTPUTS = ("Q", "Q_N", "QN")
"""Of sequential cells: the state, and its inverse."""

LEAST_TOGGLES = 0.01
"""Of a cell in a cycle, from which on OpenSTA's power of it says what a toggle takes."""

RULE = "smallest area x period"

GATE = "clock_gate"
"""The module that is a clock gate where the target has one."""

GATE_PORTS = """\
module {0}(input clk_i, input enable_i, output clk_o);
  {1}
endmodule
"""

CLOCK_GATE = """\
module {0}(input {1}, input {2}, output {3});
  reg enabled;
  always_latch if (!{2}) enabled = {1};
  assign {3} = {2} & enabled;
endmodule
"""
"""The model of a clock gate, with its pins for enable, clock and gated clock."""


@dataclass(frozen=True)
class Cells(Target):
    """A standard-cell library.

    Attributes:
        pdk: the folder's path under ``$PDK_ROOT``, or None for a Debian package's cells.
        liberty: the library's path under ``pdk``.
        nand: the 2-input NAND whose area is one gate equivalent.
        driver: the buffer that drives every input.
        load_ff: the load of every output in fF.
        clock_gates: cell and pins (enable, clock, gated clock, scan enables...) for Yosys's
            ``clockgate -pos``; None where flip-flops see each edge.
        unused: cells that a digital block does not use, as patterns.
    """

    pdk: str | None
    liberty: str
    nand: str
    driver: str
    load_ff: float
    clock_gates: tuple[str, str] | None = None
    unused: tuple[str, ...] = ()

    unit: ClassVar[str] = "GE"
    timing: ClassVar[str] = "OpenSTA"
    keeps: ClassVar[str | None] = "netlist.v"

    def check(self) -> None:
        """Refuse a library that is not there. Raises as ``library``."""
        self.library()

    def library(self) -> Path:
        """The Liberty file.

        Raises:
            RequestError: ``$PDK_ROOT`` is not set or does not hold it.
            ToolMissing: the Debian package is not installed.
        """
        if (sent := paths.sent_file(Path(self.liberty).name)) is not None:
            return sent
        if self.pdk is None:
            path = QFLOW / self.liberty
            if not path.is_file():
                raise ToolMissing(
                    f"target {self.name} needs {path}, which is not there; install it "
                    "(Debian: apt-get install qflow-tech-osu018)"
                )
            return path
        root = os.environ.get("PDK_ROOT")
        if not root:
            raise RequestError(
                f"target {self.name} needs the variable PDK_ROOT, which is not set; "
                f"allowed: a folder that holds {self.pdk}/{self.liberty}"
            )
        path = Path(root).resolve() / self.pdk / self.liberty
        if not path.is_file():
            raise RequestError(
                f"target {self.name} needs {path}, which is not there; "
                f"PDK_ROOT must hold {self.pdk}/{self.liberty}"
            )
        return path

    @property
    def outside(self) -> tuple[Path, ...]:
        """The library."""
        return (self.library(),)

    def tools(self) -> dict[str, str]:
        """Yosys and OpenSTA."""
        return {"yosys": yosys.version(), "opensta": opensta.version()}

    def settings(self, design: Design) -> dict[str, Any]:
        """The library, what surrounds the design, and the recipes."""
        library = self.library()
        return {
            "library": library.name,
            "library_hash": hash_files([library]),
            "driver": self.driver,
            "load_ff": self.load_ff,
            "synthesis": SYNTHESIS,
            "clock_gates": self.clock_gates,
            "recipes": RECIPES,
            "rule": RULE,
        }

    def map(self, design: Design, work: Path) -> Physical:
        """Map a design by every recipe and keep one by ``RULE``."""
        family = designs.family_of(design)
        self._run(design, tuple(RECIPES), work)
        liberty = work / self.library().name
        nand = nand_area(liberty, self.nand)
        found: dict[str, tuple[float, float, int]] = {}
        for recipe in RECIPES:
            stat = json.loads((work / f"{recipe}.json").read_text())["design"]
            period = opensta.period_ns(
                work / f"{recipe}.v",
                liberty,
                family.top,
                CLOCK,
                RESET,
                self.driver,
                self.load_ff / 1000,
            )
            found[recipe] = (stat["area"], period, _flip_flops(work / f"{recipe}.log"))
        best = min(found, key=lambda recipe: found[recipe][0] * found[recipe][1])
        area, period, ff = found[best]
        shutil.copyfile(work / f"{best}.v", work / "netlist.v")
        return Physical(
            period_ns=period,
            ff=ff,
            area_um2=area,
            area_ge=area / nand,
            recipe=best,
            tried={
                name: {"area_ge": area / nand, "period_ns": period}
                for name, (area, period, _) in found.items()
            },
        )

    def areas(
        self, design: Design, modules: Sequence[str], recipe: str, work: Path
    ) -> dict[str, ModuleArea]:
        """The area of some modules; the whole is larger than ``map`` finds it."""
        self._run(design, (recipe,), work, modules)
        nand = nand_area(work / self.library().name, self.nand)
        found: dict[str, ModuleArea] = {}
        for name, stat in json.loads((work / f"{recipe}.json").read_text())["modules"].items():
            module = name.removeprefix("\\").split("$")[0]
            others = found.get(module, ModuleArea(0.0, 0.0))
            found[module] = ModuleArea(
                others.ge + stat["area"] / nand,
                others.sequential_ge + stat["sequential_area"] / nand,
            )
        missing = [module for module in modules if module not in found]
        if missing:
            raise WorkFailed(f"{design.name} has no module {', '.join(missing)}", work / "map.log")
        return found

    def models(self, work: Path) -> Path:
        """The library's functions as Verilog; that of the clock gate, which is none, is ours."""
        (liberty,) = yosys.stage(work, [self.library()])
        yosys.run(
            work, "models", f"read_liberty -ignore_miss_func {liberty}\nwrite_verilog cells.v\n"
        )
        path = work / "cells.v"
        if self.clock_gates:
            kind, pins = self.clock_gates
            path.write_text(path.read_text() + CLOCK_GATE.format(kind, *pins.split(":")))
        return path

    def power(
        self, netlist: Netlist, states: Sequence[State], frequency_mhz: float, work: Path
    ) -> list[Power]:
        """By OpenSTA, each state once as it is and once with nothing moving but the clock.

        What a toggle of each cell's output takes is found in a state in which all is busy.
        """
        clocks = {CLOCK, *self.gated_clocks(netlist).values()}
        quiet = [
            {
                net: (toggles if net in clocks else 0.0, duty)
                for net, (toggles, duty) in state.items()
            }
            for state in states
        ]
        busy = {net: (2.0 if net in clocks else 1.0, 0.5) for net in netlist.nets}
        every = [*states, *quiet]
        assert self.keeps is not None
        path, period_ns = work / self.keeps, 1000 / frequency_mhz
        setting = self._setting(netlist, work)
        (reference,) = opensta.power(
            path, setting, period_ns, [self._pins(netlist, busy)], gates_say=False
        )
        energies = per_toggle(netlist.cells, reference)
        found = opensta.power(
            path, setting, period_ns, [self._pins(netlist, state) for state in every]
        )
        totals = [
            self._total(netlist, cells, energies, state)
            for cells, state in zip(found, every, strict=True)
        ]
        return [
            Power(
                leakage=1000 * leakage,
                clock=1000 * (quiet_internal + quiet_switching),
                internal=1000 * (internal - quiet_internal),
                switching=1000 * (switching - quiet_switching),
            )
            for (internal, switching, leakage), (quiet_internal, quiet_switching, _) in zip(
                totals[: len(states)], totals[len(states) :], strict=True
            )
        ]

    def _total(
        self,
        netlist: Netlist,
        cells: Mapping[str, opensta.Power],
        energies: Mapping[str, tuple[float, float]],
        state: State,
    ) -> tuple[float, float, float]:
        """Internal and switching power and leakage in W.

        OpenSTA was told what flip-flops and clock gates do. Of other cells it is the energy of a
        toggle, times the toggles that were counted.

        Raises:
            WorkFailed: OpenSTA took a flip-flop or a clock gate for another activity than told.
        """
        gate = self.clock_gates[0] if self.clock_gates else None
        internal, switching, leakage = list[float](), list[float](), list[float]()
        for cell in netlist.cells:
            power = cells[cell.name]
            outputs = [pin for pin in power.toggles if pin in cell.pins]
            counted = sum(state[cell.pins[pin]][0] for pin in outputs)
            if cell.kind == gate or any(pin in OUTPUTS for pin in outputs):
                taken = sum(power.toggles[pin] for pin in outputs)
                if abs(taken - counted) > 1e-3 * max(1.0, counted):
                    raise WorkFailed(f"OpenSTA took {cell.name} for {taken} toggles, not {counted}")
                internal.append(power.internal)
                switching.append(power.switching)
            elif counted:
                of_toggle = energies[cell.name]
                internal.append(counted * of_toggle[0])
                switching.append(counted * of_toggle[1])
            leakage.append(power.leakage)
        # The order of cells is nobody's business.
        return fsum(internal), fsum(switching), fsum(leakage)

    def delays(self, netlist: Netlist, frequency_mhz: float, work: Path) -> list[opensta.Delay]:
        """Those that OpenSTA finds; clock gates have none, as the clock is ideal."""
        assert self.keeps is not None
        found = opensta.delays(
            work / self.keeps, self._setting(netlist, work), 1000 / frequency_mhz
        )
        gate = self.clock_gates[0] if self.clock_gates else None
        return [delay for delay in found if delay.kind != gate]

    def _setting(self, netlist: Netlist, work: Path) -> opensta.Setting:
        """What surrounds a netlist; the library is put into ``work``."""
        (liberty,) = yosys.stage(work, [self.library()])
        return opensta.Setting(
            work / liberty,
            netlist.top,
            CLOCK,
            tuple(self.gated_clocks(netlist)),
            self.driver,
            self.load_ff / 1000,
        )

    def gated_clocks(self, netlist: Netlist) -> dict[str, str]:
        """What clock gates make of the clock: nets by output pin."""
        if not self.clock_gates:
            return {}
        kind, pins = self.clock_gates
        output = pins.split(":")[2]
        return {
            f"{cell.name}/{output}": cell.pins[output]
            for cell in netlist.cells
            if cell.kind == kind
        }

    def _pins(self, netlist: Netlist, state: State) -> list[tuple[str, float, float]]:
        """What pins do: ports, those of cells, and those within sequential ones."""
        found = [(port, *state[port]) for port in netlist.ports()]
        inner = _inner_pins(self.library())
        for cell in netlist.cells:
            for pin, net in cell.pins.items():
                toggles, duty = state[net]
                found.append((f"{cell.name}/{pin}", toggles, duty))
                if pin in OUTPUTS:
                    duties = (duty, 1 - duty) if pin == "Q" else (1 - duty, duty)
                    for names in inner:
                        for name, share in zip(names, duties, strict=True):
                            found.append((f"{cell.name}/{name}", toggles, share))
        return found

    def _run(
        self, design: Design, recipes: Sequence[str], work: Path, modules: Sequence[str] = ()
    ) -> None:
        """Synthesize once, with borders around ``modules``, and map by each recipe."""
        family = designs.family_of(design)
        names = yosys.stage(work, family.sources())
        (liberty,) = yosys.stage(work, [self.library()])
        (work / "abc.constr").write_text(
            f"set_driving_cell {self.driver}\nset_load {self.load_ff}\n"
        )
        script = yosys.read(family.top, names, family.rtl_parameters(design))
        if self.clock_gates:
            script = script.replace("read_slang", f"read_slang --blackboxed-module {GATE}")
        if modules:
            script = script.replace("read_slang", "read_slang --keep-hierarchy")
        # Slang names an instance's module after it.
        script += "".join(f"setattr -mod -set keep_hierarchy 1 {module}$*\n" for module in modules)
        script += f"{SYNTHESIS} -top {family.top}\nopt_clean -purge\n"
        if self.clock_gates:
            cell, pins = self.clock_gates
            enable, clock, gated = pins.split(":")
            model = f"{cell} cell(.{enable}(enable_i), .{clock}(clk_i), .{gated}(clk_o));"
            (work / "gate.v").write_text(GATE_PORTS.format(GATE, model))
            script += "techmap -map gate.v\nopt_clean -purge\n"
            script += f"clockgate -pos {cell} {pins} -min_net_size 8\n"
        script += f"dfflibmap -liberty {liberty} {self._avoided()}\nopt_clean -purge\n"
        script += "design -save synthesized\n"
        for recipe in recipes:
            script += self._mapping(recipe, liberty, work)
        yosys.run(work, "map", script)

    def _avoided(self) -> str:
        """The options that keep cells from being used."""
        return " ".join(f"-dont_use {pattern}" for pattern in self.unused)

    def _mapping(self, recipe: str, liberty: str, work: Path) -> str:
        """The script that maps the synthesized design by one recipe.

        Nets are split because OpenSTA reads no concatenation on the left of an assignment.
        """
        # One command per line, in a file: ABC takes no semicolons from Yosys here.
        commands = [command.strip() for command in RECIPES[recipe].split(";")]
        (work / f"{recipe}.abc").write_text("\n".join(commands) + "\n")
        return f"""\
design -load synthesized
abc -liberty {liberty} {self._avoided()} -constr abc.constr -script {recipe}.abc
splitnets -ports
opt_clean -purge
tee -q -o {recipe}.json stat -json -liberty {liberty}
tee -q -o {recipe}.log select -count t:*df* t:*DFF*
write_verilog -noattr -noexpr -nodec {recipe}.v
"""


def _inner_pins(liberty: Path) -> set[tuple[str, str]]:
    """What the states of a library's sequential cells are called, and what their inverses are."""
    pattern = r'\b(?:ff|latch)\s*\(\s*"?(\w+)"?\s*,\s*"?(\w+)"?\s*\)'
    return set(re.findall(pattern, liberty.read_text(errors="replace")))


def _flip_flops(log: Path) -> int:
    match = re.search(r"(\d+) objects", log.read_text())
    if not match:
        raise WorkFailed("Yosys counted no flip-flops", log)
    return int(match[1])


def nand_area(liberty: Path, cell: str) -> float:
    """The area in um2 of a library's cell.

    Raises:
        WorkFailed: the library does not say.
    """
    text = liberty.read_text(errors="replace")
    match = re.search(rf'cell\s*\(\s*"?{cell}"?\s*\).*?\barea\s*:\s*([\d.]+)', text, re.DOTALL)
    if not match:
        raise WorkFailed(f"{liberty.name} says no area of {cell}")
    return float(match[1])


GATED = (
    Cells(
        "sg13g2",
        "ihp-sg13g2",
        "libs.ref/sg13g2_stdcell/lib/sg13g2_stdcell_typ_1p20V_25C.lib",
        nand="sg13g2_nand2_1",
        driver="sg13g2_buf_4",
        load_ff=6.0,
        clock_gates=("sg13g2_lgcp_1", "GATE:CLK:GCLK"),
    ),
    Cells(
        "sky130",
        "sky130A",
        "libs.ref/sky130_fd_sc_hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib",
        nand="sky130_fd_sc_hd__nand2_1",
        driver="sky130_fd_sc_hd__buf_4",
        load_ff=6.0,
        clock_gates=("sky130_fd_sc_hd__dlclkp_1", "GATE:CLK:GCLK"),
        unused=("sky130_fd_sc_hd__lpflow*", "sky130_fd_sc_hd__probe*"),
    ),
)

LIBRARIES = (
    *GATED,
    *(replace(each, name=f"{each.name}-ungated", clock_gates=None) for each in GATED),
    Cells(
        "osu018",
        None,
        "osu018/osu018_stdcells.lib",
        nand="NAND2X1",
        driver="BUFX4",
        load_ff=20.0,
    ),
)


def per_toggle(
    cells: Sequence[Cell], busy: Mapping[str, opensta.Power]
) -> dict[str, tuple[float, float]]:
    """Internal and switching power in W, for a toggle in each cycle, of cells that keep no state.

    OpenSTA takes a cell for nearly still where many inputs would have to agree, and gives it the
    internal power of its inputs all the same. Such a cell has the median of its kind, or of all
    cells if its kind has none.

    Args:
        cells: of a netlist.
        busy: what OpenSTA says of each in a state in which all is busy.

    Raises:
        WorkFailed: OpenSTA takes most cells for nearly still.
    """
    known: dict[str, tuple[float, float]] = {}
    still: list[Cell] = []
    for cell in cells:
        power = busy[cell.name]
        outputs = [pin for pin in power.toggles if pin in cell.pins]
        if not outputs or any(pin in OUTPUTS for pin in outputs):
            continue
        taken = sum(power.toggles[pin] for pin in outputs)
        if taken < LEAST_TOGGLES:
            still.append(cell)
        else:
            known[cell.name] = power.internal / taken, power.switching / taken
    kinds: dict[str, list[tuple[float, float]]] = {}
    for cell in cells:
        if cell.name in known:
            kinds.setdefault(cell.kind, []).append(known[cell.name])
    if len(still) > len(known):
        raise WorkFailed(f"OpenSTA takes {len(still)} cells for still, only {len(known)} for busy")
    every = [each for found in kinds.values() for each in found]
    middle: dict[str, tuple[float, float]] = {}
    for kind in {cell.kind for cell in still}:
        found = kinds.get(kind, every)
        middle[kind] = median(item[0] for item in found), median(item[1] for item in found)
    return known | {cell.name: middle[cell.kind] for cell in still}
