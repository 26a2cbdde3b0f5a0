# SPDX-License-Identifier: Apache-2.0
"""Every family, and the way from a name to a design."""

import re
from collections.abc import Mapping

from hashfab.designs import guests
from hashfab.designs.accel import Accel
from hashfab.designs.algorithms import Algorithm
from hashfab.designs.core import Core
from hashfab.designs.engine import Engine
from hashfab.designs.hashproc import Hashproc
from hashfab.designs.mips32 import Mips32
from hashfab.designs.model import Design, Family, Value
from hashfab.designs.rv32 import Rv32
from hashfab.designs.soc import Soc
from hashfab.errors import RequestError, unknown
from hashfab.isa import InstructionSet

FAMILIES: dict[str, Family] = {
    family.name: family for family in (Engine(), Accel(), Rv32(), Mips32(), Hashproc(), Soc())
}

CORES: dict[str, Core] = {
    name: family for name, family in FAMILIES.items() if isinstance(family, Core)
}
"""The families whose designs execute instructions of a stock architecture."""


MOST_CHARACTERS = 64
"""Of a design's name."""

LEADING_ZERO = re.compile(r"(?<![0-9])0[0-9]")


def families() -> tuple[str, ...]:
    """The names of all families."""
    return tuple(FAMILIES)


def family(name: str) -> Family:
    """The family of that name.

    Raises:
        RequestError: there is none.
    """
    if name not in FAMILIES:
        raise unknown("family", name, FAMILIES)
    return FAMILIES[name]


def family_of(design: Design) -> Family:
    """The family of a design, in the catalogue or not."""
    return design.guest or family(design.family)


def parameters(name: str) -> dict[str, Value]:
    """A family's parameters with their defaults. Raises as ``family`` does."""
    return {parameter.name: parameter.default for parameter in family(name).parameters}


def make(name: str, given: Mapping[str, Value]) -> Design:
    """The design of a family with the given parameters, the others at their defaults.

    Raises:
        RequestError: the family or a parameter is unknown, or the combination is illegal.
    """
    return family(name).make(given)


def parse(name: str) -> Design:
    """The design of that name, canonical or an alias (``engine-s1`` is ``engine-n1``).

    A guest is named by its file: ``FILE.toml``, or ``FILE.toml:NAME=VALUE,...``.

    Raises:
        RequestError: the name is not a design's; the message says what is allowed.
    """
    if guests.is_typed(name):
        return guests.parse(name)
    prefix, dash, rest = name.partition("-")
    if prefix not in FAMILIES:
        raise unknown(
            "design", name, [preset for each in FAMILIES.values() for preset in each.presets]
        )
    found = FAMILIES[prefix]
    # A name is short and has one spelling: no digit but ASCII's, no leading zero, no lone dash.
    plain = len(name) <= MOST_CHARACTERS and name.isascii() and bool(rest) == bool(dash)
    values = found.parse(rest) if plain and not LEADING_ZERO.search(rest) else None
    if values is None:
        example = unknown("design", name, found.presets)
        raise RequestError(f"{example} and others of the same form")
    return found.make(values)


def instruction_set(design: Design) -> InstructionSet:
    """What a core executes, or that of a system.

    Raises:
        RequestError: the design is none.
    """
    found = family_of(design)
    if not isinstance(found, Core | Soc):
        raise RequestError(f"{design.name} is no core; allowed: designs of {', '.join(CORES)}")
    return found.instruction_set(design)


def check_serves(design: Design, algorithm: Algorithm) -> None:
    """Refuse an algorithm that a design does not serve.

    Raises:
        RequestError: it does not; the message says which ones it serves, and what serves this one.
    """
    served = family_of(design).algorithms
    if algorithm.name not in served:
        others = [
            each.presets[0] for each in FAMILIES.values() if algorithm.name in each.algorithms
        ]
        elsewhere = f"; {algorithm.name} is served by {', '.join(others)}" if others else ""
        raise RequestError(
            f"{design.name} does not serve {algorithm.name}; "
            f"allowed: {', '.join(served)}{elsewhere}"
        )
