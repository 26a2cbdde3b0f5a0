# SPDX-License-Identifier: Apache-2.0
"""Work on another machine: what travels there, and what it refuses.

A worker needs the installed package and the tools. Hardware, software and cell library travel with
the task; a worker whose own code or tools are others than the client's would file its results
under a key that is not theirs, and refuses.
"""

import gzip
import io
import pickle
import socket
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.errors import RequestError
from hashfab.measure.compute import Attempt, Failure, Task, attempt
from hashfab.measure.hashing import hash_files
from hashfab.measure.stages import Stage
from hashfab.measure.store import key_of

SOURCES = "sources"
"""The folder in a worker's build folder for what was sent, by its hash."""

MOST_LOG = 1 << 20
"""Bytes of a failure's log that travel back: its end."""


@dataclass(frozen=True)
class Parcel:
    """A task on its way.

    Attributes:
        code: of the sender; see ``code``.
        key: the parts of the stage's key.
        sources: what the stage reads, as an archive.
        task: pickled, so that it is not looked at where the code is another.
    """

    code: str
    key: dict[str, Any]
    sources: bytes
    task: bytes


@dataclass(frozen=True)
class Reply:
    """What comes back.

    Attributes:
        attempt: how the stage ended.
        log: the end of the failure's log, if there is one.
    """

    attempt: Attempt
    log: bytes | None = None


def pack(task: Task) -> Parcel:
    """A task with all that it reads."""
    return Parcel(code(), task.stage.key(), _archive(task.stage.outside), pickle.dumps(task))


def unpack(reply: Reply) -> Attempt:
    """How a stage ended, the log of a failure put where those of this machine are."""
    outcome = reply.attempt.outcome
    if reply.log is None or not isinstance(outcome, Failure) or outcome.log is None:
        return reply.attempt
    log = paths.make_dir(paths.build_dir() / paths.LOGS) / Path(outcome.log).name
    log.write_bytes(reply.log)
    return replace(reply.attempt, outcome=replace(outcome, log=str(log)))


def attempt_there(parcel: Parcel) -> Reply:
    """Do a task that came from another machine; see ``compute.attempt``."""
    if parcel.code != code():
        return _refusal(f"has another hashfab ({code()}; here {parcel.code}); install the same")
    try:
        folder = _unpacked(parcel.sources)
    except RequestError as error:
        return Reply(Attempt(error, 0.0))
    with paths.reading_from(folder):
        task: Task = pickle.loads(parcel.task)
        try:
            differing = _differing(task.stage, parcel.key)
        except RequestError as error:
            return _refusal(f"cannot do the work: {error}")
        if differing:
            return _refusal(f"would come to another result: {differing}; install the same")
        done = attempt(task)
        log = None
        if isinstance(done.outcome, Failure) and done.outcome.log:
            path = Path(done.outcome.log)
            log = path.read_bytes()[-MOST_LOG:] if path.is_file() else None
        return Reply(done, log)


@cache
def code() -> str:
    """The version of this package and a hash of its code."""
    found = sha256()
    for path in sorted(paths.PACKAGE.rglob("*")):
        name = path.relative_to(paths.PACKAGE)
        if (
            path.is_file()
            and name.parts[0] not in ("rtl", "sw")
            and "__pycache__" not in name.parts
        ):
            found.update(f"{name} ".encode() + path.read_bytes())
    return f"{metadata.version('hashfab')} {found.hexdigest()[:12]}"


def _archive(outside: tuple[Path, ...]) -> bytes:
    """Hardware, software, and files from outside, as an archive that is the same for the same."""
    files = [
        (f"{folder.name}/{path.relative_to(folder)}", path)
        for folder in (paths.rtl_dir(), paths.sw_dir())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    files += [(f"outside/{path.name}", path) for path in outside]
    return _packed(tuple(files), hash_files([path for _, path in files]))


@cache
def _packed(files: tuple[tuple[str, Path], ...], content: str) -> bytes:
    data = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=data, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for name, path in files:
            entry = tarfile.TarInfo(name)
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)
    return data.getvalue()


def _unpacked(sources: bytes) -> Path:
    """The folder with what was sent, unpacked unless it was before."""
    folder = paths.build_dir() / SOURCES / sha256(sources).hexdigest()[:32]
    with paths.exclusive(folder.with_suffix(".lock")):
        if not folder.is_dir():
            draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))
            with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
                archive.extractall(draft, filter="data")
            draft.rename(folder)
    return folder


def _differing(stage: Stage[Any], sent: dict[str, Any]) -> str:
    """What the key of a stage has on this worker and not as it was sent; empty if nothing."""
    own = stage.key()
    if key_of(own) == key_of(sent):
        return ""
    return ", ".join(_differences(own, sent)) or "what it depends on differs"


def _differences(own: dict[str, Any], sent: dict[str, Any]) -> Iterator[str]:
    for part in ("tools", "inputs", "settings"):
        for name in sorted({*own[part], *sent[part]}):
            one, other = own[part].get(name), sent[part].get(name)
            if one != other:
                yield f"{name} {one} there, {other} here" if part == "tools" else f"another {name}"


def _refusal(why: str) -> Reply:
    return Reply(Attempt(RequestError(f"the worker on {socket.gethostname()} {why}"), 0.0))
