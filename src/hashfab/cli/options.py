# SPDX-License-Identifier: Apache-2.0
"""What several commands take from the command line, and how strictly."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hashfab.errors import shown
from hashfab.measure import targets

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_SEED = (1 << 31) - 1
"""What every tool takes as a seed."""


class Integer(click.ParamType[int]):
    """A decimal number in ASCII digits, within bounds that the message says."""

    name = "integer"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        allowed = f"allowed: {self.low} to {self.high}"
        text = str(value)
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            self.fail(f"{shown(text)} is no number; {allowed}", param, ctx)
        if len(text) > 20 or not self.low <= int(text) <= self.high:
            self.fail(f"{shown(text)} is not legal; {allowed}", param, ctx)
        return int(text)


class Number(click.ParamType[float]):
    """A decimal number in ASCII digits, with a point or without, within bounds."""

    name = "number"

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number."""
        allowed = f"allowed: {self.low:g} to {self.high:,.0f}"
        text = str(value)
        if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text):
            self.fail(f"{shown(text)} is no number; {allowed}", param, ctx)
        if len(text) > 20 or not self.low <= float(text) <= self.high:
            self.fail(f"{shown(text)} is not legal; {allowed}", param, ctx)
        return float(text)


class FilePath(click.ParamType[Path]):
    """The name of a file or a folder, which is not empty."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path."""
        if value == "" or "\0" in str(value):
            self.fail(f"{shown(value)} is no name of a file; allowed: a path", param, ctx)
        return Path(value)


def seed(meaning: str) -> Callable[[Command], Command]:
    """The option ``--seed``."""
    return click.option(
        "--seed", type=Integer(0, MOST_SEED), default=1, show_default=True, help=meaning
    )


def target(command: Command) -> Command:
    """The option ``--target``."""
    return click.option(
        "--target",
        default=targets.DEFAULT,
        show_default=True,
        help=f"Technology: {', '.join(targets.TARGETS)}.",
    )(command)
