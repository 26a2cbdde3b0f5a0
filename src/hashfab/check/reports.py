# SPDX-License-Identifier: Apache-2.0
"""What long checks found when they last ran here: ``reports/NAME.json`` of the build folder.

A report is a list of entries. A check that ran for some of them replaces those.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hashfab import files, paths
from hashfab.errors import RequestError, shown

MOST_BYTES = 1 << 20

Entry = Mapping[str, Any]


def path(name: str) -> Path:
    """Where the report of a check is."""
    return paths.build_dir() / "reports" / f"{name}.json"


def keep(name: str, key: str, entries: Iterable[Entry], tools: Mapping[str, str]) -> None:
    """Take entries into a report, in the place of those with the same value of a key.

    Args:
        name: the check's.
        key: what tells entries apart.
        entries: what it found.
        tools: with which, and their versions.

    Raises:
        RequestError: its folder cannot be made.
        WorkFailed: it cannot be written.
    """
    with paths.exclusive(path(name).with_suffix(".lock")):
        try:
            found = {entry[key]: entry for entry in read(name, "")}
        except RequestError:
            found = {}
        found |= {entry[key]: {**entry, "tools": dict(tools)} for entry in entries}
        files.write(path(name), json.dumps(list(found.values()), indent=1) + "\n")


def read(name: str, command: str) -> list[dict[str, Any]]:
    """The entries of a report.

    Args:
        name: the check's.
        command: that writes it, for messages.

    Raises:
        RequestError: there is none, or it is damaged.
    """
    text = files.read_text(path(name), MOST_BYTES, f"report of `{command}`")
    try:
        entries: list[dict[str, Any]] = json.loads(text)
    except json.JSONDecodeError as error:
        raise RequestError(
            f"the report {shown(path(name))} is damaged: {error}; run `{command}`"
        ) from None
    return entries


def tools(entries: Iterable[Entry]) -> str:
    """The tools of all entries and their versions, for people."""
    found = {f"{tool} {version}" for entry in entries for tool, version in entry["tools"].items()}
    return ", ".join(sorted(found))
