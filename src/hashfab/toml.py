# SPDX-License-Identifier: Apache-2.0
"""TOML files that a user writes: what is wrong with one is said with its name and line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from hashfab.errors import MOST_SHOWN, RequestError, clip, printable


@dataclass(frozen=True)
class Document:
    """The text of a file with tables of one name, ``[[table]]``.

    Attributes:
        text: its content.
        name: of the file, in messages.
        table: the name of its tables.
    """

    text: str
    name: str
    table: str

    def data(self) -> dict[str, Any]:
        """What it says.

        Raises:
            RequestError: it is not TOML.
        """
        try:
            return tomllib.loads(self.text)
        except ValueError as error:  # of TOML, or of a number with thousands of digits
            last = f"at line {len(self.text.splitlines()) or 1}, its last"
            said = str(error).replace("at end of document", last)
            raise RequestError(
                f"{clip(self.name, 4 * MOST_SHOWN)} is not valid TOML: {clip(printable(said), 200)}"
            ) from None
        except RecursionError:
            raise RequestError(
                f"{clip(self.name, 4 * MOST_SHOWN)} is nested too deep; allowed: lists of values"
            ) from None

    def error(self, key: str | None, index: int | None, message: str) -> RequestError:
        """An error that says where: at ``key`` in the ``index``-th table, or at the top."""
        where = f"{clip(self.name, 4 * MOST_SHOWN)}, line {self.line(key, index)}"
        named = clip(printable(key or ""), MOST_SHOWN)
        return RequestError(f"{where}, {named}: {message}" if key else f"{where}: {message}")

    def line(self, key: str | None, index: int | None) -> int:
        """The 1-based line where a key stands, or where its table starts when it stands nowhere."""
        lines = self.text.splitlines()
        head = re.compile(rf"\s*\[\[\s*{self.table}\s*\]\]")
        starts = [number for number, line in enumerate(lines) if head.match(line)]
        start, stop = 0, len(lines)
        if index is not None and index < len(starts):
            start, stop = starts[index], (*starts, len(lines))[index + 1]
        if key is not None:
            pattern = re.compile(rf"""\s*(\[+\s*)?["']?{re.escape(key)}["']?\s*[].=]""")
            for number in range(start, stop):
                if pattern.match(lines[number]):
                    return number + 1
        return start + 1
