# SPDX-License-Identifier: Apache-2.0
"""Intrinsics: a compiler makes of each the instruction that the description says."""

import random
import re
from pathlib import Path

import pytest

from hashfab.designs import CORES
from hashfab.isa.kit.cheader import header
from hashfab.isa.kit.model import Extension, Instruction

from ..common import EVERYTHING, compile_text, needs_zig, random_operands, words

RISCV = [item for item in CORES["rv32"].added if item.custom]
SEED = 4


def call(item: Instruction, operands: dict[str, int]) -> str:
    """The intrinsic in C, with variables where it takes registers."""
    arguments = (name for name in re.findall(r"[a-z]\w*", item.syntax) if name != "rd")
    values = ("v" if item.field[n].type.register else str(operands[n]) for n in arguments)
    text = f"{item.mnemonic.replace('.', '_')}({', '.join(values)});"
    return f"sum += {text}" if "rd" in operands else text


@pytest.mark.parametrize("extension", RISCV, ids=lambda item: item.name)
@needs_zig
def test_intrinsics_compile_to_the_encodings(extension: Extension, tmp_path: Path) -> None:
    """Every intrinsic is one instruction, with the constants that it was given."""
    rng = random.Random(SEED)
    (tmp_path / "isa.h").write_text(header(extension))
    body, wanted = [], []
    for item in extension.instructions:
        if not any(field.type.relative for field in item.fields):
            operands = random_operands(item, rng)
            body.append(call(item, operands))
            constants = {
                name: value
                for name, value in operands.items()
                if not item.field[name].type.register
            }
            wanted.append((item, constants))
    source = tmp_path / "intrinsics.c"
    source.write_text(
        '#include "isa.h"\n'
        "uint32_t f(uint32_t v) {\nuint32_t sum = 0;\n" + "\n".join(body) + "\nreturn sum;\n}\n"
    )
    code = compile_text(source, "-mcpu=generic_rv32+m", "-O1", "-Wall", "-Werror")
    found = [(item, item.decode(word)) for word in words(EVERYTHING, code) for item, _ in wanted]
    for item, constants in wanted:
        decoded = [vars(operands) for other, operands in found if other is item and operands]
        assert len(decoded) == 1, f"{item.mnemonic} is not there once"
        assert decoded[0].items() >= constants.items()
