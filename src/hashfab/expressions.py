# SPDX-License-Identifier: Apache-2.0
"""Conditions that a user writes: comparisons and arithmetic over names, and nothing else.

Spaces have them over parameters, limits over measured figures. Nothing can be called, and values
have no attributes.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Mapping
from typing import Any

from simpleeval import EvalWithCompoundTypes, InvalidExpression, safe_mult

MOST_CHARACTERS = 500
"""Of a condition."""


def _remainder(value: Any, divisor: Any) -> Any:
    """Of numbers: a text with % would be a form to fill in."""
    if isinstance(value, str | bytes):
        raise TypeError
    return value % divisor


OPERATORS: Mapping[type[ast.AST], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: safe_mult,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: _remainder,
    ast.USub: operator.neg,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, container: item in container,
    ast.NotIn: lambda item, container: item not in container,
    ast.Not: operator.not_,
}
"""What a condition over integers and texts may compute, beside ``and`` and ``or``."""

NODES = (
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.Name,
    ast.Constant,
    ast.Tuple,
    ast.List,
)
"""What a condition may be made of: no call, no attribute, no index."""


UNDECIDED = (
    InvalidExpression,
    LookupError,
    TypeError,
    ArithmeticError,
    ValueError,
    RecursionError,
    MemoryError,
)
"""What evaluating an expression ends with that is no condition of the values."""


class NoCondition(ValueError):
    """A text is none, or is neither true nor false of the values that it is held against."""


def parse(text: str) -> ast.expr:
    """The tree of a condition.

    Raises:
        NoCondition: it is no expression.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NoCondition from None


def holds(
    tree: ast.expr,
    values: Mapping[str, Any],
    operators: Mapping[type[ast.AST], Any] = OPERATORS,
) -> bool:
    """Whether a condition is true of some values, by name.

    Raises:
        NoCondition: it is neither true nor false of them.
    """
    evaluator = EvalWithCompoundTypes(operators=operators, functions={}, names=dict(values))
    evaluator.nodes = {node: evaluator.nodes[node] for node in NODES}
    evaluator.functions = {}
    try:
        result = evaluator.eval("", previously_parsed=tree)
    except UNDECIDED:
        raise NoCondition from None
    if not isinstance(result, bool):
        raise NoCondition
    return result
