# SPDX-License-Identifier: Apache-2.0
"""Macros: assemblers make of them what the descriptions say."""

import random
from pathlib import Path

import pytest

from hashfab.designs import CORES
from hashfab.isa import COPRO, LANE
from hashfab.isa.kit.assembly import macros
from hashfab.isa.kit.disassembler import render
from hashfab.isa.kit.model import Extension, Operands

from ..common import (
    CUSTOM,
    EVERYTHING,
    MIPS_EVERYTHING,
    MIPS_TARGET,
    compile_text,
    needs_zig,
    random_operands,
    words,
)

SEED = 4


@CUSTOM
@needs_zig
def test_macros_assemble_to_the_encodings(extension: Extension, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    (tmp_path / "isa.inc").write_text(macros(extension))
    lines, expected = ['.include "isa.inc"'], []
    for item in extension.instructions:
        for _ in range(20):
            operands = random_operands(item, rng)
            expected.append(item.encode(**operands))
            line = render(item, Operands(**operands))
            if "end" in operands:  # a label, so far ahead
                line = f"{item.mnemonic} x{operands['rs1']}, . + {operands['end']}"
            lines.append(line)
    source = tmp_path / "macros.s"
    source.write_text("\n".join(lines) + "\n")
    if extension in CORES["rv32"].added:
        isa = EVERYTHING
        code = compile_text(source, "-mcpu=generic_rv32+m", f"-I{tmp_path}")
    else:
        isa = MIPS_EVERYTHING
        code = compile_text(source, "-mcpu=mips32", f"-I{tmp_path}", target=MIPS_TARGET)
    for line, want, got in zip(lines[1:], expected, words(isa, code), strict=True):
        assert got == want, f"{line}: {got:#010x} instead of {want:#010x}"


@needs_zig
def test_macros_refuse_what_has_no_encoding(tmp_path: Path) -> None:
    source = tmp_path / "wrong.s"
    (tmp_path / "isa.inc").write_text(macros(LANE))
    source.write_text('.include "isa.inc"\nkabs a0, a1, 25\n')
    with pytest.raises(Exception, match="non-zero"):
        compile_text(source, "-mcpu=generic_rv32", f"-I{tmp_path}")


@needs_zig
@pytest.mark.parametrize("line", ["lwau $5, 8($a0)", "chi 5, 8($a0)", "chi -1, 8($a0)"])
def test_macros_refuse_registers_that_are_not_there(line: str, tmp_path: Path) -> None:
    source = tmp_path / "wrong.s"
    (tmp_path / "isa.inc").write_text(macros(COPRO))
    source.write_text(f'.include "isa.inc"\n{line}\n')
    with pytest.raises(Exception, match="non-zero"):
        compile_text(source, "-mcpu=mips32", f"-I{tmp_path}", target=MIPS_TARGET)
