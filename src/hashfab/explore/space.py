# SPDX-License-Identifier: Apache-2.0
"""A design space: what a ``SPACE.toml`` says, expanded into the designs that it names.

A space is one or more ``[[space]]`` tables. Each names a family, or as ``guest`` a guest's file
relative to its own, and gives parameters as a value, a list of values or
``{ range = [first, last, step] }`` (both ends included, the step being 1 unless given); what it
does not give keeps its default. ``constraints`` are expressions over the parameters that a point
must satisfy. ``target`` and ``workload`` stand at the top of the file.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from hashfab import designs, expressions, files
from hashfab.designs import Design, Family, RequestError, Value, guests
from hashfab.errors import printable, shown
from hashfab.measure import simulate
from hashfab.measure.workload import Workload
from hashfab.toml import Document

LARGEST = 10_000
"""Combinations over all tables, legal or not, up to which a space is enumerated; a larger one is
searched. Also the most values of a parameter."""

MOST_BYTES = 1 << 20
"""Of a space's file."""

MOST_TABLES = 100
MOST_CONSTRAINTS = 100
TOP_KEYS = ("target", "workload", "space")


LEGAL = "legal"
"""The stage that costs nothing: whether a combination is a design, and one that is wanted."""


@dataclass(frozen=True)
class Pruned:
    """A combination of a space that is left out, why, and by which stage's figures."""

    family: str
    parameters: Mapping[str, Value]
    why: str
    stage: str = LEGAL


@dataclass(frozen=True)
class Table:
    """One ``[[space]]``.

    Attributes:
        kind: the family of its designs.
        axes: the values of each parameter that it gives.
        make: a combination of them as a design, unless the catalogue or a constraint refuses it.
    """

    kind: Family
    axes: Mapping[str, Sequence[Value]]
    make: Callable[[Mapping[str, Value]], Design | Pruned]

    @property
    def family(self) -> str:
        """Its name."""
        return self.kind.name

    @property
    def size(self) -> int:
        """The number of its combinations."""
        return math.prod(len(values) for values in self.axes.values())

    def points(self) -> Iterator[Design | Pruned]:
        """All of them."""
        for combination in itertools.product(*self.axes.values()):
            yield self.make(dict(zip(self.axes, combination, strict=True)))


@dataclass(frozen=True)
class Space:
    """What to measure.

    Attributes:
        designs: the points, in the file's order and each once; none if they are too many.
        pruned: the combinations left out.
        target, workload: on which and with what, if the file says so.
        tables: of which it is made, for a search.
    """

    designs: tuple[Design, ...]
    pruned: tuple[Pruned, ...]
    target: str | None
    workload: str | None
    tables: tuple[Table, ...] = ()

    @property
    def size(self) -> int:
        """The number of its designs, or of its combinations if they are too many."""
        return len(self.designs) or sum(table.size for table in self.tables)


def default_space() -> Space:
    """The space that ships with hashfab."""
    source = resources.files(__package__).joinpath("default.toml")
    return parse(source.read_text(encoding="utf-8"), "the default space")


def load(path: Path) -> Space:
    """Read a space from a file.

    Raises:
        RequestError: the file cannot be read, is not TOML, or does not describe a space; the
            message names the file, the line and the key, and says what is allowed.
    """
    return parse(files.read_text(path, MOST_BYTES, "space"), printable(str(path)), path.parent)


def serving(space: Space, workload: Workload) -> Space:
    """A space without the designs that do not serve a workload, or have no memory for it.

    Raises:
        RequestError: none serves it.
    """

    def refusal(kind: Family) -> str:
        try:
            simulate.check(kind.make({}), workload)
        except RequestError as error:
            return str(error)
        return ""

    kinds = {table.family: table.kind for table in space.tables}
    reasons = {name: why for name, kind in kinds.items() if (why := refusal(kind))}
    if len(reasons) == len(kinds):
        raise RequestError(
            f"no design of the space can be measured: {next(iter(reasons.values()))}"
        )
    pruned = [
        Pruned(each.family, dict(each.parameters), reasons[each.family])
        for each in space.designs
        if each.family in reasons
    ]
    kept = tuple(d for d in space.designs if d.family not in reasons)
    tables = tuple(table for table in space.tables if table.family not in reasons)
    return replace(space, designs=kept, pruned=(*space.pruned, *pruned), tables=tables)


def parse(text: str, name: str, folder: Path = Path()) -> Space:
    """The space that ``text`` describes; errors call it ``name``. Raises as ``load`` does.

    The files of guests are relative to ``folder``.
    """
    document = Document(text, name, "space")
    return _Reader(document, folder).space(document.data())


