# SPDX-License-Identifier: Apache-2.0
"""Limits: expressions over measured figures with units, such as ``area < 40 kGE``."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from simpleeval import EvalWithCompoundTypes, InvalidExpression

from hashfab.errors import RequestError, shown
from hashfab.explore.space import MOST_CHARACTERS, NODES, OPERATORS

UNITS: dict[str, tuple[str, float]] = {
    "GE": ("GE", 1.0),
    "kGE": ("GE", 1e3),
    "LUT4": ("LUT4", 1.0),
    "s": ("s", 1.0),
    "ms": ("s", 1e-3),
    "us": ("s", 1e-6),
    "ns": ("s", 1e-9),
    "J": ("J", 1.0),
    "mJ": ("J", 1e-3),
    "uJ": ("J", 1e-6),
    "nJ": ("J", 1e-9),
    "pJ": ("J", 1e-12),
    "W": ("W", 1.0),
    "mW": ("W", 1e-3),
    "uW": ("W", 1e-6),
    "MHz": ("MHz", 1.0),
    "cycles": ("cycles", 1.0),
}
"""What may stand behind a number: the unit that it is turned into, and how many of that it is."""

KEYWORDS = ("and", "or", "not", "in")

NUMBER = re.compile(r"(?<![\w.])([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]\w*)", re.ASCII)

Figures = Mapping[str, float | None]


@dataclass(frozen=True)
class Limit:
    """A condition on figures.

    Attributes:
        text: as typed.
        expression: parsed.
        quantities: numbers with a unit, by the name that stands for them in the expression.
        names: of the figures in it.
    """

    text: str
    expression: ast.expr
    quantities: Mapping[str, float]
    names: tuple[str, ...]

    def holds(self, figures: Figures) -> bool:
        """Whether it is true of a design's figures, by name in the units of ``parse``.

        Raises:
            RequestError: it cannot be computed.
        """
        values = {name: figures[name] for name in self.names}
        names = {name: value for name, value in values.items() if value is not None}
        evaluator = EvalWithCompoundTypes(
            operators=OPERATORS, functions={}, names=names | dict(self.quantities)
        )
        evaluator.nodes = {node: evaluator.nodes[node] for node in NODES}
        evaluator.functions = {}
        try:
            result = evaluator.eval(self.text, previously_parsed=self.expression)
        except (InvalidExpression, LookupError, TypeError, ArithmeticError, ValueError):
            result = None
        if isinstance(result, bool):
            return result
        raise _no_limit(self.text, figures)


def parse(text: str, units: Mapping[str, str | None]) -> Limit:
    """The limit that a text says.

    Args:
        text: an expression.
        units: of each figure that there is, by name; None where a target has no such figure.

    Raises:
        RequestError: it says none, or compares what cannot be compared.
    """
    if len(text) > MOST_CHARACTERS:
        raise RequestError(
            f"limit {shown(text)} is too long; allowed: {MOST_CHARACTERS} characters at most"
        )
    quantities: dict[str, float] = {}
    kinds: dict[str, str] = {}

    def quantity(match: re.Match[str]) -> str:
        number, unit = match.groups()
        if unit in KEYWORDS:
            return match[0]
        if unit not in UNITS:
            raise RequestError(
                f"limit {shown(text)}: unknown unit {shown(unit)}; allowed: {', '.join(UNITS)}"
            )
        kind, factor = UNITS[unit]
        name = f"quantity{len(quantities)}_"
        quantities[name] = float(number) * factor
        kinds[name] = kind
        return f" {name} "

    replaced = NUMBER.sub(quantity, text.strip())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expression = ast.parse(replaced, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _no_limit(text, units) from None
    found = [node.id for node in ast.walk(expression) if isinstance(node, ast.Name)]
    figures = tuple(dict.fromkeys(name for name in found if name not in quantities))
    for name in figures:
        if name not in units:
            raise RequestError(
                f"limit {shown(text)}: unknown figure {shown(name)}; allowed: {', '.join(units)}"
            )
        if units[name] is None:
            there = ", ".join(each for each, unit in units.items() if unit)
            raise RequestError(
                f"limit {shown(text)}: there is no {name} on this target; allowed: {there}"
            )
    kinds |= {name: unit for name in figures if (unit := units[name])}
    for node in ast.walk(expression):
        if isinstance(node, ast.Compare):
            compared = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            different = list(dict.fromkeys(kinds[name] for name in compared))
            if len(different) > 1:
                raise RequestError(
                    f"limit {shown(text)} compares {' with '.join(different)}; "
                    f"allowed: a figure and numbers in its unit ({_listed(units)})"
                )
    return Limit(text, expression, quantities, figures)


def too_many(most: int) -> RequestError:
    """The error for more limits than anybody needs."""
    return RequestError(f"there are too many limits; allowed: {most} at most")


def _listed(units: Mapping[str, str | None]) -> str:
    return ", ".join(f"{name} in {unit}" for name, unit in units.items() if unit)


def _no_limit(text: str, names: Mapping[str, object]) -> RequestError:
    return RequestError(
        f"limit {shown(text)} is neither true nor false; allowed are comparisons such as"
        f" 'area < 40 kGE', and, or, not, over {', '.join(names)}"
    )
