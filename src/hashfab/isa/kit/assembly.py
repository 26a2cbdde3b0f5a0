# SPDX-License-Identifier: Apache-2.0
"""Macros for the GNU and LLVM assemblers, so that stock tools assemble an extension."""

import re

from hashfab.isa.kit.model import Extension, Field, Instruction, operand_names

ADDRESS = "imm(rs)"
"""How syntax has the address of a MIPS load or store."""

SYMBOL = ".Lreg_"
"""Prefix of the symbols that give registers their numbers."""


def macros(extension: Extension) -> str:
    """An include file with a macro per instruction, named and written as the instruction is.

    What stock assemblers know by its name has none, what they know by another name is that.
    """
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"# Macros of the extension {extension.name}: {extension.summary}.",
        f"# {extension.notice}",
        "",
        *_registers(extension),
    ]
    directive = extension.custom.directive if extension.custom else ""
    for item in _renamed(extension):
        lines += ["", f"# {item.summary}", *_macro(item, directive), ".endm"]
    return "\n".join(lines) + "\n"


def _renamed(extension: Extension) -> list[Instruction]:
    """The instructions that need a macro."""
    return [item for item in extension.instructions if item.stock.split(" ")[0] != item.mnemonic]


def _registers(extension: Extension) -> list[str]:
    names: dict[str, int] = {}
    for item in _renamed(extension):
        for field in _own(item):
            if _named(field):
                names |= {text: number for number, text in field.type.names.items()}
            if field.type.register and extension.custom:
                prefix = extension.custom.numbered
                names |= {f"{prefix}{number}": number for number in field.type.names}
    return [f".set {SYMBOL}{name}, {number}" for name, number in names.items()]


def _own(item: Instruction) -> list[Field]:
    """The operands that the macro looks at: an address is the stock instruction's business."""
    passed = operand_names(ADDRESS) if item.stock else []
    return [field for field in item.fields if field.name not in passed]


def _macro(item: Instruction, directive: str) -> list[str]:
    relative = [field for field in item.fields if field.type.relative]
    if relative:
        # Only the assembler knows how far the label is; the field is that of the B format.
        register = next(field.name for field in item.fields if field.type.register)
        funct3 = item.match >> 12 & 7
        body = [
            f"  .insn b {item.match & 0x7F:#04x}, {funct3}, \\{register}, x0, \\{relative[0].name}"
        ]
    else:
        body = [line for field in _own(item) for line in _check(item, field)]
        if item.stock:
            text = item.stock.replace(ADDRESS, "address")
            names = "|".join(["address", *(field.name for field in _own(item))])
            body.append("  " + re.sub(rf"\b({names})\b", r"\\\1", text))
        else:
            terms = [f"{item.match:#010x}", *(_insert(field) for field in item.fields)]
            body.append(f"  {directive} {' | '.join(terms)}")
    syntax = item.syntax.replace(ADDRESS, "address") if item.stock else item.syntax
    return [f".macro {item.mnemonic} {', '.join(operand_names(syntax))}".rstrip(), *body]


def _named(field: Field) -> bool:
    return not next(iter(field.type.names.values()), "0")[0].isdigit()


def _value(field: Field) -> str:
    return f"{SYMBOL}\\{field.name}" if _named(field) else f"(\\{field.name})"


def _check(item: Instruction, field: Field) -> list[str]:
    """Refuse what the field cannot hold; a full register field holds every register."""
    low, high = limits(field)
    if field.type.register and not field.base:
        return []
    value = _value(field)
    return [
        f"  .if ({value} < {low}) || ({value} > {high})",
        f'  .error "{item.mnemonic}: {field.name} must be {field.describe()}"',
        "  .endif",
    ]


def limits(field: Field) -> tuple[int, int]:
    """The least and the greatest value of a field."""
    if field.type.closed:
        return field.base, min(max(field.type.names), field.base + (1 << field.bits) - 1)
    if field.type.signed:
        return -(1 << field.bits - 1), (1 << field.bits - 1) - field.scale
    return 0, (1 << field.bits) - field.scale


def _insert(field: Field) -> str:
    terms = []
    for part in field.slices:
        shifted = f"({_value(field)} >> {part.value})" if part.value else _value(field)
        terms.append(f"(({shifted} & {(1 << part.width) - 1:#x}) << {part.word})")
    return " | ".join(terms)
