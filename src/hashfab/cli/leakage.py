# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab leakage``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hashfab import designs, files, paths
from hashfab.check import reports
from hashfab.check.leakage import CONTROL_TRACES, MOST_TRACES, TRACES
from hashfab.cli.options import FilePath, Integer
from hashfab.cli.options import seed as seed_option
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.errors import RequestError, shown

if TYPE_CHECKING:
    from hashfab.check.leakage.probes import Probes

MOST_LEAKS = 20
"""Shown."""


@click.command("leakage")
@click.argument("design_name", metavar="DESIGN")
@click.option(
    "--traces",
    type=Integer(CONTROL_TRACES, MOST_TRACES),
    default=TRACES,
    show_default=True,
    help="Of the design, for the t-test.",
)
@click.option("--chart", type=FilePath(), help="Also draw t over cycles, as SVG or PNG.")
@click.option(
    "--cone",
    type=FilePath(),
    help="Also draw the first probe that tells something, with its gates and signals, as SVG.",
)
@click.option(
    "--export",
    type=FilePath(),
    help="Also write the netlist, and what its nets hold of shares, into a folder.",
)
@seed_option("Of states, shares and fresh bits.")
@as_json
def leakage_(
    design_name: str,
    traces: int,
    chart: Path | None,
    cone: Path | None,
    export: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Whether a probe on a masked engine, or its activity, tells of the state inside.

    Every probe exactly, with glitches and transitions; traces of the netlist's toggles, fixed
    against random, beside controls that must leak. Fails where something leaks.
    """
    from hashfab.check.leakage import analysis  # NumPy is slow to import.
    from hashfab.check.leakage.traces import THRESHOLD

    design = designs.parse(design_name)
    analysis.check_served(design)
    if chart is not None:
        if chart.suffix not in (".svg", ".png"):
            raise RequestError(f"--chart {shown(chart)} has no format; allowed: .svg or .png")
        files.check_file(chart, "--chart")
    if design.number("shares") == 1 and (cone or export):
        raise RequestError(
            f"{'--cone' if cone else '--export'}: {design.name} has no shares that a probe could "
            "tell of; allowed: engine-n1x2"
        )
    if export is not None:
        files.check_folder(export, "--export")
    if cone is not None:
        if cone.suffix != ".svg":
            raise RequestError(f"--cone {shown(cone)} has no format; allowed: .svg")
        files.check_file(cone, "--cone")
    places = {path.resolve() for path in (chart, cone, export) if path is not None}
    if len(places) < sum(path is not None for path in (chart, cone, export)):
        raise RequestError("--chart, --cone and --export name one place; allowed: one for each")
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(design.name, total=None)

        def advance(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        found = analysis.run(design, traces, seed, advance)
    if export is not None:
        paths.make_dir(export)
        for name, content in analysis.exported(design).items():
            files.write(export / name, content)
    if cone is not None:
        if found.probes and found.probes.leaks:
            files.write(cone, analysis.picture(design, found.probes.leaks[0]))
        else:
            console.print(f"no probe tells of the secret: {shown(cone)} is not written")
    reports.keep("leakage", "design", [found.json()], analysis.tools())
    if chart is not None:
        from hashfab.report import t_values  # Matplotlib is slow to import.

        tests = {
            f"{name}, {verdict.traces:,} traces": verdict.orders
            for name, verdict in found.verdicts.items()
        }
        files.write(chart, t_values.draw(tests, THRESHOLD, chart.suffix))
    if as_json:
        show_json(found.json())
    else:
        if found.probes:
            _show_probes(design.name, found.probes)
        show_table(
            f"{design.name}: fixed against random, |t| at most {THRESHOLD}, seed {seed}",
            ["traces of", "traces", "order 1", "order 2", "leaks"],
            [
                [
                    name,
                    figure(verdict.traces),
                    *(f"{t:.2f}" for t in verdict.largest),
                    "yes" if verdict.leaks else "no",
                ]
                for name, verdict in found.verdicts.items()
            ],
        )
    analysis.check(found)


def _show_probes(name: str, probes: Probes) -> None:
    """What was tried and, of each probe that tells something, its signals."""
    show_table(
        f"{name}: probes with glitches and transitions",
        ["wires", "probes", "up to z", "cases", "signals at most", "leaks"],
        [
            [
                figure(number)
                for number in (
                    probes.wires,
                    probes.probes,
                    probes.different,
                    probes.cases,
                    probes.most,
                    len(probes.leaks),
                )
            ]
        ],
    )
    if probes.leaks:
        show_table(
            f"{name}: probes that tell of the secret",
            ["wire", "when", "sees"],
            [
                [leak.wire, leak.scene, "\n".join(leak.signals)]
                for leak in probes.leaks[:MOST_LEAKS]
            ],
        )
