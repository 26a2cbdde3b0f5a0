# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab asm``."""

from pathlib import Path

import click

from hashfab import files
from hashfab.cli.options import FilePath
from hashfab.cli.show import as_json, show_json
from hashfab.errors import printable
from hashfab.isa.hashproc import assembler, disassembler
from hashfab.isa.hashproc.program import bundle


@click.command("asm")
@click.argument("file", type=FilePath())
@click.option("-o", "output", type=FilePath(), help="Write the bundle here.")
@as_json
def asm_(file: Path, output: Path | None, as_json: bool) -> None:
    """Assemble a program of the hash processor: its listing, or with -o its bundle."""
    if output is not None:
        files.check_file(output, "-o")
    assembled = assembler.assemble_file(file)
    program = assembled.program
    if output is not None:
        for source in assembled.files:
            files.check_apart(output, "-o", source)
        files.write(output, bundle(program))
    if as_json:
        show_json(
            {
                "file": printable(str(file)),
                "words": [f"{word:020x}" for word in program.words],
                "entries": dict(program.entries),
                "data_bytes": len(program.data),
            }
        )
    elif output is None:
        for pc, text in disassembler.code(program):
            word = "" if pc is None else f"{pc:3}  {program.words[pc]:020x}"
            click.echo(f"{word:25}  {text}")
