# SPDX-License-Identifier: Apache-2.0
"""A stage of a measurement: what it depends on, and how its result is found."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from hashfab.designs import Design
from hashfab.measure.store import key_of

Result = TypeVar("Result")


@dataclass(frozen=True)
class Stage(ABC, Generic[Result]):
    """One step. Stages that are equal are the same work, done once.

    Attributes:
        design: what it works on.
        title: what it does, in a word, for people and for the key.
        gives: what people call the figures that it leads to.
        result: the dataclass of its result, of plain fields; a stage whose result is none says
            how it goes through JSON.
    """

    design: Design

    title: ClassVar[str]
    gives: ClassVar[str]
    result: ClassVar[type[Any]]

    @property
    @abstractmethod
    def where(self) -> str:
        """What it works on beside the design, for people: a workload or a target."""

    @property
    def after(self) -> tuple["Stage[Any]", ...]:
        """The stages whose results it takes."""
        return ()

    @property
    def outside(self) -> tuple[Path, ...]:
        """The files that it reads and that are no part of hashfab, such as a cell library."""
        return ()

    @property
    def keeps(self) -> str | None:
        """The file of its work folder that stages after it take, if there is one."""
        return None

    @abstractmethod
    def inputs(self) -> dict[str, Any]:
        """What its result depends on beside tools and settings, as JSON data."""

    @abstractmethod
    def tools(self) -> dict[str, str]:
        """The versions of the tools that it runs."""

    def settings(self) -> dict[str, Any]:
        """Whatever else its result depends on, as JSON data."""
        return {}

    def key(self) -> dict[str, Any]:
        """Everything that its result depends on, and nothing else, as JSON data."""
        return {
            "stage": self.title,
            "inputs": self.inputs(),
            "tools": self.tools(),
            "settings": self.settings(),
            "after": [key_of(stage.key()) for stage in self.after],
        }

    @abstractmethod
    def compute(self, given: tuple[Any, ...], work: Path) -> Result:
        """Do the work.

        Args:
            given: the results of the stages ``after`` which it comes.
            work: a folder with the files that these keep; what is left in it is thrown away,
                but for what this one keeps.

        Raises:
            RequestError: the work cannot be done here.
            WorkFailed: it failed, or a check did not hold.
        """

    def encode(self, result: Result) -> dict[str, Any]:
        """The result as JSON data."""
        return asdict(result)  # type: ignore[call-overload, no-any-return]

    def decode(self, data: Mapping[str, Any]) -> Result:
        """The inverse of ``encode``."""
        return self.result(**data)  # type: ignore[no-any-return]
