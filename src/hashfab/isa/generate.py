# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.isa.generate``: writes the files that follow from the descriptions."""

from pathlib import Path

from hashfab import paths
from hashfab.isa import riscv
from hashfab.isa.assembly import macros
from hashfab.isa.cheader import header
from hashfab.isa.dasip import DASIP
from hashfab.isa.document import page
from hashfab.isa.hashproc import document as hashproc_document
from hashfab.isa.hashproc import package as hashproc_package
from hashfab.isa.lane import LANE
from hashfab.isa.oasip import OASIP
from hashfab.isa.svpackage import package
from hashfab.isa.zbkb import ZBKB

RISCV = (*riscv.BASE, ZBKB, LANE, OASIP, DASIP)


def files() -> dict[Path, str]:
    """The text of every generated file, by its path from the working copy's root."""
    hashproc = Path("docs/hashproc.md")
    made = {
        Path("docs/isa.md"): page(RISCV),
        hashproc: hashproc_document.page((paths.rtl_dir().parent / hashproc).read_text()),
        Path("rtl/hashproc/isa_hashproc_pkg.sv"): hashproc_package.package(),
    }
    for extension in RISCV:
        if extension.custom:
            name = f"isa_{extension.name}"
            made[Path(f"rtl/riscv/{name}_pkg.sv")] = package(extension)
            made[Path(f"sw/riscv/{name}.h")] = header(extension)
            made[Path(f"sw/riscv/{name}.inc")] = macros(extension)
    return made


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        full = paths.rtl_dir().parent / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)


if __name__ == "__main__":
    main()
