# SPDX-License-Identifier: Apache-2.0
"""Intrinsics of an extension for C, through ``.insn``, so that a stock compiler takes them."""

from dataclasses import dataclass

from hashfab.isa.kit.assembly import limits
from hashfab.isa.kit.model import Extension, Field, Instruction, operand_names

PURE = ("arithmetic", "logic")
"""Classes of instructions that depend on their operands only."""

PINNED = {"rs1": ("a0", 10), "rs2": ("a1", 11)}
"""Where operands go that an encoding takes from x8 to x15 only."""


@dataclass(frozen=True)
class Slot:
    """A field of the R format, which ``.insn r`` takes apart."""

    name: str
    low: int
    width: int
    register: bool

    @property
    def label(self) -> str:
        """A name for the assembler's operand; the preprocessor must not take it for another."""
        return f"{self.name}_field"


SLOTS = (
    Slot("funct3", 12, 3, False),
    Slot("funct7", 25, 7, False),
    Slot("rd", 7, 5, True),
    Slot("rs1", 15, 5, True),
    Slot("rs2", 20, 5, True),
)


def header(extension: Extension) -> str:
    """The header's text: a macro per instruction.

    An operand that is no general register (a lane, an auxiliary register) is a constant.
    """
    guard = f"ISA_{extension.name.upper()}_H"
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Intrinsics of the extension {extension.name}: {extension.summary}.",
        f"// {extension.notice}",
        "",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stdint.h>",
    ]
    for item in extension.instructions:
        lines += ["", f"// {item.summary}"]
        if any(field.type.relative for field in item.fields):
            lines.append(f"// {item.mnemonic} has no intrinsic: it needs a label.")
        else:
            lines += _intrinsic(item)
    return "\n".join([*lines, "", "#endif", ""])


def _intrinsic(item: Instruction) -> list[str]:
    names = [name for name in operand_names(item.syntax) if name != "rd"]
    slots = {slot.name: _slot(item, slot) for slot in SLOTS}
    text = ", ".join(text for text, _ in slots.values())
    inputs = [constraint for _, constraint in slots.values() if constraint]
    inputs += [f'"r"({name}_)' for name in names if _pinned(item.field[name])]
    result = "rd" in item.field
    volatile = "" if item.group in PURE else " volatile"
    clobber = ' : "memory"' if item.group in ("load", "store") else ""
    body = [f"#define {item.mnemonic.replace('.', '_')}({', '.join(names)})", "  __extension__({"]
    for name in names:
        field = item.field[name]
        if _pinned(field):
            register = PINNED[name][0]
            body.append(
                f'    register uint32_t {name}_ __asm__("{register}") = (uint32_t)({name});'
            )
        elif not field.type.register:
            low, high = limits(field)
            body.append(
                f"    _Static_assert(({name}) >= {low} && ({name}) <= {high}, "
                f'"{name} must be {low} to {high}");'
            )
    output = ""
    if result:
        body.append("    uint32_t rd_;")
        output = '"=r"(rd_)'
    body += [
        f'    __asm__{volatile}(".insn r {item.match & 0x7F:#04x}, {text}"',
        f"      : {output}".rstrip(),
        "      : " + ",\n        ".join(inputs) + f"{clobber});",
    ]
    if result:
        body.append("    rd_;")
    return [line + " \\" for line in "\n".join(body).split("\n")] + ["  })"]


def _pinned(field: Field) -> bool:
    return field.type.register and field.base != 0


def _slot(item: Instruction, slot: Slot) -> tuple[str, str]:
    """What stands in a slot: the text for the assembler and the constraint that it needs."""
    mask = (1 << slot.width) - 1
    constant = item.match >> slot.low & mask
    terms = []
    for field in item.fields:
        whole = len(field.slices) == 1 and field.slices[0].word == slot.low
        if field.type.register and whole and field.bits == slot.width:
            if field.name == "rd":
                return "%0", ""
            return f"%[{slot.label}]", f'[{slot.label}] "r"((uint32_t)({field.name}))'
        for part in field.slices:
            low = max(part.word, slot.low)
            high = min(part.word + part.width, slot.low + slot.width)
            if low >= high:
                continue
            if _pinned(field):
                constant |= (PINNED[field.name][1] - field.base) << low - slot.low
            else:
                shift, bits = part.value + low - part.word, (1 << high - low) - 1
                term = f"({field.name})"
                term = f"({term} >> {shift} & {bits})" if shift else f"({term} & {bits})"
                terms.append(f"{term} << {low - slot.low}" if low > slot.low else term)
    prefix = "x" if slot.register else ""
    if not terms:
        return f"{prefix}{constant}", ""
    value = " | ".join([*terms, str(constant)] if constant else terms)
    return f"{prefix}%[{slot.label}]", f'[{slot.label}] "i"({value})'
