# SPDX-License-Identifier: Apache-2.0
"""The Keccak-p[1600] permutation alone (after ng2020)."""

import re
from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES, Algorithm, Sponge
from hashfab.designs.model import Design, Family, Parameter, Value

FOLDS = ("none", "plane", "lane", "slice")
"""In the order of the RTL's parameter ``Fold``."""

SKEW = 5
"""Bits by which the lanes of a masked engine's share 1 are rotated left: ``ShareSkew`` of the RTL."""

RANDOM_BITS = {1: 1, 2: 640}
"""The width of ``random_i`` by shares; of one, nothing is asked."""


class Engine(Family):
    """Points differ in rounds per cycle, or pipeline stages, or what a cycle works on."""

    name = "engine"
    summary = "Keccak-p[1600] permutation alone"
    parameters = (
        Parameter("rounds", (1, 2, 3, 4, 6, 8, 12, 24), 1, "rounds in a cycle"),
        Parameter("stages", (1, 2, 3, 4), 1, "pipeline stages in a round, a state in each"),
        Parameter("fold", FOLDS, "none", "what a cycle works on when it is less than the state"),
        Parameter("shares", (1, 2), 1, "2: masked, a state in two random shares"),
    )
    presets = (
        "engine-n1",
        "engine-n2",
        "engine-s4",
        "engine-plane",
        "engine-lane",
        "engine-slice",
        "engine-n1x2",
    )
    algorithms = tuple(SPONGES)
    top = "keccak_engine"
    folders = ("common", "keccak")
    whole_message = False

    def check(self, values: Mapping[str, Value]) -> str | None:
        """One parameter at the most differs from its default."""
        changed = [item.name for item in self.parameters if values[item.name] != item.default]
        if len(changed) > 1:
            return (
                f"{' and '.join(changed)} cannot be combined; "
                "one of rounds, stages, fold and shares may differ from its default"
            )
        return None

    def format(self, values: Mapping[str, Value]) -> str:
        """``engine-n2``, ``engine-s4``, ``engine-lane``, ``engine-n1x2``."""
        if values["fold"] != "none":
            return f"engine-{values['fold']}"
        depth = f"s{values['stages']}" if values["stages"] != 1 else f"n{values['rounds']}"
        return f"engine-{depth}" + (f"x{values['shares']}" if values["shares"] != 1 else "")

    def parse(self, text: str) -> dict[str, Value] | None:
        """A fold, or a letter and a number, with ``x`` and the shares where there are several."""
        if text in FOLDS[1:]:
            return {"fold": text}
        match = re.fullmatch(r"([ns])(\d+)(?:x(\d+))?", text)
        if not match:
            return None
        depth: dict[str, Value] = {"rounds" if match[1] == "n" else "stages": int(match[2])}
        return depth | ({"shares": int(match[3])} if match[3] else {})

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of ``keccak_engine``."""
        return {
            "RoundsPerCycle": design.number("rounds"),
            "Stages": design.number("stages"),
            "Fold": FOLDS.index(str(design["fold"])),
            "Shares": design.number("shares"),
        }

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """Rounds per cycle, a share at a time; a folded engine has none."""
        assert isinstance(algorithm, Sponge)
        if design["fold"] != "none":
            return None
        rounds = design.number("rounds") / design.number("shares")
        return 8 * algorithm.block_bytes * rounds / algorithm.rounds

    def clock_gating(self, design: Design) -> bool:
        """Folded engines hold most of the state still; masked ones all of it without randomness."""
        return design["fold"] != "none" or design["shares"] != 1
