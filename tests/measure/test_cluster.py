# SPDX-License-Identifier: Apache-2.0
"""Worker processes on loopback that have the package and share no folder with the client."""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client
from far import Early, Late
from rich.console import Console

from hashfab import designs, paths
from hashfab.errors import RequestError, WorkFailed
from hashfab.measure import cluster as clusters
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.store import Result, Store

DESIGN = designs.parse("engine-n1")
HERE = Path(__file__).parent

pytestmark = pytest.mark.timeout(240)


class Cluster:
    """A scheduler and its workers, each in a process and with a build folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []
        self.workers: dict[int, subprocess.Popen[str]] = {}
        file = folder / "scheduler.json"
        self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        _until(lambda: file.is_file() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def worker(self, **variables: str) -> int:
        """One more worker, with one thread; the number of its process."""
        build = self.folder / f"worker{len(self.workers)}"
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(build)]
        worker = self._start(
            "dask_worker", self.address, *options, HASHFAB_BUILD=str(build), **variables
        )
        self.workers[worker.pid] = worker
        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(len(self.workers), timeout=60)
        return worker.pid

    def _start(self, command: str, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("HASHFAB")}
        path = os.pathsep.join([str(HERE), str(paths.PACKAGE.parent)])
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"distributed.cli.{command}",
                *arguments,
                "--host",
                "127.0.0.1",
                "--no-dashboard",
            ],
            env={**kept, "PYTHONPATH": path, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def _until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.stop()


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that all processes of a test see; the client's build folder is another one."""
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "client"))
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


def runner(cluster: Cluster) -> Runner:
    quiet = Console(file=io.StringIO())
    return Runner(scheduler=cluster.address, console=quiet, store=store())


def store() -> Store:
    return Store(paths.build_dir() / "results.sqlite")


def told(shared: Path, pattern: str) -> list[str]:
    return [path.read_text() for path in shared.glob(pattern)]


def test_results_and_files_come_back_and_the_client_alone_writes_the_store(
    cluster: Cluster, shared: Path, tmp_path: Path
) -> None:
    pids = {cluster.worker(), cluster.worker()}
    early = [Early(DESIGN, shared, number, "sleep") for number in range(4)]
    found = runner(cluster).run([Late(DESIGN, each) for each in early])
    texts = {each.data["text"] for each in found.values() if isinstance(each, Result)}
    assert texts == {"keccak_pkg.sv", *(f"keccak_pkg.sv kept {number}" for number in range(4))}
    who = [line.split() for line in told(shared, "early-*")]
    assert {int(pid) for pid, *_ in who} == pids
    # Each read the hardware that came with its task.
    assert all(rtl.startswith(f"{build}/sources/") for _, build, rtl in who)
    databases = {path.parent.name for path in tmp_path.rglob("*.sqlite")}
    assert databases == {"client"}
    assert len(list((tmp_path / "client" / "netlists").iterdir())) == 4
    runner(cluster).run([Late(DESIGN, each) for each in early])
    assert len(told(shared, "*-*")) == 8


def test_a_stage_whose_worker_dies_is_done_elsewhere(cluster: Cluster, shared: Path) -> None:
    for _ in range(2):
        cluster.worker()
    (shared / "deadly").write_text("once")
    stages = [Early(DESIGN, shared, 0, "die"), *(Early(DESIGN, shared, n) for n in (1, 2, 3))]
    found = runner(cluster).run(stages)
    assert all(isinstance(each, Result) for each in found.values())
    assert len(told(shared, "early-0-*")) == 2
    assert all(len(told(shared, f"early-{number}-*")) == 1 for number in (1, 2, 3))


