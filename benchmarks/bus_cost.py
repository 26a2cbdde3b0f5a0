# SPDX-License-Identifier: Apache-2.0
"""What registers and bus ports cost the accelerator on standard cells: area and period.

``PDK_ROOT=... python benchmarks/bus_cost.py [DESIGN [TARGET]]`` maps the accelerator alone, behind
each control bus with memory on AXI4, before each other memory bus, and the sponge between two
AXI4-Streams with as many rounds per cycle, by the target's own recipes. It prints a line for each,
and `make figures` writes them into docs/buses.md.
"""

import sys
from pathlib import Path

from hashfab import designs, paths
from hashfab.check import reports
from hashfab.designs import Design, Family
from hashfab.designs.accel import Accel
from hashfab.export import registers, stream, tops
from hashfab.export.tops import Control, Memory
from hashfab.measure import targets
from hashfab.measure.targets.cells import Cells

DEFAULT = ("accel-d1n1t1w64", "sg13g2")


class OnBus(Accel):
    """The accelerator on a control bus and a memory bus, for a target to map."""

    def __init__(self, control: Control, memory: Memory, folder: Path) -> None:
        self.top = tops.top(control, memory)
        self._sources = registers.sources(control, folder / self.top, memory)

    def sources(self) -> tuple[Path, ...]:
        """With the registers."""
        return self._sources


class Stream(Accel):
    """The sponge between two AXI4-Streams, for a target to map."""

    top = stream.TOP

    def sources(self) -> tuple[Path, ...]:
        """Its own."""
        return stream.sources()

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of the accelerator's, the one that it has."""
        return {"RoundsPerCycle": super().rtl_parameters(design)["RoundsPerCycle"]}


def main() -> None:
    """Map and print."""
    name, target_name = (*sys.argv[1:], *DEFAULT[len(sys.argv) - 1 :])
    design, target = designs.parse(name), targets.get(target_name)
    assert isinstance(target, Cells)
    alone = designs.FAMILIES["accel"]
    with paths.scratch("registers") as folder:
        families: dict[str, Family] = {"alone": alone}
        first, *others = tops.MEMORIES.values()
        pairs = [(control, first) for control in tops.CONTROLS.values()]
        pairs += [(next(iter(tops.CONTROLS.values())), memory) for memory in others]
        for control, memory in pairs:
            families[f"{control.name}, {memory.name}"] = OnBus(control, memory, folder)
        families["stream"] = Stream()
        area = 0.0
        for label, family in families.items():
            designs.FAMILIES["accel"] = family
            with paths.scratch("map") as work:
                found = target.map(design, work)
            assert found.area_ge is not None
            area = area or found.area_ge
            entry = {
                "label": ", ".join(f"`{part}`" for part in label.split(", ")),
                "area_ge": found.area_ge,
                "beyond_ge": found.area_ge - area,
                "period_ns": found.period_ns,
            }
            if (name, target_name) == DEFAULT:
                reports.keep("bus-cost", "label", [entry], target.tools())
            print(
                f"{label}: {found.area_ge / 1000:.2f} kGE ({(found.area_ge - area) / 1000:+.2f}), "
                f"{found.period_ns:.2f} ns, {found.ff} flip-flops, {found.recipe}",
                flush=True,
            )


if __name__ == "__main__":
    main()
