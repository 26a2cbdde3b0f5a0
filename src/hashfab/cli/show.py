# SPDX-License-Identifier: Apache-2.0
"""How every command prints: JSON for programs, figures and tables for people."""

import json
import re
import textwrap
from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

LEAST_WORDS = 24
"""Columns that a cell with sentences needs to be read; a narrower one is shown as a list."""


LEAST_WIDTH = 20
"""Columns that are written even where the terminal says that it has fewer."""


def show_json(data: dict[str, Any]) -> None:
    """Print JSON."""
    click.echo(json.dumps(data, indent=2))


def figure(value: float | int | str | None, digits: int = 2) -> str:
    """A figure of a table; a dash where there is none."""
    if value is None:
        return "-"
    return (
        f"{value:,.{digits}f}"
        if isinstance(value, float)
        else f"{value:,}"
        if isinstance(value, int)
        else value
    )


def show_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table, its columns of numbers aligned to the right.

    Sentences are folded. Where the terminal is too narrow even so, each row is a list of its cells.
    """
    console = _console()
    console.print(Text(title, style="italic"))
    if _least_width(columns, rows) > console.width:
        for row in rows:
            _show_list(console, columns, row)
        return
    table = Table()
    for number, column in enumerate(columns):
        texts = [row[number] for row in rows]
        table.add_column(
            Text(column),
            justify="right" if _numeric(texts) else "left",
            min_width=_least(column, texts),
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def _numeric(texts: list[str]) -> bool:
    return all(
        text == "-" or re.fullmatch(r"[+-]?[0-9][0-9,.]*( [%A-Za-z]+[0-9]?)?", text)
        for text in texts
    )


def _least(column: str, texts: list[str]) -> int:
    """The width that a column needs: of its longest text, or of sentences."""
    return max(len(column), min(LEAST_WORDS, max(map(len, texts), default=0)))


def _least_width(columns: list[str], rows: list[list[str]]) -> int:
    """The width that a table needs, with a rule and two spaces for each column."""
    texts = zip(*rows, strict=True) if rows else ((),) * len(columns)
    needs = (_least(column, list(cells)) for column, cells in zip(columns, texts, strict=True))
    return sum(need + 3 for need in needs) + 1


def _show_list(console: Console, columns: list[str], row: list[str]) -> None:
    """Print a row as a list: its first cell, and the others below it by their columns."""
    console.print(Text(row[0], style="bold"))
    for column, cell in zip(columns[1:], row[1:], strict=True):
        if cell:
            console.print(Text(_folded(f"{column}: {cell}", console.width, "  ", "    ")))


def show_paragraph(text: str, indent: int = 0, first: str = "") -> None:
    """Print a text in lines, all but the first further to the right where it is indented."""
    click.echo(
        _folded(text, _console().width, " " * indent + first, " " * (indent + (2 if indent else 0)))
    )


def show_words(label: str, words: Sequence[str]) -> None:
    """Print words behind a label, on as many lines as they need."""
    text = f"{label}: {' '.join(words)}"
    click.echo(_folded(text, _console().width, "", "  "))


def _console() -> Console:
    """Standard output; as wide as what it is, but not narrower than a word."""
    console = Console(highlight=False)
    console.width = max(console.width, LEAST_WIDTH)
    return console


def _folded(text: str, width: int, first: str, others: str) -> str:
    """A text in lines, its words whole."""
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
