# SPDX-License-Identifier: Apache-2.0
"""Messages on a mapped netlist whose cells have delays: what toggles, glitches included."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.errors import CheckFailed, WorkFailed
from hashfab.measure.netlist import Netlist
from hashfab.measure.simulate import Gates
from hashfab.measure.stages.activity import (
    IDLE,
    KEPT,
    LONE,
    SHARE,
    Activity,
    Toggles,
    Window,
    build,
    clock_mhz,
    counted,
    per_cycle,
    read,
    run,
    runs,
)
from hashfab.measure.targets.cells import CLOCK
from hashfab.measure.targets.target import State
from hashfab.tools import icarus, opensta, verilator

MOST_CYCLES = 100
"""Of long messages, by estimate: a cycle takes up to a second."""

MOST_BLOCKS = 2

TIMESCALE = "`timescale 1ns/1ps\n"
"""Icarus Verilog takes an SDF file's delays in the unit of the cells, whatever the file says."""


@dataclass(frozen=True)
class Delays(Activity):
    """Run messages on what was mapped, then replay each cycle's inputs with delays.

    The outputs before each edge of the clock must be the same as without delays.

    Attributes:
        frequency_mhz: of the clock; None for most of the design's own.
    """

    frequency_mhz: float | None = None

    title: ClassVar[str] = "activity with delays"
    gives: ClassVar[str] = "energy"

    def inputs(self) -> dict[str, Any]:
        """Also the frequency."""
        return {**super().inputs(), "frequency_mhz": self.frequency_mhz}

    def tools(self) -> dict[str, str]:
        """Also Icarus Verilog, and OpenSTA for delays."""
        return {**super().tools(), "icarus": icarus.version(), "opensta": opensta.version()}

    def settings(self) -> dict[str, Any]:
        """How long the messages are, and the share of the highest frequency."""
        return {"delays": {"cycles": MOST_CYCLES, "blocks": MOST_BLOCKS, "frequency_share": SHARE}}

    def compute(self, given: tuple[Any, ...], work: Path) -> Toggles:
        """Raises as ``Activity``; outputs that differ are a failed check."""
        physical, speed = given
        frequency = clock_mhz(self.design, self.target, physical, self.frequency_mhz)
        mapped = read(self.design, self.target, work)
        models = self.target.models(work)
        simulator = build(self.design, mapped, models, work)
        delays = self.target.delays(mapped, frequency, work)
        (work / "replay.sdf").write_text(_sdf(delays))
        (work / "timed.v").write_text(_timed(models.read_text(), delays))
        (work / "gates.v").write_text(f"{TIMESCALE}{mapped.renamed()}")
        windows: dict[str, Window] = {}
        states: dict[str, State] = {}
        plan = runs(self.design, self.workload, speed, MOST_CYCLES, MOST_BLOCKS)
        saif, idle, vectors = (work / name for name in ("activity.saif", "idle.saif", "vectors"))
        for name, (count, length) in plan.items():
            gates = Gates(simulator, saif, idle if name == LONE else None, vectors)
            windows[name] = run(self.design, self.workload, self.seed, count, length, gates)
            states[name] = self._replay(mapped, saif, 1000 / frequency, work)
        # Nothing moves that could glitch.
        windows[IDLE] = Window(len(verilator.window(idle)), 0, 0, {})
        states[IDLE] = counted(mapped, idle)
        (work / KEPT).write_text(json.dumps(states))
        return Toggles(windows)

    def _replay(self, mapped: Netlist, saif: Path, period_ns: float, work: Path) -> State:
        """What each net does with delays in the window of a SAIF file."""
        window = verilator.window(saif)
        (work / "replay.v").write_text(mapped.replay(CLOCK, "vectors", period_ns, window))
        sources = [work / name for name in ("timed.v", "gates.v", "replay.v")]
        said = icarus.run("replay", sources, work)
        match = re.search(r"differs: (\d+)", said)
        if not match:
            raise WorkFailed(f"the simulation of {self.design.name} with delays did not end")
        if match[1] != "0":
            raise CheckFailed(
                f"{self.design.name} on {self.target.name} puts out something else with delays "
                f"in {match[1]} of {len(window)} cycles"
            )
        return per_cycle(mapped, icarus.toggles(work / "replay.vcd"))


def _sdf(delays: Iterable[opensta.Delay]) -> str:
    """Delays as Icarus Verilog reads them."""
    lines = [
        f'(CELL (CELLTYPE "{d.kind}") (INSTANCE {d.cell}) '
        f"(DELAY (ABSOLUTE (IOPATH {d.source} {d.sink} ({d.rise}) ({d.fall})))))"
        for d in delays
    ]
    head = '(DELAYFILE (SDFVERSION "3.0") (DIVIDER .) (TIMESCALE 1ns)'
    return "\n".join([head, *lines, ")\n"])


def _timed(models: str, delays: Iterable[opensta.Delay]) -> str:
    """The cells' models with a path for each delay; their states begin at 0."""
    paths: dict[str, dict[str, None]] = {}
    for delay in delays:
        paths.setdefault(delay.kind, {})[f"({delay.source} => {delay.sink}) = 0;"] = None

    def timed(match: re.Match[str]) -> str:
        text = re.sub(r"^  reg (\w+);$", r"  reg \1 = 0;", match[0], flags=re.MULTILINE)
        if match[1] not in paths:
            return text
        specify = "\n".join(("specify", *paths[match[1]], "endspecify", "endmodule"))
        return text.removesuffix("endmodule") + specify

    module = re.compile(r"^module (\w+)\(.*?^endmodule", re.MULTILINE | re.DOTALL)
    return TIMESCALE + module.sub(timed, models)
