# SPDX-License-Identifier: Apache-2.0
"""Where things are: the RTL that ships with hashfab, and the folder for what hashfab makes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent


def _clone() -> Path | None:
    """The working copy that this package is imported from; None when it is installed elsewhere."""
    root = PACKAGE.parent.parent
    return root if (root / "pyproject.toml").is_file() and (root / "rtl").is_dir() else None


def rtl_dir() -> Path:
    """The folder that holds a folder of SystemVerilog per family."""
    return (_clone() or PACKAGE) / "rtl"


def sw_dir() -> Path:
    """The folder that holds a folder of programs per processor."""
    return (_clone() or PACKAGE) / "sw"


def coverage_dir() -> Path | None:
    """Where every simulation leaves what it reached: ``$HASHFAB_COVERAGE``; None without it."""
    chosen = os.environ.get("HASHFAB_COVERAGE")
    return Path(chosen).resolve() if chosen else None


def build_dir() -> Path:
    """The folder for results and build products.

    ``$HASHFAB_BUILD`` if set, else ``build`` in a working copy, else the user's cache folder.
    """
    chosen = os.environ.get("HASHFAB_BUILD")
    if chosen:
        return Path(chosen).resolve()
    clone = _clone()
    return clone / "build" if clone else platformdirs.user_cache_path("hashfab")


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold a lock that one process on this machine has at a time; it ends with the process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
