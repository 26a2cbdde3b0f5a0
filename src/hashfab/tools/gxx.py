# SPDX-License-Identifier: Apache-2.0
"""g++: C++ that Python calls, as a shared library."""

import hashlib
from functools import cache
from pathlib import Path

from hashfab import paths
from hashfab.tools import process

FLAGS = ("-std=c++17", "-O3", "-Wall", "-Wextra", "-fPIC", "-shared")


@cache
def library(source: Path) -> Path:
    """The library of one C++ file, built unless the same one was built before.

    Returns:
        Its path under ``paths.build_dir()``.

    Raises:
        ToolMissing: g++ is not installed.
        WorkFailed: the file does not compile.
    """
    digest = hashlib.sha256(repr(FLAGS).encode() + source.read_bytes())
    made = paths.build_dir() / "sim" / f"{source.stem}-{digest.hexdigest()[:16]}" / "library.so"
    with paths.exclusive(made.parent.with_suffix(".lock")):
        if not made.is_file():
            command = process.find("g++", "install your system's package for g++")
            with paths.scratch(source.stem) as work:
                draft = work / made.name
                process.run([command, *FLAGS, "-o", draft, source], work / "compile.log")
                paths.make_dir(made.parent)
                draft.rename(made)
    return made
