# SPDX-License-Identifier: Apache-2.0
"""A folder that appears as a whole, or not at all, and takes the place of no one else's work."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from hashfab import files
from hashfab.errors import RequestError, WorkFailed, shown

RECORD = "hashfab.json"
"""The file that names every other file of a folder with its SHA-256."""

MOST_RECORD_BYTES = 1 << 20
"""Of ``RECORD``."""

BUILD = "build"
"""What the folder's own commands make goes there, and counts as nobody's work."""

ALLOWED = "allowed: a new folder, an empty one, or one that hashfab generated"


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """The SHA-256 of each file, hexadecimal."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}


def check(folder: Path, option: str) -> None:
    """Refuse a place where the folder cannot be put, before any work; leave nothing there.

    Raises:
        RequestError: the message names the option and says why.
    """
    try:
        target = folder.resolve()
        why = _taken(target) or _unwritable(target)
    except (OSError, RuntimeError) as error:
        why = str(getattr(error, "strerror", None) or "its links form a loop")
    if why is not None:
        raise RequestError(f"cannot write {option} {shown(folder)}: {why}; {ALLOWED}")


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a folder with these files in place, or in the place of one that was generated before.

    It is made aside under another name and moved when it is whole.

    Args:
        folder: that ``check`` has let pass.
        files: contents by path in the folder.

    Raises:
        WorkFailed: it cannot be written; what was there is as it was.
    """
    target = folder.resolve()
    draft = old = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name[:100]}.", dir=target.parent))
        for name, data in files.items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        # mkdtemp's is for its maker alone.
        draft.chmod(0o777 & ~_umask())
        if target.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{target.name[:100]}.", dir=target.parent))
            target.rename(old)
        draft.rename(target)
    except BaseException as error:
        if old is not None and not target.exists():
            with suppress(OSError):
                old.rename(target)
        if not isinstance(error, OSError):
            raise
        raise WorkFailed(f"cannot write {shown(folder)}: {error.strerror}") from None
    finally:
        for left in (draft, old):
            if left is not None and left != target:
                shutil.rmtree(left, ignore_errors=True)


def _taken(target: Path) -> str | None:
    """Why what is there must stay; None if nothing must."""
    if Path.cwd().is_relative_to(target):
        return "it is the folder that you are in, or around it"
    if not target.exists():
        return None
    if not target.is_dir():
        return "it is a file"
    if not any(target.iterdir()):
        return None
    try:
        record = files.read(target / RECORD, MOST_RECORD_BYTES, "record")
        recorded = {str(name): str(digest) for name, digest in json.loads(record)["files"].items()}
    except (RequestError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return "it is not empty, and hashfab did not generate it"
    for path in _files(target):
        name = path.relative_to(target).as_posix()
        if name == RECORD:
            continue
        if name not in recorded:
            return f"hashfab did not write {shown(name)} in it"
        # A pipe or a device would never end.
        plain = path.is_file() and not path.is_symlink()
        if not plain or hashlib.sha256(path.read_bytes()).hexdigest() != recorded[name]:
            return f"{shown(name)} in it was changed"
    return None


def _files(target: Path) -> Iterator[Path]:
    """What is no folder, but for what the folder's own commands made."""
    for parent, folders, names in os.walk(target):
        if Path(parent) == target:
            folders[:] = [name for name in folders if name != BUILD]
        here = Path(parent)
        yield from (here / name for name in names)
        yield from (here / name for name in folders if (here / name).is_symlink())


def _unwritable(target: Path) -> str | None:
    """Why no folder can be made beside it, found by trying; None if one can."""
    missing = files.missing_folders(target.parent)
    parent = missing[-1].parent if missing else target.parent
    if not parent.is_dir():
        return f"{shown(parent)} is a file"
    if target == target.parent:
        return "it is the root of all files"
    try:
        with tempfile.TemporaryDirectory(dir=parent) as draft:
            (Path(draft) / target.name).mkdir()
    except OSError as error:
        return error.strerror
    return None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
