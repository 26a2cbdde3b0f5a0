# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab generate``."""

from pathlib import Path

import click

from hashfab import designs
from hashfab.cli.options import FilePath
from hashfab.cli.show import as_json, show_json
from hashfab.errors import printable
from hashfab.export import buses, folder
from hashfab.export.contents import generate


def _help() -> str:
    """What has support, by bus."""
    served = "; ".join(f"{bus}: {', '.join(buses.families(bus))}" for bus in buses.BUSES)
    return f"What it is connected to. Designs that have it, by bus: {served}."


def _control_help() -> str:
    """What can be chosen, by bus."""
    served = [
        f"{bus}: {', '.join(names)} (the first is the default)"
        for bus in buses.BUSES
        if (names := buses.controls(bus))
    ]
    return f"What its registers are on. By bus: {'; '.join(served)}. Other buses have no choice."


@click.command("generate")
@click.argument("design_name", metavar="DESIGN")
@click.option("--bus", default=buses.NATIVE, show_default=True, help=_help())
@click.option("--control", help=_control_help())
@click.option("--out", type=FilePath(), required=True, help="The folder that is made.")
@as_json
def generate_(design_name: str, bus: str, control: str | None, out: Path, as_json: bool) -> None:
    """Write a design into a folder of its own: RTL, smoke test, constraints, documents.

    The folder needs nothing of hashfab: make -C DIR lint, sim, synth work with Verilator, Icarus
    Verilog and Yosys alone. A folder that was generated before is replaced.
    """
    design = designs.parse(design_name)
    buses.get(design, bus, control)
    folder.check(out, "--out")
    files = generate(design, bus, control)
    folder.write(out, files)
    if as_json:
        show_json({"design": design.name, "files": list(files)})
        return
    click.echo(f"{len(files)} files in {printable(str(out))}; make -C {printable(str(out))} sim")
