# SPDX-License-Identifier: Apache-2.0
"""Messages on a mapped netlist, every digest checked: what toggles, and how often."""

import json
import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design, algorithms
from hashfab.errors import WorkFailed
from hashfab.measure import harnesses, netlist, simulate
from hashfab.measure.netlist import Netlist
from hashfab.measure.simulate import Conditions, Gates, Job
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.simulate import LONE_BYTES, Simulate, Speed
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target
from hashfab.measure.targets.target import State
from hashfab.measure.workload import Workload
from hashfab.paths import rtl_dir
from hashfab.tools import verilator

MOST_CYCLES = 20_000
"""Of long messages, by estimate: toggles per cycle change little after it."""

MOST_BLOCKS = 60
"""Of a long message: those of 8 KiB for SHA3-256."""

LEAST_BLOCKS = 2

KEPT = "toggles.json"

LONG, SHORT, LONE, IDLE = "long", "short", "lone", "idle"


@dataclass(frozen=True)
class Window:
    """A time of which toggles are counted.

    Attributes:
        cycles: how long it is.
        messages: that are hashed in it.
        message_bytes: of each.
        words: that pass the ports, by port.
    """

    cycles: float
    messages: int
    message_bytes: int
    words: Mapping[str, int]


@dataclass(frozen=True)
class Toggles:
    """What a netlist was watched at; the file that the stage keeps has the nets' toggles.

    Attributes:
        windows: ``long`` and ``short`` messages, as many as keep the design busy, which differ by
            whole blocks alone; a ``lone`` message of 64 bytes; ``idle``.
    """

    windows: Mapping[str, Window]


@dataclass(frozen=True)
class Activity(Stage[Toggles]):
    """Run messages on what was mapped.

    Attributes:
        target: one that has power.
        workload: whose algorithm is run under its conditions.
        seed: of the messages.
    """

    target: Target
    workload: Workload
    seed: int

    title: ClassVar[str] = "activity"
    result: ClassVar[type[Any]] = Toggles

    @property
    def where(self) -> str:
        """The target and the workload."""
        return f"{self.target.name}, {self.workload.name}"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping, and the simulation, which says how long messages take."""
        return (
            Map(self.design, self.target),
            Simulate(self.design, self.workload, self.seed),
        )

    @property
    def keeps(self) -> str | None:
        """Toggles per cycle and share of time at 1, by window and net."""
        return KEPT

    def inputs(self) -> dict[str, Any]:
        """The design, as the harness depends on it; the rest is that of the stages before."""
        return {"design": self.design.name}

    def tools(self) -> dict[str, str]:
        """Verilator."""
        return {"verilator": verilator.version()}

    def settings(self) -> dict[str, Any]:
        """How long the messages are."""
        return {"activity": {"cycles": MOST_CYCLES, "blocks": [LEAST_BLOCKS, MOST_BLOCKS]}}

    def compute(self, given: tuple[Any, ...], work: Path) -> Toggles:
        """Raises as ``simulate.run``; a wrong digest of the netlist is a failed check."""
        speed: Speed = given[1]
        keeps = self.target.keeps
        assert keeps is not None
        mapped = netlist.read(work / keeps, designs.family(self.design.family).top)
        simulator = build(self.design, mapped, self.target.models(work), work)
        algorithm = algorithms.get(self.workload.algorithm)
        short = algorithm.block_bytes // 2  # with its padding, one block
        messages = self.workload.streams or harnesses.of(self.design).in_flight(self.design)
        bytes_ = MOST_CYCLES * speed.bits_per_cycle / 8 / messages
        blocks = max(LEAST_BLOCKS, min(MOST_BLOCKS, round(bytes_ / algorithm.block_bytes)))
        runs = {
            LONG: (messages, short + blocks * algorithm.block_bytes),
            SHORT: (messages, short),
            LONE: (1, LONE_BYTES),
        }
        latency = 1 if designs.family(self.design.family).program(self.design) else None
        numbers = random.Random(self.seed)
        windows: dict[str, Window] = {}
        states: dict[str, State] = {}
        for name, (count, length) in runs.items():
            jobs = [Job(algorithm, numbers.randbytes(length)) for _ in range(count)]
            conditions = Conditions(
                latency=latency or self.workload.latency,
                concurrent=self.workload.streams,
                seed=self.seed,
            )
            gates = Gates(simulator, work / "activity.saif", work / "idle.saif")
            found = simulate.run(self.design, jobs, conditions, gates=gates)
            cycles, states[name] = _state(mapped, gates.activity)
            words = {
                key.removesuffix("_words"): value
                for key, value in found.report.items()
                if key.endswith("_words")
            }
            windows[name] = Window(cycles, count, length, words)
            if name == LONE:
                cycles, states[IDLE] = _state(mapped, gates.idle)
                windows[IDLE] = Window(cycles, 0, 0, {})
        (work / KEPT).write_text(json.dumps(states))
        return Toggles(windows)

    def encode(self, result: Toggles) -> dict[str, Any]:
        """As JSON data."""
        return asdict(result)

    def decode(self, data: Mapping[str, Any]) -> Toggles:
        """From JSON data."""
        return Toggles({name: Window(**window) for name, window in data["windows"].items()})


def build(design: Design, mapped: Netlist, models: Path, work: Path) -> Path:
    """The simulator of a netlist; ``work`` takes the files. Raises as ``verilator.build``."""
    family = designs.family(design.family)
    harness = harnesses.of(design)
    off, on = "/* verilator tracing_off */\n", "/* verilator tracing_on */\n"
    cells, gates, wrapper = (work / f"{mapped.top}_{name}.v" for name in ("cells", "gates", "top"))
    cells.write_text(f"{off}{models.read_text()}{on}")
    gates.write_text(mapped.counted())
    wrapper.write_text(mapped.wrapper())
    around = [rtl_dir() / path for path in harness.around]
    return verilator.build(
        harnesses.top(family),
        [cells, gates, wrapper, *around],
        harness.main,
        {},
        harness.macros(design),
        verilator.Kind.GATES,
    )


def _state(mapped: Netlist, saif: Path) -> tuple[float, dict[str, tuple[float, float]]]:
    """The cycles that were watched, and what each net did in them."""
    counts = {mapped.net(name): each for name, each in verilator.toggles(saif).items()}
    cycles = counts["clk_i"][0] / 2 if "clk_i" in counts else 0.0
    if cycles == 0 or any(net not in counts for net in mapped.nets):
        raise WorkFailed(f"the simulation of the netlist of {mapped.top} counted no toggles")
    return cycles, {net: (counts[net][0] / cycles, counts[net][1]) for net in mapped.nets}
