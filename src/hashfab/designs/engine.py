# SPDX-License-Identifier: Apache-2.0
"""The Keccak-p[1600] permutation alone (after ng2020)."""

import re
from collections.abc import Mapping

from hashfab.designs.algorithms import SPONGES, Algorithm, Sponge
from hashfab.designs.model import Design, Family, Parameter, Value

FOLDS = ("none", "plane", "lane", "slice")
"""In the order of the RTL's parameter ``Fold``."""

PROTECTIONS = ("none", "parity", "redo")
"""In the order of the RTL's parameter ``Protect``."""

SKEW = 17
"""By which the lanes of a masked engine's share 1 are rotated left: the RTL's ``ShareSkew``."""

FRESH_BITS = 640
"""Random bits of a round in two shares."""

SEED_BITS = 160
"""Of a generator of them: a key and an initial value of Trivium."""

SEED_WORDS = 65536
"""Rounds that a seed serves, the RTL's ``SeedWords`` unless it is told otherwise."""


def random_bits(shares: int, generator: int) -> int:
    """The width of ``random_i``: fresh bits or a seed; with one share, nothing is asked."""
    if shares == 1:
        return 1
    return SEED_BITS if generator else FRESH_BITS


def entropy(design: Design) -> float:
    """True random bits that an engine takes by ``random_i`` for a permutation of 24 rounds."""
    shares, generator = design.number("shares"), design.number("generator")
    bits = 24 * random_bits(shares, generator) if shares > 1 else 0
    return bits / SEED_WORDS if generator else bits


class Engine(Family):
    """Points differ in rounds per cycle, or pipeline stages, or what a cycle works on."""

    name = "engine"
    summary = "Keccak-p[1600] permutation alone"
    parameters = (
        Parameter("rounds", (1, 2, 3, 4, 6, 8, 12, 24), 1, "rounds in a cycle"),
        Parameter("stages", (1, 2, 3, 4), 1, "pipeline stages in a round, a state in each"),
        Parameter("fold", FOLDS, "none", "what a cycle works on when it is less than the state"),
        Parameter("shares", (1, 2), 1, "2: masked, a state in two random shares"),
        Parameter(
            "generator",
            (0, 64, 128, 320),
            0,
            "random bits it makes in a cycle from seeds by a port",
        ),
        Parameter("protect", PROTECTIONS, "none", "how it notices faults"),
    )
    presets = (
        "engine-n1",
        "engine-n2",
        "engine-s4",
        "engine-plane",
        "engine-lane",
        "engine-slice",
        "engine-n1x2",
        "engine-n1x2g64",
        "engine-n1-parity",
        "engine-n1-redo",
    )
    algorithms = tuple(SPONGES)
    top = "keccak_engine"
    folders = ("common", "keccak", "engine")
    whole_message = False

    def check(self, values: Mapping[str, Value]) -> str | None:
        """One parameter at the most differs from its default, a generator's aside."""
        if values["generator"] != 0 and values["shares"] == 1:
            return "a generator of random bits is for an engine in shares; generator=0 is allowed"
        changed = [
            item.name
            for item in self.parameters
            if item.name != "generator" and values[item.name] != item.default
        ]
        if len(changed) > 1:
            return (
                f"{' and '.join(changed)} cannot be combined; "
                "one of rounds, stages, fold, shares and protect may differ from its default"
            )
        return None

    def format(self, values: Mapping[str, Value]) -> str:
        """``engine-n2``, ``engine-s4``, ``engine-lane``, ``engine-n1x2g64``, ``engine-n1-redo``."""
        if values["fold"] != "none":
            return f"engine-{values['fold']}"
        depth = f"s{values['stages']}" if values["stages"] != 1 else f"n{values['rounds']}"
        masked = f"x{values['shares']}" if values["shares"] != 1 else ""
        masked += f"g{values['generator']}" if values["generator"] != 0 else ""
        guarded = f"-{values['protect']}" if values["protect"] != "none" else ""
        return f"engine-{depth}{masked}{guarded}"

    def parse(self, text: str) -> dict[str, Value] | None:
        """A fold, or a letter and a number, shares and their generator, and the protection."""
        if text in FOLDS[1:]:
            return {"fold": text}
        guards = "|".join(PROTECTIONS[1:])
        match = re.fullmatch(rf"([ns])(\d+)(?:x(\d+)(?:g(\d+))?)?(?:-({guards}))?", text)
        if not match:
            return None
        found: dict[str, Value] = {"rounds" if match[1] == "n" else "stages": int(match[2])}
        found |= {"shares": int(match[3])} if match[3] else {}
        found |= {"generator": int(match[4])} if match[4] else {}
        return found | ({"protect": match[5]} if match[5] else {})

    def rtl_parameters(self, design: Design) -> dict[str, int]:
        """Of ``keccak_engine``."""
        return {
            "RoundsPerCycle": design.number("rounds"),
            "Stages": design.number("stages"),
            "Fold": FOLDS.index(str(design["fold"])),
            "Shares": design.number("shares"),
            "Protect": PROTECTIONS.index(str(design["protect"])),
            "Generator": design.number("generator"),
        }

    def bound(self, design: Design, algorithm: Algorithm) -> float | None:
        """Rounds per cycle, for each share apart, and twice where they are redone.

        A round in shares waits for its random bits where they are made by and by. A folded
        engine has none.
        """
        assert isinstance(algorithm, Sponge)
        if design["fold"] != "none":
            return None
        passes = design.number("shares") * (2 if design["protect"] == "redo" else 1)
        if design.number("generator"):
            passes = max(passes, FRESH_BITS // design.number("generator"))
        return 8 * algorithm.block_bytes * design.number("rounds") / (passes * algorithm.rounds)
