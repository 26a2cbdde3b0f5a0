# SPDX-License-Identifier: Apache-2.0
"""A 32-bit RISC-V core, plain or with an extension for Keccak (after rao2018)."""

from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES
from hashfab.designs.model import Design, Family, Parameter, Program, Value

EXTENSIONS = ("none", "zbkb", "oasip", "dasip", "lane1", "lane5", "lane25")

PROGRAMS = ("best", "compact")

PARAMETERS = (
    Parameter("extension", EXTENSIONS, "none", "of the instruction set"),
    Parameter("program", PROGRAMS, "best", "what runs: the best one, or compact C without it"),
)

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


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    return {parameter.name: parameter.default for parameter in PARAMETERS} | dict(given)


def _check(values: Mapping[str, Value]) -> str | None:
    return None


def _format(values: Mapping[str, Value]) -> str:
    parts = ["rv32"]
    if values["extension"] != "none":
        parts.append(str(values["extension"]))
    if values["program"] != "best":
        parts.append(str(values["program"]))
    return "-".join(parts)


def _parse(text: str) -> dict[str, Value] | None:
    values: dict[str, Value] = {}
    for part in text.split("-") if text else []:
        name = "extension" if part in EXTENSIONS else "program"
        if name in values or part not in (*EXTENSIONS[1:], *PROGRAMS[1:]):
            return None
        values[name] = part
    return values


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


FAMILY = Family(
    name="rv32",
    summary="32-bit RISC-V core and its software",
    parameters=PARAMETERS,
    presets=(
        "rv32",
        "rv32-compact",
        "rv32-zbkb",
        "rv32-oasip",
        "rv32-dasip",
        "rv32-lane1",
        "rv32-lane5",
        "rv32-lane25",
    ),
    algorithms=tuple(SPONGES),
    top="riscv_hash",
    folders=("common", "keccak", "core", "riscv"),
    harness="processor.cpp",
    complete=_complete,
    check=_check,
    format=_format,
    parse=_parse,
    rtl_parameters=_rtl_parameters,
    macros=lambda design: {},
    in_flight=lambda design: 1,
    bound=lambda design, algorithm: None,
    program=_program,
    # Of the registers, one changes at a time.
    clock_gating=lambda design: True,
)
