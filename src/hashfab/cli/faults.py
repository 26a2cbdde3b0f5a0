# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab faults``."""

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hashfab import designs
from hashfab.check import reports
from hashfab.check.faults import LEAST_RUNS, MOST_RUNS, RUNS_EACH
from hashfab.cli.options import Integer
from hashfab.cli.options import seed as seed_option
from hashfab.cli.show import as_json, figure, show_json, show_table


@click.command("faults")
@click.argument("design_name", metavar="DESIGN")
@click.option(
    "--runs",
    type=Integer(LEAST_RUNS, MOST_RUNS),
    default=RUNS_EACH,
    show_default=True,
    help="For each kind of fault in each part and place.",
)
@seed_option("Of states, pauses and faults.")
@as_json
def faults_(design_name: str, runs: int, seed: int, as_json: bool) -> None:
    """Faults in a design's gates and registers, and what became of the result.

    A protected form that lets too many wrong results pass ends this with exit code 1.
    """
    from hashfab.check.faults import campaign  # NumPy is slow to import.
    from hashfab.check.faults.bench import OUTCOMES

    design = designs.parse(design_name)
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as shown:
        task = shown.add_task(f"{design.name} as gates", total=None)

        def advance(done: int, total: int) -> None:
            shown.update(task, description=design.name, completed=done, total=total)

        found = campaign.run(design, runs, seed, advance)
    if runs >= RUNS_EACH:  # what documents show
        reports.keep("faults", "design", [found.json()], campaign.tools())
    if as_json:
        show_json(found.json())
    else:
        show_table(
            f"{design.name}: {found.runs:,} faults, {runs:,} of each kind, seed {seed}",
            ["fault", "sites", *OUTCOMES],
            [
                [
                    f"{row.stratum.part} {row.stratum.place}, {row.stratum.kind}",
                    figure(row.sites),
                    *(f"{100 * row.outcomes[outcome] / row.runs:.2f} %" for outcome in OUTCOMES),
                ]
                for row in found.rows
            ],
        )
    campaign.check(design, found)
