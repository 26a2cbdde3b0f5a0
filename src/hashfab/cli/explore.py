# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab explore``."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from hashfab import paths
from hashfab.designs import algorithms
from hashfab.errors import RequestError
from hashfab.explore import space as spaces
from hashfab.explore.results import Results, front, to_csv
from hashfab.explore.run import Explorer
from hashfab.measure import targets
from hashfab.measure import workload as workloads
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target


@click.command("explore")
@click.argument("space", required=False, type=click.Path(path_type=Path), metavar="[SPACE.toml]")
@click.option("--target", help=f"Technology: {', '.join(targets.TARGETS)}.  [default: ecp5]")
@click.option("--workload", help="What the designs work on.  [default: the space's, or 8x8KiB]")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="one per core",
    help="Points measured at once.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Work on this Dask cluster, not here.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
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
    chosen = targets.get(target or plan.target or targets.DEFAULT)
    load = workloads.DEFAULT
    if workload or plan.workload:
        load = workloads.parse(workload or plan.workload or "")
    plan = spaces.serving(plan, algorithms.get(load.algorithm))
    chosen.check()  # Refuses now what every point would fail of later.
    folder = out or paths.build_dir() / "explore"
    parent = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise RequestError(f"cannot write to {folder}; allowed with --out: a folder of yours")

    console = Console(stderr=True)
    console.print(
        f"{len(plan.designs)} designs on {chosen.name}, {load.name}; {len(plan.pruned)} pruned",
        highlight=False,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # A kill stops it like Ctrl-C.
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

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    (folder / "results.csv").write_text(to_csv(document), encoding="utf-8")
    (folder / "index.html").write_text(page.render(document), encoding="utf-8")
    if document["points"]:
        picture.draw(document, folder / "scatter.svg")


def _show(results: Results, target: Target, folder: Path) -> None:
    """Print the front, smallest first, and where to look."""
    console = Console()
    best = front(results.points)
    best.sort(key=lambda point: point.measurement.physical.area)
    table = Table(title=f"The Pareto front on {results.target}", title_justify="left")
    table.add_column("design")
    for heading in (target.unit, "MHz", "bit/cycle", "Gbit/s", "latency (cycles)"):
        table.add_column(heading, justify="right")
    for point in best:
        m = point.measurement
        table.add_row(
            point.design.name,
            f"{m.physical.area:,.0f}",
            f"{m.physical.fmax_mhz:.1f}",
            f"{m.speed.bits_per_cycle:.2f}",
            f"{m.gbit_per_s:.3f}",
            f"{m.speed.latency_cycles:,}",
        )
    if best:
        console.print(table)
    console.print(
        f"{len(results.points)} measured, {len(best)} on the front, {len(results.failed)} failed,"
        f" {len(results.pruned)} pruned.\nOpen {folder / 'index.html'}",
        highlight=False,
        soft_wrap=True,
    )
