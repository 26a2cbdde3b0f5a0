# SPDX-License-Identifier: Apache-2.0
"""The command line.

Exit codes: 0 done, 1 the work failed or a check did not hold, 2 the request was wrong.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.table import Table

from hashfab import __version__, designs, papers
from hashfab import measure as measuring
from hashfab.designs import Algorithm, Design, algorithms
from hashfab.errors import RequestError, WorkFailed
from hashfab.explore.command import explore
from hashfab.isa.hashproc import assembler, disassembler
from hashfab.isa.hashproc.program import bundle
from hashfab.measure import profile as profiling
from hashfab.measure import simulate, targets
from hashfab.measure import verify as verifying
from hashfab.measure import workload as workloads
from hashfab.measure.simulate import Conditions, Job
from hashfab.report import shares

CLOSED_PIPE = 141
"""What a shell reports of a program that wrote to a closed pipe."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hashfab")
def cli() -> None:
    """Hash hardware as real RTL, verified, and measured side by side on your own machine."""


cli.add_command(explore)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def show_json(data: dict[str, Any]) -> None:
    """Print JSON."""
    click.echo(json.dumps(data, indent=2))


def figure(value: float | int | str | None, digits: int = 2) -> str:
    """A figure of a table; a dash where there is none."""
    if value is None:
        return "-"
    return (
        f"{value:,.{digits}f}"
        if isinstance(value, float)
        else f"{value:,}"
        if isinstance(value, int)
        else value
    )


def show_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table, its columns of numbers aligned to the right."""
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        numeric = all(row[number][:1].isdigit() or row[number] == "-" for row in rows)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


@cli.command("list")
@as_json
def list_(as_json: bool) -> None:
    """Every family: its parameters with their legal values, its presets, its algorithms."""
    if as_json:
        show_json(
            {
                "families": [
                    {
                        "name": family.name,
                        "summary": family.summary,
                        "parameters": [
                            {
                                "name": parameter.name,
                                "values": list(parameter.values),
                                "default": parameter.default,
                                "meaning": parameter.meaning,
                            }
                            for parameter in family.parameters
                        ],
                        "presets": list(family.presets),
                        "algorithms": list(family.algorithms),
                    }
                    for family in designs.FAMILIES.values()
                ],
                "targets": list(targets.TARGETS),
            }
        )
        return
    for family in designs.FAMILIES.values():
        rows = [
            [
                parameter.name,
                " ".join(map(str, parameter.values)),
                str(parameter.default),
                parameter.meaning,
            ]
            for parameter in family.parameters
        ]
        title = f"{family.name}: {family.summary}"
        if rows:
            show_table(title, ["parameter", "legal values", "default", "meaning"], rows)
        else:
            click.echo(title)
        click.echo(f"presets:    {' '.join(family.presets)}")
        click.echo(f"algorithms: {' '.join(family.algorithms)}\n")
    click.echo(f"targets: {' '.join(targets.TARGETS)}")


def read_message(file: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        RequestError: it cannot be read.
    """
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise RequestError(
            f"cannot read '{file}': {error.strerror}; "
            "allowed: a readable file, or - for standard input"
        ) from None


@cli.command("hash")
@click.argument("file", metavar="FILE|-")
@click.option("--design", "design_name", required=True, help="A design, such as accel-d1n1t1w64.")
@click.option("--alg", required=True, help=f"One of {', '.join(algorithms.ALGORITHMS)}.")
@click.option("--program", help="What runs on a processor: best or compact.")
@click.option("--length", type=int, help="Bytes of output of an XOF.")
@click.option(
    "--domain",
    metavar="BYTE",
    help="TurboSHAKE's domain byte, 0x01 to 0x7f.  [default: 0x1f]",
)
@as_json
def hash_(
    file: str,
    design_name: str,
    alg: str,
    program: str | None,
    length: int | None,
    domain: str | None,
    as_json: bool,
) -> None:
    """Hash a file on a design's RTL and compare with an independent implementation."""
    design = with_program(designs.parse(design_name), program)
    algorithm = algorithms.get(alg)
    designs.check_serves(design, algorithm)
    algorithms.output_bytes(algorithm, length)
    separation = parse_domain(algorithm, domain)
    message = read_message(file)
    run = simulate.run(design, [Job(algorithm, message, length, separation)], Conditions(latency=1))
    per_byte = run.cycles / len(message) if message else None
    data = {
        "design": design.name,
        "algorithm": algorithm.name,
        "message_bytes": len(message),
        "digest": run.digests[0].hex(),
        "cycles": run.cycles,
        "cycles_per_byte": per_byte,
        "bits_per_cycle": 8 * len(message) / run.cycles,
        "verified": True,
    }
    if as_json:
        show_json(data)
        return
    click.echo(run.digests[0].hex())
    click.echo(
        f"{design.name}: {algorithm.name} of {len(message):,} bytes in {run.cycles:,} cycles, "
        f"{figure(per_byte, 3)} cycles/byte, {data['bits_per_cycle']:.4g} bits/cycle"
    )
    click.echo(f"The digest equals that of {algorithms.source(algorithm)}.")


