# SPDX-License-Identifier: Apache-2.0
"""A 32-bit MIPS core, plain or with an extension for Keccak (after elmohr2016)."""

from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES
from hashfab.designs.model import Design, Family, Parameter, Program, Value

EXTENSIONS = ("none", "native", "copro")

PROGRAMS = ("best", "compact")

PARAMETERS = (
    Parameter("extension", EXTENSIONS, "none", "of the instruction set"),
    Parameter("program", PROGRAMS, "best", "what runs: the best one, or compact C without it"),
)

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


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    return {parameter.name: parameter.default for parameter in PARAMETERS} | dict(given)


def _check(values: Mapping[str, Value]) -> str | None:
    return None


def _format(values: Mapping[str, Value]) -> str:
    parts = ["mips32"]
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


def _program(design: Design) -> Program:
    compact = design["program"] == "compact"
    keccak = "keccak_compact.c" if compact else KECCAK[str(design["extension"])]
    return Program(
        *("mips", (*COMMON, keccak), "mipsel-freestanding-eabi", "mips32+soft_float"),
        FLAGS,
    )


FAMILY = Family(
    name="mips32",
    summary="32-bit MIPS core and its software",
    parameters=PARAMETERS,
    presets=("mips32", "mips32-compact", "mips32-native", "mips32-copro"),
    algorithms=tuple(SPONGES),
    top="mips_hash",
    folders=("common", "keccak", "core", "mips"),
    harness="processor.cpp",
    complete=_complete,
    check=_check,
    format=_format,
    parse=_parse,
    rtl_parameters=lambda design: {"Ise": EXTENSIONS.index(str(design["extension"]))},
    macros=lambda design: {"CORE_MIPS": 1},
    in_flight=lambda design: 1,
    bound=lambda design, algorithm: None,
    program=_program,
    # Of the registers, one changes at a time.
    clock_gating=lambda design: True,
)
