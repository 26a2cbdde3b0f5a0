# SPDX-License-Identifier: Apache-2.0
"""A guest: a family that its owner describes, with its sources as they were when it was read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from hashfab import files, paths
from hashfab.designs.guests import wrapper
from hashfab.designs.guests.interfaces import Interface
from hashfab.designs.guests.wrapper import Pin
from hashfab.designs.model import Design, Family, Parameter, Value

PREFIX = "guest-"
"""With which the name of each begins, and none of the catalogue's."""

FOLDER = "guests"
"""In the build folder: what tools read of a guest, by its hash."""


@dataclass(frozen=True)
class Guest(Family):
    """What is known of it.

    It holds the text of its sources, so that it is the same wherever it goes, to a worker on
    another machine too, and whatever happens to the files meanwhile.

    Attributes:
        title: its name without ``PREFIX``.
        summary: one line.
        module: its top module.
        text: of all its sources, one behind the other.
        ports: which of the three interfaces its top has.
        clock, reset: how its top takes them.
        names: of the ports that its top calls otherwise, ours first.
        parameters: of its top, all numbers.
        algorithms: that it serves.
        block_cycles: that it may take for a block before its simulation is given up.
    """

    title: str
    summary: str
    module: str
    text: str = field(repr=False)
    ports: Interface
    clock: Pin
    reset: Pin
    names: tuple[tuple[str, str], ...]
    parameters: tuple[Parameter, ...]
    algorithms: tuple[str, ...]
    block_cycles: int

    guest = True
    top = wrapper.TOP
    bench = wrapper.BENCH
    folders = ()

    @property
    def name(self) -> str:  # type: ignore[override]
        """``guest-`` and its title."""
        return f"{PREFIX}{self.title}"

    @property
    def presets(self) -> tuple[str, ...]:  # type: ignore[override]
        """The design that has no value said."""
        return (self.make({}).name,)

    @property
    def whole_message(self) -> bool:  # type: ignore[override]
        """As the family whose interface it has."""
        return self.ports.whole_message

    @property
    def interface(self) -> str:
        """That family."""
        return self.ports.name

    def format(self, values: Mapping[str, Value]) -> str:
        """``guest-iterative-Rounds2``: each parameter with its value, in the file's order."""
        said = (f"{each.name}{values[each.name]}" for each in self.parameters)
        return "-".join([self.name, *said])

    def parse(self, text: str) -> dict[str, Value] | None:
        """What follows ``guest-``, as ``format`` writes it."""
        form = "-".join(["(?:.*)", *(f"{each.name}(\\d+)" for each in self.parameters)])
        match = re.fullmatch(form, text)
        if match is None:
            return None
        given = zip(self.parameters, match.groups(), strict=True)
        return {parameter.name: int(value) for parameter, value in given}

    def shape(self, design: Design) -> Mapping[str, Value]:
        """What its file says of its interface."""
        return self.ports.shape()

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Those of the wrapper are the guest's."""
        return {name: int(value) for name, value in design.parameters}

    def make(self, given: Mapping[str, Value]) -> Design:
        """The design, which takes its family along. Raises as ``Family.make`` does."""
        return replace(super().make(given), guest=self)

    def sources(self) -> tuple[Path, ...]:
        """What stands around it, and its own text, behind which its macros reach nothing.

        Raises:
            RequestError: the build folder cannot be made.
            WorkFailed: they cannot be written.
        """
        return self._written(self._files())

    def around(self) -> tuple[Path, ...]:
        """All but what is mapped."""
        everything = self._files()
        beside = (wrapper.CHECKS_FILE, self._file("bench"))
        return tuple(path for path in self._written(everything) if path.name in beside)

    @property
    def joint(self) -> str:
        """The file that instantiates its top."""
        return self._file("wrapper")

    def _file(self, part: str) -> str:
        return f"{part}_{self.title}.sv"

    def _files(self) -> dict[str, str]:
        given = (self.parameters, self.ports)
        return {
            wrapper.CHECKS_FILE: wrapper.checks(),
            self._file("bench"): wrapper.bench(*given),
            self.joint: wrapper.top(self.module, self.clock, self.reset, dict(self.names), *given),
            self._file("guest"): self.text,
        }

    def _written(self, texts: Mapping[str, str]) -> tuple[Path, ...]:
        key = sha256("\0".join(part for item in texts.items() for part in item).encode())
        folder = paths.make_dir(paths.build_dir() / FOLDER / key.hexdigest()[:32])
        written = []
        for name, text in texts.items():
            path = folder / name
            if not path.is_file():
                files.write(path, text)
            written.append(path)
        return tuple(written)
