# SPDX-License-Identifier: Apache-2.0
"""Where things are: the RTL that ships with hashfab, and the folder for what hashfab makes."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO

import platformdirs

from hashfab.errors import RequestError, WorkFailed, shown

SCRATCH = "scratch"
"""The folder in the build folder for work under way."""

LOGS = "logs"
"""The folder in the build folder for logs of failures, one for each name."""

HELD = ".held"
"""The file in a scratch folder on which its process has a lock."""

LOCK = ".lock"
"""The lock beside the scratch folders, for who makes or removes one."""

PACKAGE = Path(__file__).resolve().parent

_sent: ContextVar[Path | None] = ContextVar("sent", default=None)


def _clone() -> Path | None:
    """The working copy that this package is imported from; None when it is installed elsewhere."""
    root = PACKAGE.parent.parent
    return root if (root / "pyproject.toml").is_file() and (root / "rtl").is_dir() else None


def rtl_dir() -> Path:
    """The folder that holds a folder of SystemVerilog per family."""
    return (_sent.get() or _clone() or PACKAGE) / "rtl"


def sw_dir() -> Path:
    """The folder that holds a folder of programs per processor."""
    return (_sent.get() or _clone() or PACKAGE) / "sw"


def diagram(name: str) -> Path:
    """The block diagram of that name, an SVG."""
    clone = _clone()
    return (clone / "docs" if clone else PACKAGE) / "diagrams" / f"{name}.svg"


def license_file() -> Path:
    """The text of hashfab's licence."""
    return (_clone() or PACKAGE) / "LICENSE"


@contextmanager
def reading_from(folder: Path) -> Iterator[None]:
    """Let this thread read sources from a folder that another machine has sent."""
    token = _sent.set(folder)
    try:
        yield
    finally:
        _sent.reset(token)


def sent_file(name: str) -> Path | None:
    """A file from outside of hashfab, such as a cell library, that was sent with the sources."""
    folder = _sent.get()
    path = folder and folder / "outside" / name
    return path if path and path.is_file() else None


def coverage_dir() -> Path | None:
    """Where every simulation leaves what it reached: ``$HASHFAB_COVERAGE``; None without it."""
    chosen = os.environ.get("HASHFAB_COVERAGE")
    return Path(chosen).resolve() if chosen else None


def build_dir() -> Path:
    """The folder for results and build products.

    ``$HASHFAB_BUILD`` if set, else ``build`` in a working copy, else the user's cache folder.

    Raises:
        RequestError: the variable names no place where a folder could be.
    """
    chosen = os.environ.get("HASHFAB_BUILD")
    if chosen:
        try:
            folder = Path(chosen).resolve()
            folder.exists()
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or "its links form a loop"
            raise RequestError(
                f"HASHFAB_BUILD is {shown(chosen)}: {why}; allowed: a build folder of yours"
            ) from None
        return folder
    clone = _clone()
    return clone / "build" if clone else platformdirs.user_cache_path("hashfab")


def make_dir(folder: Path) -> Path:
    """The same folder, made if it is not there.

    Raises:
        RequestError: it cannot be made; the message says how to choose another.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RequestError(
            f"cannot make the folder {shown(folder)}: {error.strerror}; allowed: a build folder "
            "of yours, which the variable HASHFAB_BUILD names"
        ) from None
    return folder


@contextmanager
def exclusive(path: Path, wait: bool = True) -> Iterator[bool]:
    """Hold a lock that one process on this machine has at a time; it ends with the process.

    Args:
        path: of its file.
        wait: whether to wait until nobody else has it.

    Yields:
        Whether it is held, which it is unless ``wait`` is false.

    Raises:
        RequestError: its file cannot be made.
    """
    make_dir(path.parent)
    while True:
        with _open(path) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            # Who had it before has removed the file, so that none is left; then this is no lock.
            if not _is(path, file):
                continue
            try:
                yield True
            finally:
                path.unlink(missing_ok=True)
            return


def remove_lock(path: Path) -> None:
    """Remove the file of a lock unless a process has it."""
    with suppress(OSError), path.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()


@contextmanager
def scratch(name: str) -> Iterator[Path]:
    """A folder for work on the way to a result, gone when the work is done, or has failed.

    What is to stay is moved out of it; the log of a failure is. What killed processes left is
    removed before.

    Args:
        name: what its name begins with.

    Raises:
        RequestError: it cannot be made.
    """
    parent = make_dir(build_dir() / SCRATCH)
    with ExitStack() as held:
        with exclusive(parent / LOCK):
            _remove_abandoned(parent)
            folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent))
            held.callback(shutil.rmtree, folder, ignore_errors=True)
            file = held.enter_context(_open(folder / HELD))
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield folder
        except WorkFailed as error:
            if error.log is not None and error.log.is_relative_to(folder):
                error.log = error.log.replace(make_dir(build_dir() / LOGS) / f"{name}.log")
            raise


def remove_abandoned() -> int:
    """Remove the scratch folders whose processes have ended; the bytes that this frees."""
    parent = build_dir() / SCRATCH
    if not parent.is_dir() or parent.is_symlink():
        return 0
    with exclusive(parent / LOCK):
        return _remove_abandoned(parent)


def _remove_abandoned(parent: Path) -> int:
    freed = 0
    for folder in parent.iterdir():
        if folder.is_dir() and not folder.is_symlink() and not _is_held(folder):
            freed += disk_bytes(folder)
            shutil.rmtree(folder, ignore_errors=True)
    return freed


def _is_held(folder: Path) -> bool:
    try:
        with (folder / HELD).open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def disk_bytes(path: Path) -> int:
    """What a file or a folder takes up; links are not followed."""
    total = 0
    with suppress(OSError):
        total = 512 * path.lstat().st_blocks
        if path.is_dir() and not path.is_symlink():
            total += sum(disk_bytes(each) for each in path.iterdir())
    return total


def _open(path: Path) -> IO[str]:
    try:
        return path.open("a")
    except OSError as error:
        raise RequestError(
            f"cannot write {shown(path)}: {error.strerror}; allowed: a build folder of yours, "
            "which the variable HASHFAB_BUILD names"
        ) from None


def _is(path: Path, file: IO[str]) -> bool:
    """Whether an open file is what stands at a path."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
