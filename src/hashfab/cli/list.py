# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab list``."""

import click

from hashfab import designs
from hashfab.cli.show import as_json, show_json, show_paragraph, show_table, show_words
from hashfab.export import buses
from hashfab.measure import targets


@click.command("list")
@as_json
def list_(as_json: bool) -> None:
    """Every family: parameters with their legal values, presets, algorithms; targets; buses."""
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
                "buses": [
                    {
                        "name": bus,
                        "families": list(buses.families(bus)),
                        "controls": list(buses.controls(bus)),
                    }
                    for bus in buses.BUSES
                ],
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
            show_paragraph(title)
        show_words("presets", family.presets)
        show_words("algorithms", family.algorithms)
        click.echo()
    show_words("targets", list(targets.TARGETS))
    click.echo()
    rows = [
        [bus, ", ".join(buses.families(bus)), ", ".join(buses.controls(bus)) or "-"]
        for bus in buses.BUSES
    ]
    show_table("buses of hashfab generate", ["--bus", "families", "--control"], rows)
