# SPDX-License-Identifier: Apache-2.0
"""Limits: what a design's measured figures must satisfy, such as ``area < 40 kGE``.

A figure has the name that it has in the JSON, in the unit given there, or its short name, which a
unit completes: ``area < 40 kGE`` is about ``area_ge``, ``area < 6000 LUT4`` about ``lut4``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import Any

from hashfab import expressions
from hashfab.errors import RequestError, shown, unknown
from hashfab.measure.physical import AREAS

FIGURES: Mapping[str, str] = {
    **{figure: unit for unit, figure in AREAS.items()},
    "area_um2": "um2",
    "ff": "FF",
    "period_ns": "ns",
    "fmax_mhz": "MHz",
    "cycles": "cycles",
    "latency_cycles": "cycles",
    "latency_ns": "ns",
    "bits_per_cycle": "bit/cycle",
    "gbit_per_s": "Gbit/s",
    "total_mw": "mW",
    "idle_mw": "mW",
    "pj_per_byte": "pJ/B",
    "pj_per_hash64": "pJ",
    "gbit_per_s_per_w": "Gbit/s/W",
}
"""What a limit may be about, by its name in the JSON, with its unit there."""

ENERGY = frozenset({"total_mw", "idle_mw", "pj_per_byte", "pj_per_hash64", "gbit_per_s_per_w"})
"""Those that only the netlist's run tells."""

SHORT: Mapping[str, tuple[str, ...]] = {
    "area": (*AREAS.values(), "area_um2"),
    "period": ("period_ns",),
    "frequency": ("fmax_mhz",),
    "latency": ("latency_cycles", "latency_ns"),
    "throughput": ("gbit_per_s", "bits_per_cycle"),
    "power": ("total_mw",),
    "energy": ("pj_per_byte", "pj_per_hash64"),
}
"""Short names; the unit beside one says which figure it means."""

UNITS: Mapping[str, tuple[str, float]] = {
    "GE": ("GE", 1),
    "kGE": ("GE", 1e3),
    "um2": ("um2", 1),
    "mm2": ("um2", 1e6),
    "LUT4": ("LUT4", 1),
    "LUT6": ("LUT6", 1),
    "FF": ("FF", 1),
    "ps": ("ns", 1e-3),
    "ns": ("ns", 1),
    "us": ("ns", 1e3),
    "ms": ("ns", 1e6),
    "s": ("ns", 1e9),
    "MHz": ("MHz", 1),
    "GHz": ("MHz", 1e3),
    "cycle": ("cycles", 1),
    "cycles": ("cycles", 1),
    "bit/cycle": ("bit/cycle", 1),
    "bits/cycle": ("bit/cycle", 1),
    "Mbit/s": ("Gbit/s", 1e-3),
    "Gbit/s": ("Gbit/s", 1),
    "MB/s": ("Gbit/s", 8e-3),
    "uW": ("mW", 1e-3),
    "mW": ("mW", 1),
    "W": ("mW", 1e3),
    "pJ": ("pJ", 1),
    "nJ": ("pJ", 1e3),
    "uJ": ("pJ", 1e6),
    "mJ": ("pJ", 1e9),
    "J": ("pJ", 1e12),
    "pJ/B": ("pJ/B", 1),
    "nJ/B": ("pJ/B", 1e3),
    "Gbit/s/W": ("Gbit/s/W", 1),
}
"""What may stand behind a number: the unit of the figure that it is about, and how many of it."""

OPERATORS = {**expressions.OPERATORS, ast.Div: operator.truediv}

QUANTITY = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*((?!(?:and|or|not|in)\b)[A-Za-z]\w*(?:/[A-Za-z]+){0,2})"
)


@dataclass(frozen=True)
class Limit:
    """A condition over measured figures.

    Attributes:
        text: as it was given.
        tree: its expression, over names of ``FIGURES`` in their units.
    """

    text: str
    tree: ast.expr

    @property
    def figures(self) -> frozenset[str]:
        """The figures that it is about."""
        return _names(self.tree)

    def verdict(self, figures: Mapping[str, float | None]) -> bool | None:
        """Whether it is true of some figures; None where they do not say.

        Args:
            figures: by name; one that is missing or None is not known (yet).
        """
        return _verdict(self.tree, figures)

    def holds(self, figures: Mapping[str, float | None]) -> bool:
        """Whether it is known to be true of some figures; see ``verdict``."""
        return self.verdict(figures) is True


