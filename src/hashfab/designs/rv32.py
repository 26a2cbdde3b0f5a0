# SPDX-License-Identifier: Apache-2.0
"""A 32-bit RISC-V core, plain or with an extension for Keccak (after rao2018)."""

from hashfab.designs import core
from hashfab.designs.model import Design, Program

EXTENSIONS = ("none", "zbkb", "oasip", "dasip", "lane1", "lane5", "lane25")

CPU = "generic_rv32+m+c+relax"
"""Relaxing lets the linker shorten calls."""

ISE = {"oasip": 1, "dasip": 2}
"""What ``riscv_pkg::ise_e`` calls an extension inside the core."""

COMMON = ("crt0.S", "main.c", "sponge.c")

KECCAK = {
    "none": ("state_plain.c", "keccak_rv32i.S"),
    "zbkb": ("state_interleaved.c", "keccak_zbkb.S"),
    "oasip": ("state_plain.c", "keccak_oasip.S"),
    "dasip": ("state_plain.c", "keccak_dasip.S"),
    "lane1": ("keccak_lane.S",),
    "lane5": ("keccak_lane.S",),
    "lane25": ("keccak_lane.S",),
}
"""The best program of each extension."""


def _rtl_parameters(design: Design) -> dict[str, int]:
    extension = str(design["extension"])
    lanes = int(extension.removeprefix("lane")) if extension.startswith("lane") else 0
    return {"Zbkb": int(extension == "zbkb"), "Ise": ISE.get(extension, 0), "Lanes": lanes}


def _program(design: Design) -> Program:
    extension = str(design["extension"])
    cpu = CPU + ("+zbkb" if extension == "zbkb" else "")
    keccak: tuple[str, ...]
    flags: tuple[str, ...]
    if design["program"] == "compact":
        # As the paper measured it: for size, and without the extension.
        keccak, flags = ("state_plain.c", "keccak_compact.c"), ("-Os",)
        cpu = CPU
    else:
        # OASIP's Keccak is compact as well.
        keccak, flags = KECCAK[extension], ("-Os" if extension == "oasip" else "-O2",)
    return Program("riscv", (*COMMON, *keccak), "riscv32-freestanding-none", cpu, flags)


FAMILY = core.family(
    "rv32",
    "32-bit RISC-V core and its software",
    extensions=EXTENSIONS,
    top="riscv_hash",
    folders=("lane", "riscv"),
    macros={},
    rtl_parameters=_rtl_parameters,
    program=_program,
)
