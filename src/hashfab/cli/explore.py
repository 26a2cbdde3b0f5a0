# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab explore``."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from hashfab import files, paths
from hashfab.cli.options import FilePath, Integer
from hashfab.cli.show import show_table
from hashfab.designs import algorithms as functions
from hashfab.explore import pareto
from hashfab.explore import space as spaces
from hashfab.explore.results import Results, front, to_csv
from hashfab.explore.run import Explorer, check_limits
from hashfab.measure import Measurement, limits, store, targets
from hashfab.measure import workload as workloads
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target

MOST_JOBS = 1024

BUDGET = 500
"""Designs measured of a space that is too large to enumerate."""

LEAST_WAIT_S, SHARE = 2.0, 0.05
"""Between two writings of the page, and the share of the time that writing it may take."""

LIMIT_HELP = (
    "What a design must satisfy, such as 'area < 40 kGE and latency < 200 cycles'; what does not is"
    " pruned after the first stage that says so. May be given more than once."
)


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
@click.option("--limit", "limit_texts", multiple=True, metavar="CONDITION", help=LIMIT_HELP)
@click.option(
    "--algorithms",
    metavar="NAMES",
    help="What a design may serve to count for the front, such as sha3-256,sha256.  [default: all]",
)
@click.option(
    "--energy",
    is_flag=True,
    help="On standard cells, also power and energy of what is on the front.",
)
@click.option(
    "--budget",
    type=Integer(1, spaces.LARGEST),
    help=f"Measure so many designs at most, which a search chooses.  [default: all, {BUDGET} of a"
    f" space with more than {spaces.LARGEST:,} combinations]",
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
    limit_texts: tuple[str, ...],
    algorithms: str | None,
    energy: bool,
    budget: int | None,
    scheduler: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure a space of designs and draw its trade-offs.

    Without SPACE.toml, explores the space that ships with hashfab: one design of each kind. Every
    point is simulated, its digests are checked, and it is synthesized; what is on the Pareto front
    over area, throughput, latency, frequency and the algorithms served is placed and routed. The
    page is there with the first point ('hashfab serve' shows it live). Nothing is measured twice:
    after an interruption, the same command goes on where it was.
    """
    plan = spaces.load(space) if space else spaces.default_space()
    target = plan.target if target is None else target
    workload = plan.workload if workload is None else workload
    chosen = targets.get(targets.DEFAULT if target is None else target)
    load = workloads.DEFAULT if workload is None else workloads.parse(workload)
    plan = spaces.serving(plan, load)
    chosen.check()  # Refuses now what every point would fail of later.
    wanted = [limits.parse(text) for text in limit_texts]
    check_limits(wanted, chosen, energy)
    counted = pareto.EVERY
    if algorithms is not None:
        counted = tuple(dict.fromkeys(functions.get(name).name for name in algorithms.split(",")))
    store.default().check()
    folder = out or paths.build_dir() / "explore"
    files.check_folder(folder, "--out")
    if budget is None and not plan.designs:
        budget = BUDGET
    if budget is not None and plan.designs and budget >= len(plan.designs):
        budget = None

    console = Console(stderr=True)
    of = "" if budget is None else f"{budget} of "
    kind = "designs" if plan.designs else "combinations"
    console.print(
        f"{of}{plan.size:,} {kind} on {chosen.name}, {load.name}; {len(plan.pruned)} pruned",
        highlight=False,
    )
    live = Live(folder)
    runner = Runner(jobs, scheduler, console)
    explorer = Explorer(runner, chosen, load, console, wanted, counted, energy, live.show)
    try:
        results = explorer.explore(plan, budget)
    except BaseException as error:
        if explorer.points:
            write(explorer.results(running=False).document(), folder)
        if not isinstance(error, KeyboardInterrupt):
            raise
        total = plan.size if budget is None else budget
        console.print(
            f"\nStopped; {len(explorer.points)} of {total} points are kept."
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


class Live:
    """The page of an exploration that is under way, written again as points come in.

    Attributes:
        folder: where.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._next = 0.0

    def show(self, explorer: Explorer) -> None:
        """Write what there is, unless that was done just before."""
        started = time.monotonic()
        if explorer.points and started >= self._next:
            write_page(explorer.results().document(), self.folder)
            ended = time.monotonic()
            self._next = ended + max(LEAST_WAIT_S, (ended - started) / SHARE)


def write(document: dict[str, Any], folder: Path) -> None:
    """Write the page, the CSV, the JSON and the picture of an exploration to a folder."""
    from hashfab.report import picture  # Matplotlib is slow to import.

    write_page(document, folder)
    files.write(folder / "results.csv", to_csv(document))
    if document["points"]:
        files.write(folder / "scatter.svg", picture.draw(document, ".svg"))


def write_page(document: dict[str, Any], folder: Path) -> None:
    """Write the page and the JSON."""
    from hashfab.report import page  # Plotly is slow to import.

    paths.make_dir(folder)
    files.write(folder / "results.json", json.dumps(document, indent=2) + "\n")
    files.write(folder / "index.html", page.render(document))


def _show(results: Results, target: Target, folder: Path) -> None:
    """Print the front, smallest first, and where to look."""
    best = front(results.points, results.algorithms)
    best.sort(key=lambda point: point.measurement.physical.area)
    columns: list[tuple[str, Callable[[Measurement], str]]] = [("design", lambda m: m.design)]
    if target.unit:
        columns.append((target.unit, lambda m: f"{m.physical.area:,.0f}"))
    if target.times:
        columns.append(("MHz", lambda m: f"{m.physical.fmax_mhz:.1f}"))
    columns.append(("bit/cycle", lambda m: f"{m.speed.bits_per_cycle:.2f}"))
    if target.times:
        columns.append(("Gbit/s", lambda m: f"{m.gbit_per_s:.3f}"))
    columns.append(("latency (cycles)", lambda m: f"{m.speed.latency_cycles:,}"))
    rows = [[cell(point.measurement) for _, cell in columns] for point in best]
    if rows:
        names = [name for name, _ in columns]
        show_table(f"The Pareto front on {results.target}", names, rows)
    click.echo(
        f"{len(results.points)} measured, {len(best)} on the front, {len(results.failed)} failed,"
        f" {len(results.pruned)} pruned.\nOpen {folder / 'index.html'}"
    )
