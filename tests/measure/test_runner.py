# SPDX-License-Identifier: Apache-2.0
"""The runner: side by side, each piece of work once, files from stage to stage, the time left."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import RequestError, WorkFailed
from hashfab.measure import Measurement, Request, Store
from hashfab.measure.cluster import cluster
from hashfab.measure.physical import Physical
from hashfab.measure.progress import time_left
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.stages import Map
from hashfab.measure.targets import Target
from made_up import MadeUpTarget, in_company, making_up

ENGINES = [designs.parse(f"engine-n{rounds}") for rounds in (1, 2, 3, 4)]


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))
    quiet = Console(file=io.StringIO())
    return Runner(jobs=2, console=quiet, store=Store(tmp_path / "results.sqlite"))


def requests(target: Target, place: bool = True) -> list[Request]:
    return [Request(design, target=target, place=place) for design in ENGINES]


def test_stages_are_done_side_by_side(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    with making_up(in_company, monkeypatch) as target:
        found = runner.run([Map(design, target) for design in ENGINES])
    assert len(found) == 4


def test_what_is_stored_is_not_done_again_and_an_estimate_serves_the_route(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, bool]] = []

    def work(design: Design, placed: bool) -> Physical:
        calls.append((design.name, placed))
        return Physical(period_ns=20.0 if placed else 10.0, ff=1, lut4=1)

    with making_up(work, monkeypatch) as target:
        estimated = runner.measure(requests(target, place=False))
        assert len(calls) == 4
        placed = runner.measure(requests(target))
        assert len(calls) == 8 and all(placing for _, placing in calls[4:])
        assert runner.measure(requests(target)) == placed
        assert len(calls) == 8
    for before, after in zip(estimated.values(), placed.values(), strict=True):
        assert isinstance(before, Measurement) and isinstance(after, Measurement)
        assert (before.physical.period_ns, after.physical.period_ns) == (10.0, 20.0)
        assert not before.physical.placed and after.physical.placed


def test_a_file_that_the_store_has_outlived_is_made_again(
    runner: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        return Physical(period_ns=10.0, ff=1, lut4=1)

    with making_up(work, monkeypatch) as target:
        runner.measure(requests(target, place=False))
        for kept in (tmp_path / "netlists").iterdir():
            kept.unlink()
        placed = runner.measure(requests(target))
    assert all(isinstance(each, Measurement) for each in placed.values())


def test_what_was_measured_of_sources_that_changed_meanwhile_is_not_kept(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, calls = ["old"], list[str]()
    monkeypatch.setattr(MadeUpTarget, "settings", lambda target, design: {"sources": sources[0]})

    def work(design: Design, placed: bool) -> Physical:
        calls.append(sources[0])
        sources[0] = "new"
        return Physical(period_ns=10.0, ff=1, lut4=1)

    with making_up(work, monkeypatch, places=False) as target:
        stage = Map(ENGINES[0], target)
        found = runner.run([stage])[stage]
        assert isinstance(found, Failure) and found.why == (
            "the sources of engine-n1 changed while it went through map;"
            " nothing of it is kept: run the same command again"
        )
        assert not isinstance(runner.run([stage])[stage], Failure)
        assert calls == ["old", "new"]
        sources[0] = "old"
        assert isinstance(runner.run([stage])[stage], Failure)
        assert calls == ["old", "new", "old"]


def test_a_stage_that_fails_fails_those_behind_it_and_no_other(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        if design.name == "engine-n2":
            raise WorkFailed("no", Path("some.log"))
        return Physical(period_ns=10.0, ff=1, lut4=1)

    told: list[str] = []
    with making_up(work, monkeypatch) as target:
        found = runner.measure(
            requests(target), lambda request, outcome, seconds: told.append(request.design.name)
        )
    failures = [each for each in found.values() if isinstance(each, Failure)]
    assert failures == [Failure("engine-n2", "no", "some.log")]
    assert sorted(told) == [design.name for design in ENGINES]


def test_designs_that_differ_in_their_program_only_are_mapped_once(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped: list[str] = []

    def work(design: Design, placed: bool) -> Physical:
        mapped.append(design.name)
        return Physical(period_ns=10.0, ff=1, lut4=1)

    both = [designs.parse(name) for name in ("rv32", "rv32-compact")]
    monkeypatch.setattr("made_up.MadeUpTarget.settings", lambda self, design: {})
    with making_up(work, monkeypatch) as target:
        found = runner.run([Map(design, target) for design in both])
    assert len(mapped) == 1 and len(found) == 2


def test_the_time_left_is_what_stages_so_far_took_shared_by_the_lanes() -> None:
    spent = {"map": [10.0, 30.0]}
    assert time_left(spent, {"map": 8}, lanes=2) == "about 1:20 left"
    assert time_left(spent, {"map": 2, "route": 6}, lanes=2) == "about 1:20 left"
    assert time_left(spent | {"route": [60.0]}, {"map": 2, "route": 2}, 2) == "about 1:20 left"
    assert time_left(spent, {"map": 0}, lanes=2) == ""


def test_an_address_where_no_scheduler_answers_is_refused() -> None:
    with pytest.raises(RequestError, match="nonsense"), cluster(1, "nonsense://nowhere"):
        pass
