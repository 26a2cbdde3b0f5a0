# SPDX-License-Identifier: Apache-2.0
"""The reference system: a RISC-V core and an accelerator on one memory, and a UART."""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hashfab import paths
from hashfab.designs.accel import Accel
from hashfab.designs.algorithms import SPONGES, Algorithm
from hashfab.designs.model import Design, Family, Parameter, Program, Value
from hashfab.designs.rv32 import Rv32
from hashfab.errors import RequestError
from hashfab.isa import InstructionSet

CORE = Rv32()
ACCEL = Accel()

NAME = re.compile(r"(?:rv32(?:-(\w+))?-)?accel-(\w+)")

BUS = (
    "bus_pkg",
    "bus_accel",
    "bus_command",
    "bus_fifo",
    "bus_filter",
    "hash_accel_control",
    "axi4_memory",
    "hash_accel_axi4",
    "axi4_check",
    "apb4_check",
    "axi4_memory_bind",
    "apb4_regs_bind",
)
"""What it takes of ``rtl/bus``. Registers and top of the accelerator are in ``rtl/soc``."""

MEMORY_BYTES = 64 * 1024
"""Of each of the two memories."""


class Soc(Family):
    """``soc-`` and the names of both: ``soc-rv32-zbkb-accel-d1n1t1w64``."""

    name = "soc"
    summary = "RISC-V core, accelerator and its driver on one bus"
    parameters = (
        Parameter(
            "extension",
            tuple(each.name for each in CORE.extensions),
            CORE.extensions[0].name,
            "of the core's instruction set",
        ),
        *ACCEL.parameters,
    )
    presets = ("soc-rv32-accel-d1n1t1w64", "soc-rv32-accel-d1n1t1w32")
    algorithms = tuple(SPONGES)
    top = "soc"
    folders = ("common", "keccak", "core", "lane", "riscv", "accel", "soc")
    memory_bits: Mapping[str, int] = {"program": 8 * MEMORY_BYTES, "data": 8 * MEMORY_BYTES}

    def complete(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """As the accelerator does."""
        return super().complete(given) | ACCEL.complete(_of_accel(given))

    def check(self, values: Mapping[str, Value]) -> str | None:
        """What the accelerator refuses."""
        return ACCEL.check(_of_accel(values))

    def format(self, values: Mapping[str, Value]) -> str:
        """The core's name and the accelerator's."""
        core = CORE.make({"extension": values["extension"]}).name
        return f"{self.name}-{core}-{ACCEL.format(_of_accel(values))}"

    def parse(self, text: str) -> dict[str, Value] | None:
        """The plain core need not be named: ``soc-accel-d1n1t1w64``."""
        match = NAME.fullmatch(text)
        values = ACCEL.parse(match[2]) if match else None
        if match is None or values is None:
            return None
        if match[1] is None:
            return values
        said = CORE.parse(match[1])
        return None if said is None or said.keys() - {"extension"} else said | values

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of both."""
        return CORE.rtl_parameters(core(design)) | ACCEL.rtl_parameters(accel(design))

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """The accelerator's."""
        return ACCEL.bound(accel(design), algorithm)

    def program(self, design: Design) -> Program:
        """The accelerator's driver, and a loop that takes jobs."""
        return Program(
            folder=CORE.software.folder,
            sources=("crt0.S", "main.c", "hash_accel.c"),
            architecture=CORE.program(core(design)).architecture,
            shared=("soc", "driver"),
        )

    def instruction_set(self, design: Design) -> InstructionSet:
        """What the core executes."""
        return CORE.instruction_set(core(design))

    def sources(self) -> tuple[Path, ...]:
        """Those of the folders, and what it takes of the buses."""
        bus = [paths.rtl_dir() / "bus" / f"{name}.sv" for name in BUS]
        files = [*super().sources(), *bus]
        return tuple(sorted(files, key=lambda path: not path.stem.endswith("_pkg")))

    def corners(self) -> list[Design]:
        """Each legal value by itself: what they do together is the core's and the accelerator's."""
        found = {self.make(self.parse(name.partition("-")[2]) or {}): None for name in self.presets}
        for parameter in self.parameters:
            for value in parameter.values:
                with suppress(RequestError):
                    found[self.make({parameter.name: value})] = None
        return list(found)


def core(design: Design) -> Design:
    """The core in a system."""
    return CORE.make({"extension": design["extension"]})


def system(core: Design, accel: Design) -> Design | None:
    """The system of a core and an accelerator; None where one of them stands in no system."""
    if core.family != CORE.name or accel.family != ACCEL.name:
        return None
    return Soc().make({"extension": core["extension"], **dict(accel.parameters)})


def accel(design: Design) -> Design:
    """The accelerator in a system."""
    return ACCEL.make(_of_accel(dict(design.parameters)))


def _of_accel(values: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if name != "extension"}
