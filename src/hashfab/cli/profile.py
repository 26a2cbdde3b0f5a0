# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab profile``."""

from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from hashfab import designs, files
from hashfab.cli.choose import check_trace, with_program
from hashfab.cli.options import FilePath, Integer
from hashfab.cli.options import seed as seed_option
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.designs import algorithms, schemes
from hashfab.errors import RequestError, shown
from hashfab.measure import profile as profiling
from hashfab.measure.workload import MOST_BYTES

MESSAGE_BYTES = 8192
"""Unless said."""


@click.command("profile")
@click.argument("design_name", metavar="DESIGN")
@click.option(
    "--alg",
    default="sha3-256",
    show_default=True,
    help="What it computes: a hash function, or an operation such as ml-kem-768/encaps.",
)
@click.option(
    "--bytes",
    "message_bytes",
    type=Integer(0, MOST_BYTES),
    help=f"Of the message.  [default: {MESSAGE_BYTES:,}]",
)
@click.option("--program", help="What runs on the processor: best or compact.")
@click.option("--chart", type=FilePath(), help="Also draw an SVG or PNG.")
@click.option("--trace", type=FilePath(), help="Also write a waveform, FILE.fst.")
@seed_option("Of the message.")
@as_json
def profile_(
    design_name: str,
    alg: str,
    message_bytes: int | None,
    program: str | None,
    chart: Path | None,
    trace: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Where a processor's cycles go, from the RTL: by function and by class of instruction.

    A microprogram has no functions; its instructions stand one by one.
    """
    design = with_program(designs.parse(design_name), program)
    operation = schemes.parse(alg)
    if not operation:
        algorithms.get(alg)
    elif message_bytes is not None:
        raise RequestError(f"--bytes is for messages; {operation.name} has none")
    if chart is not None:
        if chart.suffix not in (".svg", ".png"):
            raise RequestError(f"--chart {shown(chart)} has no format; allowed: .svg or .png")
        files.check_file(chart, "--chart")
    check_trace(trace)
    with Console(stderr=True).status(f"running {design.name}"):
        if operation:
            found = profiling.profile_operation(design, operation, seed, trace)
        else:
            length = MESSAGE_BYTES if message_bytes is None else message_bytes
            found = profiling.profile(design, algorithms.get(alg), length, seed, trace)
    if chart is not None:
        from hashfab.report import shares  # Matplotlib is slow to import.

        files.write(chart, shares.draw(found, chart.suffix))
    if as_json:
        show_json(asdict(found))
        return
    for title, parts in found.kinds():
        show_table(
            f"{found.design}: {found.algorithm} of {found.message_bytes:,} bytes, "
            f"{found.cycles:,} cycles, by {title}",
            [title, "executed", "cycles", "share"],
            [
                [
                    part.name,
                    figure(part.instructions),
                    figure(part.cycles),
                    f"{100 * part.cycles / found.cycles:.1f} %",
                ]
                for part in parts
            ],
        )
