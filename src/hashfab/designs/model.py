# SPDX-License-Identifier: Apache-2.0
"""Parameters and designs, which are plain data, and what a family of designs knows of itself."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from hashfab import paths
from hashfab.designs.algorithms import Algorithm
from hashfab.errors import RequestError, shown, unknown

Value = int | str


@dataclass(frozen=True)
class Parameter:
    """One axis of a family.

    Attributes:
        name: as it is typed in a space and printed in a table.
        values: every legal value, in order.
        default: the value when nothing is said.
        meaning: one line, with the unit.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    meaning: str


@dataclass(frozen=True)
class Design:
    """A family and a value for each of its parameters.

    Attributes:
        name: canonical; ``designs.parse`` gives this design back, unless it is a guest's.
        family: the family's name.
        parameters: pairs of name and value, in the family's order.
        guest: the family itself, where it is not in the catalogue.
    """

    name: str
    family: str
    parameters: tuple[tuple[str, Value], ...]
    guest: "Family | None" = field(default=None, repr=False)

    def __getitem__(self, parameter: str) -> Value:
        """The value of one parameter."""
        return dict(self.parameters)[parameter]

    def number(self, parameter: str) -> int:
        """The value of a parameter that is a number."""
        return int(self[parameter])


@dataclass(frozen=True)
class Program:
    """What runs on a processor.

    Attributes:
        folder: under ``sw``; its ``link.ld`` places the program.
        sources: C and assembly, each in the first folder that has it.
        architecture: what it may use of the core, as the architecture's standard names it:
            ``rv32imc_zbkb``, ``mips32``.
        small: C is compiled for size, not for speed.
        macros: that its C is compiled with, as ``NAME=VALUE``.
        shared: folders under ``sw`` that are searched after its own, in this order.
    """

    folder: str
    sources: tuple[str, ...]
    architecture: str
    small: bool = False
    macros: tuple[str, ...] = ()
    shared: tuple[str, ...] = ("common",)


@dataclass(frozen=True)
class Microprogram:
    """What runs on a microprogrammed design: a program for each algorithm, in its own assembly.

    Its messages are padded by software before they reach the design.

    Attributes:
        folder: of the assembly, under ``sw``.
    """

    folder: str


class Family(ABC):
    """What hashfab knows of one kind of hardware. Its methods take a legal design.

    Attributes:
        name: the first part of its designs' names.
        summary: one line.
        parameters: the axes.
        presets: canonical names worth starting from, the default design first.
        algorithms: the names of the algorithms that it serves.
        top: the RTL's top module.
        bench: the top that is simulated, where it is another one: ``top`` with what belongs beside
            it and is not in its area.
        folders: the folders under ``rtl`` that hold its sources.
        memory_bits: of the memories that belong to a design and that its area leaves out, by name.
        whole_message: whether it does the whole job; a permutation alone neither pads a message nor
            fetches it.
        guest: whether it is somebody else's, and not in the catalogue.
        block_cycles: that a block may take before a simulation is given up; None where it is known
            to end.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    presets: tuple[str, ...]
    algorithms: tuple[str, ...]
    top: str
    bench: str | None = None
    folders: tuple[str, ...]
    memory_bits: Mapping[str, int] = MappingProxyType({})
    whole_message: bool = True
    guest: bool = False
    block_cycles: int | None = None

    @property
    def interface(self) -> str:
        """The family whose ports it has, and so whose harness."""
        return self.name

    @abstractmethod
    def format(self, values: Mapping[str, Value]) -> str:
        """The canonical name of the design with these values."""

    @abstractmethod
    def parse(self, text: str) -> Mapping[str, Value] | None:
        """The parameters that a name's part after the family's name says, or None."""

    @abstractmethod
    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """The top's parameters."""

    def complete(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """All parameters, given those that were said; legal values, but maybe not together."""
        return {parameter.name: parameter.default for parameter in self.parameters} | dict(given)

    def check(self, values: Mapping[str, Value]) -> str | None:
        """The reason why a combination of legal values is illegal, or None."""
        return None

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """Message bits per cycle that no schedule can beat, for an algorithm that it serves.

        None where the hardware has no such bound by construction.
        """
        return None

    def shape(self, design: Design) -> Mapping[str, Value]:
        """What its harness is told, by the names of the parameters of the family ``interface``."""
        return dict(design.parameters)

    def program(self, design: Design) -> Program | Microprogram | None:
        """What runs on a design that is a processor, with memory of its own beside it."""
        return None

    def sources(self) -> tuple[Path, ...]:
        """The SystemVerilog files, packages before what imports them."""
        files = [
            path for name in self.folders for path in sorted((paths.rtl_dir() / name).glob("*.sv"))
        ]
        return tuple(sorted(files, key=lambda path: not path.stem.endswith("_pkg")))

    def around(self) -> tuple[Path, ...]:
        """Those of them that ``bench`` needs beside ``top``, packages first."""
        return ()

    def make(self, given: Mapping[str, Value]) -> Design:
        """The design with the given parameters, the others at their defaults.

        Raises:
            RequestError: a parameter is unknown, a value is not legal, or the combination is not.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in given.items():
            if name not in known:
                raise unknown(f"parameter of family {self.name}", name, known)
            if value not in known[name].values:
                raise RequestError(
                    f"{self.name}: {name} = {shown(value)} is not legal; "
                    f"allowed: {', '.join(map(str, known[name].values))}"
                )
        full = self.complete(given)
        reason = self.check(full)
        if reason:
            raise RequestError(f"{self.name}: {reason}")
        ordered = tuple((parameter.name, full[parameter.name]) for parameter in self.parameters)
        return Design(self.format(full), self.name, ordered)

    def corners(self) -> list[Design]:
        """The presets, each legal value by itself, and every combination of extreme values."""
        found = {self.make(self.parse(name.partition("-")[2]) or {}): None for name in self.presets}
        alone = ({p.name: value} for p in self.parameters for value in p.values)
        extremes = itertools.product(*((p.values[0], p.values[-1]) for p in self.parameters))
        names = [p.name for p in self.parameters]
        together = (dict(zip(names, values, strict=True)) for values in extremes)
        for given in itertools.chain(alone, together):
            with suppress(RequestError):
                found[self.make(given)] = None
        return list(found)
