# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab hash``."""

import re
import sys
from pathlib import Path

import click

from hashfab import designs, files
from hashfab.cli.choose import check_trace, with_program
from hashfab.cli.options import FilePath, Integer
from hashfab.cli.show import as_json, figure, show_json
from hashfab.designs import Algorithm, algorithms
from hashfab.errors import RequestError, shown
from hashfab.measure import simulate, workload
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.workload import MOST_BYTES


def read_message(file: Path) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        RequestError: it cannot be read, or is too long.
    """
    if str(file) != "-":
        return files.read(file, MOST_BYTES, "message")
    try:
        return files.read_open(sys.stdin.buffer, MOST_BYTES, "message", "standard input")
    except OSError as error:
        raise RequestError(
            f"cannot read standard input: {error.strerror}; allowed: an open one, or a file"
        ) from None


@click.command("hash")
@click.argument("file", metavar="FILE|-", type=FilePath())
@click.option("--design", "design_name", required=True, help="A design, such as accel-d1n1t1w64.")
@click.option(
    "--alg",
    default=workload.DEFAULT.algorithm,
    show_default=True,
    help=f"One of {', '.join(algorithms.ALGORITHMS)}.",
)
@click.option("--program", help="What runs on a processor: best or compact.")
@click.option("--length", type=Integer(1, MOST_BYTES), help="Bytes of output of an XOF.")
@click.option(
    "--domain",
    metavar="BYTE",
    help="TurboSHAKE's domain byte, 0x01 to 0x7f.  [default: 0x1f]",
)
@click.option("--trace", type=FilePath(), help="Also write a waveform, FILE.fst.")
@as_json
def hash_(
    file: Path,
    design_name: str,
    alg: str,
    program: str | None,
    length: int | None,
    domain: str | None,
    trace: Path | None,
    as_json: bool,
) -> None:
    """Hash a file on a design's RTL and compare with an independent implementation."""
    design = with_program(designs.parse(design_name), program)
    algorithm = algorithms.get(alg)
    designs.check_serves(design, algorithm)
    algorithms.output_bytes(algorithm, length)
    separation = parse_domain(algorithm, domain)
    check_trace(trace)
    simulate.check_fits(design, 0, algorithms.output_bytes(algorithm, length))
    message = read_message(file)
    if trace is not None:
        files.check_apart(trace, "--trace", file)
    job = Job(algorithm, message, length, separation)
    run = simulate.run(design, [job], Conditions(latency=1), trace=trace)
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
    legal = re.fullmatch(r"0[xX][0-9a-fA-F]{1,2}|0[bB][01]{1,8}|0[oO][0-7]{1,3}|[0-9]{1,3}", text)
    try:
        value = int(text, 0) if legal else 0
    except ValueError:
        value = 0
    if not 1 <= value <= 0x7F:
        raise RequestError(f"domain {shown(text)} is not legal; allowed: 0x01 to 0x7f")
    return value
