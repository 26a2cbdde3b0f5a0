# SPDX-License-Identifier: Apache-2.0
"""Hashes of files, for keys and provenance."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def hash_files(files: Iterable[Path]) -> str:
    """SHA-256 over names and contents."""
    digest = hashlib.sha256()
    for path in files:
        state = path.stat()
        digest.update(f"{path.name} ".encode() + _content(path, state.st_mtime_ns, state.st_size))
    return digest.hexdigest()


@cache
def _content(path: Path, mtime_ns: int, size: int) -> bytes:
    """The hash of a file, read once unless it changes."""
    return hashlib.sha256(path.read_bytes()).digest()
