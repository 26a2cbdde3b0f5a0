# SPDX-License-Identifier: Apache-2.0
"""The documentation page of the instruction sets, from their descriptions."""

from collections.abc import Iterable

from hashfab.isa.model import Extension, Instruction

HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Generated from src/hashfab/isa by `python -m hashfab.isa.generate`. -->
# Instructions

Encodings are written from bit 31 (or 15) down: constant bits, `field:width`, and `field[slices]`
where the bits of an immediate are scattered. A register field of 3 bits counts from x8. Cycles are
least and most with memory that answers in one cycle; a load costs the second one when the next
instruction uses its result, a jump the third one when it goes to a 32-bit instruction that is not
at a multiple of 4.

A new instruction is one row in the description of its extension, `python -m hashfab.isa.generate`
for what follows from it (this page, the decoder package `rtl/riscv/isa_*_pkg.sv`, the intrinsics
`sw/riscv/isa_*.h`, the assembler's macros `sw/riscv/isa_*.inc`), its hardware, and its test. The
disassembler, the reference simulator and the random programs take it from the row.
"""


def page(extensions: Iterable[Extension]) -> str:
    """The page as Markdown, a section per extension."""
    return HEAD + "".join(_section(extension) for extension in extensions)


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
        item.summary + _excluded(item),
        item.group,
        str(least) if least == most else f"{least} to {most}",
    ]
    return f"| {' | '.join([*cells, *([item.source] if sourced else [])])} |"


def _excluded(item: Instruction) -> str:
    return "".join(
        f" {name} is not {' or '.join(map(str, values))}." for name, values in item.never.items()
    )
