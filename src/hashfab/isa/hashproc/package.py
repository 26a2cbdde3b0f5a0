# SPDX-License-Identifier: Apache-2.0
"""The instruction word as a SystemVerilog package."""

from hashfab.isa.hashproc.description import (
    ADDRESS_REGISTERS,
    BITS,
    BLOCK_BYTES,
    BLOCKS,
    HASHPROC,
    LOOP_DEPTH,
    MESSAGE_BLOCK,
    MODE_SUMMARY,
    PROGRAM_WORDS,
    PROSE,
    ROW_BYTES,
    STEP,
    WAITING_WORDS,
    WORD,
    Mode,
    opcode,
)
from hashfab.isa.kit.model import Instruction


def package() -> str:
    """The package's text: sizes, opcodes, addressing modes, and the word as a packed structure."""
    operand = {item.name[1:]: item.bits for item in WORD.fields if item.name.startswith("k")}
    items = HASHPROC.instructions
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// Instruction word of the {HASHPROC.summary}.",
        "// Generated from src/hashfab/isa/hashproc by `python -m hashfab.designs.generate`.",
        "",
        "`default_nettype none",
        "",
        "package isa_hashproc_pkg;",
        "",
        "  // Sizes.",
        *(f"  localparam int unsigned {name} = {value};" for name, value in SIZES.items()),
        "",
        f"  // Opcodes. From {STEP} on they are steps, which turn the ring: bit 0 is the context,",
        "  // and of SHA-1 and MD5, bits 2:1 are the round.",
        *_constants([(f"Op{camel(item)}", opcode(item), item.summary) for item in items], 5),
        "",
        "  // Addressing modes of an operand.",
        *_constants([(f"Mode{name}", int(mode), MODE_SUMMARY[mode]) for mode, name in MODES], 3),
        "",
        "  typedef struct packed {",
        f"    logic [{operand['mode'] - 1}:0]  mode;",
        f"    logic [{operand['ar'] - 1}:0]  ar;     // address register",
        f"    logic [{operand['block'] - 1}:0]  block;  // of data memory",
        f"    logic [{operand['imm'] - 1}:0]  imm;    // address, or step of the address register",
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


SIZES = {
    "WordBits": BITS,
    "ProgramWords": PROGRAM_WORDS,
    "Blocks": BLOCKS,
    "BlockBytes": BLOCK_BYTES,
    "RowBytes": ROW_BYTES,
    "MessageBlock": MESSAGE_BLOCK,
    "AddressRegisters": ADDRESS_REGISTERS,
    "LoopDepth": LOOP_DEPTH,
    "WaitingWords": WAITING_WORDS,
}
"""Of the memories and of what the sequencer and the ring hold."""

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
