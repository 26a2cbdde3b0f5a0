# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.designs.generate``: writes the files that follow from the catalogue.

They are what a core's extensions need beside their hardware (decoder, macros, intrinsics, the page
of their instructions), and the hash processor's word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.designs.catalogue import CORES
from hashfab.designs.core import Core
from hashfab.isa.hashproc import document as hashproc_document
from hashfab.isa.hashproc import package as hashproc_package
from hashfab.isa.kit.assembly import macros
from hashfab.isa.kit.cheader import header
from hashfab.isa.kit.document import page
from hashfab.isa.kit.svpackage import package


@dataclass(frozen=True)
class Outputs:
    """What is written for a core.

    Attributes:
        page: with its instructions, under ``docs``.
        architecture: the page's title.
        timing: a paragraph of the page on what the cycles there leave out.
        files: what else is generated, in words.
        intrinsics: whether C has them.
    """

    page: str
    architecture: str
    timing: str
    files: str
    intrinsics: bool


OUTPUTS = {
    "rv32": Outputs(
        page="isa.md",
        architecture="RISC-V",
        timing="A load costs the second cycle when the next instruction uses its result, a jump "
        "the third one when it goes to a 32-bit instruction that is not at a multiple of 4. A "
        "register field of 3 bits counts from x8.",
        files="the decoder package `isa_*_pkg.sv` in `rtl/riscv` or `rtl/lane`, the intrinsics "
        "`sw/riscv/isa_*.h`, the assembler's macros `sw/riscv/isa_*.inc`",
        intrinsics=True,
    ),
    "mips32": Outputs(
        page="isa-mips.md",
        architecture="MIPS",
        timing="A load costs the second cycle when the next instruction uses its result, an "
        "auxiliary register's too, a branch when it is taken. Delay slots are not counted.",
        files="the decoder package `rtl/mips/isa_*_pkg.sv`, the assembler's macros "
        "`sw/mips/isa_*.inc`",
        intrinsics=False,
    ),
}
"""By family of cores."""

HASHPROC_PAGE = Path("docs/hashproc.md")
HASHPROC_PACKAGE = Path("rtl/hashproc/isa_hashproc_pkg.sv")


def files() -> dict[Path, str]:
    """The text of every generated file, by its path from the working copy's root."""
    made = {
        HASHPROC_PAGE: hashproc_document.page((_root() / HASHPROC_PAGE).read_text()),
        HASHPROC_PACKAGE: hashproc_package.package(),
    }
    for core in CORES.values():
        made.update(_core_files(core, OUTPUTS[core.name]))
    return made


def _core_files(core: Core, outputs: Outputs) -> Iterator[tuple[Path, str]]:
    every = (*core.instructions.extensions, *core.added)
    text = page(every, outputs.architecture, outputs.timing, outputs.files)
    yield Path("docs") / outputs.page, text
    for extension in core.added:
        if extension.custom:
            folder, name = extension.custom.name, f"isa_{extension.name}"
            yield Path("rtl") / (extension.unit or folder) / f"{name}_pkg.sv", package(extension)
            yield Path("sw") / folder / f"{name}.inc", macros(extension)
            if outputs.intrinsics:
                yield Path("sw") / folder / f"{name}.h", header(extension)


def _root() -> Path:
    return paths.rtl_dir().parent


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        full = _root() / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)


if __name__ == "__main__":
    main()
