# SPDX-License-Identifier: Apache-2.0
"""The decoder of an extension as a SystemVerilog package."""

from itertools import accumulate, pairwise

from hashfab.isa.kit.model import Extension, Field, Instruction, Slice


def package(extension: Extension) -> str:
    """The package's text: match and mask, an enumeration, the decoder, and the operands."""
    name = extension.name
    prefix = name.capitalize()
    items = extension.instructions
    width = len(items).bit_length()
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// Decoder of the extension {name}: {extension.summary}.",
        f"// {extension.notice}",
        "",
        "`default_nettype none",
        "",
        f"package isa_{name}_pkg;",
        "",
        f"  typedef enum logic [{width - 1}:0] {{",
        f"    {prefix}None = {width}'d0,  // not an instruction of this extension",
        *(
            f"    {prefix}{camel(item)} = {width}'d{number}{',' if number < len(items) else ''}"
            f"  // {item.summary}"
            for number, item in enumerate(items, 1)
        ),
        f"  }} {name}_op_e;",
        "",
    ]
    for item in items:
        lines += [
            f"  localparam logic [31:0] {camel(item)}Match = 32'h{item.match:08x};",
            f"  localparam logic [31:0] {camel(item)}Mask = 32'h{item.mask:08x};",
        ]
    lines += ["", *_decoder(extension, prefix)]
    functions = [["", *_operand(*item)] for item in operands(extension).items()]
    if functions:
        lines += [
            "",
            "  // Operands. Each takes the whole instruction, and some bits of it.",
            "  /* verilator lint_off UNUSEDSIGNAL */",
            *(line for function in functions for line in function),
            "",
            "  /* verilator lint_on UNUSEDSIGNAL */",
        ]
    lines += ["", "endpackage", "", "`default_nettype wire", ""]
    return "\n".join(lines)


def operands(extension: Extension) -> dict[str, Field]:
    """The fields that are not the standard's registers, by the name of their function.

    A field that stands at different places has the mnemonic in its name.
    """
    places: dict[str, dict[tuple[Slice, ...], list[tuple[Instruction, Field]]]] = {}
    for item in extension.instructions:
        for field in item.fields:
            if not field.type.register or field.base:
                name = f"short_{field.name}" if field.base else field.name
                places.setdefault(name, {}).setdefault(field.slices, []).append((item, field))
    return {
        name if len(layouts) == 1 else f"{item.mnemonic.replace('.', '_')}_{name}": field
        for name, layouts in places.items()
        for users in layouts.values()
        for item, field in users
    }


def camel(item: Instruction) -> str:
    """The mnemonic in the case of constants, without the extension's letter."""
    return "".join(part.capitalize() for part in item.mnemonic.split(".") if len(part) > 1)


def _decoder(extension: Extension, prefix: str) -> list[str]:
    name = extension.name
    lines = [
        "  // The instruction in a word, illegal operands refused.",
        f"  function automatic {name}_op_e {name}_decode(logic [31:0] instr);",
        f"    {name}_op_e op;",
        f"    op = {prefix}None;",
        "    unique casez (instr)",
    ]
    for item in extension.instructions:
        assign = f"op = {prefix}{camel(item)};"
        limits = [
            f"{_bits(field)} <= {field.bits}'d{max(field.type.names)}"
            for field in item.fields
            if field.type.closed and not field.type.register
            if max(field.type.names) < (1 << field.bits) - 1
        ]
        pattern = _pattern(item, extension.custom.widths if extension.custom else ())
        if limits:
            condition = " &&\n            ".join(limits)
            lines += [f"      {pattern}:", f"        if ({condition}) {assign}"]
        else:
            lines.append(f"      {pattern}: {assign}")
    return [
        *lines,
        f"      default: op = {prefix}None;",
        "    endcase",
        "    return op;",
        "  endfunction",
    ]


def _pattern(item: Instruction, widths: tuple[int, ...]) -> str:
    """The constant for casez, in the fields of the usual format."""
    bits = "".join(
        str(item.match >> bit & 1) if item.mask >> bit & 1 else "?" for bit in reversed(range(32))
    )
    cuts = accumulate(widths, initial=0)
    return "32'b" + "_".join(bits[a:b] for a, b in pairwise(cuts))


def _bits(field: Field) -> str:
    """The operand as a part of ``instr``."""
    parts = sorted(field.slices, key=lambda part: part.value, reverse=True)
    texts = [
        f"instr[{part.word + part.width - 1}:{part.word}]"
        if part.width > 1
        else f"instr[{part.word}]"
        for part in parts
    ]
    if parts[-1].value:
        texts.append(f"{parts[-1].value}'b0")
    return texts[0] if len(texts) == 1 else f"{{{', '.join(texts)}}}"


def _operand(name: str, field: Field) -> list[str]:
    width, bits = field.bits, _bits(field)
    if field.base:
        width, bits = 5, f"{{2'b{field.base >> field.bits:02b}, {bits}}}"
    return [
        f"  function automatic logic [{width - 1}:0] get_{name}(logic [31:0] instr);"
        if width > 1
        else f"  function automatic logic get_{name}(logic [31:0] instr);",
        f"    return {bits};",
        "  endfunction",
    ]
