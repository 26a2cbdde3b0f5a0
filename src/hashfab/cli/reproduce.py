# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab reproduce``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from hashfab import files, papers, paths
from hashfab.cli.options import FilePath
from hashfab.cli.options import target as target_option
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.errors import RequestError, ToolMissing, WorkFailed
from hashfab.measure import store, targets
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target
from hashfab.papers import ALL, Paper, Row


@click.command("reproduce")
@click.argument("paper")
@target_option
@click.option(
    "--out",
    type=FilePath(),
    help="Page of all papers.  [default: build/reproduce/index.html]",
)
@as_json
def reproduce_(paper: str, target: str, out: Path | None, as_json: bool) -> None:
    """A paper's table beside what is measured here, and why a row differs.

    PAPER is a paper's name, or all: then a page with every paper's table is written.
    """
    if paper != ALL:
        report = papers.get(paper)
        if out is not None:
            raise RequestError(f"--out is for the page of all papers; allowed: reproduce {ALL}")
    technology = targets.get(target)
    technology.check()
    technology.check_times()
    store.default().check()
    runner = Runner(jobs=os.cpu_count() or 1)
    if paper == ALL:
        _all(technology, runner, out, as_json)
        return
    rows = papers.reproduce(report, technology, runner)
    if as_json:
        show_json({"paper": report.name, "target": target, "rows": [row.to_json() for row in rows]})
        return
    click.echo(f"{report.name}: {report.title}; measured on {target}")
    for item, group in items(rows).items():
        click.echo()
        show_table(
            item,
            ["metric", "published", "measured", "ratio", "why"],
            [list(spelt(row).values()) for row in group],
        )
    click.echo("\nratio: measured over published")


def _all(target: Target, runner: Runner, out: Path | None, as_json: bool) -> None:
    """Every paper, those that fail told at the end; exit code 1 if one did."""
    from hashfab.report import papers as page  # Jinja is slow to import.

    place = out or paths.build_dir() / "reproduce" / "index.html"
    if out is None:
        paths.make_dir(place.parent)
    files.check_file(place, "--out")
    found: dict[Paper, list[Row] | str] = {}
    for paper in papers.PAPERS.values():
        try:
            found[paper] = papers.reproduce(paper, target, runner)
        except ToolMissing:
            raise
        except (RequestError, WorkFailed) as error:
            found[paper] = str(error)
        files.write(place, page.render(target.name, [_section(*each) for each in found.items()]))
    failed = [paper.name for paper, rows in found.items() if isinstance(rows, str)]
    if as_json:
        show_json(
            {
                "target": target.name,
                "page": str(place),
                "papers": [
                    {"paper": paper.name, "failed": rows}
                    if isinstance(rows, str)
                    else {"paper": paper.name, "rows": [row.to_json() for row in rows]}
                    for paper, rows in found.items()
                ],
            }
        )
    else:
        show_table(
            f"All papers on {target.name}",
            ["paper", "rows", "with both figures"],
            [
                [paper.name, "not measured", rows]
                if isinstance(rows, str)
                else [paper.name, str(len(rows)), str(sum(ratio(row) is not None for row in rows))]
                for paper, rows in found.items()
            ],
        )
        click.echo(place)
    if failed:
        raise click.exceptions.Exit(1)


def _section(paper: Paper, rows: list[Row] | str) -> Mapping[str, Any]:
    """A paper for the page."""
    failed = rows if isinstance(rows, str) else None
    groups = {} if isinstance(rows, str) else items(rows)
    return {
        "name": paper.name,
        "title": paper.title,
        "failed": failed,
        "items": [
            (item, [{**spelt(row), "metric": row.metric, "unit": row.unit} for row in group])
            for item, group in groups.items()
        ],
    }


def items(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows by what they are about, in order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.item, []).append(row)
    return found


def spelt(row: Row) -> dict[str, str]:
    """A row in words, by column."""
    return {
        "metric": f"{row.metric} ({row.unit})" if row.unit else row.metric,
        "published": figure(row.published),
        "measured": figure(row.measured),
        "ratio": figure(ratio(row), 3),
        "why": row.why,
    }


def ratio(row: Row) -> float | None:
    """Measured over published; None where one of them is missing or nothing can be divided."""
    if row.measured is None or not row.published:
        return None
    return row.measured / row.published