@dataclass(frozen=True)
class _Reader:
    """Turns the data of a space into designs, and says where it goes wrong."""

    document: Document
    folder: Path
    guests: dict[str, Family] = field(default_factory=dict)

    def space(self, data: Mapping[str, Any]) -> Space:
        for key in data:
            if key not in TOP_KEYS:
                raise self.error(key, None, f"unknown key; allowed are {', '.join(TOP_KEYS)}")
        for key in ("target", "workload"):
            if not isinstance(data.get(key, ""), str):
                raise self.error(key, None, "must be a string")
        tables = data.get("space")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise RequestError(
                f"{self.document.name} names no designs: it needs at least one [[space]] table"
            )
        if len(tables) > MOST_TABLES:
            raise RequestError(
                f"{self.document.name} has {len(tables):,} [[space]] tables; "
                f"at most {MOST_TABLES} are allowed"
            )
        found = tuple(self.table(table, index) for index, table in enumerate(tables))
        chosen = (data.get("target"), data.get("workload"))
        if sum(table.size for table in found) > LARGEST:
            return Space((), (), *chosen, found)
        points: dict[Design, None] = {}
        pruned: list[Pruned] = []
        for table in found:
            for outcome in table.points():
                if isinstance(outcome, Pruned):
                    pruned.append(outcome)
                else:
                    points[outcome] = None
        if not points:
            reason = f"; the first of {len(pruned)} left out: {pruned[0].why}" if pruned else ""
            raise RequestError(
                f"{self.document.name} is empty: no combination is a legal design{reason}"
            )
        return Space(tuple(points), tuple(pruned), *chosen, found)

    def kind(self, table: Mapping[str, Any], index: int) -> Family:
        """The family that a table names."""
        if "guest" in table:
            return self.guest(table, index)
        family = table.get("family")
        if not isinstance(family, str) or family not in designs.families():
            raise self.error("family", index, f"must be one of {', '.join(designs.families())}")
        return designs.family(family)

    def guest(self, table: Mapping[str, Any], index: int) -> Family:
        """The guest whose file a table names; results know it by its name alone."""
        given = table["guest"]
        if not isinstance(given, str) or not given or "family" in table:
            raise self.error("guest", index, "must be a guest's file, in the place of a family")
        found = guests.load(self.folder / given)
        if self.guests.setdefault(found.name, found) != found:
            raise self.error(
                "guest", index, f"another guest of this space is {found.name}, too; rename one"
            )
        return found

    def axes(self, kind: Family, table: Mapping[str, Any], index: int) -> dict[str, list[Value]]:
        """The values of each parameter that a table gives."""
        known = [parameter.name for parameter in kind.parameters]
        source = "guest" if kind.guest else "family"
        axes = {}
        for key, value in table.items():
            if key in (source, "constraints"):
                continue
            if key not in known:
                allowed = ", ".join((source, "constraints", *known))
                raise self.error(
                    key, index, f"unknown key for family {kind.name}; allowed are {allowed}"
                )
            axes[key] = self.values(key, index, value)
        return axes

    def table(self, table: Mapping[str, Any], index: int) -> Table:
        """One ``[[space]]`` table."""
        kind = self.kind(table, index)
        axes = self.axes(kind, table, index)
        names = tuple(parameter.name for parameter in kind.parameters)
        constraints = table.get("constraints", [])
        if not _strings(constraints) or len(constraints) > MOST_CONSTRAINTS:
            raise self.error(
                "constraints", index, f"must be a list of strings, at most {MOST_CONSTRAINTS}"
            )
        parsed = {text: self.parsed(text, names, index) for text in constraints}
        return Table(kind, axes, lambda given: self.point(kind, given, parsed, index))

    def point(
        self,
        kind: Family,
        given: Mapping[str, Value],
        constraints: Mapping[str, ast.expr],
        index: int,
    ) -> Design | Pruned:
        """One combination: a design, unless the catalogue or a constraint refuses it."""
        try:
            design = kind.make(given)
        except RequestError as error:
            return Pruned(kind.name, given, str(error))
        for text, constraint in constraints.items():
            if not self.holds(text, constraint, dict(design.parameters), index):
                return Pruned(kind.name, given, f"the constraint {shown(text)} does not hold")
        return design

    def values(self, key: str, index: int, value: Any) -> list[Value]:
        """The values that a key stands for."""
        if isinstance(value, dict):
            bounds = value.get("range", [])
            if set(value) != {"range"} or not _integers(bounds) or len(bounds) not in (2, 3):
                raise self.error(
                    key, index, "a range is { range = [first, last] }, with a step if need be"
                )
            first, last, step = (*bounds, 1)[:3]
            if step < 1 or last < first:
                raise self.error(
                    key, index, f"the range {shown(bounds)} is empty; first <= last and step >= 1"
                )
            if (last - first) // step >= LARGEST:
                raise self.error(
                    key, index, f"the range {shown(bounds)} has more than {LARGEST} values"
                )
            return list(range(first, last + 1, step))
        values = value if isinstance(value, list) else [value]
        if not values or not all(_is_value(item) for item in values):
            raise self.error(key, index, "must be an integer, a string, a list of those or a range")
        return values

    def parsed(self, text: str, names: Iterable[str], index: int) -> ast.expr:
        """A constraint's expression."""
        if len(text) > expressions.MOST_CHARACTERS:
            raise self.error(
                "constraints",
                index,
                f"{shown(text)} is too long; at most {expressions.MOST_CHARACTERS} characters are"
                " allowed",
            )
        try:
            return expressions.parse(text)
        except expressions.NoCondition:
            raise self.no_constraint(text, names, index) from None

    def holds(
        self, text: str, constraint: ast.expr, names: Mapping[str, Value], index: int
    ) -> bool:
        """Whether a constraint is true of a point."""
        try:
            return expressions.holds(constraint, names)
        except expressions.NoCondition:
            raise self.no_constraint(text, names, index) from None

    def no_constraint(self, text: str, names: Iterable[str], index: int) -> RequestError:
        """The error for a text that is no constraint."""
        return self.error(
            "constraints",
            index,
            f"{shown(text)} is neither true nor false; allowed are comparisons and integer"
            f" arithmetic (+ - * // %), and, or, not, in (...), over {', '.join(names)}",
        )

    def error(self, key: str | None, index: int | None, message: str) -> RequestError:
        return self.document.error(key, index, message)


def _is_value(item: Any) -> bool:
    return isinstance(item, (int, str)) and not isinstance(item, bool)


def _integers(items: Any) -> bool:
    return isinstance(items, list) and all(type(item) is int for item in items)


def _strings(items: Any) -> bool:
    return isinstance(items, list) and all(isinstance(item, str) for item in items)
