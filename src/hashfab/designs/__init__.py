# SPDX-License-Identifier: Apache-2.0
"""The catalogue: what can be built, a class per family. Knows no tool."""

from hashfab.designs.algorithms import ALGORITHMS, SPONGES, Algorithm, MerkleDamgard, Sponge
from hashfab.designs.catalogue import (
    CORES,
    FAMILIES,
    check_serves,
    families,
    family,
    family_of,
    instruction_set,
    make,
    parameters,
    parse,
)
from hashfab.designs.core import Core, Extension
from hashfab.designs.model import Design, Family, Parameter, Value
from hashfab.errors import RequestError

__all__ = [
    "ALGORITHMS",
    "CORES",
    "FAMILIES",
    "SPONGES",
    "Algorithm",
    "Core",
    "Design",
    "Extension",
    "Family",
    "MerkleDamgard",
    "Parameter",
    "RequestError",
    "Sponge",
    "Value",
    "check_serves",
    "families",
    "family",
    "family_of",
    "instruction_set",
    "make",
    "parameters",
    "parse",
]
