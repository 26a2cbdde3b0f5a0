# SPDX-License-Identifier: Apache-2.0
"""Generated files: they are up to date, and tools read from them what the descriptions say."""

import random
import re
from pathlib import Path

import pytest

from hashfab import paths
from hashfab.isa import COPRO, DASIP, LANE, NATIVE, OASIP
from hashfab.isa.generate import files
from hashfab.isa.kit.assembly import macros
from hashfab.isa.kit.cheader import header
from hashfab.isa.kit.disassembler import render
from hashfab.isa.kit.model import Extension, Instruction, Operands
from hashfab.isa.kit.svpackage import package
from hashfab.tools import verilator

from .common import (
    EVERYTHING,
    MIPS_EVERYTHING,
    MIPS_TARGET,
    compile_text,
    needs_zig,
    random_operands,
    words,
)

RISCV = [LANE, OASIP, DASIP]
CUSTOM = pytest.mark.parametrize("extension", [*RISCV, NATIVE, COPRO], ids=lambda item: item.name)
SEED = 4


@pytest.mark.parametrize("path", files(), ids=str)
def test_up_to_date(path: Path) -> None:
    text = (paths.rtl_dir().parent / path).read_text()
    assert text == files()[path], "run `python -m hashfab.isa.generate`"


@CUSTOM
def test_the_packages_are_lint_clean(extension: Extension, tmp_path: Path) -> None:
    source = tmp_path / f"isa_{extension.name}_pkg.sv"
    source.write_text(package(extension))
    name = extension.name
    top = tmp_path / "top.sv"
    top.write_text(
        f"module top (input logic [31:0] instr_i, output isa_{name}_pkg::{name}_op_e op_o);\n"
        f"  assign op_o = isa_{name}_pkg::{name}_decode(instr_i);\nendmodule\n"
    )
    verilator.lint("top", (source, top), {}, tmp_path / "log")


@CUSTOM
def test_the_decoder_reads_match_and_mask(extension: Extension) -> None:
    text = package(extension)
    for item in extension.instructions:
        pattern = "".join(
            str(item.match >> bit & 1) if item.mask >> bit & 1 else "?" for bit in range(31, -1, -1)
        )
        assert pattern in text.replace("_", "")


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
    if extension in RISCV:
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
