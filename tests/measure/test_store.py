# SPDX-License-Identifier: Apache-2.0
"""The store: a result by what it depends on, and one process at a time that computes it."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from hashfab.measure.store import Store, StoreError, key_of

WHAT = {"design": "engine-n1", "seed": 1}


def _hang(folder: Path) -> None:
    with Store(folder / "results.sqlite").claim(key_of(WHAT)) as held:
        assert held
        (folder / "hanging").touch()
        time.sleep(60)


def test_a_result_is_found_by_all_of_its_key(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    assert store.get(WHAT) is None
    assert not store.path.exists()
    put = store.put(WHAT, {"value": 1}, 2.5)
    assert put == store.get(WHAT) and put.data == {"value": 1} and put.seconds == 2.5
    assert store.get(WHAT | {"seed": 2}) is None
    store.put(WHAT, {"value": 3}, 1.0)
    found = store.get(WHAT)
    assert found is not None and found.data == {"value": 3}


def test_the_order_of_a_keys_parts_does_not_matter(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    store.put({"a": 1, "b": 2}, {"value": 1}, 0.0)
    assert store.get({"b": 2, "a": 1}) is not None


def test_one_at_a_time_has_the_right_to_compute_and_a_killed_process_has_it_no_more(
    tmp_path: Path,
) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_hang, args=(tmp_path,))
    process.start()
    while not (tmp_path / "hanging").exists():
        time.sleep(0.02)
    store = Store(tmp_path / "results.sqlite")
    with store.claim(key_of(WHAT)) as held:
        assert not held
    with store.claim(key_of(WHAT | {"seed": 2})) as held:
        assert held
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with store.claim(key_of(WHAT)) as held:
        assert held
    assert not list((tmp_path / "locks").iterdir())


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.sqlite").write_text("no database, but long enough to look like one" * 9)
    with pytest.raises(StoreError, match=r"results\.sqlite"):
        Store(tmp_path / "results.sqlite").put(WHAT, {}, 0.0)
