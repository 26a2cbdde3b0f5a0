# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.documents.write``: measures what the documents show and writes it there.

A table whose target is not there stays as it is, and a line says so.
"""

import os
import sys
from pathlib import Path

from hashfab import files, paths
from hashfab.documents import blocks, record, tables
from hashfab.errors import RequestError, WorkFailed
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


def main() -> int:
    """Fill all tables; the exit code."""
    runner = Runner(jobs=os.cpu_count() or 1)
    records = record.load(root() / RECORDS)
    status = 0
    for table in tables.TABLES:
        try:
            records[table.name] = table.fill(runner)
        except RequestError as error:
            print(f"{table.name} stays as it is: {error}", file=sys.stderr)
        except WorkFailed as error:
            print(f"{table.name} failed: {error}", file=sys.stderr)
            status = 1
    known = {table.name for table in tables.TABLES}
    records = {name: found for name, found in records.items() if name in known}
    files.write(root() / RECORDS, record.dump(records))
    for document in documents():
        old = document.read_text(encoding="utf-8")
        new = blocks.fill(old, {name: text(found) for name, found in records.items()})
        if new != old:
            files.write(document, new)
            print(document.relative_to(root()))
    try:
        explored = tables.PICTURE.explored(runner).document()
        files.write(root() / PICTURE, picture.draw(explored, ".svg"))
    except RequestError as error:
        print(f"{PICTURE} stays as it is: {error}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
