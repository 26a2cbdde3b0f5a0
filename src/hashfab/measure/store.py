# SPDX-License-Identifier: Apache-2.0
"""The store of results: SQLite under ``paths.build_dir()``, safe with several processes."""

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashfab import paths

SCHEMA = """\
CREATE TABLE IF NOT EXISTS result (
  key TEXT PRIMARY KEY,
  what TEXT NOT NULL,      -- the key's parts, as JSON
  data TEXT NOT NULL,      -- the result, as JSON
  seconds REAL NOT NULL    -- what computing it took
)"""


@dataclass(frozen=True)
class Result:
    """What the store holds under a key.

    Attributes:
        key: of the result, hexadecimal.
        data: the result, as JSON data.
        seconds: what computing it took.
    """

    key: str
    data: dict[str, Any]
    seconds: float


@dataclass(frozen=True)
class Store:
    """Results by key.

    Attributes:
        path: of the database, which is made when first used.
    """

    path: Path

    def get(self, what: Mapping[str, Any]) -> Result | None:
        """The result for a key's parts, or None. Makes no database where there is none."""
        if not self.path.is_file():
            return None
        key = key_of(what)
        with self._connection() as connection:
            row = connection.execute(
                "SELECT data, seconds FROM result WHERE key = ?", (key,)
            ).fetchone()
        return Result(key, json.loads(row[0]), row[1]) if row else None

    def compute(self, what: Mapping[str, Any], work: Callable[[str], dict[str, Any]]) -> Result:
        """The result for a key's parts, computed unless it is there.

        One process at a time computes a key; others wait for it and take its result. A lock ends
        with its process, so that a killed one holds nobody up.

        Args:
            what: JSON data that the result depends on, and nothing else.
            work: computes the result, given its key.

        Raises:
            Whatever ``work`` raises; nothing is stored then.
        """
        found = self.get(what)
        if found:
            return found
        key = key_of(what)
        with paths.exclusive(self.path.parent / "locks" / key):
            found = self.get(what)
            if found:
                return found
            start = time.monotonic()
            data = work(key)
            seconds = time.monotonic() - start
            with self._connection() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?)",
                    (key, _text(what), json.dumps(data), seconds),
                )
        return Result(key, data, seconds)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=60)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute(SCHEMA)
                yield connection
        finally:
            connection.close()


def default() -> Store:
    """The store that the command line uses."""
    return Store(paths.build_dir() / "results.sqlite")


def key_of(what: Mapping[str, Any]) -> str:
    """The key for its parts."""
    return hashlib.sha256(_text(what).encode()).hexdigest()[:32]


def _text(what: Mapping[str, Any]) -> str:
    return json.dumps(what, sort_keys=True)
