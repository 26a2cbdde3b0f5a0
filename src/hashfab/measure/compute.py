# SPDX-License-Identifier: Apache-2.0
"""The result of a stage, computed through the store: what is stored is not redone."""

import gzip
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.measure.stages import Stage
from hashfab.measure.store import Result, Store, key_of


def obtain(stage: Stage[Any], store: Store) -> Result:
    """The result of a stage and, where they are missing, of those before it.

    Raises:
        RequestError: the work cannot be done here.
        WorkFailed: it failed, or a check did not hold.
    """
    return store.compute(stage.key(), lambda key: _compute(stage, store, key))


def _compute(stage: Stage[Any], store: Store, key: str) -> dict[str, Any]:
    given = tuple(before.decode(obtain(before, store).data) for before in stage.after)
    name = f"{stage.design.name}-{stage.title}-{key[:8]}".replace(" ", "-")
    with _work_folder(name) as work:
        for before in stage.after:
            if before.keeps:
                _restore(before, store, work)
        data = stage.encode(stage.compute(given, work))
        if stage.keeps:
            _keep(work / stage.keeps, _kept(stage))
    return data


@contextmanager
def _work_folder(name: str) -> Iterator[Path]:
    """An empty folder that is there until its work is done; a failure leaves it, for its logs."""
    work = paths.build_dir() / "map" / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    yield work
    shutil.rmtree(work)


def _kept(stage: Stage[Any]) -> Path:
    """Where the file that a stage keeps is."""
    return paths.build_dir() / "netlists" / f"{key_of(stage.key())}.gz"


def _keep(file: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".tmp")
    draft.write_bytes(gzip.compress(file.read_bytes(), 3))
    draft.replace(path)


def _restore(stage: Stage[Any], store: Store, work: Path) -> None:
    """Put the file that a stage keeps into a work folder."""
    kept = _kept(stage)
    if not kept.is_file():  # the store has outlived it
        _compute(stage, store, key_of(stage.key()))
    assert stage.keeps is not None
    (work / stage.keeps).write_bytes(gzip.decompress(kept.read_bytes()))
