# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab explore``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hashfab import files, paths
from hashfab.cli.options import FilePath, Integer
from hashfab.cli.show import show_table
from hashfab.designs import algorithms
from hashfab.explore import space as spaces
from hashfab.explore.results import Results, front, to_csv
from hashfab.explore.run import Explorer
from hashfab.measure import store, targets
from hashfab.measure import workload as workloads
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target

MOST_JOBS = 1024


@click.command("explore")
@click.argument("space", required=False, type=FilePath(), metavar="[SPACE.toml]")
@click.option("--target", help=f"Technology: {', '.join(targets.TARGETS)}.  [default: ecp5]")
@click.option("--workload", help="What the designs work on.  [default: the space's, or 8x8KiB]")
@click.option(
    "--jobs",
    type=Integer(1, MOST_JOBS),
    default=os.cpu_count() or 1,
    show_default="one per core",
    help="Points measured at once.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Work on this Dask cluster, not here.")
@click.option(
    "--out",
    type=FilePath(),
    help="Folder for page, CSV, JSON and picture.  [default: build/explore]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def explore_(
    space: Path | None,
    target: str | None,
    workload: str | None,
    jobs: int,
    scheduler: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure a space of designs and draw its trade-offs.

    Without SPACE.toml, explores a space of engines and accelerators that ships with hashfab. Every
    point is simulated, its digests are checked, and it is synthesized; what is on the Pareto front
    over area, throughput, latency and frequency is placed and routed. Nothing is measured twice:
    after an interruption, the same command goes on where it was.
    """
    plan = spaces.load(space) if space else spaces.default_space()
    chosen = targets.get(
        next(name for name in (target, plan.target, targets.DEFAULT) if name is not None)
    )
    said = plan.workload if workload is None else workload
    load = workloads.DEFAULT if said is None else workloads.parse(said)
    plan = spaces.serving(plan, algorithms.get(load.algorithm))
    chosen.check()  # Refuses now what every point would fail of later.
    store.default().check()
    folder = out or paths.build_dir() / "explore"
    files.check_folder(folder, "--out")

    console = Console(stderr=True)
    console.print(
        f"{len(plan.designs)} designs on {chosen.name}, {load.name}; {len(plan.pruned)} pruned",
        highlight=False,
    )
    explorer = Explorer(Runner(jobs, scheduler, console), chosen, load, console)
    try:
        results = explorer.explore(plan)
    except KeyboardInterrupt:
        console.print(
            f"\nStopped; {len(explorer.points)} of {len(plan.designs)} points are kept."
            " Run the same command to go on."
        )
        raise click.exceptions.Exit(1) from None
    document = results.document()
    write(document, folder)
    if as_json:
        click.echo(json.dumps(document, indent=2))
    else:
        _show(results, chosen, folder)
    if not results.points or any(failure.unverified for failure in results.failed):
        raise click.exceptions.Exit(1)


def write(document: dict[str, Any], folder: Path) -> None:
    """Write the page, the CSV, the JSON and the picture of an exploration to a folder."""
    from hashfab.report import page, picture  # Plotly and Matplotlib are slow to import.

    files.write(folder / "results.json", json.dumps(document, indent=2) + "\n")
    files.write(folder / "results.csv", to_csv(document))
    files.write(folder / "index.html", page.render(document))
    if document["points"]:
        files.write(folder / "scatter.svg", picture.draw(document, ".svg"))


def _show(results: Results, target: Target, folder: Path) -> None:
    """Print the front, smallest first, and where to look."""
    best = front(results.points)
    best.sort(key=lambda point: point.measurement.physical.area)
    rows = []
    for point in best:
        m = point.measurement
        rows.append(
            [
                point.design.name,
                f"{m.physical.area:,.0f}",
                f"{m.physical.fmax_mhz:.1f}",
                f"{m.speed.bits_per_cycle:.2f}",
                f"{m.gbit_per_s:.3f}",
                f"{m.speed.latency_cycles:,}",
            ]
        )
    if rows:
        columns = ["design", target.unit, "MHz", "bit/cycle", "Gbit/s", "latency (cycles)"]
        show_table(f"The Pareto front on {results.target}", columns, rows)
    click.echo(
        f"{len(results.points)} measured, {len(best)} on the front, {len(results.failed)} failed,"
        f" {len(results.pruned)} pruned.\nOpen {folder / 'index.html'}"
    )
