# SPDX-License-Identifier: Apache-2.0
"""Measurements of operations of post-quantum schemes: cycles of the RTL, area and period."""

from dataclasses import asdict, dataclass
from typing import Any

from hashfab.designs import Design
from hashfab.designs.schemes import Operation
from hashfab.measure.compute import Failure
from hashfab.measure.physical import Physical
from hashfab.measure.record import Provenance
from hashfab.measure.request import Request, chain
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Execute, Execution, Stage
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.store import Result
from hashfab.measure.targets import Target
from hashfab.measure.workload import DEFAULT


@dataclass(frozen=True)
class OperationMeasurement:
    """A design, an operation and a target with their figures.

    Attributes:
        design: canonical name.
        target: name.
        workload: the operation's name.
        execution: the figures that need no target.
        physical: the figures that need no program.
        seconds: what computing it took.
        provenance: what produced it.
    """

    design: str
    target: str
    workload: str
    execution: Execution
    physical: Physical
    seconds: float
    provenance: Provenance

    @property
    def run_ms(self) -> float:
        """Of one operation, at the shortest period."""
        return self.execution.cycles * self.physical.period_ns / 1e6

    def to_json(self) -> dict[str, Any]:
        """As flat JSON data, the figures of both parts side by side."""
        physical = asdict(self.physical)
        for key in ("tried", "layout"):
            del physical[key]
        timed = self.physical.timed
        return {
            "design": self.design,
            "target": self.target,
            "workload": self.workload,
            **physical,
            **asdict(self.execution),
            "hashing_share": self.execution.hashing_share,
            "period_ns": self.physical.period_ns if timed else None,
            "fmax_mhz": self.physical.fmax_mhz if timed else None,
            "run_ms": self.run_ms if timed else None,
            "seconds": self.seconds,
            "provenance": asdict(self.provenance),
        }


def measure(
    design: Design,
    operation: Operation,
    target: Target,
    seed: int,
    place: bool,
    runner: Runner,
) -> OperationMeasurement:
    """Run an operation on a design's RTL, and map the design.

    Args:
        design: a core.
        operation: what it runs.
        target: the technology.
        seed: of the inputs and of place and route.
        place: whether the period comes from place and route where the target has that.
        runner: does it, unless the store has it.

    Raises:
        RequestError: the design is no core, or a tool is not there.
        WorkFailed: a tool failed, or an output is wrong.
    """
    execute = Execute(design, operation, seed)
    mapped = Request(design, DEFAULT, target, seed, place).physical
    outcomes = runner.run([execute, mapped])
    results: dict[Stage[Any], Result] = {}
    for stage, outcome in outcomes.items():
        if isinstance(outcome, Failure):
            raise outcome.error()
        results[stage] = outcome
    tools: dict[str, str] = {}
    settings: dict[str, Any] = {}
    for stage in chain([execute, mapped]):
        tools |= stage.tools()
        settings |= stage.settings()
    physical: Physical = mapped.decode(results[mapped].data)
    return OperationMeasurement(
        design=design.name,
        target=target.name,
        workload=operation.name,
        execution=execute.decode(results[execute].data),
        physical=physical,
        seconds=sum(result.seconds for result in results.values()),
        provenance=Provenance(
            source_hash=source_hash(design),
            tools=tools,
            seed=seed,
            settings=settings | {"tried": physical.tried},
            recipe=physical.recipe,
        ),
    )
