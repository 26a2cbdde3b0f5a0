# SPDX-License-Identifier: Apache-2.0
"""A 32-bit MIPS core, plain or with an extension for Keccak (after elmohr2016)."""

from hashfab.designs import core
from hashfab.designs.model import Design, Program

EXTENSIONS = ("none", "native", "copro")

# Code at fixed addresses, without a table of them. The linker would look for another entry. All
# that takes time is assembly, so that C is compiled for size.
FLAGS = ("-Os", "-fno-pic", "-mno-abicalls", "-mno-gpopt", "-Wl,--entry=_start")

COMMON = ("crt0.S", "main.c", "sponge.c", "state_plain.c")

KECCAK = {
    "none": "keccak_mips32.S",
    "native": "keccak_native.S",
    "copro": "keccak_copro.S",
}
"""The best program of each extension."""


def _program(design: Design) -> Program:
    compact = design["program"] == "compact"
    keccak = "keccak_compact.c" if compact else KECCAK[str(design["extension"])]
    return Program(
        *("mips", (*COMMON, keccak), "mipsel-freestanding-eabi", "mips32+soft_float"),
        FLAGS,
    )


FAMILY = core.family(
    "mips32",
    "32-bit MIPS core and its software",
    extensions=EXTENSIONS,
    top="mips_core",
    folders=("mips",),
    macros={"CORE_MIPS": 1},
    rtl_parameters=lambda design: {"Ise": EXTENSIONS.index(str(design["extension"]))},
    program=_program,
)
