# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.isa.generate``: writes the files that follow from the descriptions."""

from pathlib import Path

from hashfab import paths
from hashfab.isa.hashproc import document as hashproc_document
from hashfab.isa.hashproc import package as hashproc_package
from hashfab.isa.kit.assembly import macros
from hashfab.isa.kit.cheader import header
from hashfab.isa.kit.document import page
from hashfab.isa.kit.svpackage import package
from hashfab.isa.mips import base as mips
from hashfab.isa.mips.copro import COPRO
from hashfab.isa.mips.native import NATIVE
from hashfab.isa.riscv import base as riscv
from hashfab.isa.riscv.dasip import DASIP
from hashfab.isa.riscv.lane import LANE
from hashfab.isa.riscv.oasip import OASIP
from hashfab.isa.riscv.zbkb import ZBKB

RISCV = (*riscv.BASE, ZBKB, LANE, OASIP, DASIP)

MIPS = (*mips.BASE, NATIVE, COPRO)


def files() -> dict[Path, str]:
    """The text of every generated file, by its path from the working copy's root."""
    hashproc = Path("docs/hashproc.md")
    made = {
        Path("docs/isa.md"): page(
            RISCV,
            "RISC-V",
            "A load costs the second cycle when the next instruction uses its result, a jump the "
            "third one when it goes to a 32-bit instruction that is not at a multiple of 4. A "
            "register field of 3 bits counts from x8.",
            "the decoder package `isa_*_pkg.sv` in `rtl/riscv` or `rtl/lane`, the intrinsics "
            "`sw/riscv/isa_*.h`, the assembler's macros `sw/riscv/isa_*.inc`",
        ),
        Path("docs/isa-mips.md"): page(
            MIPS,
            "MIPS",
            "A load costs the second cycle when the next instruction uses its result, an auxiliary "
            "register's too, a branch when it is taken. Delay slots are not counted.",
            "the decoder package `rtl/mips/isa_*_pkg.sv`, the assembler's macros "
            "`sw/mips/isa_*.inc`",
        ),
        hashproc: hashproc_document.page((paths.rtl_dir().parent / hashproc).read_text()),
        Path("rtl/hashproc/isa_hashproc_pkg.sv"): hashproc_package.package(),
    }
    for extension in (*RISCV, *MIPS):
        if extension.custom:
            folder, name = extension.custom.name, f"isa_{extension.name}"
            made[Path(f"rtl/{extension.unit or folder}/{name}_pkg.sv")] = package(extension)
            made[Path(f"sw/{folder}/{name}.inc")] = macros(extension)
            if extension in RISCV:
                made[Path(f"sw/{folder}/{name}.h")] = header(extension)
    return made


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        full = paths.rtl_dir().parent / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)


if __name__ == "__main__":
    main()
