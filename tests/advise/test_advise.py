# SPDX-License-Identifier: Apache-2.0
"""From a demand to an answer, with simulation and mapping made up."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from hashfab.advise import advise as advising
from hashfab.advise import demand
from hashfab.advise.recommendation import NOTHING, parse_weights
from hashfab.advise.system import candidates
from hashfab.cli import recommend
from hashfab.designs import Design
from hashfab.errors import CheckFailed, WorkFailed
from hashfab.measure import Store
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Calls, Costs
from hashfab.measure.targets import Target
from made_up import making_up

CYCLES = {"rv32": 1000.0, "rv32-lane1": 100.0, "accel-d1n1t1w64": 10.0, "hashproc": 20.0}
AREA = {"rv32": 3000, "rv32-lane1": 4700, "accel-d1n1t1w64": 5100, "hashproc": 7600}
NAMES = tuple(CYCLES)[1:]

SPONGE = '[[call]]\nalgorithm = "sha3-256"\nmessage_bytes = 64\ncount = 3\n'
CHAINED = '[[call]]\nalgorithm = "sha256"\nmessage_bytes = 64\n'


def physical(design: Design, placed: bool) -> Physical:
    return Physical(period_ns=10.0, ff=1, lut4=AREA[design.name])


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))

    def compute(self: Calls, given: object, work: object) -> Costs:
        cycles = [call.count * CYCLES[self.design.name] for call in self.calls]
        return Costs(cycles, [call.count < 1000 for call in self.calls])

    monkeypatch.setattr(Calls, "compute", compute)
    with making_up(physical, monkeypatch, places=False) as target:
        yield target


def advice(
    text: str, target: Target, tmp_path: Path, names: tuple[str, ...] = NAMES
) -> advising.Advice:
    found = demand.parse(text, "w.toml", "w")
    runner = Runner(1, console=Console(file=io.StringIO()), store=Store(tmp_path / "r.sqlite"))
    weights = parse_weights(None, target.has_power)
    return advising.advise(found, target, "rv32", candidates("rv32", names), weights, (), runner)


def test_each_candidate_is_weighed_by_its_own_cycles(target: Target, tmp_path: Path) -> None:
    found = advice("handover_cycles = 5\n" + SPONGE, target, tmp_path)
    assert found.recommendation is not None
    times = {option.name: option.need.time_s for option in found.recommendation.options}
    assert times == pytest.approx(
        {
            "rv32": 3 * 1000 * 1e-8,
            "rv32-lane1": 3 * 100 * 1e-8,
            "accel-d1n1t1w64": 3 * (10 + 5) * 1e-8,
            "hashproc": 3 * (20 + 5) * 1e-8,
        }
    )
    areas = {option.name: option.need.area for option in found.recommendation.options}
    assert areas["accel-d1n1t1w64"] == 8100 and areas["rv32-lane1"] == 4700
    assert found.recommendation.run.share == 1.0
    assert found.chosen == "rv32-lane1"


def test_other_work_is_said_as_cycles_or_as_a_share(target: Target, tmp_path: Path) -> None:
    for text in ("other_cycles = 9000\n", "other_share = 0.75\n"):
        found = advice(text + SPONGE, target, tmp_path)
        assert found.recommendation is not None
        assert found.recommendation.run.share == pytest.approx(0.25)
        (hard,) = (o for o in found.recommendation.options if o.name == "accel-d1n1t1w64")
        assert found.speedup(hard) < 1 / 0.75


def test_a_clock_holds_back_what_is_faster(target: Target, tmp_path: Path) -> None:
    found = advice("clock_mhz = 50\n" + SPONGE, target, tmp_path)
    assert found.recommendation is not None
    (plain,) = (o for o in found.recommendation.options if o.name == "rv32")
    assert plain.need.time_s == pytest.approx(3 * 1000 * 2e-8)


def test_where_no_software_does_it_the_slowest_hardware_stands_in(
    target: Target, tmp_path: Path
) -> None:
    found = advice(CHAINED, target, tmp_path)
    assert found.chosen == found.reference == "hashproc"
    assert found.left_out["rv32"].startswith("It has no program for sha256: it serves 0 of 1 calls")
    assert found.left_out["accel-d1n1t1w64"].startswith("It does not compute sha256")
    assert any("stands in for it" in note for note in found.notes())


def test_a_workload_that_nothing_does_is_told_with_the_nearest(
    target: Target, tmp_path: Path
) -> None:
    found = advice(SPONGE + CHAINED, target, tmp_path, ("rv32-lane1", "accel-d1n1t1w64"))
    assert found.recommendation is None and found.chosen == NOTHING
    assert found.served == {"rv32": 3, "rv32-lane1": 3, "accel-d1n1t1w64": 3}
    document = found.to_json()
    assert document["chosen"] == NOTHING and document["nearest"] == "rv32"
    assert document["table"] == []


def test_what_fails_is_left_out_and_the_others_are_weighed(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Calls, given: object, work: object) -> Costs:
        if self.design.name == "hashproc":
            raise CheckFailed("hashproc: wrong digest for message 0")
        return Costs([CYCLES[self.design.name]], [True])

    monkeypatch.setattr(Calls, "compute", fails)
    found = advice(SPONGE, target, tmp_path)
    assert "wrong digest for message 0" in found.left_out["hashproc"]
    assert found.chosen == "rv32-lane1"


def test_without_the_core_there_is_no_answer(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        raise WorkFailed("it does not fit")

    with (
        making_up(work, monkeypatch, places=False, name="too-small") as small,
        pytest.raises(WorkFailed, match="it does not fit"),
    ):
        advice(SPONGE, small, tmp_path)


def run(arguments: list[str]) -> str:
    result = CliRunner().invoke(recommend.recommend_, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture
def arguments(target: Target, tmp_path: Path) -> list[str]:
    path = tmp_path / "mine.toml"
    path.write_text('title = "my own"\nother_share = 0.5\n' + SPONGE + "at_once = 2\n")
    return [str(path), "--target", target.name, *(f"--design={name}" for name in NAMES)]


def test_the_answer_for_people_fits_a_terminal(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = run(arguments)
    assert max(map(len, said.splitlines())) <= 80
    assert "Take rv32-lane1: " in said
    for name in NAMES[1:]:
        assert f"  {name}: Needs " in said
    assert "nothing: Hashes nothing" in said
    assert "The runner-up, " in said
    limited = run([*arguments, "--limit", "area < 10 LUT4"])
    assert "Take nothing: no design meets every condition. The nearest is " in limited


def test_the_answer_for_programs_has_its_keys(arguments: list[str]) -> None:
    document = json.loads(run([*arguments, "--json"]))
    assert {"workload", "candidates", "chosen", "table"} <= set(document)
    assert document["workload"]["name"] == "mine"
    by_name = {each["design"]: each for each in document["candidates"]}
    assert set(by_name) == {*CYCLES, NOTHING}
    assert all({"design", "score", "why"} <= set(each) for each in by_name.values())
    assert all(by_name[name]["time_s"] > 0 for name in CYCLES)
    assert {each["design"] for each in document["table"]} == set(CYCLES)
    assert all(set(each["z"]) == {"speed", "area"} for each in document["table"])
    for each in document["table"]:
        assert sum(each["z"].values()) == pytest.approx(each["score"])
    assert min(document["table"], key=lambda each: each["score"])["design"] == document["chosen"]
    assert document["hashing_share"] == 0.5
