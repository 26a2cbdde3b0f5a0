# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab recommend``."""

from __future__ import annotations

import os

import click
from rich.console import Console

from hashfab import designs
from hashfab.advise import answer, words
from hashfab.advise import demand as demands
from hashfab.advise import limits as limiting
from hashfab.advise.advise import Advice, advise
from hashfab.advise.recommendation import NOTHING, Recommendation, parse_weights
from hashfab.advise.score import SHARES
from hashfab.advise.system import candidates
from hashfab.cli.options import target as target_option
from hashfab.cli.show import as_json, show_json, show_paragraph, show_table
from hashfab.errors import RequestError, unknown
from hashfab.measure import store, targets
from hashfab.measure.runner import Runner

MOST_LIMITS = 20


@click.command("recommend")
@click.argument("workload")
@target_option
@click.option(
    "--core",
    default="rv32",
    show_default=True,
    help=f"The core that is there: {', '.join(designs.CORES)}.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="EXPRESSION",
    help="What must hold, such as 'area < 40 kGE'; may be given several times.",
)
@click.option(
    "--weights",
    metavar="NAME=NUMBER,...",
    help="Of speed, energy and area, such as speed=2,energy=1.  [default: 1 each]",
)
@click.option(
    "--design",
    "names",
    multiple=True,
    metavar="NAME",
    help="Weigh this design, not the presets; may be given several times.",
)
@as_json
def recommend_(
    workload: str,
    target: str,
    core: str,
    limits: tuple[str, ...],
    weights: str | None,
    names: tuple[str, ...],
    as_json: bool,
) -> None:
    """Which design to take for a workload, if any.

    WORKLOAD is a file or the name of a ready one. Every candidate runs the workload's calls on its
    RTL; area, period and, on standard cells, energy are measured as by hashfab measure.
    """
    demand = demands.get(workload)
    technology = targets.get(target)
    if core not in designs.CORES:
        raise unknown("core", core, designs.CORES)
    chosen = candidates(core, names)
    weighed = parse_weights(weights, technology.has_power)
    if len(limits) > MOST_LIMITS:
        raise RequestError(f"there are {len(limits)} limits; allowed: {MOST_LIMITS} at most")
    parsed = [limiting.parse(text, technology) for text in limits]
    technology.check()
    technology.check_times()
    store.default().check()
    runner = Runner(os.cpu_count() or 1, console=Console(stderr=True))
    found = advise(demand, technology, core, chosen, weighed, parsed, runner)
    if as_json:
        show_json(found.to_json())
    else:
        show(found)


def show(found: Advice) -> None:
    """Print an answer for people."""
    demand = found.demand
    show_paragraph(f"{demand.name}: {demand.title}")
    show_paragraph(
        f"{demand.messages:,} calls, {demand.message_bytes:,} bytes of message a run; "
        f"{found.target.name}, beside {found.core}"
    )
    click.echo()
    if found.recommendation is None:
        nearest = found.nearest or ""
        show_paragraph(
            "Take nothing: no design does all of these calls. The nearest is "
            f"{nearest}, for {found.served[nearest]:,} of {demand.messages:,} calls."
        )
        _show_left_out(found)
        return
    recommendation = found.recommendation
    show_paragraph(answer.sentence(found, recommendation))
    click.echo()
    title = "A run, on the core with the design (* taken, x may not be taken)"
    show_table(title, *answer.figures(found, recommendation))
    click.echo()
    if found.wholes:
        _show_wholes(found, recommendation)
        click.echo()
    _show_scores(recommendation)
    click.echo()
    click.echo("Why not the others:")
    for option in recommendation.options:
        if option is not recommendation.chosen:
            show_paragraph(f"{option.name}: {recommendation.why(option)}", indent=2)
    _show_left_out(found)
    click.echo()
    _show_shares(found, recommendation)
    second = answer.runner_up(recommendation)
    if second:
        click.echo()
        show_paragraph(second)
    click.echo()
    for line in found.notes():
        show_paragraph(line, indent=2, first="- ")


def _show_wholes(found: Advice, recommendation: Recommendation) -> None:
    """Whole runs beside what the sum of their parts says."""
    rows = [
        [option.name, words.seconds(option.need.time_s), words.seconds(summed), difference]
        for option in recommendation.options
        if (summed := found.sum_s(option)) and (difference := answer.difference(found, option))
    ]
    show_table(
        f"Whole runs, and the sum of calls and other work of {recommendation.run.other_of}",
        ["design", "whole", "sum", "difference"],
        rows,
    )


def _show_scores(recommendation: Recommendation) -> None:
    weights = recommendation.wishes.weights
    show_table(
        "z-scores (less is better), with their weights, and the weighted sum",
        ["design", *(f"{name} x {weight:g}" for name, weight in weights.items()), "score"],
        [
            [
                option.name,
                *(f"{option.zs[name]:+.2f}" for name in weights),
                f"{option.score:+.2f}",
            ]
            for option in recommendation.options
        ],
    )


def _show_left_out(found: Advice) -> None:
    for name, why in found.left_out.items():
        show_paragraph(f"{name}: {why}", indent=2)


def _show_shares(found: Advice, recommendation: Recommendation) -> None:
    """The Amdahl view."""
    own = recommendation.run.share
    by_name = {option.name: option for option in recommendation.options}
    rows = []
    for share in sorted({*SHARES, own}):
        best = by_name.get(recommendation.best_at(share))
        rows.append(
            [
                f"{100 * share:.3g} %{' (this)' if share == own else ''}",
                words.three_digits(1 / (1 - share)) if share < 1 else "-",
                best.name if best else NOTHING,
                words.three_digits(found.speedup(best, share)) if best else "-",
            ]
        )
    show_table(
        f"By the share of time that {found.reference} spends hashing",
        ["hashing", "most speed-up", "best", "its speed-up"],
        rows,
    )
