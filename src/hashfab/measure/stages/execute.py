# SPDX-License-Identifier: Apache-2.0
"""An operation of a post-quantum scheme on a processor's RTL: cycles, code, stack."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hashfab.designs.schemes import Operation
from hashfab.errors import WorkFailed
from hashfab.measure import profile as profiles
from hashfab.measure import program as programs
from hashfab.measure import scheme
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.stages.stage import Stage
from hashfab.tools import verilator, zig

STACK_POINTER = {"rv32": 2, "mips32": 29}
"""The number of the register, by family."""

RECORD = np.dtype(
    [
        (name, "<u4")
        for name in (
            "order",
            "insn",
            "pc",
            "next_pc",
            "rd",
            "rd_value",
            "address",
            "read",
            "written",
            "flags",
        )
    ]
)
"""Of a retired instruction, as ``processor.cpp`` writes it."""


@dataclass(frozen=True)
class Execution:
    """What an operation takes.

    Attributes:
        cycles: from the job to its outputs in memory.
        instructions: that retired.
        code_bytes: of the program for all operations of the scheme, constants included.
        stack_bytes: at the most.
        parts: the cycles by what they are spent on: hashing, arithmetic, sampling (without its
            hashing), packing, other.
    """

    cycles: int
    instructions: int
    code_bytes: int
    stack_bytes: int
    parts: dict[str, int]

    @property
    def hashing_share(self) -> float:
        """Of the cycles, 0 to 1."""
        return self.parts[profiles.HASHING] / self.cycles


@dataclass(frozen=True)
class Execute(Stage[Execution]):
    """Run an operation once, its output checked.

    Attributes:
        operation: which.
        seed: of the inputs.
    """

    operation: Operation
    seed: int = 1

    title: ClassVar[str] = "execute"
    result: ClassVar[type[Any]] = Execution

    @property
    def where(self) -> str:
        """The operation."""
        return self.operation.name

    def inputs(self) -> dict[str, Any]:
        """The design's RTL and harness, the program, and what it works on."""
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

    def compute(self, given: tuple[Any, ...], work: Path) -> Execution:
        """Raises as ``scheme.run``."""
        built = programs.build(scheme.program(self.design, self.operation.scheme))
        profile, rvfi = work / "profile", work / "rvfi"
        inputs = [self.operation.inputs(self.seed)]
        run = scheme.run(self.design, self.operation, inputs, profile=profile, rvfi=rvfi)
        if run.outputs[0] is None:
            raise WorkFailed(f"{self.design.name} refuses the inputs of {self.operation.name}")
        return Execution(
            cycles=run.cycles[0],
            instructions=run.report["instructions"],
            code_bytes=built.image.stat().st_size,
            stack_bytes=_stack_bytes(built.elf, rvfi, STACK_POINTER[self.design.family]),
            parts={
                share.name: share.cycles
                for share in profiles.parts(built.elf, profiles.read(profile))
            },
        )


def _stack_bytes(elf: Path, rvfi: Path, register: int) -> int:
    """How far the stack pointer went below where it was when ``main`` began."""
    records = np.fromfile(rvfi, RECORD)
    started = int(np.argmax(records["pc"] == zig.symbol(elf, "main")))
    values = records["rd_value"][started:][records["rd"][started:] == register]
    return zig.symbol(elf, "__stack_top") - int(values.min())
