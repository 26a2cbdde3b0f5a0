# SPDX-License-Identifier: Apache-2.0
"""The build folder: locks, work under way, and what killed processes leave."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from hashfab import cache, paths
from hashfab.errors import WorkFailed


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    return tmp_path / "build"


def _hang() -> None:
    with paths.scratch("work") as folder, paths.exclusive(paths.build_dir() / "locks" / "lock"):
        (folder / "half").touch()
        time.sleep(60)


def _count(rounds: int) -> None:
    counter = paths.build_dir() / "counter"
    for _ in range(rounds):
        with paths.exclusive(paths.build_dir() / "locks" / "count"):
            counter.write_text(str(int(counter.read_text()) + 1))


def killed(build: Path) -> None:
    """Run a process that works, and kill it."""
    process = multiprocessing.get_context("spawn").Process(target=_hang)
    process.start()
    while not list(build.glob("scratch/*/half")):
        time.sleep(0.02)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()


def test_work_is_gone_when_it_is_done_or_failed(build: Path) -> None:
    with paths.scratch("work") as folder:
        assert folder.parent == build / "scratch"
    with pytest.raises(KeyError), paths.scratch("work") as folder:
        raise KeyError
    assert list((build / "scratch").iterdir()) == []


def test_the_log_of_a_failure_stays(build: Path) -> None:
    for text in ("first", "second"):
        with pytest.raises(WorkFailed) as caught, paths.scratch("work") as folder:
            (folder / "log").write_text(text)
            raise WorkFailed("it failed", folder / "log")
        assert caught.value.log == build / "logs" / "work.log"
        assert caught.value.log.read_text() == text


def test_the_next_run_clears_what_a_killed_one_left(build: Path) -> None:
    killed(build)
    assert len(list((build / "scratch").iterdir())) == 1
    with paths.scratch("other") as folder:
        assert list((build / "scratch").iterdir()) == [folder]
        with paths.scratch("third"):
            assert folder.is_dir()
    with paths.exclusive(build / "locks" / "lock"):
        pass
    assert list((build / "locks").iterdir()) == []


def test_one_process_at_a_time_has_a_lock_whose_file_goes(build: Path) -> None:
    build.mkdir()
    (build / "counter").write_text("0")
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_count, args=(200,)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert (build / "counter").read_text() == "800"
    assert list((build / "locks").iterdir()) == []


MADE = (
    "sim/keccak_engine-0123456789abcdef/sim",
    "sim/keccak_engine-0123456789abcdef.log",
    "sim/keccak_engine-0123456789abcdef.lock",
    "sw/riscv-0123456789abcdef/image.bin",
    "map/engine-n1-ecp5-01234567/log",
    "netlists/0123456789abcdef0123456789abcdef.gz",
    "logs/keccak_engine.log",
    "formal/engine_control.n8/log",
    "mutants/engine/mutated.sv",
    "coverage/index.html",
    "locks/0123456789abcdef0123456789abcdef",
    ".jobs-abcd1234/jobs",
    ".equivalence-abcd1234/log",
)
RESULTS = (
    "results.sqlite",
    "results.sqlite-wal",
    "placements/0123456789abcdef0123456789abcdef.json",
)
FOREIGN = (
    "sim/mine.txt",
    "thesis.tex",
    "map/paris",
    "explore/index.html",
    "sw/mine/a.c",
    "formal/my notes.txt",
    "mutants/of mine",
)


def fill(folder: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x" * 5000)


def present(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_what_can_be_made_again_is_freed_and_nothing_else(build: Path) -> None:
    fill(build, (*MADE, *RESULTS, *FOREIGN))
    would = cache.clean(results=False, remove=False)
    assert present(build) == {*MADE, *RESULTS, *FOREIGN}
    assert cache.clean(results=False, remove=True) == would
    assert present(build) == {*RESULTS, *FOREIGN}
    assert sum(content.size for content in would) >= 5000 * len(MADE)
    cache.clean(results=True, remove=True)
    assert present(build) == set(FOREIGN)


def test_nothing_outside_the_build_folder_is_touched(build: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    fill(outside, (*MADE, *RESULTS))
    build.mkdir()
    (build / "sim").symlink_to(outside / "sim")
    (build / "scratch").symlink_to(outside / "sim")
    (build / "sw").mkdir()
    (build / "sw" / "riscv-0123456789abcdef").symlink_to(outside / "sw")
    (build / "map" / "engine-n1-ecp5-01234567").mkdir(parents=True)
    (build / "map" / "engine-n1-ecp5-01234567" / "link").symlink_to(outside / "map")
    (build / "results.sqlite").symlink_to(outside / "results.sqlite")
    cache.clean(results=True, remove=True)
    assert present(outside) == {*MADE, *RESULTS}
    assert not (build / "map" / "engine-n1-ecp5-01234567").exists()


def test_what_a_killed_process_left_is_freed_and_what_is_held_stays(build: Path) -> None:
    killed(build)
    (left,) = (build / "scratch").iterdir()
    with paths.exclusive(build / "locks" / ("0" * 32)):
        found = {content.kind: content for content in cache.clean(results=False, remove=True)}
        assert found["abandoned work"].size > 0
        assert not left.exists()
        assert (build / "locks" / ("0" * 32)).exists()
