# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab list``."""

import click

from hashfab import designs
from hashfab.cli.show import as_json, show_json, show_table, show_words
from hashfab.measure import targets


@click.command("list")
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
        show_words("presets", family.presets)
        show_words("algorithms", family.algorithms)
        click.echo()
    show_words("targets", list(targets.TARGETS))
