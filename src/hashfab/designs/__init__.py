# SPDX-License-Identifier: Apache-2.0
"""The catalogue: what can be built, as plain data. Knows no tool."""

from hashfab.designs.algorithms import ALGORITHMS, SPONGES, Algorithm, MerkleDamgard, Sponge
from hashfab.designs.catalogue import (
    FAMILIES,
    check_serves,
    families,
    family,
    make,
    parameters,
    parse,
)
from hashfab.designs.model import Design, Family, Parameter, Value
from hashfab.errors import RequestError

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "SPONGES",
    "Algorithm",
    "Design",
    "Family",
    "MerkleDamgard",
    "Parameter",
    "RequestError",
    "Sponge",
    "Value",
    "check_serves",
    "families",
    "family",
    "make",
    "parameters",
    "parse",
]
