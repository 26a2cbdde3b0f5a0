# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab reproduce``."""

import os

import click

from hashfab import papers
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.measure import store, targets
from hashfab.measure.runner import Runner
from hashfab.papers import Row


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
    store.default().check()
    rows = papers.reproduce(report, technology, Runner(jobs=os.cpu_count() or 1))
    if as_json:
        show_json({"paper": report.name, "target": target, "rows": [row.to_json() for row in rows]})
        return
    click.echo(f"{report.name}: {report.title}; measured on {target}")
    items: dict[str, list[Row]] = {}
    for row in rows:
        items.setdefault(row.item, []).append(row)
    for item, group in items.items():
        click.echo()
        show_table(
            item,
            ["metric", "published", "measured", "ratio", "why"],
            [
                [
                    f"{row.metric} ({row.unit})",
                    figure(row.published),
                    figure(row.measured),
                    figure(ratio(row), 3),
                    row.why,
                ]
                for row in group
            ],
        )
    click.echo("\nratio: measured over published")


def ratio(row: Row) -> float | None:
    """Measured over published; None where one of them is missing or nothing can be divided."""
    if row.measured is None or not row.published:
        return None
    return row.measured / row.published
