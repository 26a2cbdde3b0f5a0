# SPDX-License-Identifier: Apache-2.0
"""Messages on a mapped netlist, every digest checked: what toggles, and how often."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design, algorithms
from hashfab.errors import RequestError, WorkFailed
from hashfab.measure import harnesses, netlist, simulate
from hashfab.measure.netlist import Netlist
from hashfab.measure.physical import Physical
from hashfab.measure.simulate import Conditions, Gates, Job
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.simulate import LONE_BYTES, Simulate, Speed
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target
from hashfab.measure.targets.cells import CLOCK
from hashfab.measure.targets.target import State
from hashfab.measure.workload import Workload
from hashfab.tools import verilator

SHARE = 0.8
"""Of the highest frequency, where none is said."""

MOST_CYCLES = 20_000
"""Of long messages, by estimate: toggles per cycle change little after it."""

MOST_BLOCKS = 60
"""Of a long message: those of 8 KiB for SHA3-256."""

LEAST_BLOCKS = 2

KEPT = "toggles.json"

POWER_SETTINGS = {
    "frequency_share": SHARE,
    "toggle": "its energy where all is busy, behind clock gates too, or its kind's median",
}
"""How toggles become power."""

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

    cycles: int
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
    gives: ClassVar[str] = "energy"
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

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The design, as the harness depends on it; the rest is that of the stages before."""
        return {"design": self.design.name}

    def tools(self) -> dict[str, str]:
        """Verilator."""
        return {"verilator": verilator.version()}

    def settings(self) -> dict[str, Any]:
        """How long the messages are."""
        blocks = [LEAST_BLOCKS, MOST_BLOCKS]
        return {"activity": {"cycles": MOST_CYCLES, "blocks": blocks, "runs": "one a window"}}

    def compute(self, given: tuple[Any, ...], work: Path) -> Toggles:
        """Raises as ``simulate.run``; a wrong digest of the netlist is a failed check."""
        mapped = read(self.design, self.target, work)
        simulator = build(self.design, mapped, self.target.models(work), work)
        windows: dict[str, Window] = {}
        states: dict[str, State] = {}
        plan = runs(self.design, self.workload, given[1], MOST_CYCLES, MOST_BLOCKS)
        idle = work / "idle.saif"
        for name, (count, length) in plan.items():
            gates = Gates(simulator, work / "activity.saif", idle if name == LONE else None)
            windows[name] = run(self.design, self.workload, self.seed, count, length, gates)
            states[name] = counted(mapped, gates.activity)
        windows[IDLE] = Window(len(verilator.window(idle)), 0, 0, {})
        states[IDLE] = counted(mapped, idle)
        (work / KEPT).write_text(json.dumps(states))
        return Toggles(windows)

    def decode(self, data: Mapping[str, Any]) -> Toggles:
        """From JSON data."""
        return Toggles({name: Window(**window) for name, window in data["windows"].items()})


def read(design: Design, target: Target, work: Path) -> Netlist:
    """The netlist that mapping put into ``work``. Raises as ``netlist.read``."""
    assert target.keeps is not None
    return netlist.read(work / target.keeps, designs.family_of(design).top)


def clock_mhz(design: Design, target: Target, physical: Physical, asked: float | None) -> float:
    """The frequency at which power is found: what was asked for, or ``SHARE`` of the highest one.

    Raises:
        RequestError: the design does not reach it.
    """
    frequency = asked or SHARE * physical.fmax_mhz
    if frequency > physical.fmax_mhz:
        raise RequestError(
            f"{design.name} on {target.name} does not reach {frequency:g} MHz; "
            f"allowed: {physical.fmax_mhz:.1f} MHz at most"
        )
    return frequency


def runs(
    design: Design, workload: Workload, speed: Speed, most_cycles: int, most_blocks: int
) -> dict[str, tuple[int, int]]:
    """How many messages of how many bytes are hashed, by window.

    Args:
        design: that is to be kept busy.
        workload: whose algorithm is run.
        speed: of the design.
        most_cycles: of long messages, by estimate.
        most_blocks: of a long message beyond a short one.
    """
    block = algorithms.get(workload.algorithm).block_bytes
    short = block // 2  # with its padding, one block
    messages = workload.streams or harnesses.of(design).in_flight(design)
    bytes_ = most_cycles * speed.bits_per_cycle / 8 / messages
    blocks = max(LEAST_BLOCKS, min(most_blocks, round(bytes_ / block)))
    return {
        LONG: (messages, short + blocks * block),
        SHORT: (messages, short),
        LONE: (1, LONE_BYTES),
    }


def run(
    design: Design, workload: Workload, seed: int, messages: int, message_bytes: int, gates: Gates
) -> Window:
    """Hash messages on a netlist. Raises as ``simulate.run``."""
    algorithm = algorithms.get(workload.algorithm)
    numbers = random.Random(f"{seed} {message_bytes}")
    jobs = [Job(algorithm, numbers.randbytes(message_bytes)) for _ in range(messages)]
    # A processor has its program and the messages in memory of its own.
    latency = 1 if designs.family_of(design).program(design) else workload.latency
    conditions = Conditions(latency=latency, concurrent=workload.streams, seed=seed)
    found = simulate.run(design, jobs, conditions, gates=gates)
    cycles = len(verilator.window(gates.activity))
    return Window(cycles, messages, message_bytes, words(found.report))


def words(report: Mapping[str, Any]) -> dict[str, int]:
    """How many words passed the ports, by port, from what a harness printed."""
    return {
        key.removesuffix("_words"): count for key, count in report.items() if key.endswith("_words")
    }


def build(design: Design, mapped: Netlist, models: Path, work: Path) -> Path:
    """The simulator of a netlist; ``work`` takes the files. Raises as ``verilator.build``."""
    family = designs.family_of(design)
    harness = harnesses.of(design)
    off, on = "/* verilator tracing_off */\n", "/* verilator tracing_on */\n"
    cells, gates, wrapper = (work / f"{mapped.top}_{name}.v" for name in ("cells", "gates", "top"))
    cells.write_text(f"{off}{models.read_text()}{on}")
    gates.write_text(mapped.counted())
    wrapper.write_text(mapped.wrapper(CLOCK))
    return verilator.build(
        harnesses.top(family),
        [cells, gates, wrapper, *family.around()],
        harness.main,
        {},
        harness.macros(design),
        verilator.Kind.GATES,
        ports=harness.ports,
        inline=harness.inline,
    )


def counted(mapped: Netlist, saif: Path) -> State:
    """What each net did while it was watched."""
    traced = {mapped.net(name): each for name, each in verilator.toggles(saif).items()}
    return per_cycle(mapped, {net: each for net, each in traced.items() if net is not None})


def per_cycle(mapped: Netlist, counts: Mapping[str, tuple[int, float]]) -> State:
    """What each net does, from its toggles and its share of time at 1.

    Raises:
        WorkFailed: the clock did not toggle, or a net was not watched.
    """
    cycles = counts[CLOCK][0] / 2 if CLOCK in counts else 0.0
    if cycles == 0 or any(net not in counts for net in mapped.nets):
        raise WorkFailed(f"the simulation of the netlist of {mapped.top} counted no toggles")
    return {net: (counts[net][0] / cycles, counts[net][1]) for net in mapped.nets}
