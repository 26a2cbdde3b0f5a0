# SPDX-License-Identifier: Apache-2.0
"""Words of assembly text, and how a parser takes them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from hashfab.errors import MOST_SHOWN, RequestError, clip, printable
from hashfab.errors import shown as quoted

TOKEN = re.compile(
    r"(?P<space>[ \t\r]+|;[^\n]*|//[^\n]*)"
    r"|(?P<newline>\n)"
    r'|(?P<string>"[^"\x00-\x1f\x7f]*")'
    r"|(?P<number>0[xX][0-9a-fA-F_]+|[0-9][0-9_]*)\b"
    r"|(?P<directive>\.[a-z]\w*)"
    r"|(?P<option>(?<![^\s])-[a-z]\b)"
    r"|(?P<name>[A-Za-z]\w*(?:-\w+)*(?=:)|[A-Za-z]\w*)"
    r"|(?P<mark>\+\+|\+=|[-+*%>#{}()\[\]:,=])",
    re.ASCII,
)

MOST_PARENTHESES = 20
MOST_COLUMNS = 1000
"""Characters of a line."""

LARGEST = 1 << 64
"""What no number, and no expression on its way to one, may reach."""


class AssemblyError(RequestError):
    """The text is not a program; the message has file, line and column."""


class Place(NamedTuple):
    """Where something stands: file, line and column, from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Token(NamedTuple):
    """A word of the text."""

    kind: str
    text: str
    place: Place


def fail(place: Place, message: str) -> NoReturn:
    """Say where and what."""
    file = clip(printable(place.file), 4 * MOST_SHOWN)
    raise AssemblyError(f"{place._replace(file=file)}: {message}")


def tokens(text: str, name: str) -> list[Token]:
    """The words of a text, its spaces left out.

    Raises:
        AssemblyError: a character that is none of the language, or a line that is too long.
    """
    for number, row in enumerate(text.split("\n"), 1):
        if len(row) > MOST_COLUMNS:
            fail(
                Place(name, number, MOST_COLUMNS + 1),
                f"the line is too long; allowed: {MOST_COLUMNS} characters",
            )
    found = []
    position, line, begin = 0, 1, 0
    while position < len(text):
        place = Place(name, line, position - begin + 1)
        match = TOKEN.match(text, position)
        if match is None:
            fail(place, f"{quoted(text[position])} does not belong to the language")
        position = match.end()
        kind = match.lastgroup or ""
        if kind == "newline":
            line, begin = line + 1, position
        if kind != "space":
            found.append(Token(kind, match[0], place))
    found.append(Token("newline", "\n", Place(name, line, position - begin + 1)))
    return found


def shown(token: Token) -> str:
    """A token in a message."""
    return "the end of the line" if token.kind == "newline" else quoted(token.text)


def listed(names: Iterable[str]) -> str:
    """Names in a message, of which there may be many."""
    return clip(", ".join(names), 4 * MOST_SHOWN)


@dataclass
class Reader:
    """The words of a file, one after the other; what is wrong has a place.

    Attributes:
        tokens: of the file at hand.
        position: of the next token.
        symbols: numbers by name.
        depth: parentheses that are open.
    """

    tokens: list[Token] = field(default_factory=list)
    position: int = 0
    symbols: dict[str, int] = field(default_factory=dict)
    depth: int = 0

    @property
    def token(self) -> Token:
        """The next token; it stays."""
        return self.tokens[self.position]

    def next(self) -> Token:
        """Take the next token."""
        token = self.token
        self.position += 1
        return token

    def accept(self, text: str) -> bool:
        """Take the next token if it is this one."""
        if self.token.text == text and self.token.kind != "string":
            self.position += 1
            return True
        return False

    def expect(self, text: str, where: str) -> None:
        """Take the next token, which must be this one."""
        if not self.accept(text):
            fail(self.token.place, f"{shown(self.token)} {where}; allowed: '{text}'")

    def number(self, what: str, low: int, high: int) -> int:
        """A number or an expression of numbers and names."""
        place = self.token.place
        value = self._sum(what)
        if not low <= value <= high:
            fail(place, f"{what} {value} is not legal; allowed: {low} to {high}")
        return value

    def _bounded(self, value: int, place: Place) -> int:
        if abs(value) >= LARGEST:
            fail(place, "the number is too large; allowed: less than 2^64")
        return value

    def _sum(self, what: str) -> int:
        value = self._product(what)
        while self.token.text in ("+", "-"):
            sign = self.next()
            term = self._product(what)
            value = self._bounded(value + term if sign.text == "+" else value - term, sign.place)
        return value

    def _product(self, what: str) -> int:
        value = self._factor(what)
        while self.token.text == "*":
            place = self.next().place
            value = self._bounded(value * self._factor(what), place)
        return value

    def _factor(self, what: str) -> int:
        token = self.next()
        if token.kind == "number":
            try:
                return self._bounded(int(token.text, 0), token.place)
            except ValueError:
                fail(token.place, f"{shown(token)} is no number; allowed: decimal or 0x...")
        if token.text == "(":
            self.depth += 1
            if self.depth > MOST_PARENTHESES:
                fail(token.place, f"too many parentheses; allowed: {MOST_PARENTHESES} levels")
            value = self._sum(what)
            self.expect(")", "in an expression")
            self.depth -= 1
            return value
        if token.kind == "name":
            if token.text in self.symbols:
                return self.symbols[token.text]
            known = listed(self.symbols) or "none so far"
            fail(token.place, f"{shown(token)} has no value; names of .equ: {known}")
        fail(token.place, f"{shown(token)} is no {what}; allowed: a number or a name of .equ")

    def word(self, what: str, allowed: Sequence[str]) -> str:
        """One of some words."""
        token = self.next()
        if token.text not in allowed:
            fail(token.place, f"{shown(token)} is no {what}; allowed: {', '.join(allowed)}")
        return token.text

    def end(self) -> bool:
        """Whether the statement ends here."""
        return self.token.kind == "newline" or self.token.text in ("{", "}")

    def finish_statement(self) -> None:
        """Refuse what stands behind a statement."""
        if not self.end():
            fail(self.token.place, f"{shown(self.token)} is too much here; allowed: a new line")
