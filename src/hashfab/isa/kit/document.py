# SPDX-License-Identifier: Apache-2.0
"""The documentation page of the instruction sets, from their descriptions."""

from collections.abc import Iterable
from textwrap import fill

from hashfab.isa.kit.model import Extension, Instruction

HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Generated from src/hashfab/isa by `python -m hashfab.designs.generate`. -->
# Instructions of the {} cores
"""

READING = """Encodings are written from the highest bit down: constant bits, `field:width`, and
`field[slices]` where the bits of an immediate are scattered. Cycles are least and most with memory
that answers in one cycle."""

MAKING = """A new instruction is one row in the description of its extension, `python -m
hashfab.designs.generate` for what follows from it (this page, {}), its hardware, and its test. The
disassembler, the reference simulator and the random programs take it from the row."""


def page(extensions: Iterable[Extension], title: str, reading: str, files: str) -> str:
    """The page as Markdown, a section per extension.

    Args:
        extensions: in the order of the manual.
        title: of the architecture.
        reading: what else one must know to read the tables.
        files: what is generated beside the page.
    """
    paragraphs = (f"{READING} {reading}", MAKING.format(files))
    head = [HEAD.format(title), *(fill(" ".join(text.split()), 100) + "\n" for text in paragraphs)]
    return "\n".join(head) + "".join(_section(extension) for extension in extensions)


def _section(extension: Extension) -> str:
    sourced = any(item.source for item in extension.instructions)
    columns = ["instruction", "encoding", "meaning", "class", "cycles"]
    columns += ["source"] if sourced else []
    lines = [
        "",
        f"## {extension.name}: {extension.summary}",
        "",
        *(line for paragraph in extension.prose for line in (paragraph, "")),
        f"| {' | '.join(columns)} |",
        f"|{' --- |' * len(columns)}",
        *(_row(item, sourced) for item in extension.instructions),
        *_registers(extension),
    ]
    return "\n".join(lines) + "\n"


def _registers(extension: Extension) -> list[str]:
    if not extension.registers:
        return []
    rows = (
        f"| {number:#x} | `{register.name}` | {register.summary} |"
        for number, register in extension.registers.items()
    )
    return ["", "| CSR | name | meaning |", "| --- | --- | --- |", *rows]


def _row(item: Instruction, sourced: bool) -> str:
    least, most = item.cycles
    cells = [
        f"`{item.mnemonic} {item.syntax}`".replace(" `", "`"),
        f"`{item.pattern}`".replace("|", "\\|"),
        item.summary + _excluded(item) + _stock(item),
        item.group,
        str(least) if least == most else f"{least} to {most}",
    ]
    return f"| {' | '.join([*cells, *([item.source] if sourced else [])])} |"


def _excluded(item: Instruction) -> str:
    return "".join(
        f" {name} is not {' or '.join(map(str, values))}." for name, values in item.never.items()
    )


def _stock(item: Instruction) -> str:
    known = item.stock and item.stock.split()[0] != item.mnemonic
    return f" Stock assemblers write `{item.stock}`." if known else ""
