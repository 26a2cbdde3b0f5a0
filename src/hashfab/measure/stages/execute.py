# SPDX-License-Identifier: Apache-2.0
"""An operation of a post-quantum scheme on a processor's RTL: cycles, code, stack."""

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs.schemes import Operation
from hashfab.errors import WorkFailed
from hashfab.measure import profile as profiles
from hashfab.measure import program as programs
from hashfab.measure import scheme
from hashfab.measure.stages.simulate import source_hash
from hashfab.measure.stages.stage import Stage
from hashfab.tools import verilator, zig

STACK_POINTER = {"rv32": 2, "mips32": 29, "soc": 2}
"""The number of the register, by family."""

RECORD = (
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
"""Words of a retired instruction, as ``processor.cpp`` writes it."""

RECORDS = 1 << 14
"""That are looked at at once."""


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
    gives: ClassVar[str] = "cycles"
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
        with Stack(built.elf, STACK_POINTER[self.design.family], rvfi) as stack:
            run = scheme.run(self.design, self.operation, inputs, profile=profile, rvfi=rvfi)
        if run.outputs[0] is None:
            raise WorkFailed(f"{self.design.name} refuses the inputs of {self.operation.name}")
        return Execution(
            cycles=run.cycles[0],
            instructions=run.report["instructions"],
            code_bytes=built.image.stat().st_size,
            stack_bytes=stack.bytes,
            parts={
                share.name: share.cycles
                for share in profiles.parts(built.elf, profiles.read(profile))
            },
        )


class Stack:
    """How far a run's stack pointer goes below where it is when ``main`` begins.

    Watches the records of instructions as they come: those of a long run have gigabytes.

    Attributes:
        bytes: what was found, once the run is over.
    """

    def __init__(self, elf: Path, register: int, records: Path) -> None:
        self.bytes = 0
        self._main = zig.symbol(elf, "main")
        self._top = zig.symbol(elf, "__stack_top")
        self._register = register
        self._records = records
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Stack":
        """Make the pipe through which the records come."""
        os.mkfifo(self._records)
        # Reading ends when nobody has the pipe open for writing any more; until then, this does.
        self._held = os.open(self._records, os.O_RDWR)
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        os.close(self._held)
        self._thread.join()

    def _watch(self) -> None:
        import numpy as np  # It is slow to import.

        record = np.dtype([(name, "<u4") for name in RECORD])
        started = False
        with self._records.open("rb") as file:
            while content := file.read(record.itemsize * RECORDS):
                records = np.frombuffer(content, record)
                if not started:
                    # Before, the pointer gets its first value in two steps.
                    begun = records["pc"] == self._main
                    started = bool(begun.any())
                    records = records[int(begun.argmax()) if started else len(records) :]
                values = records["rd_value"][records["rd"] == self._register]
                if len(values):
                    self.bytes = max(self.bytes, self._top - int(values.min()))
