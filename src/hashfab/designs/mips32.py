# SPDX-License-Identifier: Apache-2.0
"""A 32-bit MIPS core, plain or with an extension for Keccak (after elmohr2016)."""

from hashfab import isa
from hashfab.designs.core import Core, Extension, Keccak
from hashfab.designs.model import Program


class Mips32(Core):
    """Both extensions are the paper's."""

    name = "mips32"
    summary = "32-bit MIPS core and its software"
    top = "mips_core"
    folders = ("common", "keccak", "core", "mips")
    instructions = isa.mips32()
    extensions = (
        Extension("none", Keccak(("keccak_mips32.S",))),
        Extension(
            name="native",
            best=Keccak(("keccak_native.S",)),
            instructions=isa.NATIVE,
            rtl={"Ise": 1},
        ),
        Extension(
            name="copro",
            best=Keccak(("keccak_copro.S",)),
            instructions=isa.COPRO,
            rtl={"Ise": 2},
        ),
    )
    software = Program(
        folder="mips",
        sources=("crt0.S", "main.c", "sponge.c", "state_plain.c"),
        architecture="mips32",
        # What takes time is in assembly.
        small=True,
    )
    compact = Keccak(("keccak_compact.c",))
