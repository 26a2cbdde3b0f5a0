# SPDX-License-Identifier: Apache-2.0
"""A paper's table, row by row."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure of a paper beside ours.

    Attributes:
        item: what the figure is about, with the design that stands for it here.
        metric: what it counts.
        unit: of both figures.
        published: as printed; None where the paper's available text has no such figure.
        measured: by our flow.
        why: the reason for a difference, or how to read the figure.
    """

    item: str
    metric: str
    unit: str
    published: float | None
    measured: float | None
    why: str

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class Paper:
    """A paper and how to reproduce it.

    Attributes:
        name: as typed.
        title: of the paper.
        rows: measures its table on the target of that name.
    """

    name: str
    title: str
    rows: Callable[[str], list[Row]]
