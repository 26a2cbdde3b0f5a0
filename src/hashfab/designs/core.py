# SPDX-License-Identifier: Apache-2.0
"""What the families of 32-bit cores have in common: an extension, a program, and their names.

An extension of a core is an entry in its family's ``extensions``. From it follow the design and
its name, what ``isa`` executes beside the RTL, the RTL's parameter, the files that ``python -m
hashfab.designs.generate`` writes, and the program that runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hashfab import isa
from hashfab.designs.algorithms import SPONGES
from hashfab.designs.model import Design, Family, Parameter, Program, Value

PROGRAMS = ("best", "compact")


@dataclass(frozen=True)
class Keccak:
    """A program's part that differs from extension to extension.

    Attributes:
        sources: beside those of every program of the core.
        small: see ``Program``.
        architecture: what is added to the plain core's name where C may use it.
    """

    sources: tuple[str, ...]
    small: bool = False
    architecture: str = ""


@dataclass(frozen=True)
class Extension:
    """An extension of a core, in one of its sizes.

    Attributes:
        name: as typed.
        best: the fastest program with it.
        compact: a small program with it; None where the core's compact one stands for it.
        instructions: that it adds; None for the plain core.
        rtl: the top's parameters that put it in; they are 0 in designs without it.
    """

    name: str
    best: Keccak
    instructions: isa.Extension | None = None
    rtl: Mapping[str, int] = field(default_factory=dict)
    compact: Keccak | None = None


class Core(Family):
    """A family of cores.

    Attributes:
        instructions: of the plain core.
        extensions: the plain core first; each is a preset.
        software: what every program has in common.
        compact: C for size that uses no extension, as the papers measured it.
    """

    instructions: isa.InstructionSet
    extensions: tuple[Extension, ...]
    software: Program
    compact: Keccak
    algorithms = tuple(SPONGES)

    def __init__(self) -> None:
        names = tuple(extension.name for extension in self.extensions)
        self.parameters = (
            Parameter("extension", names, names[0], "of the instruction set"),
            Parameter(
                "program",
                PROGRAMS,
                "best",
                "what runs: the best one, or a small one: in C unless the extension has its own",
            ),
        )
        added = (f"{self.name}-{name}" for name in names[1:])
        small = (f"{self.name}-{item.name}-compact" for item in self.extensions if item.compact)
        self.presets = (self.name, f"{self.name}-compact", *added, *small)

    @property
    def added(self) -> tuple[isa.Extension, ...]:
        """What the extensions add to the instruction set, each once."""
        found = {
            extension.instructions.name: extension.instructions
            for extension in self.extensions
            if extension.instructions
        }
        return tuple(found.values())

    def extension(self, design: Design) -> Extension:
        """The extension of a design."""
        return next(item for item in self.extensions if item.name == design["extension"])

    def instruction_set(self, design: Design) -> isa.InstructionSet:
        """What a design executes."""
        added = self.extension(design).instructions
        return self.instructions.extended(added) if added else self.instructions

    def format(self, values: Mapping[str, Value]) -> str:
        """``rv32-lane5-compact``: what differs from the default."""
        said = [str(values[p.name]) for p in self.parameters if values[p.name] != p.default]
        return "-".join([self.name, *said])

    def parse(self, text: str) -> dict[str, Value] | None:
        """Legal values but the defaults, each parameter once."""
        values: dict[str, Value] = {}
        for part in text.split("-") if text else []:
            found = next((p.name for p in self.parameters if part in p.values[1:]), None)
            if found is None or found in values:
                return None
            values[found] = part
        return values

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of the core's top."""
        absent = {name: 0 for extension in self.extensions for name in extension.rtl}
        return absent | dict(self.extension(design).rtl)

    def program(self, design: Design) -> Program:
        """The best program with the extension, or a compact one."""
        extension = self.extension(design)
        small = extension.compact or self.compact
        keccak = small if design["program"] == "compact" else extension.best
        return replace(
            self.software,
            sources=(*self.software.sources, *keccak.sources),
            architecture=self.software.architecture + keccak.architecture,
            small=self.software.small or keccak.small,
        )
