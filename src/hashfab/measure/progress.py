# SPDX-License-Identifier: Apache-2.0
"""The progress display of every command: stages done of all, and the time left."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from hashfab.measure.stages import Stage


class Bar:
    """A bar on a terminal, and nothing elsewhere.

    Attributes:
        left: stages to come, by title.
        spent: what stages took in s, by title.
    """

    def __init__(self, console: Console) -> None:
        self.left: Counter[str] = Counter()
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self.task: TaskID = self.progress.add_task(
            "", total=0, left="estimating the time left", visible=False
        )

    def __enter__(self) -> Bar:
        self.progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.progress.stop()

    def expect(self, stages: Iterable[Stage[Any]]) -> None:
        """Stages are to be done."""
        self.left.update(stage.title for stage in stages)
        self._draw(1)

    def advance(self, stage: Stage[Any], seconds: float, lanes: int) -> None:
        """A stage has ended, one of ``lanes`` that are done side by side."""
        self.left[stage.title] -= 1
        self.spent[stage.title].append(seconds)
        self._draw(lanes)

    def _draw(self, lanes: int) -> None:
        done = sum(map(len, self.spent.values()))
        self.progress.update(
            self.task,
            visible=True,
            completed=done,
            total=done + self.left.total(),
            description=", ".join(+self.left) or "done",
            left=time_left(self.spent, self.left, lanes) if done else "estimating the time left",
        )


def time_left(spent: Mapping[str, list[float]], left: Mapping[str, int], lanes: int) -> str:
    """An estimate of the time left, from what stages of each title took in s; empty at the end."""
    if not any(left.values()):
        return ""
    every = [seconds for each in spent.values() for seconds in each]
    seconds = 0.0
    for title, count in left.items():
        known = spent.get(title) or every
        seconds += count * sum(known) / len(known)
    whole = round(seconds / lanes)
    return f"about {whole // 60}:{whole % 60:02} left"
