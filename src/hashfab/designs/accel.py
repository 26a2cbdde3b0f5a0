# SPDX-License-Identifier: Apache-2.0
"""The sponge accelerator with DMA: pads, absorbs, permutes, squeezes (after schmidt2015)."""

import re
from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES, Algorithm, Sponge
from hashfab.designs.model import Design, Family, Parameter, Value

PARAMETERS = (
    Parameter("units", tuple(range(1, 9)), 1, "permutation units (D)"),
    Parameter("rounds", (1, 2, 3, 4, 6, 8, 12, 24), 1, "rounds in a cycle of a unit (N)"),
    Parameter("stages", (1, 2, 3, 4), 1, "pipeline stages in a unit, a context in each (S)"),
    Parameter(
        "contexts", tuple(range(1, 9)), 1, "execution contexts (T); units x stages if unsaid"
    ),
    Parameter("width", (32, 64, 128, 256), 64, "bits of the memory port (W)"),
    Parameter("buffers", tuple(range(1, 9)), 1, "message buffers (B); min(contexts, 4) if unsaid"),
)

NAME = re.compile(r"d(\d+)([ns])(\d+)t(\d+)w(\d+)(?:b(\d+))?")


def _default_buffers(contexts: int) -> int:
    return min(contexts, 4)


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    values: dict[str, Value] = {parameter.name: parameter.default for parameter in PARAMETERS}
    # Contexts follow the states that the units hold, unless they are said.
    needed = int(given.get("units", 1)) * int(given.get("stages", 1))
    values |= {"contexts": min(needed, 8)} | dict(given)
    if "buffers" not in given:
        values["buffers"] = _default_buffers(int(values["contexts"]))
    return values


def _check(values: Mapping[str, Value]) -> str | None:
    if values["rounds"] != 1 and values["stages"] != 1:
        return "rounds and stages cannot be combined; one of them must be 1"
    needed = int(values["units"]) * int(values["stages"])
    if needed > int(values["contexts"]):
        return (
            f"units x stages = {needed} states need as many contexts, not {values['contexts']}; "
            "allowed: units x stages <= contexts <= 8"
        )
    return None


def _format(values: Mapping[str, Value]) -> str:
    unit = f"s{values['stages']}" if values["stages"] != 1 else f"n{values['rounds']}"
    name = f"accel-d{values['units']}{unit}t{values['contexts']}w{values['width']}"
    if values["buffers"] != _default_buffers(int(values["contexts"])):
        name += f"b{values['buffers']}"
    return name


def _parse(text: str) -> dict[str, Value] | None:
    match = NAME.fullmatch(text)
    if not match:
        return None
    units, kind, depth, contexts, width, buffers = match.groups()
    values: dict[str, Value] = {
        "units": int(units),
        "rounds" if kind == "n" else "stages": int(depth),
        "contexts": int(contexts),
        "width": int(width),
    }
    return values | ({"buffers": int(buffers)} if buffers else {})


def _rtl_parameters(design: Design) -> dict[str, int]:
    return {
        "Units": design.number("units"),
        "RoundsPerCycle": design.number("rounds"),
        "Stages": design.number("stages"),
        "Contexts": design.number("contexts"),
        "Width": design.number("width"),
        "Buffers": design.number("buffers"),
    }


def _macros(design: Design) -> dict[str, int]:
    return {
        "HF_STAGES": design.number("stages"),
        "HF_WIDTH": design.number("width"),
    }


def _bound(design: Design, algorithm: Algorithm) -> float | None:
    assert isinstance(algorithm, Sponge)
    units = design.number("units") * design.number("rounds")
    permuted = units * 8 * algorithm.block_bytes / algorithm.rounds
    return min(float(design.number("width")), permuted)


FAMILY = Family(
    name="accel",
    summary="sponge accelerator with DMA",
    parameters=PARAMETERS,
    presets=(
        "accel-d1n1t1w64",
        "accel-d1n1t2w64",
        "accel-d2n1t2w64",
        "accel-d2n2t2w64",
        "accel-d1s4t4w64",
        "accel-d1n2t2w128",
    ),
    algorithms=tuple(SPONGES),
    top="hash_accel",
    folders=("common", "keccak", "accel"),
    harness="accel.cpp",
    complete=_complete,
    check=_check,
    format=_format,
    parse=_parse,
    rtl_parameters=_rtl_parameters,
    macros=_macros,
    # Commands that are being read, and states that are being permuted or written.
    in_flight=lambda design: (
        design.number("contexts") + design.number("units") * design.number("stages")
    ),
    bound=_bound,
)
