# SPDX-License-Identifier: Apache-2.0
"""What a table of a document is."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from hashfab.documents.record import Record
from hashfab.measure import Measurement
from hashfab.measure.operation import OperationMeasurement
from hashfab.measure.runner import Runner


@dataclass(frozen=True)
class Table(ABC):
    """A table of a document.

    Attributes:
        name: of its block.
        target: what its figures are measured on.
    """

    name: str
    target: str

    @abstractmethod
    def fill(self, runner: Runner) -> Record:
        """Measure what is missing, and fill the table.

        Raises:
            RequestError: the target's library or a tool is not there.
            WorkFailed: a design could not be measured.
        """

    def note(self, measurements: Iterable[Measurement | OperationMeasurement], command: str) -> str:
        """The line below the table."""
        tools: dict[str, str] = {}
        for measurement in measurements:
            tools |= measurement.provenance.tools
        used = ", ".join(f"{tool} {version}" for tool, version in sorted(tools.items()))
        return f"*`{command}`; {used}*"
