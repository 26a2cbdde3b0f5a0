# SPDX-License-Identifier: Apache-2.0
"""How every command prints: JSON for programs, figures and tables for people."""

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


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
    """Print a table, its columns of numbers aligned to the right."""
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        numeric = all(row[number][:1].isdigit() or row[number] == "-" for row in rows)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
