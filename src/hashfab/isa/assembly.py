# SPDX-License-Identifier: Apache-2.0
"""Macros for the GNU and LLVM assemblers, so that stock tools assemble an extension."""

from hashfab.isa.model import Extension, Field, Instruction, operand_names

SYMBOL = ".Lreg_"
"""Prefix of the symbols that give registers their numbers."""


def macros(extension: Extension) -> str:
    """An include file with a macro per instruction, named and written as the instruction is."""
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"# Macros of the extension {extension.name}: {extension.summary}.",
        f"# Generated from src/hashfab/isa/{extension.name}.py by "
        "`python -m hashfab.isa.generate`.",
        "",
        *_registers(extension),
    ]
    for item in extension.instructions:
        lines += ["", *_macro(item)]
    return "\n".join(lines) + "\n"


def _registers(extension: Extension) -> list[str]:
    names: dict[str, int] = {}
    for item in extension.instructions:
        for field in item.fields:
            if not next(iter(field.type.names.values()), "0")[0].isdigit():
                names |= {text: number for number, text in field.type.names.items()}
            if field.type.register:
                names |= {f"x{number}": number for number in field.type.names}
    return [f".set {SYMBOL}{name}, {number}" for name, number in names.items()]


def _macro(item: Instruction) -> list[str]:
    names = operand_names(item.syntax)
    head = [f"# {item.summary}", f".macro {item.mnemonic} {', '.join(names)}".rstrip()]
    relative = [field for field in item.fields if field.type.relative]
    if relative:
        # Only the assembler knows how far the label is; the field is that of the B format.
        register = next(field.name for field in item.fields if field.type.register)
        funct3 = item.match >> 12 & 7
        body = [
            f"  .insn b {item.match & 0x7F:#04x}, {funct3}, \\{register}, x0, \\{relative[0].name}"
        ]
    else:
        body = []
        for field in item.fields:
            body += _check(item, field)
        terms = [f"{item.match:#010x}", *(_insert(field) for field in item.fields)]
        body.append(f"  .insn 4, {' | '.join(terms)}")
    return [*head, *body, ".endm"]


def _value(field: Field) -> str:
    named = field.type.names and not next(iter(field.type.names.values()))[0].isdigit()
    return f"{SYMBOL}\\{field.name}" if named else f"(\\{field.name})"


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
