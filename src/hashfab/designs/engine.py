# SPDX-License-Identifier: Apache-2.0
"""The Keccak-p[1600] permutation alone (after ng2020)."""

import re
from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES, Algorithm, Sponge
from hashfab.designs.model import Design, Family, Parameter, Value

FOLDS = ("none", "plane", "lane", "slice")
"""In the order of the RTL's parameter ``Fold``."""

BEATS = {"none": 1, "plane": 5, "lane": 25, "slice": 32}
"""Beats that carry a state in or out; a beat has 1600 / beats bits."""

PARAMETERS = (
    Parameter("rounds", (1, 2, 3, 4, 6, 8, 12, 24), 1, "rounds in a cycle"),
    Parameter("stages", (1, 2, 3, 4), 1, "pipeline stages in a round, a state in each"),
    Parameter("fold", FOLDS, "none", "what a cycle works on when it is less than the state"),
)
DEFAULTS: dict[str, Value] = {parameter.name: parameter.default for parameter in PARAMETERS}


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    return {**DEFAULTS, **given}


def _check(values: Mapping[str, Value]) -> str | None:
    changed = [name for name, default in DEFAULTS.items() if values[name] != default]
    if len(changed) > 1:
        return (
            f"{' and '.join(changed)} cannot be combined; "
            "one of rounds, stages and fold may differ from its default"
        )
    return None


def _format(values: Mapping[str, Value]) -> str:
    if values["fold"] != "none":
        return f"engine-{values['fold']}"
    return f"engine-s{values['stages']}" if values["stages"] != 1 else f"engine-n{values['rounds']}"


def _parse(text: str) -> dict[str, Value] | None:
    if text in FOLDS[1:]:
        return {"fold": text}
    match = re.fullmatch(r"([ns])(\d+)", text)
    if not match:
        return None
    return {"rounds" if match[1] == "n" else "stages": int(match[2])}


def _rtl_parameters(design: Design) -> dict[str, int]:
    return {
        "RoundsPerCycle": design.number("rounds"),
        "Stages": design.number("stages"),
        "Fold": FOLDS.index(str(design["fold"])),
    }


def _macros(design: Design) -> dict[str, int]:
    beats = BEATS[str(design["fold"])]
    return {
        "HF_BEAT_WIDTH": 1600 // beats,
        "HF_BEATS": beats,
        "HF_SLOTS": design.number("stages"),
        "HF_FOLD": FOLDS.index(str(design["fold"])),
    }


def _in_flight(design: Design) -> int:
    # One more than the states inside, so that the next is at the door when one leaves.
    return design.number("stages") + 1


def _bound(design: Design, algorithm: Algorithm) -> float | None:
    assert isinstance(algorithm, Sponge)
    if design["fold"] != "none":
        return None
    return 8 * algorithm.block_bytes * design.number("rounds") / algorithm.rounds


FAMILY = Family(
    name="engine",
    summary="Keccak-p[1600] permutation alone",
    parameters=PARAMETERS,
    presets=("engine-n1", "engine-n2", "engine-s4", "engine-plane", "engine-lane", "engine-slice"),
    algorithms=tuple(SPONGES),
    top="keccak_engine",
    folders=("common", "keccak"),
    harness="engine.cpp",
    complete=_complete,
    check=_check,
    format=_format,
    parse=_parse,
    rtl_parameters=_rtl_parameters,
    macros=_macros,
    in_flight=_in_flight,
    bound=_bound,
    clock_gating=lambda design: design["fold"] != "none",
)
