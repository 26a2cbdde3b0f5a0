# SPDX-License-Identifier: Apache-2.0
"""Whole runs: programs that make a demand's calls, on the RTL of what would be taken.

A core runs them itself. With an accelerator they run on the reference system of both, through the
accelerator's driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashfab.advise.demand import Demand
from hashfab.advise.system import Candidate
from hashfab.designs import Design, soc
from hashfab.measure import scheme
from hashfab.measure.profile import HASHING
from hashfab.measure.stages import Execute, Execution, Stage
from hashfab.measure.store import Result


@dataclass(frozen=True)
class Whole:
    """A demand's operations on one design.

    Attributes:
        design: that runs them: a core, or a system.
        stages: an operation each, in order.
    """

    design: Design
    stages: tuple[Execute, ...]

    def decode(self, results: Mapping[Stage[Any], Result]) -> WholeRun:
        """The run that was measured."""
        executions = tuple(stage.decode(results[stage].data) for stage in self.stages)
        names = tuple(stage.operation.name for stage in self.stages)
        return WholeRun(self.design.name, names, executions)


@dataclass(frozen=True)
class WholeRun:
    """What a run took.

    Attributes:
        design: that ran it.
        operations: their names.
        executions: what each took.
    """

    design: str
    operations: tuple[str, ...]
    executions: tuple[Execution, ...]

    @property
    def hash_cycles(self) -> int:
        """Of hashing, on hardware or waiting for it."""
        return sum(each.parts[HASHING] for each in self.executions)

    @property
    def other_cycles(self) -> int:
        """Of everything else."""
        return sum(each.cycles for each in self.executions) - self.hash_cycles

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        pairs = zip(self.operations, self.executions, strict=True)
        return {
            "design": self.design,
            "hash_cycles": self.hash_cycles,
            "other_cycles": self.other_cycles,
            "operations": [
                {"operation": name, "cycles": each.cycles, "parts": each.parts}
                for name, each in pairs
            ],
        }


def whole(candidate: Candidate, demand: Demand) -> Whole | None:
    """How a candidate runs a demand's operations whole; None where it does not."""
    design = soc.system(candidate.core, candidate.design) if candidate.beside else candidate.design
    schemes = {operation.scheme for operation in demand.operations}
    if design is None or not schemes or not all(scheme.runs(design, each) for each in schemes):
        return None
    return Whole(design, tuple(Execute(design, operation) for operation in demand.operations))