def test_a_stage_of_which_workers_die_is_reported_and_stops_no_other(
    cluster: Cluster, shared: Path
) -> None:
    for _ in range(3):
        cluster.worker()
    (shared / "deadly").write_text("always")
    stages = [Early(DESIGN, shared, 0, "die"), *(Early(DESIGN, shared, n) for n in (1, 2, 3))]
    found = runner(cluster).run([Late(DESIGN, each) for each in stages])
    failure = Failure("engine-n1", "2 workers died, one after the other, in the stage 'early'")
    assert found[stages[0]] == failure == found[Late(DESIGN, stages[0])]
    assert sum(isinstance(each, Result) for each in found.values()) == 6
    assert len(told(shared, "early-0-*")) == 2


def test_a_client_that_is_killed_leaves_what_was_finished(cluster: Cluster, shared: Path) -> None:
    cluster.worker()
    stages = [Early(DESIGN, shared, 0), *(Early(DESIGN, shared, n, "sleep") for n in (1, 2, 3))]
    client = os.fork()
    if client == 0:
        arguments = [cluster.address, str(shared)]
        os.execv(sys.executable, [sys.executable, str(HERE / "test_cluster.py"), *arguments])
    _until(lambda: told(shared, "early-2-*"))
    os.kill(client, signal.SIGKILL)
    os.waitpid(client, 0)
    finished = [stage for stage in stages if store().get(stage.key())]
    assert finished
    assert all(isinstance(each, Result) for each in runner(cluster).run(stages).values())
    assert all(len(told(shared, f"early-{stage.number}-*")) == 1 for stage in finished)


def test_the_log_of_a_failure_comes_back(cluster: Cluster, shared: Path) -> None:
    cluster.worker()
    (outcome,) = runner(cluster).run([Early(DESIGN, shared, 0, "fail")]).values()
    assert isinstance(outcome, Failure) and outcome.why == "the tool failed" and outcome.log
    assert Path(outcome.log).is_relative_to(paths.build_dir())
    assert Path(outcome.log).read_text() == "what the tool said"


def test_a_worker_with_other_tools_refuses(cluster: Cluster, shared: Path) -> None:
    cluster.worker(HASHFAB_FAR="2")
    with pytest.raises(RequestError, match=r"would come to another result: far 2 there, 1 here"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert not told(shared, "early-*")


def test_a_worker_with_another_hashfab_refuses(
    cluster: Cluster, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.worker()
    monkeypatch.setattr("hashfab.measure.remote.code", lambda: "0.0.1 0123456789ab")
    with pytest.raises(RequestError, match=r"has another hashfab \(0.*; here 0\.0\.1 0123"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert not told(shared, "early-*")


def test_an_address_of_nobody_leaves_no_client_behind() -> None:
    made = len([each for each in gc.get_objects() if isinstance(each, Client)])
    with (
        pytest.raises(RequestError, match="no Dask scheduler answers"),
        clusters.cluster(1, "tcp://127.0.0.1:1"),
    ):
        pass
    assert len([each for each in gc.get_objects() if isinstance(each, Client)]) <= made


def test_a_scheduler_without_workers_is_reported_within_ten_seconds(
    cluster: Cluster, shared: Path
) -> None:
    with pytest.raises(RequestError, match="has no worker"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert 2 * clusters.ANSWER_SECONDS < 10  # to answer, and to have a worker


@pytest.mark.bench
def test_it_is_reported_within_ten_seconds_of_the_clock(cluster: Cluster, shared: Path) -> None:
    started = time.monotonic()
    with pytest.raises(RequestError, match="has no worker"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert time.monotonic() - started < 10


def test_a_scheduler_that_loses_its_last_worker_is_reported(
    cluster: Cluster, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashfab.measure.dispatch.WORKERLESS_S", 2.0)
    cluster.worker()
    (shared / "deadly").write_text("always")
    with pytest.raises(WorkFailed, match=r"lost all its workers; what was finished is stored"):
        runner(cluster).run([Early(DESIGN, shared, 0, "die")])


if __name__ == "__main__":
    # The client that is killed.
    where = Path(sys.argv[2])
    work = [Early(DESIGN, where, 0), *(Early(DESIGN, where, n, "sleep") for n in (1, 2, 3))]
    Runner(scheduler=sys.argv[1], console=Console(quiet=True), store=store()).run(work)
