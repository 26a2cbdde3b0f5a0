# SPDX-License-Identifier: Apache-2.0
"""The sponge accelerator with DMA: pads, absorbs, permutes, squeezes (after schmidt2015)."""

import re
from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES, Algorithm, Sponge
from hashfab.designs.engine import FOLDS
from hashfab.designs.model import Design, Family, Parameter, Value

NAME = re.compile(r"d(\d+)([ns])(\d+)t(\d+)w(\d+)(?:b(\d+))?(r)?(c)?")

FOLDED = ("none", "plane", "slice")
"""The folds of an engine that an accelerator has, too."""

FOLDED_NAME = re.compile(rf"({'|'.join(FOLDED[1:])})w(\d+)")

FOLDED_WIDTHS: Mapping[str, tuple[int, ...]] = {"plane": (64,), "slice": (32, 64)}
"""Of the port, by fold: a plane takes a lane in a cycle, a slice less."""


def _default_buffers(contexts: int) -> int:
    return min(contexts, 4)


class Accel(Family):
    """Points differ in units, what a unit is, contexts, and the memory side."""

    name = "accel"
    summary = "sponge accelerator with DMA"
    parameters = (
        Parameter("units", tuple(range(1, 9)), 1, "permutation units (D)"),
        Parameter("rounds", (1, 2, 3, 4, 6, 8, 12, 24), 1, "rounds in a cycle of a unit (N)"),
        Parameter("stages", (1, 2, 3, 4), 1, "pipeline stages in a unit, a context in each (S)"),
        Parameter(
            "contexts", tuple(range(1, 9)), 1, "execution contexts (T); units x stages if unsaid"
        ),
        Parameter("width", (32, 64, 128, 256), 64, "bits of the memory port (W)"),
        Parameter(
            "buffers", tuple(range(1, 9)), 1, "message buffers (B); min(contexts, 4) if unsaid"
        ),
        Parameter("resume", (0, 1), 0, "commands may begin and end with a state in memory (r)"),
        Parameter("chain", (0, 1), 0, "commands may hash many times, an output the next input (c)"),
        Parameter("fold", FOLDED, "none", "what a cycle works on when it is less than the state"),
    )
    presets = (
        "accel-d1n1t1w64",
        "accel-d1n1t2w64",
        "accel-d2n1t2w64",
        "accel-d2n2t2w64",
        "accel-d1s4t4w64",
        "accel-d1n2t2w128",
        "accel-planew64",
        "accel-slicew64",
    )
    algorithms = tuple(SPONGES)
    top = "hash_accel"
    folders = ("common", "keccak", "accel")

    def complete(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """By default a context for each state in the units, and up to 4 buffers for them."""
        values = super().complete(given)
        if "contexts" not in given:
            values["contexts"] = min(int(values["units"]) * int(values["stages"]), 8)
        if "buffers" not in given:
            values["buffers"] = _default_buffers(int(values["contexts"]))
        return values

    def check(self, values: Mapping[str, Value]) -> str | None:
        """Rounds or stages, not both; a context for each state; chains without stages.

        Folded, one of everything.
        """
        if values["fold"] != "none":
            return self._check_folded(values)
        if values["rounds"] != 1 and values["stages"] != 1:
            return "rounds and stages cannot be combined; one of them must be 1"
        if values["chain"] and values["stages"] != 1:
            return "chain and stages cannot be combined; with chain, stages must be 1"
        needed, contexts = int(values["units"]) * int(values["stages"]), int(values["contexts"])
        if needed > contexts:
            return (
                f"units x stages = {needed} states need as many contexts, not {contexts}; "
                "allowed: units x stages <= contexts <= 8"
            )
        return None

    def _check_folded(self, values: Mapping[str, Value]) -> str | None:
        changed = [
            item.name
            for item in self.parameters
            if item.name not in ("width", "fold") and values[item.name] != item.default
        ]
        if changed:
            return (
                f"fold = {values['fold']} cannot be combined with {' and '.join(changed)}; "
                "a folded accelerator has one unit and one context, no state in memory and no chain"
            )
        allowed = FOLDED_WIDTHS[str(values["fold"])]
        if values["width"] not in allowed:
            return (
                f"fold = {values['fold']} cannot use width = {values['width']}; "
                f"allowed: {', '.join(map(str, allowed))}"
            )
        return None

    def format(self, values: Mapping[str, Value]) -> str:
        """``accel-d2n2t2w64``; then buffers that do not follow from the contexts, ``r``, ``c``.

        Folded, there is one of all that the others count: ``accel-slicew64``.
        """
        if values["fold"] != "none":
            return f"accel-{values['fold']}w{values['width']}"
        unit = f"s{values['stages']}" if values["stages"] != 1 else f"n{values['rounds']}"
        name = f"accel-d{values['units']}{unit}t{values['contexts']}w{values['width']}"
        if values["buffers"] != _default_buffers(int(values["contexts"])):
            name += f"b{values['buffers']}"
        return name + ("r" if values["resume"] else "") + ("c" if values["chain"] else "")

    def parse(self, text: str) -> dict[str, Value] | None:
        """A fold and the width, or letters and numbers."""
        if folded := FOLDED_NAME.fullmatch(text):
            return {"fold": folded[1], "width": int(folded[2])}
        match = NAME.fullmatch(text)
        if not match:
            return None
        units, kind, depth, contexts, width, buffers, resume, chain = match.groups()
        values: dict[str, Value] = {
            "units": int(units),
            "rounds" if kind == "n" else "stages": int(depth),
            "contexts": int(contexts),
            "width": int(width),
            "resume": int(resume is not None),
            "chain": int(chain is not None),
        }
        return values | ({"buffers": int(buffers)} if buffers else {})

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of ``hash_accel``."""
        folded = {"Fold": FOLDS.index(str(design["fold"]))} if design["fold"] != "none" else {}
        return {
            "Units": design.number("units"),
            "RoundsPerCycle": design.number("rounds"),
            "Stages": design.number("stages"),
            "Contexts": design.number("contexts"),
            "Width": design.number("width"),
            "Buffers": design.number("buffers"),
            "Resume": design.number("resume"),
            "Chain": design.number("chain"),
            **folded,
        }

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """The memory port, or the units; a folded accelerator has no bound."""
        assert isinstance(algorithm, Sponge)
        if design["fold"] != "none":
            return None
        units = design.number("units") * design.number("rounds")
        permuted = units * 8 * algorithm.block_bytes / algorithm.rounds
        return min(float(design.number("width")), permuted)

    def clock_gating(self, design: Design) -> bool:
        """A folded unit holds most of its state still."""
        return design["fold"] != "none"
