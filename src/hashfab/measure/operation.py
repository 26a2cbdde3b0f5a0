# SPDX-License-Identifier: Apache-2.0
"""Measurements of operations of post-quantum schemes: cycles of the RTL, area and period."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashfab.designs import Design
from hashfab.designs.schemes import Operation
from hashfab.measure.compute import Failure
from hashfab.measure.energy import OperationEnergy
from hashfab.measure.physical import Physical
from hashfab.measure.record import Provenance
from hashfab.measure.request import Request, chain
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Execute, Execution, OperationConsumption, Stage
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
        energy: power and energy, if they were asked for and the target has them.
        seconds: what computing it took.
        provenance: what produced it.
    """

    design: str
    target: str
    workload: str
    execution: Execution
    physical: Physical
    energy: OperationEnergy | None
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
            **(self.energy.to_json() if self.energy else {}),
            "seconds": self.seconds,
            "provenance": asdict(self.provenance),
        }


@dataclass(frozen=True)
class OperationRequest:
    """What to measure.

    Attributes:
        design: a core.
        operation: what it runs.
        target: the technology.
        seed: of the inputs and of place and route.
        place: whether the period comes from place and route where the target has that.
        energy: whether power and energy are asked for; a target without them has none.
        frequency_mhz: of the clock for energy; None for most of the design's own.
    """

    design: Design
    operation: Operation
    target: Target
    seed: int = 1
    place: bool = True
    energy: bool = False
    frequency_mhz: float | None = None

    @property
    def execute(self) -> Execute:
        """The stage that runs it."""
        return Execute(self.design, self.operation, self.seed)

    @property
    def physical(self) -> Stage[Any]:
        """The stage that finds area and period."""
        return Request(self.design, DEFAULT, self.target, self.seed, self.place).physical

    @property
    def consumption(self) -> Stage[Any] | None:
        """The stage that finds power and energy, if they are asked for and the target has them."""
        if not (self.energy and self.target.has_power):
            return None
        return OperationConsumption(
            self.design, self.operation, self.target, self.seed, self.frequency_mhz
        )

    @property
    def stages(self) -> tuple[Stage[Any], ...]:
        """All."""
        stages = (self.execute, self.physical, self.consumption)
        return tuple(stage for stage in stages if stage is not None)

    def measurement(self, results: Mapping[Stage[Any], Result]) -> OperationMeasurement:
        """The measurement from the results of ``stages`` and of what these come after."""
        parts = chain(self.stages)
        tools: dict[str, str] = {}
        settings: dict[str, Any] = {}
        for stage in parts:
            tools |= stage.tools()
            settings |= stage.settings()
        physical: Physical = self.physical.decode(results[self.physical].data)
        return OperationMeasurement(
            design=self.design.name,
            target=self.target.name,
            workload=self.operation.name,
            execution=self.execute.decode(results[self.execute].data),
            physical=physical,
            energy=(
                None
                if self.consumption is None
                else self.consumption.decode(results[self.consumption].data)
            ),
            seconds=sum(results[stage].seconds for stage in parts if stage in results),
            provenance=Provenance(
                source_hash=source_hash(self.design),
                tools=tools,
                seed=self.seed,
                settings=settings | {"tried": physical.tried},
                recipe=physical.recipe,
            ),
        )


def measure(
    requests: Sequence[OperationRequest], runner: Runner
) -> dict[OperationRequest, OperationMeasurement]:
    """Run operations on the RTL, and map the designs; what is stored is not done again.

    Raises:
        RequestError: a design is no core, or a tool is not there.
        WorkFailed: a tool failed, or an output is wrong.
    """
    outcomes = runner.run([stage for request in requests for stage in request.stages])
    results: dict[Stage[Any], Result] = {}
    for stage, outcome in outcomes.items():
        if isinstance(outcome, Failure):
            raise outcome.error()
        results[stage] = outcome
    return {request: request.measurement(results) for request in requests}
