# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/hashproc.md, from the description."""

import re

from hashfab.isa.hashproc.description import (
    BITS,
    HASHPROC,
    MODE_SUMMARY,
    MODE_SYNTAX,
    PROSE,
    WORD,
    opcode,
)

SECTION = re.compile(
    r"(<!-- (\w+): generated from src/hashfab/isa/hashproc -->\n).*?(<!-- end -->)", re.S
)
"""What is generated stands between these comments."""


def page(text: str) -> str:
    """The page with its tables made anew.

    Args:
        text: the page, its tables marked.
    """
    tables = {"word": _word(), "modes": _modes(), "instructions": _instructions()}
    return SECTION.sub(lambda found: found[1] + tables[found[2]] + found[3], text)


def _table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _word() -> str:
    rows = []
    high = BITS - 1
    for item in WORD.fields:
        low = high - item.bits + 1
        bits = f"{high}:{low}" if item.bits > 1 else f"{high}"
        if item.name in PROSE:
            rows.append([bits, item.name, PROSE[item.name]])
        elif item.name.endswith("mode"):
            letter = item.name[0].upper()
            rows.append([f"{high}:{high - 15}", letter, f"operand {letter}: mode, ar, block, imm"])
        high = low - 1
    return _table(["bits", "field", "meaning"], rows)


def _modes() -> str:
    rows = [
        [str(int(mode)), f"`{MODE_SYNTAX[mode]}`", summary]
        for mode, summary in MODE_SUMMARY.items()
    ]
    return _table(["mode", "written", "address"], rows)


def _instructions() -> str:
    rows = [
        [
            str(opcode(item)),
            f"`{item.mnemonic} {item.syntax}`".replace(" `", "`"),
            item.summary,
            item.source,
        ]
        for item in HASHPROC.instructions
    ]
    return _table(["opcode", "instruction", "what it does", "in the paper"], rows)
