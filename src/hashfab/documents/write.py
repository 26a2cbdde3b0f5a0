# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.documents.write [TABLE...]``: measures what documents show, and writes it.

A table whose target or report is not there stays as it is, and a line says so.
"""

import os
import sys
from pathlib import Path

import click

from hashfab import entry, files, paths
from hashfab.documents import blocks, record, tables
from hashfab.errors import RequestError, WorkFailed, unknown
from hashfab.measure.runner import Runner
from hashfab.report import picture

RECORDS = Path("docs/figures.json")
"""From the working copy's root."""

PICTURE = Path("docs/pictures/explore.svg")


def root() -> Path:
    """The working copy."""
    return paths.rtl_dir().parent


def documents() -> list[Path]:
    """The documents that may have blocks."""
    return [root() / "README.md", *sorted((root() / "docs").glob("*.md"))]


def text(found: record.Record) -> str:
    """What stands in a block."""
    return blocks.table(found.columns, found.rows, found.note)


@click.command()
@click.argument("names", nargs=-1, metavar="[TABLE]...")
def main(names: tuple[str, ...]) -> int:
    """Fill the tables called TABLE, all when there is none."""
    known = {table.name: table for table in tables.TABLES}
    for name in names:
        if name not in known:
            raise unknown("table", name, known)
    runner = Runner(jobs=os.cpu_count() or 1)
    filled: dict[str, record.Record] = {}
    status = 0
    for table in [known[name] for name in names] or tables.TABLES:
        print(f"{table.name} ...", file=sys.stderr)
        try:
            filled[table.name] = table.fill(runner)
        except RequestError as error:
            print(f"{table.name} stays as it is: {error}", file=sys.stderr)
        except WorkFailed as error:
            print(f"{table.name} failed: {error}", file=sys.stderr)
            status = 1
    # What was written meanwhile stays.
    records = record.load(root() / RECORDS) | filled
    records = {name: found for name, found in records.items() if name in known}
    files.write(root() / RECORDS, record.dump(records))
    for document in documents():
        old = document.read_text(encoding="utf-8")
        new = blocks.fill(old, {name: text(found) for name, found in records.items()})
        if new != old:
            files.write(document, new)
            print(document.relative_to(root()))
    if names and tables.PICTURE.name not in names:
        return status
    try:
        explored = tables.PICTURE.explored(runner).document()
        files.write(root() / PICTURE, picture.draw(explored, ".svg"))
    except RequestError as error:
        print(f"{PICTURE} stays as it is: {error}", file=sys.stderr)
    return status


if __name__ == "__main__":
    entry.run(main)
