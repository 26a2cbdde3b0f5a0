# SPDX-License-Identifier: Apache-2.0
"""Area and period on standard cells by Yosys, ABC and OpenSTA; see docs/measuring.md."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import WorkFailed
from hashfab.measure.physical import ModuleArea, Physical
from hashfab.measure.recipes import GATED, PLAIN, Recipe
from hashfab.measure.targets import Cells
from hashfab.tools import opensta, yosys

SYNTHESIS = "synth -flatten -noabc -booth"
"""Before mapping. Booth's multiplier is a tenth of a RISC-V core smaller than an array."""

CLOCK, RESET = "clk_i", "rst_ni"


def recipes(design: Design, cells: Cells) -> tuple[Recipe, ...]:
    """The recipes that a design is mapped with."""
    gated = designs.family(design.family).clock_gating(design) and cells.clock_gates
    return (*PLAIN, *GATED) if gated else PLAIN


def implement(design: Design, cells: Cells, work: Path) -> Physical:
    """Map a design by every recipe and keep the one with the smallest area x period.

    Args:
        design: what.
        cells: onto what.
        work: an empty folder, which keeps the netlists and logs.

    Raises:
        RequestError: the library is not there.
        ToolMissing: Yosys or OpenSTA is not installed.
        WorkFailed: a tool failed.
    """
    family = designs.family(design.family)
    library = cells.library()
    tried = recipes(design, cells)
    names = yosys.stage(work, family.sources())
    (liberty,) = yosys.stage(work, [library])
    _constrain(cells, work)
    script = yosys.read(family.top, names, family.rtl_parameters(design))
    script += f"{SYNTHESIS} -top {family.top}\nopt_clean -purge\ndesign -save synthesized\n"
    for recipe in tried:
        script += _mapping(recipe, cells, liberty, work)
    yosys.run(work, "map", script)
    nand = nand_area(work / liberty, cells.nand)
    found: dict[str, tuple[float, float, int]] = {}
    for recipe in tried:
        stat = json.loads((work / f"{recipe.name}.json").read_text())["design"]
        period = opensta.period_ns(
            work / f"{recipe.name}.v",
            work / liberty,
            family.top,
            CLOCK,
            RESET,
            cells.driver,
            cells.load_ff / 1000,
        )
        found[recipe.name] = (stat["area"], period, _flip_flops(work / f"{recipe.name}.log"))
    best = min(found, key=lambda name: found[name][0] * found[name][1])
    area, period, ff = found[best]
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


def by_module(
    design: Design, cells: Cells, modules: Sequence[str], recipe: Recipe, work: Path
) -> dict[str, ModuleArea]:
    """The area of some modules within a design; each keeps its borders.

    Args:
        design: what.
        cells: onto what.
        modules: none of which contains another; all instances of one count together.
        recipe: how.
        work: an empty folder, which keeps netlist and logs.

    Returns:
        Areas by module, and the whole under the top's name.

    Raises:
        RequestError: the library is not there.
        WorkFailed: Yosys failed, or a module is not there.
    """
    family = designs.family(design.family)
    names = yosys.stage(work, family.sources())
    (liberty,) = yosys.stage(work, [cells.library()])
    _constrain(cells, work)
    elaborate = yosys.read(family.top, names, family.rtl_parameters(design))
    script = elaborate.replace("read_slang", "read_slang --keep-hierarchy")
    # Slang names an instance's module after it.
    script += "".join(f"setattr -mod -set keep_hierarchy 1 {module}$*\n" for module in modules)
    script += f"{SYNTHESIS} -top {family.top}\nopt_clean -purge\ndesign -save synthesized\n"
    script += _mapping(recipe, cells, liberty, work)
    yosys.run(work, "map", script)
    nand = nand_area(work / liberty, cells.nand)
    found: dict[str, ModuleArea] = {}
    for name, stat in json.loads((work / f"{recipe.name}.json").read_text())["modules"].items():
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


def _constrain(cells: Cells, work: Path) -> None:
    (work / "abc.constr").write_text(f"set_driving_cell {cells.driver}\nset_load {cells.load_ff}\n")


def _mapping(recipe: Recipe, cells: Cells, liberty: str, work: Path) -> str:
    """The script that maps the synthesized design by one recipe.

    Nets are split because OpenSTA reads no concatenation on the left of an assignment.
    """
    # One command per line, in a file: ABC takes no semicolons from Yosys here.
    commands = [command.strip() for command in recipe.abc.split(";")]
    (work / f"{recipe.name}.abc").write_text("\n".join(commands) + "\n")
    unused = " ".join(f"-dont_use {pattern}" for pattern in cells.unused)
    gate = ""
    if recipe.clock_gate and cells.clock_gates:
        gate = "clockgate -pos {} {} -min_net_size 8\n".format(*cells.clock_gates)
    return f"""\
design -load synthesized
{gate}dfflibmap -liberty {liberty} {unused}
opt_clean -purge
abc -liberty {liberty} {unused} -constr abc.constr -script {recipe.name}.abc
splitnets -ports
opt_clean -purge
tee -q -o {recipe.name}.json stat -json -liberty {liberty}
tee -q -o {recipe.name}.log select -count t:*df* t:*DFF*
write_verilog -noattr -noexpr -nodec {recipe.name}.v
"""


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
