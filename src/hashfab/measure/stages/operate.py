# SPDX-License-Identifier: Apache-2.0
"""An operation of a post-quantum scheme on a mapped netlist: what toggles, and what it takes."""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs.schemes import Operation
from hashfab.errors import WorkFailed
from hashfab.measure import program as programs
from hashfab.measure import scheme
from hashfab.measure.energy import KINDS, OperationEnergy
from hashfab.measure.physical import Physical
from hashfab.measure.simulate import Gates
from hashfab.measure.stages import activity
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target
from hashfab.tools import verilator, zig


@dataclass(frozen=True)
class Watched:
    """What a netlist was watched at; the file that the stage keeps has the nets' toggles.

    Attributes:
        cycles: from the job to its outputs in memory.
        words: that passed the ports, by port.
    """

    cycles: int
    words: dict[str, int]


@dataclass(frozen=True)
class OperationActivity(Stage[Watched]):
    """Run an operation on what was mapped, its output checked.

    Attributes:
        operation: which.
        target: one that has power.
        seed: of the inputs.
    """

    operation: Operation
    target: Target
    seed: int

    title: ClassVar[str] = "activity"
    gives: ClassVar[str] = "energy"
    result: ClassVar[type[Any]] = Watched

    @property
    def where(self) -> str:
        """The target and the operation."""
        return f"{self.target.name}, {self.operation.name}"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping."""
        return (Map(self.design, self.target),)

    @property
    def keeps(self) -> str | None:
        """Toggles per cycle and share of time at 1, by net."""
        return activity.KEPT

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The design and its harness, the program, and what it works on."""
        return {
            "design": self.design.name,
            "operation": self.operation.name,
            "sources": source_hash(self.design),
            "program": programs.digest(scheme.program(self.design, self.operation.scheme)),
            "seed": self.seed,
        }

    def tools(self) -> dict[str, str]:
        """Verilator and the compiler."""
        return {"verilator": verilator.version(), "ziglang": zig.version()}

    def compute(self, given: tuple[Any, ...], work: Path) -> Watched:
        """Raises as ``scheme.run``; a wrong output of the netlist is a failed check."""
        mapped = activity.read(self.design, self.target, work)
        simulator = activity.build(self.design, mapped, self.target.models(work), work)
        gates = Gates(simulator, work / "activity.saif")
        inputs = [self.operation.inputs(self.seed)]
        run = scheme.run(self.design, self.operation, inputs, gates=gates)
        if run.outputs[0] is None:
            raise WorkFailed(f"{self.design.name} refuses the inputs of {self.operation.name}")
        state = activity.counted(mapped, gates.activity)
        (work / activity.KEPT).write_text(json.dumps(state))
        return Watched(len(verilator.window(gates.activity)), activity.words(run.report))


@dataclass(frozen=True)
class OperationConsumption(Stage[OperationEnergy]):
    """Find what an operation takes.

    Attributes:
        operation: which.
        target: one that has power.
        seed: of the inputs.
        frequency_mhz: of the clock; None for ``activity.SHARE`` of the design's own.
    """

    operation: Operation
    target: Target
    seed: int
    frequency_mhz: float | None = None

    title: ClassVar[str] = "power"
    gives: ClassVar[str] = "energy"
    result: ClassVar[type[Any]] = OperationEnergy

    @property
    def where(self) -> str:
        """The target and the operation."""
        return f"{self.target.name}, {self.operation.name}"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping and activity."""
        return (
            Map(self.design, self.target),
            OperationActivity(self.design, self.operation, self.target, self.seed),
        )

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The frequency; the rest is that of the stages before."""
        return {"frequency_mhz": self.frequency_mhz}

    def tools(self) -> dict[str, str]:
        """What the target finds power with."""
        return self.target.tools()

    def settings(self) -> dict[str, Any]:
        """The share of the highest frequency, and how a toggle's energy is found."""
        return activity.POWER_SETTINGS

    def compute(self, given: tuple[Any, ...], work: Path) -> OperationEnergy:
        """Raises as ``Target.power``."""
        physical: Physical = given[0]
        watched: Watched = given[1]
        frequency = activity.clock_mhz(self.design, self.target, physical, self.frequency_mhz)
        mapped = activity.read(self.design, self.target, work)
        state = json.loads((work / activity.KEPT).read_text())
        (power,) = self.target.power(mapped, [state], frequency, work)
        return OperationEnergy(
            frequency_mhz=frequency,
            power_mw=dict(zip(KINDS, astuple(power), strict=True)),
            # mW times cycles over MHz is nJ.
            uj=sum(astuple(power)) * watched.cycles / frequency / 1000,
            clock_gates=len(self.target.gated_clocks(mapped)),
            words=watched.words,
        )

    def decode(self, data: Mapping[str, Any]) -> OperationEnergy:
        """From JSON data."""
        return OperationEnergy(**data)
