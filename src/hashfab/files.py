# SPDX-License-Identifier: Apache-2.0
"""Files that a user names: read within a limit, checked before any work, replaced as a whole."""

import errno
import os
import secrets
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from hashfab.errors import RequestError, WorkFailed, shown

MIB = 1 << 20

WRITER_SECONDS = 1.0
"""How long a named pipe may go without anybody who writes to it."""

MOST_MISSING = 64
"""Folders that are made for what is written into the innermost."""

STALE_SECONDS = 600.0
"""The age from which on a draft is what a killed process left: one is written within seconds."""


def read(path: Path, most: int, what: str) -> bytes:
    """The bytes of a file, a device or a pipe.

    Args:
        path: where.
        most: bytes that it may have.
        what: it is, for messages.

    Raises:
        RequestError: it cannot be read, or has more.
    """
    try:
        # A named pipe that nobody writes to would hold up an ordinary open for ever.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as file:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                first = _wait_for_writer(number, path, what)
            else:
                first = b""
            os.set_blocking(number, True)
            return first + read_open(file, most - len(first), what, path)
    except OSError as error:
        raise RequestError(
            f"cannot read the {what} {shown(path)}: {error.strerror}; allowed: a readable file"
        ) from None


def read_open(file: BinaryIO, most: int, what: str, name: object) -> bytes:
    """The rest of an open file. Raises as ``read`` does."""
    parts: list[bytes] = []
    left = most + 1
    while left > 0:
        part = file.read(min(left, MIB))
        if not part:
            return b"".join(parts)
        parts.append(part)
        left -= len(part)
    raise RequestError(f"the {what} {shown(name)} is too long; allowed: {size(most)} at most")


def read_text(path: Path, most: int, what: str) -> str:
    """A file of UTF-8 text. Raises as ``read`` does, and for what is no text."""
    try:
        return read(path, most, what).decode()
    except UnicodeDecodeError:
        raise RequestError(
            f"cannot read the {what} {shown(path)}: no text; allowed: UTF-8 text"
        ) from None


def size(count: int) -> str:
    """A number of bytes for people."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            return f"{count / unit:,.1f}".removesuffix(".0") + f" {name}"
    return f"{count} bytes"


def check_file(path: Path, option: str) -> None:
    """Refuse a place where no file can be written, before any work.

    Raises:
        RequestError: the message names the option and says why.
    """
    try:
        why = _no_file(_target(path))
    except (OSError, RuntimeError) as error:
        why = str(getattr(error, "strerror", "its links form a loop"))
    if why is not None:
        raise RequestError(
            f"cannot write {option} {shown(path)}: {why}; allowed: a file in a folder of yours"
        )


def check_apart(path: Path, option: str, source: Path) -> None:
    """Refuse to write onto a file that is read.

    Raises:
        RequestError: both are one file; the message names the option.
    """
    if path.exists() and source.exists() and path.samefile(source):
        raise RequestError(
            f"{option} {shown(path)} would replace the source {shown(source)}; "
            "allowed: another file"
        )


def check_folder(path: Path, option: str) -> None:
    """Refuse a place where no folder with files can be made, before any work; make none yet.

    Raises:
        RequestError: the message names the option and says why.
    """
    missing: list[Path] = []
    try:
        missing = missing_folders(path.absolute())
        path.mkdir(parents=True, exist_ok=True)
        why = _no_draft(path)
    except OSError as error:
        why = error.strerror
    for folder in missing:
        with suppress(OSError):
            folder.rmdir()
    if why is not None:
        raise RequestError(
            f"cannot write to {option} {shown(path)}: {why}; allowed: a folder of yours"
        )


def missing_folders(folder: Path) -> list[Path]:
    """The folder and those around it that are not there, the innermost first.

    Raises:
        OSError: there are more of them than anybody names on purpose.
    """
    missing: list[Path] = []
    while not folder.exists():
        if len(missing) == MOST_MISSING:
            raise OSError(errno.ENAMETOOLONG, f"more than {MOST_MISSING} folders in one another")
        missing.append(folder)
        folder = folder.parent
    return missing


def write(path: Path, content: str | bytes) -> None:
    """Replace a file as a whole: whoever reads it sees the old one or the new one.

    What is no file, such as ``/dev/stdout``, is written to.

    Raises:
        WorkFailed: it cannot be written; the old one is as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    target = _target(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise WorkFailed(f"cannot write {shown(path)}: {error.strerror}") from None


def _target(path: Path) -> Path:
    """Where a path leads. What an unnamed pipe resolves to cannot be opened."""
    return path if path.exists() and not path.is_file() else path.resolve()


def _replace(target: Path, data: bytes) -> None:
    begin = f".{target.name[:100]}."
    for sibling in target.parent.iterdir():
        if sibling.name.startswith(begin) and sibling.suffix == ".tmp":
            with suppress(OSError):
                if time.time() - sibling.stat().st_mtime > STALE_SECONDS:
                    sibling.unlink()
    draft = target.parent / f"{begin}{secrets.token_hex(4)}.tmp"
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _no_file(target: Path) -> str | None:
    """Why a file cannot be written; None if it can."""
    if target.is_dir():
        return "it is a folder"
    if target.is_fifo() and target.resolve().exists():
        return "it is a named pipe"
    if target.exists() and not os.access(target, os.W_OK):
        return "it is write-protected"
    if not target.parent.is_dir():
        return f"there is no folder {shown(target.parent)}"
    if target.exists() and not target.is_file():
        return None
    return _no_draft(target.parent)


def _no_draft(folder: Path) -> str | None:
    """Why no file can be made in a folder, found by trying; None if one can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError as error:
        return error.strerror
    return None


def _wait_for_writer(number: int, path: Path, what: str) -> bytes:
    """The first bytes of a pipe; none if it has a writer who has not written yet.

    Raises:
        RequestError: nobody writes to it.
    """
    named = path.resolve().is_fifo()  # One without a name, as of a shell's <(...), just ends.
    end = time.monotonic() + WRITER_SECONDS
    while True:
        try:
            first = os.read(number, MIB)
        except BlockingIOError:
            return b""
        if first or not named:
            return first
        if time.monotonic() > end:
            raise RequestError(
                f"the {what} {shown(path)} is a pipe that nobody writes to; "
                "allowed: a file, or a pipe with a writer"
            )
        time.sleep(0.02)