def parse(
    text: str,
    figures: Mapping[str, str] = FIGURES,
    short: Mapping[str, tuple[str, ...]] = SHORT,
) -> Limit:
    """The limit that a text says.

    Args:
        text: as it is given.
        figures: what it may be about, by name, with units.
        short: short names for figures.

    Raises:
        RequestError: it says none; the message says what is allowed.
    """
    if len(text) > expressions.MOST_CHARACTERS:
        raise RequestError(
            f"limit {shown(text)} is too long; allowed: {expressions.MOST_CHARACTERS} characters"
        )
    try:
        tree = expressions.parse(QUANTITY.sub(_quantity, text))
        tree = _Resolve(text, figures, short).visit(tree)
        expressions.holds(tree, dict.fromkeys(figures, 1.0), OPERATORS)
        if not _names(tree):
            raise expressions.NoCondition
    except (expressions.NoCondition, RecursionError):
        raise RequestError(
            f"limit {shown(text)} is no condition over figures; allowed: comparisons and"
            " arithmetic, and, or, not, such as 'area < 40 kGE and latency < 200 cycles', over"
            f" {', '.join((*short, *figures))}"
        ) from None
    return Limit(text, tree)


def _quantity(found: re.Match[str]) -> str:
    """A number with a unit as an expression: a pair."""
    if found[2] not in UNITS:
        raise unknown("unit", found[2], UNITS)
    return f"({found[1]}, '{found[2]}')"


class _Resolve(ast.NodeTransformer):
    """Turns quantities into numbers, and short names into figures, comparison by comparison."""

    def __init__(
        self, text: str, figures: Mapping[str, str], short: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.text = text
        self.figures = figures
        self.short = short
        self.units: set[str] = set()

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        pairs = [each for each in ast.walk(node) if isinstance(each, ast.Tuple)]
        self.units = {UNITS[_pair(each)[1]][0] for each in pairs}
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        number, unit = _pair(node)
        return ast.Constant(number * UNITS[unit][1])

    def visit_Name(self, node: ast.Name) -> ast.AST:
        known = self.short.get(node.id, (node.id,) if node.id in self.figures else ())
        if not known:
            raise unknown("figure", node.id, (*self.short, *self.figures))
        if not self.units and len(known) == 1:
            return ast.Name(known[0], ast.Load())
        fits = [each for each in known if UNITS[self.figures[each]][0] in self.units]
        if len(fits) != 1:
            allowed = ", ".join(self.figures[figure] for figure in known)
            raise RequestError(
                f"limit {shown(self.text)}: {node.id} is compared with"
                f" {' and '.join(sorted(self.units)) or 'a number without a unit'};"
                f" allowed for it: {allowed}"
            )
        figure = ast.Name(fits[0], ast.Load())
        _, scale = UNITS[self.figures[fits[0]]]
        return figure if scale == 1 else ast.BinOp(figure, ast.Mult(), ast.Constant(scale))


def _pair(node: ast.Tuple) -> tuple[float, str]:
    """The number and the unit of a quantity."""
    match node.elts:
        case [ast.Constant(int() | float() as number), ast.Constant(str() as unit)]:
            # Of a number with hundreds of digits there is none; infinity compares with nothing.
            with suppress(OverflowError):
                if unit in UNITS and isfinite(number * UNITS[unit][1]):
                    return number, unit
    raise expressions.NoCondition


def _names(tree: ast.AST) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _verdict(tree: ast.expr, figures: Mapping[str, Any]) -> bool | None:
    """True, false or not known, after Kleene: what is not known decides only what hangs on it."""
    match tree:
        case ast.BoolOp(op=how, values=parts):
            decisive = isinstance(how, ast.Or)
            found = [_verdict(part, figures) for part in parts]
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            verdict = _verdict(inner, figures)
            return None if verdict is None else not verdict
    if any(figures.get(name) is None for name in _names(tree)):
        return None
    try:
        return expressions.holds(tree, figures, OPERATORS)
    except expressions.NoCondition:  # It divides by a figure that is zero.
        return None
