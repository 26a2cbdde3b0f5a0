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
from hashfab.measure import occupancy
from hashfab.measure import profile as profiling
from hashfab.measure.occupancy import Occupancy
from hashfab.measure.profile import Profile
from hashfab.measure.workload import MOST_BYTES, MOST_MESSAGES

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
@click.option(
    "--messages",
    type=Integer(1, MOST_MESSAGES),
    help="At once, of a design that runs no program.  [default: 1]",
)
@click.option("--program", help="What runs on the processor: best or compact.")
@click.option("--chart", type=FilePath(), help="Also draw an SVG or PNG.")
@click.option("--trace", type=FilePath(), help="Also write a waveform, FILE.fst.")
@seed_option("Of the messages.")
@as_json
def profile_(
    design_name: str,
    alg: str,
    message_bytes: int | None,
    messages: int | None,
    program: str | None,
    chart: Path | None,
    trace: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Where a design's cycles go, from the RTL.

    Those of a processor by function and by class of instruction; a microprogram has no functions,
    and its instructions stand one by one. Those of other designs, guests too, by what passes their
    ports.
    """
    design = with_program(designs.parse(design_name), program)
    operation = schemes.parse(alg)
    if not operation:
        algorithms.get(alg)
    elif message_bytes is not None:
        raise RequestError(f"--bytes is for messages; {operation.name} has none")
    runs_program = designs.family_of(design).program(design) is not None
    if messages is not None and (runs_program or operation):
        raise RequestError(
            f"--messages is not for {operation.name if operation else design.name}; "
            "allowed: for designs that run no program"
        )
    length = MESSAGE_BYTES if message_bytes is None else message_bytes
    count = messages or 1
    if count * length > MOST_BYTES:
        raise RequestError(
            f"{count:,} messages of {length:,} bytes are too many; allowed: {MOST_BYTES:,} bytes "
            "in all"
        )
    if chart is not None:
        if chart.suffix not in (".svg", ".png"):
            raise RequestError(f"--chart {shown(chart)} has no format; allowed: .svg or .png")
        files.check_file(chart, "--chart")
    check_trace(trace)
    found: Profile | Occupancy
    with Console(stderr=True).status(f"running {design.name}"):
        if operation:
            found = profiling.profile_operation(design, operation, seed, trace)
        elif runs_program:
            found = profiling.profile(design, algorithms.get(alg), length, seed, trace)
        else:
            found = occupancy.occupancy(design, algorithms.get(alg), length, count, seed, trace)
    if chart is not None:
        from hashfab.report import shares  # Matplotlib is slow to import.

        files.write(chart, shares.draw(found, chart.suffix))
    if as_json:
        show_json(asdict(found))
        return
    if isinstance(found, Occupancy):
        show_occupancy(found)
    else:
        show_profile(found)


def show_profile(found: Profile) -> None:
    """Tables of a processor's cycles."""
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
                    share(part.cycles, found.cycles),
                ]
                for part in parts
            ],
        )


def show_occupancy(found: Occupancy) -> None:
    """Tables of what passes a design's ports."""
    many = f"{found.messages:,} messages" if found.messages > 1 else "a message"
    show_table(
        f"{found.design}: {found.algorithm} of {many} of {found.message_bytes:,} bytes, "
        f"{found.cycles:,} cycles, by phase",
        ["phase", "cycles", "share"],
        [
            [each.name, figure(each.cycles), share(each.cycles, found.cycles)]
            for each in found.phases
        ],
    )
    show_table(
        "The same by port",
        ["port", "words", "share", "offer waits", "share"],
        [
            [
                each.name,
                figure(each.cycles),
                share(each.cycles, found.cycles),
                figure(each.waits),
                share(each.waits, found.cycles),
            ]
            for each in found.ports
        ],
    )


def share(cycles: int, whole: int) -> str:
    """Of the cycles."""
    return f"{100 * cycles / whole:.1f} %"
