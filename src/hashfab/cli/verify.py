# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab verify``."""

import click
from rich.console import Console

from hashfab import designs
from hashfab.check import verify as verifying
from hashfab.cli.options import seed as seed_option
from hashfab.cli.show import as_json, show_json, show_table


@click.command("verify")
@click.argument("design_name", metavar="DESIGN")
@seed_option("Of messages, stalls and order.")
@as_json
def verify_(design_name: str, seed: int, as_json: bool) -> None:
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