def parse_domain(algorithm: Algorithm, text: str | None) -> int | None:
    """A domain byte.

    Raises:
        RequestError: the algorithm takes none, or it is not 0x01 to 0x7f.
    """
    if text is None:
        return None
    if not algorithms.any_domain(algorithm):
        raise RequestError(
            f"{algorithm.name} has no domain byte to choose; "
            "allowed for turboshake128 and turboshake256"
        )
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 1 <= value <= 0x7F:
        raise RequestError(f"domain '{text}' is not legal; allowed: 0x01 to 0x7f")
    return value


@cli.command("profile")
@click.argument("design_name", metavar="DESIGN")
@click.option("--alg", default="sha3-256", show_default=True, help="What it computes.")
@click.option("--bytes", "message_bytes", default=8192, show_default=True, help="Of the message.")
@click.option("--program", help="What runs on the processor: best or compact.")
@click.option("--chart", type=click.Path(path_type=Path), help="Also draw an SVG or PNG.")
@click.option("--seed", default=1, show_default=True, help="Of the message.")
@as_json
def profile_(
    design_name: str,
    alg: str,
    message_bytes: int,
    program: str | None,
    chart: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Where a processor's cycles go, from the RTL: by function and by class of instruction.

    A microprogram has no functions; its instructions stand one by one.
    """
    design = with_program(designs.parse(design_name), program)
    algorithm = algorithms.get(alg)
    if message_bytes < 0:
        raise RequestError(f"--bytes {message_bytes} is not legal; allowed: 0 and more")
    if chart is not None and chart.suffix not in (".svg", ".png"):
        raise RequestError(f"chart '{chart}' has no format; allowed: a name in .svg or .png")
    with Console(stderr=True).status(f"running {design.name}"):
        found = profiling.profile(design, algorithm, message_bytes, seed)
    if chart is not None:
        shares.draw(found, chart)
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


def with_program(design: Design, program: str | None) -> Design:
    """The design with another program on it.

    Raises:
        RequestError: it runs none, or not this one.
    """
    if program is None:
        return design
    values = dict(design.parameters)
    if "program" not in values:
        raise RequestError(f"{design.name} runs no program, so --program has nothing to choose")
    return designs.make(design.family, values | {"program": program})


@cli.command("measure")
@click.argument("design_name", metavar="DESIGN")
@click.option(
    "--target",
    default=targets.DEFAULT,
    show_default=True,
    help=f"Technology: {', '.join(targets.TARGETS)}.",
)
@click.option("--workload", help=f"{workloads.FORM}.  [default: {workloads.DEFAULT.name}]")
@click.option("--seed", default=1, show_default=True, help="Of messages and of place and route.")
@click.option("--estimate", is_flag=True, help="On an FPGA, do not place and route.")
@as_json
def measure(
    design_name: str, target: str, workload: str | None, seed: int, estimate: bool, as_json: bool
) -> None:
    """Measure a design: speed on real messages, area and clock period on a target."""
    design = designs.parse(design_name)
    targets.get(target)
    load = workloads.parse(workload) if workload else workloads.DEFAULT
    console = Console(stderr=True)
    with console.status(f"measuring {design.name} on {target}"):
        found = measuring.measure(design, load, target, seed, place=not estimate)
    if as_json:
        show_json(found.to_json())
        return
    timing = "place and route" if found.placed else "estimate" if found.lut4 else "OpenSTA"
    rows = [
        ["area", figure(found.area_ge, 0), "GE"],
        ["area", figure(found.area_um2, 0), "um2"],
        ["area", figure(found.lut4), "LUT4"],
        ["flip-flops", figure(found.ff), ""],
        ["clock period", figure(found.period_ns, 3), f"ns ({timing})"],
        ["frequency", figure(found.fmax_mhz, 1), "MHz"],
        ["cycles", figure(found.cycles), ""],
        ["latency", figure(found.latency_cycles), "cycles"],
        ["throughput", figure(found.bits_per_cycle), "bits/cycle"],
        ["bound", figure(found.bound_bits_per_cycle), "bits/cycle"],
        ["throughput", figure(found.gbit_per_s, 3), "Gbit/s"],
        ["port utilization", figure(found.port_utilization, 3), "words/cycle"],
        ["memory bits", figure(found.provenance.settings.get("memory_bits")), ""],
        ["recipe", figure(found.recipe), ""],
        ["source hash", found.provenance.source_hash[:16], ""],
    ]
    show_table(
        f"{found.design} on {found.target}, {found.workload}",
        ["figure", "value", "unit"],
        [row for row in rows if row[1] != "-"],
    )
    click.echo(" ".join(f"{tool} {version}" for tool, version in found.provenance.tools.items()))


@cli.command()
@click.argument("paper")
@click.option(
    "--target",
    default=targets.DEFAULT,
    show_default=True,
    help=f"Technology: {', '.join(targets.TARGETS)}.",
)
@as_json
def reproduce(paper: str, target: str, as_json: bool) -> None:
    """A paper's table beside what is measured here, and why a row differs."""
    report = papers.get(paper)
    targets.get(target)
    with Console(stderr=True).status(f"measuring the rows of {paper} on {target}"):
        rows = report.rows(target)
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


@cli.command()
@click.argument("design_name", metavar="DESIGN")
@click.option("--seed", default=1, show_default=True, help="Of messages, stalls and order.")
@as_json
def verify(design_name: str, seed: int, as_json: bool) -> None:
    """Known answers and random messages of every algorithm on a design's RTL, under stalls."""
    design = designs.parse(design_name)
    with Console(stderr=True).status(f"verifying {design.name}"):
        checked = verifying.verify(design, seed)
    if as_json:
        show_json({"design": design.name, "seed": seed, "messages": checked, "verified": True})
        return
    show_table(
        f"{design.name}: every digest is right (seed {seed})",
        ["algorithm", "messages"],
        [[name, str(count)] for name, count in checked.items()],
    )


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "output", type=click.Path(path_type=Path), help="Write the bundle here.")
@as_json
def asm(file: Path, output: Path | None, as_json: bool) -> None:
    """Assemble a program of the hash processor: its listing, or with -o its bundle."""
    program = assembler.assemble_file(file).program
    if output is not None:
        output.write_text(bundle(program))
    if as_json:
        show_json(
            {
                "file": str(file),
                "words": [f"{word:020x}" for word in program.words],
                "entries": dict(program.entries),
                "data_bytes": len(program.data),
            }
        )
    elif output is None:
        for pc, text in disassembler.code(program):
            word = "" if pc is None else f"{pc:3}  {program.words[pc]:020x}"
            click.echo(f"{word:25}  {text}")


def main() -> NoReturn:
    """Run the command line and turn what went wrong into one sentence and an exit code."""
    try:
        status = cli.main(standalone_mode=False)
    except (RequestError, WorkFailed) as error:
        fail(str(error), 2 if isinstance(error, RequestError) else 1)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        fail("stopped", 1)
    except click.ClickException as error:
        fail(error.format_message(), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(CLOSED_PIPE)
    except OSError as error:
        fail(f"cannot write or read: {error}", 1)
    sys.exit(status if isinstance(status, int) else 0)


def fail(message: str, status: int) -> NoReturn:
    """One sentence on standard error, and out."""
    click.echo(f"hashfab: {' '.join(message.split())}", err=True)
    sys.exit(status)
