# SPDX-License-Identifier: Apache-2.0
"""The catalogue: what can be built, as plain data. Knows no tool."""

from hashfab.designs.algorithms import ALGORITHMS, Algorithm
from hashfab.designs.catalogue import FAMILIES, families, family, make, parameters, parse
from hashfab.designs.model import Design, Family, Parameter, Value
from hashfab.errors import RequestError

__all__ = [
    "ALGORITHMS",
    "FAMILIES",
    "Algorithm",
    "Design",
    "Family",
    "Parameter",
    "RequestError",
    "Value",
    "families",
    "family",
    "make",
    "parameters",
    "parse",
]
