# SPDX-License-Identifier: Apache-2.0
"""The reference system on a board, the ULX3S with an ECP5 85F: its sources and its program."""

from dataclasses import replace
from pathlib import Path

from hashfab import designs, paths
from hashfab.designs import Design
from hashfab.designs.model import Program
from hashfab.measure import program as programs

TOP = "ulx3s"
IMAGE = "program.hex"
"""What the program's memory begins with, in the folder in which the RTL is elaborated or runs."""


def sources() -> tuple[Path, ...]:
    """The SystemVerilog, packages first."""
    return *designs.FAMILIES["soc"].sources(), *sorted((paths.rtl_dir() / TOP).glob("*.sv"))


def pins() -> Path:
    """The constraints of pins and clock."""
    return paths.rtl_dir() / TOP / f"{TOP}.lpf"


def demo(design: Design) -> Program:
    """The program that hashes, counts and prints on the UART."""
    family = designs.FAMILIES["soc"]
    own = family.program(design)
    software = designs.CORES["rv32"].program(designs.parse("rv32"))
    assert isinstance(own, Program) and isinstance(software, Program)
    added = (name for name in software.sources if name not in ("crt0.S", "main.c"))
    return replace(
        own,
        sources=("crt0.S", "demo.c", "hash_accel.c", *added),
        shared=(*own.shared, "common"),
    )


def image(program: Program) -> str:
    """A program as ``$readmemh`` reads it: words, a line each."""
    content = programs.build(program).image.read_bytes()
    content += bytes(-len(content) % 4)
    words = (content[i : i + 4] for i in range(0, len(content), 4))
    return "".join(f"{int.from_bytes(word, 'little'):08x}\n" for word in words)
