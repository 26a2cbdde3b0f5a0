# SPDX-License-Identifier: Apache-2.0
"""Blocks of Markdown that are written by a command, between two comments that name them."""

import re
from collections.abc import Mapping, Sequence

BLOCK = re.compile(r"(<!-- figures: ([\w-]+) -->\n)(.*?)(<!-- /figures -->)", re.DOTALL)


def names(text: str) -> list[str]:
    """The names of a document's blocks, in order."""
    return [match[2] for match in BLOCK.finditer(text)]


def contents(text: str) -> dict[str, str]:
    """What stands in a document's blocks, by name."""
    return {match[2]: match[3] for match in BLOCK.finditer(text)}


def fill(text: str, blocks: Mapping[str, str]) -> str:
    """A document with other contents in its blocks; a block without one stays as it is."""
    return BLOCK.sub(
        lambda match: match[1] + blocks.get(match[2], match[3]) + match[4],
        text,
    )


def outside(text: str) -> str:
    """A document without its blocks."""
    return BLOCK.sub("", text)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    """A table in Markdown, with a line below it that says where its figures come from."""
    lines = [columns, ["---"] * len(columns), *rows]
    text = "".join("| " + " | ".join(cells).strip() + " |\n" for cells in lines)
    return f"{text}\n{note}\n"
