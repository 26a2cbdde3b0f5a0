# SPDX-License-Identifier: Apache-2.0
"""The plain data of the catalogue: parameters, designs, families."""

import itertools
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hashfab import paths
from hashfab.designs.algorithms import Algorithm
from hashfab.errors import RequestError, unknown

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
        name: canonical; ``designs.parse`` gives this design back.
        family: the family's name.
        parameters: pairs of name and value, in the family's order.
    """

    name: str
    family: str
    parameters: tuple[tuple[str, Value], ...]

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
        sources: C and assembly, in it or in ``sw/common``.
        triple: the machine's, as Clang names it.
        cpu: the model and its extensions.
        flags: of the compiler.
    """

    folder: str
    sources: tuple[str, ...]
    triple: str
    cpu: str
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Microprogram:
    """What runs on a microprogrammed design: a program for each algorithm, in its own assembly.

    Its messages are padded by software before they reach the design.

    Attributes:
        folder: of the assembly, under ``sw``.
    """

    folder: str


@dataclass(frozen=True)
class Family:
    """What hashfab knows of one kind of hardware. Its functions take a legal design.

    Attributes:
        name: the first part of its designs' names.
        summary: one line.
        parameters: the axes.
        presets: canonical names worth starting from, the default design first.
        algorithms: the names of the algorithms that it serves.
        top: the RTL's top module.
        folders: the folders under ``rtl`` that hold its sources.
        harness: the simulation harness that feeds messages to it, under ``measure/harness``.
        complete: fills the parameters that depend on others, given those that were said.
        check: the reason why a combination of legal values is illegal, or None.
        format: the canonical name.
        parse: the parameters that a name's part after the family's name says, or None.
        rtl_parameters: the top's parameters.
        macros: the harness's preprocessor macros.
        in_flight: messages to offer at once, so that the hardware never waits for one.
        bound: message bits per cycle that no schedule can beat, for an algorithm that it serves;
            None where the hardware has no such bound by construction.
        program: what runs on a design that is a processor, with memory of its own beside it.
        system: the top that is simulated, where it is another one than ``top``: the design with
            the memories that its area leaves out.
        memory_bits: of those memories, by name.
        clock_gating: whether a mapping with clock gates is tried; only where most of the state
            holds still in most cycles.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    presets: tuple[str, ...]
    algorithms: tuple[str, ...]
    top: str
    folders: tuple[str, ...]
    harness: str
    complete: Callable[[Mapping[str, Value]], dict[str, Value]]
    check: Callable[[Mapping[str, Value]], str | None]
    format: Callable[[Mapping[str, Value]], str]
    parse: Callable[[str], Mapping[str, Value] | None]
    rtl_parameters: Callable[[Design], dict[str, int]]
    macros: Callable[[Design], dict[str, int]]
    in_flight: Callable[[Design], int]
    bound: Callable[[Design, Algorithm], float | None]
    program: Callable[[Design], Program | Microprogram | None] = field(default=lambda design: None)
    system: str | None = None
    memory_bits: Mapping[str, int] = field(default_factory=dict)
    clock_gating: Callable[[Design], bool] = field(default=lambda design: False)

    @property
    def simulated(self) -> str:
        """The top that is simulated."""
        return self.system or self.top

    def sources(self) -> tuple[Path, ...]:
        """The SystemVerilog files, packages before what imports them."""
        files = [
            path for name in self.folders for path in sorted((paths.rtl_dir() / name).glob("*.sv"))
        ]
        return tuple(sorted(files, key=lambda path: not path.stem.endswith("_pkg")))

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
                    f"{self.name}: {name} = {value} is not legal; "
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
