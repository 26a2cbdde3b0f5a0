# SPDX-License-Identifier: Apache-2.0
"""The result of a stage, computed through the store: what is stored is not redone."""

import gzip
from pathlib import Path
from typing import Any

from hashfab import files, paths
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
    with paths.scratch(name) as work:
        for before in stage.after:
            if before.keeps:
                _restore(before, store, work)
        data = stage.encode(stage.compute(given, work))
        if stage.keeps:
            kept = _kept(stage)
            paths.make_dir(kept.parent)
            files.write(kept, gzip.compress((work / stage.keeps).read_bytes(), 3))
    return data


def _kept(stage: Stage[Any]) -> Path:
    """Where the file that a stage keeps is."""
    return paths.build_dir() / "netlists" / f"{key_of(stage.key())}.gz"


def _restore(stage: Stage[Any], store: Store, work: Path) -> None:
    """Put the file that a stage keeps into a work folder."""
    kept = _kept(stage)
    if not kept.is_file():  # the store has outlived it
        _compute(stage, store, key_of(stage.key()))
    assert stage.keeps is not None
    (work / stage.keeps).write_bytes(gzip.decompress(kept.read_bytes()))
