# SPDX-License-Identifier: Apache-2.0
"""The reference system on a board, the ULX3S with an ECP5 85F: its sources, program, bitstream.

``python -m hashfab.measure.board DIR [DESIGN]`` writes ``bitstream.bit`` into a folder, beside the
netlist, the program and the logs.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import click

from hashfab import designs, entry, files, paths
from hashfab.designs import Design
from hashfab.designs.model import Program
from hashfab.errors import RequestError
from hashfab.measure import program as programs
from hashfab.measure.targets.fpga import MACROS
from hashfab.tools import nextpnr, yosys

TOP = "ulx3s"
DEVICE = ("--85k", "--package", "CABGA381")
MHZ = 25.0
"""Of the board's oscillator."""

DRIVER = ("hash_accel.c", "hash_stream.c", "hash_sp800_185.c")
"""What the program takes of it."""

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
        sources=("crt0.S", "demo.c", *DRIVER, *added),
        shared=(*own.shared, "common"),
    )


def image(program: Program) -> str:
    """A program as ``$readmemh`` reads it: words, a line each."""
    content = programs.build(program).image.read_bytes()
    content += bytes(-len(content) % 4)
    words = (content[i : i + 4] for i in range(0, len(content), 4))
    return "".join(f"{int.from_bytes(word, 'little'):08x}\n" for word in words)


def bitstream(design: Design, work: Path) -> float:
    """Write the bitstream of a system and its ``demo`` into a folder, ``bitstream.bit``.

    Returns:
        The highest frequency of its clock, in MHz.

    Raises:
        ToolMissing: Yosys, nextpnr or the compiler is not installed.
        WorkFailed: the system does not fit, or is slower than the board's clock.
    """
    (work / IMAGE).write_text(image(demo(design)))
    shutil.copyfile(pins(), work / pins().name)
    names = yosys.stage(work, sources())
    script = yosys.read(TOP, names, designs.FAMILIES["soc"].rtl_parameters(design), MACROS)
    yosys.run(work, "map", f"{script}synth_ecp5 -nowidelut -top {TOP} -json {TOP}.json\n")
    return nextpnr.bitstream(work, f"{TOP}.json", pins().name, DEVICE)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("name", metavar="[DESIGN]", default="soc-accel-d1n1t1w64")
def main(folder: Path, name: str) -> None:
    """Write the bitstream of a system and its program into FOLDER."""
    design = designs.parse(name)
    if design.family != "soc":
        raise RequestError(f"{name} is no system; allowed: designs of soc")
    files.check_folder(folder, "FOLDER")
    work = paths.make_dir(folder.absolute())
    print(f"{work / 'bitstream.bit'}: {bitstream(design, work):.1f} MHz, {MHZ:g} MHz are used")


if __name__ == "__main__":
    entry.run(main)
