# SPDX-License-Identifier: Apache-2.0
"""The store: computed once, also by several processes, also after one was killed."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from hashfab.measure.store import Store

WHAT = {"design": "engine-n1", "seed": 1}


def _compute(folder: Path, number: int) -> None:
    def work(key: str) -> dict[str, int]:
        (folder / f"run-{number}").touch()
        time.sleep(0.3)
        return {"value": 7}

    assert Store(folder / "results.sqlite").compute(WHAT, work).data == {"value": 7}


def _hang(folder: Path) -> None:
    def work(key: str) -> dict[str, int]:
        (folder / "hanging").touch()
        time.sleep(60)
        return {}

    Store(folder / "results.sqlite").compute(WHAT, work)


def test_a_result_is_computed_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    assert store.get(WHAT) is None
    assert not store.path.exists()
    first = store.compute(WHAT, lambda key: {"value": 1})
    again = store.compute(WHAT, lambda key: pytest.fail("computed twice"))
    assert first == again == store.get(WHAT)
    assert store.get(WHAT | {"seed": 2}) is None


def test_the_order_of_a_keys_parts_does_not_matter(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    store.compute({"a": 1, "b": 2}, lambda key: {"value": 1})
    assert store.get({"b": 2, "a": 1}) is not None


def test_a_failure_is_not_stored(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    with pytest.raises(ZeroDivisionError):
        store.compute(WHAT, lambda key: {"value": 1 // 0})
    assert store.compute(WHAT, lambda key: {"value": 2}).data == {"value": 2}


def test_processes_share_the_work(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_compute, args=(tmp_path, n)) for n in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert len(list(tmp_path.glob("run-*"))) == 1


def test_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_hang, args=(tmp_path,))
    process.start()
    while not (tmp_path / "hanging").exists():
        time.sleep(0.02)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    store = Store(tmp_path / "results.sqlite")
    assert store.compute(WHAT, lambda key: {"value": 3}).data == {"value": 3}
