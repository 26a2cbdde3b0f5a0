# SPDX-License-Identifier: Apache-2.0
"""Calls on a design's RTL: what each kind costs in cycles, every digest checked.

What would take more than about a minute is a representative part, from which the whole follows: the
cycles of calls are a line in their number once the design is full, and those of a long message one
in its blocks. Two points of the line are simulated.
"""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design, algorithms
from hashfab.designs.model import Microprogram, Program
from hashfab.measure import harnesses, simulate
from hashfab.measure import microprogram as microprograms
from hashfab.measure import program as programs
from hashfab.measure.call import Call
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.stages.stage import Stage
from hashfab.measure.workload import DEFAULT
from hashfab.tools import verilator, zig

MOST_BLOCKS = 2048
"""Simulated for a whole workload; plain software does some 120 a second on one core."""

LEAST_BLOCKS = 16
"""Simulated of each kind of call, where there are so many kinds that there is room for fewer."""


@dataclass(frozen=True)
class Costs:
    """What calls cost.

    Attributes:
        cycles: of all calls of each kind, in order.
        simulated: whether all of a kind were run, or a part from which its cycles follow.
    """

    cycles: list[float]
    simulated: list[bool]


SHORT_BLOCKS = 8
"""Of a message that is not shortened."""

Count = Callable[[Call], int]
"""Runs calls and gives their cycles, first accept to last completion."""


def cost(call: Call, blocks: int, count: Count) -> tuple[float, bool]:
    """The cycles of calls that are alike.

    Args:
        call: them.
        blocks: that may be simulated, about.
        count: simulates.

    Returns:
        The cycles, and whether everything was simulated.
    """
    if call.count * call.blocks <= blocks:
        return float(count(call)), True
    # As many rounds of calls at once as there is room for, and half of them.
    rounds = blocks // (call.at_once * call.blocks)
    if call.blocks <= SHORT_BLOCKS:
        rounds = max(rounds, 2)
    if rounds >= 2 and call.count >= 2 * call.at_once:
        half = call.at_once * (rounds // 2)
        less, more = (count(replace(call, count=number)) for number in (half, 2 * half))
        return more + (more - less) * (call.count - 2 * half) / half, False
    # Long messages: one round of calls with messages shortened by whole blocks.
    round_ = replace(call, count=min(call.count, call.at_once))
    block = algorithms.get(call.algorithm).block_bytes
    left = max(blocks // round_.count, 2 * (call.blocks - _message_blocks(call)) + 4)
    removed = max(0, min(_message_blocks(call) - 2, call.blocks - left))
    if removed:
        longer = replace(round_, message_bytes=call.message_bytes - removed * block)
        step = max(1, (_message_blocks(longer) - 1) // 2)
        shorter = replace(longer, message_bytes=longer.message_bytes - step * block)
        less, more = count(shorter), count(longer)
        of_round = more + (more - less) * removed / step
    else:
        of_round = float(count(round_))
    return of_round * call.count / round_.count, False


def _message_blocks(call: Call) -> int:
    return algorithms.get(call.algorithm).blocks(call.message_bytes)


@dataclass(frozen=True)
class Calls(Stage[Costs]):
    """Run the calls of a workload, each kind by itself.

    Attributes:
        calls: what software asks for.
        seed: of the messages' bytes.
    """

    calls: tuple[Call, ...]
    seed: int = 1

    title: ClassVar[str] = "calls"
    gives: ClassVar[str] = "cycles"
    result: ClassVar[type[Any]] = Costs

    @property
    def where(self) -> str:
        """The calls."""
        return f"{len(self.calls)} kinds of calls"

    def inputs(self) -> dict[str, Any]:
        """The design's RTL and harness, what runs on it, and the calls."""
        program = designs.family_of(self.design).program(self.design)
        software: list[str] = []
        if isinstance(program, Program):
            software = [programs.digest(program)]
        elif isinstance(program, Microprogram):
            software = [microprograms.digest(call.algorithm) for call in self.calls]
        return {
            "design": self.design.name,
            "calls": [asdict(call) for call in self.calls],
            "sources": source_hash(self.design),
            "program": software,
            "seed": self.seed,
        }

    def tools(self) -> dict[str, str]:
        """Verilator, and the compiler of a program."""
        tools = {"verilator": verilator.version()}
        if isinstance(designs.family_of(self.design).program(self.design), Program):
            tools["ziglang"] = zig.version()
        return tools

    def settings(self) -> dict[str, Any]:
        """How much is simulated."""
        return {"most_blocks": MOST_BLOCKS, "least_blocks": LEAST_BLOCKS}

    def compute(self, given: tuple[Any, ...], work: Path) -> Costs:
        """Raises as ``simulate.run``."""
        whole = sum(call.count * call.blocks for call in self.calls)
        blocks = (
            whole if whole <= MOST_BLOCKS else max(LEAST_BLOCKS, MOST_BLOCKS // len(self.calls))
        )
        found = [
            cost(call, blocks, lambda part: _cycles(self.design, part, self.seed))
            for call in self.calls
        ]
        return Costs([cycles for cycles, _ in found], [whole for _, whole in found])


def jobs(call: Call, numbers: random.Random) -> list[Job]:
    """Messages with random bytes."""
    algorithm = algorithms.get(call.algorithm)
    length = call.output_bytes if algorithms.is_xof(algorithm) else None
    return [
        Job(algorithm, numbers.randbytes(call.message_bytes), length, align=call.align)
        for _ in range(call.count)
    ]


def conditions(design: Design, at_once: int, seed: int) -> Conditions:
    """A processor has the messages in memory of its own; another design fetches them."""
    latency = 1 if designs.family_of(design).program(design) else DEFAULT.latency
    held = harnesses.of(design).in_flight(design)
    return Conditions(latency=latency, concurrent=min(at_once, held), seed=seed)


def _cycles(design: Design, call: Call, seed: int) -> int:
    numbers = random.Random(seed)
    return simulate.run(design, jobs(call, numbers), conditions(design, call.at_once, seed)).cycles
