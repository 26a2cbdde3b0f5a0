# SPDX-License-Identifier: Apache-2.0
"""The decoder's package: lint is clean, and it has the descriptions' encodings."""

from pathlib import Path

from hashfab.isa.kit.model import Extension
from hashfab.isa.kit.svpackage import package
from hashfab.tools import verilator

from ..common import CUSTOM


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
