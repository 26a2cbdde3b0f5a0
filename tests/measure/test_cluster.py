# SPDX-License-Identifier: Apache-2.0
"""Worker processes on loopback that have the package and share no folder with the client."""

from __future__ import annotations

import gc
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from shutil import which
from typing import Any

import dask
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
SLOW = (1, 2, 3, 4)

pytestmark = pytest.mark.timeout(240)


class Cluster:
    """A scheduler and its workers, each in a process and with a build folder of its own."""

    def __init__(self, folder: Path, protocol: str = "tcp", **variables: str) -> None:
        self.folder = folder
        self.variables = variables
        self.processes: list[subprocess.Popen[str]] = []
        self.workers = 0
        file = folder / "scheduler.json"
        options = ["--protocol", protocol, "--port", "0", "--scheduler-file", str(file)]
        self._start("dask_scheduler", *options)
        _until(lambda: file.is_file() and file.read_text().endswith("}"))
        self.address = json.loads(file.read_text())["address"]

    def work(self, count: int, nanny: bool = False, **variables: str) -> set[int]:
        """Have more workers, with one thread each; the numbers of the processes started."""
        started = set()
        for _ in range(count):
            build = self.folder / f"worker{self.workers}"
            options = ["--nthreads", "1", "--local-directory", str(build)]
            options += ["--nanny" if nanny else "--no-nanny"]
            worker = self._start(
                "dask_worker", self.address, *options, HASHFAB_BUILD=str(build), **variables
            )
            started.add(worker.pid)
            self.workers += 1
        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(self.workers, timeout=60)
        return started

    def client(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        """A process that works on the cluster; see the end of this file."""
        return self._run([str(HERE / "test_cluster.py"), self.address, *arguments], **variables)

    def _start(self, command: str, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        everywhere = ["--host", "127.0.0.1", "--no-dashboard"]
        return self._run(["-m", f"distributed.cli.{command}", *arguments, *everywhere], **variables)

    def _run(self, arguments: list[str], **variables: str) -> subprocess.Popen[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("HASHFAB", "DASK"))}
        kept["PYTHONPATH"] = os.pathsep.join([str(HERE), str(paths.PACKAGE.parent)])
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env={**kept, **self.variables, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self.processes):
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


def _work(shared: Path) -> list[Early]:
    """One stage that is done at once, and some that are not."""
    return [Early(DESIGN, shared), *(Early(DESIGN, shared, each, "sleep") for each in SLOW)]


def told(shared: Path, pattern: str) -> list[str]:
    return [path.read_text() for path in shared.glob(pattern)]


def test_results_and_files_come_back_and_the_client_alone_writes_the_store(
    cluster: Cluster, shared: Path, tmp_path: Path
) -> None:
    pids = cluster.work(2)
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


@pytest.mark.parametrize("nanny", [False, True])
def test_a_stage_whose_worker_dies_is_done_elsewhere(
    cluster: Cluster, shared: Path, nanny: bool
) -> None:
    cluster.work(2, nanny)
    (shared / "deadly").write_text("once")
    stages = [Early(DESIGN, shared, 0, "die"), *(Early(DESIGN, shared, n) for n in (1, 2, 3))]
    found = runner(cluster).run(stages)
    assert all(isinstance(each, Result) for each in found.values())
    first = told(shared, "early-0-*")
    assert len({text.split()[0] for text in first}) == len(first) == 2
    assert all(len(told(shared, f"early-{number}-*")) == 1 for number in (1, 2, 3))


@pytest.mark.parametrize(("workers", "nanny"), [(3, False), (2, True)])
def test_a_stage_of_which_workers_die_is_reported_and_stops_no_other(
    cluster: Cluster, shared: Path, workers: int, nanny: bool
) -> None:
    cluster.work(workers, nanny)  # Of two, none is left unless nannies start them again.
    (shared / "deadly").write_text("always")
    stages = [Early(DESIGN, shared, 0, "die"), *(Early(DESIGN, shared, n) for n in (1, 2, 3))]
    found = runner(cluster).run([Late(DESIGN, each) for each in stages])
    failure = Failure("engine-n1", "2 workers died, one after the other, in the stage 'early'")
    assert found[stages[0]] == failure == found[Late(DESIGN, stages[0])]
    assert sum(isinstance(each, Result) for each in found.values()) == 6
    assert len(told(shared, "early-0-*")) == 2


def test_a_client_that_is_killed_leaves_what_was_finished(cluster: Cluster, shared: Path) -> None:
    cluster.work(2)
    client = cluster.client(str(shared), HASHFAB_BUILD=str(paths.build_dir()))
    _until(lambda: any(told(shared, f"early-{number}-*") for number in SLOW[2:]))
    client.kill()
    client.wait()
    finished = [stage for stage in _work(shared) if store().get(stage.key())]
    under_way = [stage for stage in _work(shared) if stage not in finished]
    assert finished and under_way
    assert all(isinstance(each, Result) for each in runner(cluster).run(_work(shared)).values())
    assert all(len(told(shared, f"early-{stage.number}-*")) == 1 for stage in finished)
    assert all(len(told(shared, f"early-{stage.number}-*")) <= 2 for stage in under_way)


def test_the_log_of_a_failure_comes_back(cluster: Cluster, shared: Path) -> None:
    cluster.work(1)
    (outcome,) = runner(cluster).run([Early(DESIGN, shared, 0, "fail")]).values()
    assert isinstance(outcome, Failure) and outcome.why == "the tool failed" and outcome.log
    assert Path(outcome.log).is_relative_to(paths.build_dir())
    assert Path(outcome.log).read_text() == "what the tool said"


def test_a_worker_with_other_tools_refuses(cluster: Cluster, shared: Path) -> None:
    cluster.work(1, HASHFAB_FAR="2")
    with pytest.raises(RequestError, match=r"would come to another result: far 2 there, 1 here"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert not told(shared, "early-*")


def test_a_worker_with_another_hashfab_refuses(
    cluster: Cluster, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.work(1)
    monkeypatch.setattr("hashfab.measure.remote.code", lambda: "0.0.1 0123456789ab")
    with pytest.raises(RequestError, match=r"has another hashfab \(0.*; here 0\.0\.1 0123"):
        runner(cluster).run([Early(DESIGN, shared)])
    assert not told(shared, "early-*")


# ---- TLS ---------------------------------------------------------------------------------


def documented(number: int, folder: Path) -> dict[str, str]:
    """What the environment is in a folder after one of the blocks about TLS in exploring.md.

    Lines with ``hashfab`` or ``dask`` as their command are left out.
    """
    text = (paths.PACKAGE.parents[1] / "docs" / "exploring.md").read_text(encoding="utf-8")
    blocks = [block for block in text.split("```")[1::2] if ".pem" in block]
    lines = [line for line in blocks[number].splitlines() if not line.startswith(("hash", "dask"))]
    kept = {k: v for k, v in os.environ.items() if not k.startswith("DASK")}
    script = "\n".join(["set -e", *lines, "env -0"])
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=kept, capture_output=True, text=True, check=True
    )
    return dict(each.split("=", 1) for each in done.stdout.split("\0") if each)


def certified(folder: Path) -> dict[str, str]:
    """The variables that show a certificate of a new authority, made as exploring.md says."""
    folder.mkdir()
    documented(0, folder)
    return {
        name: str(folder / value) if value.endswith(".pem") else value
        for name, value in documented(1, folder).items()
        if name.startswith("DASK")
    }


def showing(variables: dict[str, str]) -> AbstractContextManager[Any]:
    """Be a process that was started with these variables."""
    return dask.config.set(
        dask.config.merge(dask.config.config, dask.config.collect_env(variables))
    )


@pytest.mark.skipif(not which("openssl"), reason="needs openssl")
def test_with_tls_only_who_has_a_certificate_of_the_authority_takes_part(
    shared: Path, tmp_path: Path
) -> None:
    ours, theirs = certified(tmp_path / "ours"), certified(tmp_path / "theirs")
    authority = "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"
    cluster = Cluster(tmp_path, "tls", **ours)
    try:
        assert cluster.address.startswith("tls://127.0.0.1:")
        with showing(ours):
            cluster.work(2, nanny=True)
            found = runner(cluster).run([Early(DESIGN, shared, number) for number in (0, 1)])
            assert all(isinstance(each, Result) for each in found.values())
        # Neither without a certificate, nor with one of another authority, nor without TLS.
        for variables in ({}, theirs | {authority: ours[authority]}):
            with showing(variables), pytest.raises(RequestError, match="no Dask scheduler answers"):
                runner(cluster).run([Early(DESIGN, shared, 2)])
        cluster.address = cluster.address.replace("tls:", "tcp:")
        with pytest.raises(RequestError, match="no Dask scheduler answers"):
            runner(cluster).run([Early(DESIGN, shared, 2)])
        assert len(told(shared, "early-*")) == 2
    finally:
        cluster.stop()


# ---- clusters that are none --------------------------------------------------------------


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
    cluster.work(1)
    (shared / "deadly").write_text("always")
    with pytest.raises(WorkFailed, match=r"lost all its workers; what was finished is stored"):
        runner(cluster).run([Early(DESIGN, shared, 0, "die")])


if __name__ == "__main__":
    # The client that is killed.
    Runner(scheduler=sys.argv[1], console=Console(quiet=True), store=store()).run(
        _work(Path(sys.argv[2]))
    )
