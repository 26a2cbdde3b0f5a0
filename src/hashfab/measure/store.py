# SPDX-License-Identifier: Apache-2.0
"""The store of results: SQLite under ``paths.build_dir()``, safe with several processes.

The version of its schema is SQLite's ``user_version``. What cannot be used (no database, a broken
one, one of another version, no right to write, no space) is refused in one sentence.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.errors import RequestError, clip, printable, shown

VERSION = 1
COLUMNS = ("key", "what", "data", "seconds")
SCHEMA = """\
CREATE TABLE IF NOT EXISTS result (
  key TEXT PRIMARY KEY,
  what TEXT NOT NULL,      -- the key's parts, as JSON
  data TEXT NOT NULL,      -- the result, as JSON
  seconds REAL NOT NULL    -- what computing it took
)"""


class StoreError(RequestError):
    """The store cannot be used; the message names its file and says what to do."""


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
        """The result for a key's parts, or None. Makes no database where there is none.

        Raises:
            StoreError: the store cannot be used.
        """
        if not self.path.exists():
            return None
        key = key_of(what)
        with self._connection() as connection:
            row = connection.execute(
                "SELECT data, seconds FROM result WHERE key = ?", (key,)
            ).fetchone()
        if row is None:
            return None
        try:
            data = json.loads(row[0])
            if not isinstance(data, dict) or not isinstance(row[1], (int, float)):
                raise TypeError
        except (TypeError, ValueError, RecursionError):
            raise self.error(f"what it has under {key} is broken") from None
        return Result(key, data, row[1])

    def check(self) -> None:
        """Refuse, before any work, a store that could not take a result.

        Raises:
            StoreError: the store cannot be used.
        """
        with self._connection() as connection:
            connection.execute("CREATE TEMPORARY TABLE probe (value)")
            connection.execute("DELETE FROM result WHERE key = ''")

    def put(self, what: Mapping[str, Any], data: dict[str, Any], seconds: float) -> Result:
        """Store the result for a key's parts, in the place of another one.

        Raises:
            StoreError: the store cannot be used.
        """
        key = key_of(what)
        with self._connection() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?)",
                (key, _text(what), json.dumps(data), seconds),
            )
        return Result(key, data, seconds)

    def claim(self, key: str) -> AbstractContextManager[bool]:
        """The right to compute a key, which one process on this machine has at a time.

        Gives whether it is to be had now. It ends with its process, so that a killed one holds
        nobody up.
        """
        return paths.exclusive(self.path.parent / "locks" / key, wait=False)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        paths.make_dir(self.path.parent)
        if self.path.exists() and not self.path.is_file():
            raise self.error("it is no file")
        try:
            connection = sqlite3.connect(self.path, timeout=60)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                with connection:
                    self._set_up(connection)
                    yield connection
            finally:
                connection.close()
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self.error(str(error)) from None

    def _set_up(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise self.error(
                f"a later version of hashfab made it (version {version}, not {VERSION})"
            )
        if version == VERSION:
            return
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in found}
        if tables - {"result"}:
            raise self.error(f"it has tables of something else ({', '.join(sorted(tables))})")
        connection.execute(SCHEMA)
        columns = tuple(row[1] for row in connection.execute("PRAGMA table_info(result)"))
        if columns != COLUMNS:
            raise self.error(f"its table has other columns ({', '.join(columns)})")
        connection.execute(f"PRAGMA user_version = {VERSION}")

    def error(self, why: str) -> StoreError:
        """The error for a store that cannot be used."""
        return StoreError(
            f"the store of results {shown(self.path)} cannot be used: {clip(printable(why), 200)}; "
            "make it writable and its disk not full, or move it away (results are computed anew), "
            "or choose another build folder with the variable HASHFAB_BUILD"
        )


def default() -> Store:
    """The store that the command line uses."""
    return Store(paths.build_dir() / "results.sqlite")


def key_of(what: Mapping[str, Any]) -> str:
    """The key for its parts."""
    return hashlib.sha256(_text(what).encode()).hexdigest()[:32]


def _text(what: Mapping[str, Any]) -> str:
    return json.dumps(what, sort_keys=True)
