# SPDX-License-Identifier: Apache-2.0
"""The work of a stage, wherever it is done, and its way from and to the store."""

import gzip
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hashfab import files, paths
from hashfab.errors import CheckFailed, RequestError, WorkFailed
from hashfab.measure.stages import Stage
from hashfab.measure.store import Result, Store, key_of


@dataclass(frozen=True)
class Failure:
    """A design that could not be measured.

    Attributes:
        design: its name.
        why: one sentence.
        log: the file that tells more, if there is one.
        unverified: whether a digest or another check of the simulation was wrong.
    """

    design: str
    why: str
    log: str | None = None
    unverified: bool = False

    def error(self) -> WorkFailed:
        """As an error."""
        kind = CheckFailed if self.unverified else WorkFailed
        return kind(self.why, Path(self.log) if self.log else None)


@dataclass(frozen=True)
class Task:
    """A stage with everything that it takes, so that doing it needs no store.

    Attributes:
        stage: what to do.
        given: the results of the stages that it comes after, as JSON data.
        files: what these keep, compressed, by name.
    """

    stage: Stage[Any]
    given: tuple[dict[str, Any], ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """What a stage has come to.

    Attributes:
        key: of the stage, when it was done.
        data: its result, as JSON data.
        seconds: what it took.
        kept: the file that it keeps, compressed.
    """

    key: str
    data: dict[str, Any]
    seconds: float
    kept: bytes | None = None


@dataclass(frozen=True)
class Attempt:
    """How one stage ended, and how long it took in s."""

    outcome: Done | Failure | RequestError
    seconds: float


def attempt(task: Task) -> Attempt:
    """Do one stage; what goes wrong with it is an outcome, so that the others go on."""
    started = time.monotonic()
    outcome: Done | Failure | RequestError
    try:
        outcome = perform(task)
    except RequestError as error:
        outcome = error
    except WorkFailed as error:
        log = str(error.log) if error.log else None
        outcome = Failure(
            task.stage.design.name, error.message, log, isinstance(error, CheckFailed)
        )
    except Exception as error:
        outcome = Failure(task.stage.design.name, f"{type(error).__name__}: {error}")
    return Attempt(outcome, time.monotonic() - started)


def perform(task: Task) -> Done:
    """Do the work of a stage.

    Raises:
        RequestError: it cannot be done here.
        WorkFailed: it failed, a check did not hold, or its sources changed meanwhile.
    """
    stage = task.stage
    started = time.monotonic()
    key = key_of(stage.key())
    before = zip(stage.after, task.given, strict=True)
    given = tuple(each.decode(data) for each, data in before)
    name = f"{stage.design.name}-{stage.title}-{key[:8]}".replace(" ", "-")
    with paths.scratch(name) as work:
        for file, content in task.files.items():
            (work / file).write_bytes(gzip.decompress(content))
        data = stage.encode(stage.compute(given, work))
        kept = gzip.compress((work / stage.keeps).read_bytes(), 3) if stage.keeps else None
    if key_of(stage.key()) != key:
        raise WorkFailed(changed(stage))
    return Done(key, data, time.monotonic() - started, kept)


def changed(stage: Stage[Any]) -> str:
    """What is said of work whose sources are no longer those that it began with."""
    return (
        f"the sources of {stage.design.name} changed while it went through {stage.title};"
        " nothing of it is kept: run the same command again"
    )


def stored(stage: Stage[Any], store: Store) -> Result | None:
    """The result of a stage, if the store has it.

    Raises:
        StoreError: the store cannot be used, or what it has is no result of the stage.
    """
    found = store.get(stage.key())
    if found is not None:
        try:
            stage.decode(found.data)
        except (TypeError, ValueError, AttributeError):
            raise store.error(f"what it has under {found.key} is of another form") from None
    return found


def keep(stage: Stage[Any], done: Done, store: Store) -> Result | Failure:
    """Put what a stage has come to where it stays, unless its sources have changed since.

    Raises:
        StoreError: the store cannot be used.
        WorkFailed: the file that the stage keeps cannot be written.
    """
    if key_of(stage.key()) != done.key:
        return Failure(stage.design.name, changed(stage))
    if done.kept is not None:
        file = _kept_file(stage)
        paths.make_dir(file.parent)
        files.write(file, done.kept)
    return store.put(stage.key(), done.data, done.seconds)


def kept(stage: Stage[Any]) -> bytes | None:
    """The file that a stage keeps, compressed; None where it is gone or broken."""
    try:
        content = _kept_file(stage).read_bytes()
        gzip.decompress(content)
    except (FileNotFoundError, EOFError, gzip.BadGzipFile, zlib.error):
        return None
    return content


def _kept_file(stage: Stage[Any]) -> Path:
    return paths.build_dir() / "netlists" / f"{key_of(stage.key())}.gz"
