# SPDX-License-Identifier: Apache-2.0
"""What the families of 32-bit cores have in common: an extension, a program, and their names."""

from collections.abc import Callable, Mapping

from hashfab.designs.algorithms import SPONGES
from hashfab.designs.model import Design, Family, Parameter, Program, Value

PROGRAMS = ("best", "compact")


def family(
    name: str,
    summary: str,
    extensions: tuple[str, ...],
    top: str,
    folders: tuple[str, ...],
    macros: Mapping[str, int],
    rtl_parameters: Callable[[Design], dict[str, int]],
    program: Callable[[Design], Program],
) -> Family:
    """A core's family.

    Args:
        name: of the family.
        summary: one line.
        extensions: of the instruction set, ``none`` first; each is a preset.
        top: the RTL's top module.
        folders: under ``rtl``, of what the cores do not share.
        macros: the harness's, which serves every core.
        rtl_parameters: the top's parameters.
        program: what runs on a design.
    """
    parameters = (
        Parameter("extension", extensions, "none", "of the instruction set"),
        Parameter("program", PROGRAMS, "best", "what runs: the best one, or compact C without it"),
    )

    def complete(given: Mapping[str, Value]) -> dict[str, Value]:
        return {parameter.name: parameter.default for parameter in parameters} | dict(given)

    def spell(values: Mapping[str, Value]) -> str:
        said = [str(values[p.name]) for p in parameters if values[p.name] != p.default]
        return "-".join([name, *said])

    def parse(text: str) -> dict[str, Value] | None:
        values: dict[str, Value] = {}
        for part in text.split("-") if text else []:
            parameter = "extension" if part in extensions else "program"
            if parameter in values or part not in (*extensions[1:], *PROGRAMS[1:]):
                return None
            values[parameter] = part
        return values

    return Family(
        name=name,
        summary=summary,
        parameters=parameters,
        presets=(name, f"{name}-compact", *(f"{name}-{item}" for item in extensions[1:])),
        algorithms=tuple(SPONGES),
        top=top,
        folders=("common", "keccak", "core", *folders),
        harness="processor.cpp",
        complete=complete,
        check=lambda values: None,
        format=spell,
        parse=parse,
        rtl_parameters=rtl_parameters,
        macros=lambda design: dict(macros),
        in_flight=lambda design: 1,
        bound=lambda design, algorithm: None,
        program=program,
        # Of the registers, one changes at a time.
        clock_gating=lambda design: True,
    )
