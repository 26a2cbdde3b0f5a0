# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab reproduce``."""

import os

import click

from hashfab import papers
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.measure import targets
from hashfab.measure.runner import Runner


@click.command("reproduce")
@click.argument("paper")
@click.option(
    "--target",
    default=targets.DEFAULT,
    show_default=True,
    help=f"Technology: {', '.join(targets.TARGETS)}.",
)
@as_json
def reproduce_(paper: str, target: str, as_json: bool) -> None:
    """A paper's table beside what is measured here, and why a row differs."""
    report = papers.get(paper)
    technology = targets.get(target)
    technology.check()
    rows = papers.reproduce(report, technology, Runner(jobs=os.cpu_count() or 1))
    if as_json:
        show_json({"paper": report.name, "target": target, "rows": [row.to_json() for row in rows]})
        return
    show_table(
        f"{report.name}: {report.title}; measured on {target}",
        ["item", "metric", "published", "measured", "why"],
        [
            [
                row.item,
                f"{row.metric} ({row.unit})",
                figure(row.published),
                figure(row.measured),
                row.why,
            ]
            for row in rows
        ],
    )
