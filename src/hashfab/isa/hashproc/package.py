# SPDX-License-Identifier: Apache-2.0
"""The instruction word as a SystemVerilog package."""

from hashfab.isa.hashproc.description import (
    BITS,
    HASHPROC,
    MODE_SUMMARY,
    PROSE,
    STEP,
    WORD,
    Mode,
    opcode,
)
from hashfab.isa.kit.model import Instruction


def package() -> str:
    """The package's text: opcodes, addressing modes, and the word as a packed structure."""
    items = HASHPROC.instructions
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// Instruction word of the {HASHPROC.summary}.",
        "// Generated from src/hashfab/isa/hashproc by `python -m hashfab.isa.generate`.",
        "",
        "`default_nettype none",
        "",
        "package isa_hashproc_pkg;",
        "",
        f"  localparam int unsigned WordBits = {BITS};",
        "",
        f"  // Opcodes. From {STEP} on they are steps, which turn the ring: bit 0 is the context,",
        "  // and of SHA-1 and MD5, bits 2:1 are the round.",
        *_constants([(f"Op{camel(item)}", opcode(item), item.summary) for item in items], 5),
        "",
        "  // Addressing modes of an operand.",
        *_constants([(f"Mode{name}", int(mode), MODE_SUMMARY[mode]) for mode, name in MODES], 3),
        "",
        "  typedef struct packed {",
        "    logic [2:0]  mode;",
        "    logic [1:0]  ar;     // address register",
        "    logic [1:0]  block;  // of data memory",
        "    logic [8:0]  imm;    // address, or step of the address register",
        "  } operand_t;",
        "",
        "  typedef struct packed {",
        "    logic [4:0]  opcode;",
        *(f"    operand_t    {name};" for name in "kmd"),
        *(
            _member(item.name, item.bits)
            for item in WORD.fields
            if item.name in PROSE
            if item.name != "opcode"
        ),
        "  } instr_t;",
        "",
        "  // Whether an instruction is a step.",
        "  function automatic logic is_step(logic [4:0] opcode);",
        f"    return opcode >= 5'd{STEP};",
        "  endfunction",
        "",
        "endpackage",
        "",
        "`default_nettype wire",
        "",
    ]
    return "\n".join(lines)


def camel(item: Instruction) -> str:
    """The mnemonic in the case of constants."""
    return item.mnemonic.capitalize()


MODES = (
    (Mode.NONE, "None"),
    (Mode.IMM, "Imm"),
    (Mode.AR, "Ar"),
    (Mode.INC, "ArInc"),
    (Mode.ADD, "ArStep"),
    (Mode.MOD, "ArWrap"),
    (Mode.OUT, "Out"),
    (Mode.ZERO, "Zero"),
)

NAMES = {
    "wait": "wait_input",
    "release": "release_input",
    "final": "add_chain",
    "times": "times_less_1",
    "row": "chain_row",
}
"""Members whose field's name is a keyword or says too little."""


def _member(name: str, bits: int) -> str:
    kind = f"logic [{bits - 1}:0]" if bits > 1 else "logic"
    return f"    {kind:<12} {NAMES.get(name, name)};  // {PROSE[name]}"


def _constants(rows: list[tuple[str, int, str]], bits: int) -> list[str]:
    lines = []
    for name, number, summary in rows:
        line = f"  localparam logic [{bits - 1}:0] {name} = {bits}'d{number};"
        comment = f"  // {summary}"
        lines += [line + comment] if len(line + comment) <= 100 else [comment, line]
    return lines
