# SPDX-License-Identifier: Apache-2.0
"""A workload on a design's RTL: cycles, every digest checked."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.designs import Design, algorithms
from hashfab.designs.model import Microprogram, Program
from hashfab.errors import WorkFailed
from hashfab.measure import harnesses, simulate
from hashfab.measure import microprogram as microprograms
from hashfab.measure import program as programs
from hashfab.measure.hashing import hash_files
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.stages.stage import Result, Stage
from hashfab.measure.workload import Workload
from hashfab.tools import verilator, zig

LONE_BYTES = 64
"""The message whose latency is reported."""


@dataclass(frozen=True)
class Speed:
    """The part of a measurement that needs no target.

    Attributes:
        cycles: of the workload, first accept to last completion.
        latency_cycles: accept to completion of a lone 64-byte message (accelerators), or of one
            permutation (engines).
        bits_per_cycle: message bits per cycle over the workload (accelerators), or rate bits per
            cycle in the steady state (engines).
        state_bits_per_cycle: engines: the same as bits_per_cycle with all 1600 bits counted.
        port_utilization: accelerators: words read / cycles of the workload.
        bound_bits_per_cycle: what no schedule can beat.
    """

    cycles: int
    latency_cycles: int
    bits_per_cycle: float
    state_bits_per_cycle: float | None
    port_utilization: float | None
    bound_bits_per_cycle: float | None


@dataclass(frozen=True)
class Simulation(Stage[Result]):
    """A stage that runs messages on the RTL.

    Attributes:
        workload: the messages.
        seed: of their bytes.
    """

    workload: Workload
    seed: int

    @property
    def where(self) -> str:
        """The workload."""
        return self.workload.name

    def inputs(self) -> dict[str, Any]:
        """The design's RTL and harness, what runs on it, and the messages."""
        program = designs.family_of(self.design).program(self.design)
        software = None
        if isinstance(program, Program):
            software = programs.digest(program)
        elif isinstance(program, Microprogram):
            software = microprograms.digest(self.workload.algorithm)
        return {
            "design": self.design.name,
            "workload": self.workload.name,
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


@dataclass(frozen=True)
class Simulate(Simulation[Speed]):
    """Run a workload."""

    title: ClassVar[str] = "simulate"
    gives: ClassVar[str] = "cycles"
    result: ClassVar[type[Any]] = Speed

    def compute(self, given: tuple[Any, ...], work: Path) -> Speed:
        """Raises as ``simulate.run``."""
        return _speed(self.design, self.workload, self.seed)


def source_hash(design: Design) -> str:
    """SHA-256 over everything that a design's simulation and synthesis read."""
    sources = designs.family_of(design).sources()
    return hash_files([*sources, *harnesses.of(design).files()])


def _speed(design: Design, workload: Workload, seed: int) -> Speed:
    """Run a workload on the RTL, and a lone message for the latency."""
    algorithm = algorithms.get(workload.algorithm)
    numbers = random.Random(seed)
    jobs = [
        Job(algorithm, numbers.randbytes(workload.message_bytes)) for _ in range(workload.messages)
    ]
    family = designs.family_of(design)
    # A processor has its program and the messages in memory of its own.
    latency = 1 if family.program(design) else workload.latency
    conditions = Conditions(latency=latency, concurrent=workload.streams, seed=seed)
    whole = simulate.run(design, jobs, conditions)
    lone = simulate.run(design, [Job(algorithm, numbers.randbytes(LONE_BYTES))], conditions)
    bound = family.bound(design, algorithm)
    permutation = whole.report.get("permutation_cycles")
    if "first_latency" in whole.report:
        # A bare permutation: one needs more messages in flight than a workload may have.
        if permutation is None:
            raise WorkFailed(
                f"{design.name}: workload {workload.name} is too short for a steady state"
            )
        return Speed(
            cycles=whole.cycles,
            latency_cycles=lone.report["first_latency"],
            bits_per_cycle=8 * algorithm.block_bytes / permutation,
            state_bits_per_cycle=1600 / permutation,
            port_utilization=None,
            bound_bits_per_cycle=bound,
        )
    return Speed(
        cycles=whole.cycles,
        latency_cycles=lone.latency[0],
        bits_per_cycle=8 * workload.messages * workload.message_bytes / whole.cycles,
        state_bits_per_cycle=None,
        # A processor's port carries more than the message.
        port_utilization=(
            None if family.program(design) else whole.report["read_words"] / whole.cycles
        ),
        bound_bits_per_cycle=bound,
    )
