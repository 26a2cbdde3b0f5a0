# SPDX-License-Identifier: Apache-2.0
"""Every family, and the way from a name to a design."""

from collections.abc import Mapping

from hashfab.designs import accel, engine, hashproc, mips32, rv32
from hashfab.designs.algorithms import Algorithm
from hashfab.designs.model import Design, Family, Value
from hashfab.errors import RequestError, unknown

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (engine.FAMILY, accel.FAMILY, rv32.FAMILY, mips32.FAMILY, hashproc.FAMILY)
}


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

    Raises:
        RequestError: the name is not a design's; the message says what is allowed.
    """
    prefix, _, rest = name.partition("-")
    if prefix not in FAMILIES:
        raise unknown(
            "design", name, [preset for each in FAMILIES.values() for preset in each.presets]
        )
    found = FAMILIES[prefix]
    values = found.parse(rest)
    if values is None:
        example = unknown("design", name, found.presets)
        raise RequestError(f"{example} and others of the same form")
    return found.make(values)


def check_serves(design: Design, algorithm: Algorithm) -> None:
    """Refuse an algorithm that a design does not serve.

    Raises:
        RequestError: it does not; the message says which ones it serves, and what serves this one.
    """
    served = family(design.family).algorithms
    if algorithm.name not in served:
        others = [
            each.presets[0] for each in FAMILIES.values() if algorithm.name in each.algorithms
        ]
        elsewhere = f"; {algorithm.name} is served by {', '.join(others)}" if others else ""
        raise RequestError(
            f"{design.name} does not serve {algorithm.name}; "
            f"allowed: {', '.join(served)}{elsewhere}"
        )
