# SPDX-License-Identifier: Apache-2.0
"""From a demand to an answer, with simulation and mapping made up."""

from __future__ import annotations

import io
import json
import re
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
from hashfab.measure import Store, scheme
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Calls, Costs, Execute, Execution
from hashfab.measure.targets import Target
from made_up import making_up

CYCLES = {"rv32": 1000.0, "rv32-lane1": 100.0, "accel-d1n1t1w64": 10.0, "hashproc": 20.0}
AREA = {"rv32": 3000, "rv32-lane1": 4700, "accel-d1n1t1w64": 5100, "hashproc": 7600}
NAMES = tuple(CYCLES)[1:]

SPONGE = '[[call]]\nalgorithm = "sha3-256"\nmessage_bytes = 64\ncount = 3\n'
CHAINED = '[[call]]\nalgorithm = "sha256"\nmessage_bytes = 64\n'


OPERATIONS = 'operations = ["ml-kem-768/keygen", "ml-kem-768/keygen"]\n'
OF_OPERATION = {"rv32": 1600, "rv32-lane1": 140, "soc-rv32-accel-d1n1t1w64": 60}
OTHER = 500
"""Cycles of an operation: hashing, and everything else."""


def physical(design: Design, placed: bool) -> Physical:
    return Physical(period_ns=10.0, ff=1, lut4=AREA[design.name])


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))

    def compute(self: Calls, given: object, work: object) -> Costs:
        cycles = [call.count * CYCLES[self.design.name] for call in self.calls]
        return Costs(cycles, [call.count < 1000 for call in self.calls])

    monkeypatch.setattr(Calls, "compute", compute)

    def execute(self: Execute, given: object, work: object) -> Execution:
        hashing = OF_OPERATION[self.design.name]
        return Execution(hashing + OTHER, 1, 1, 1, {"hashing": hashing, "other": OTHER})

    monkeypatch.setattr(Execute, "compute", execute)
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


def test_what_runs_operations_is_measured_by_whole_runs(target: Target, tmp_path: Path) -> None:
    found = advice(
        "handover_cycles = 5\nother_cycles = 9000\n" + OPERATIONS + SPONGE, target, tmp_path
    )
    assert found.recommendation is not None
    options = {option.name: option for option in found.recommendation.options}
    other = 2 * OTHER + 9000
    times = {name: option.need.time_s for name, option in options.items()}
    assert times == pytest.approx(
        {
            "rv32": (2 * 1600 + other) * 1e-8,
            "rv32-lane1": (2 * 140 + other) * 1e-8,
            # The driver's cycles are in the system's.
            "accel-d1n1t1w64": (2 * 60 + other) * 1e-8,
            "hashproc": (3 * (20 + 5) + other) * 1e-8,
        }
    )
    sums = {name: found.sum_s(option) for name, option in options.items()}
    assert sums == {
        "rv32": pytest.approx((3 * 1000 + other) * 1e-8),
        "rv32-lane1": pytest.approx((3 * 100 + other) * 1e-8),
        "accel-d1n1t1w64": pytest.approx((3 * (10 + 5) + other) * 1e-8),
        "hashproc": None,
    }
    assert found.recommendation.run.share == pytest.approx(3200 / (3200 + other))
    (note,) = (note for note in found.notes() if "whole runs" in note)
    own, system, summed = re.split("; so are|. Those of", note)
    assert "rv32-lane1" in own and "accel-d1n1t1w64" in system and "hashproc" in summed
    document = found.to_json()
    whole = {each["design"]: each.get("whole_run") for each in document["candidates"]}
    beside = {"accel-d1n1t1w64": True, "hashproc": False, NOTHING: None}
    assert whole == {"rv32": True, "rv32-lane1": True, **beside}
    assert document["whole_runs"]["accel-d1n1t1w64"]["design"] == "soc-rv32-accel-d1n1t1w64"
    assert document["whole_runs"]["rv32"]["hash_cycles"] == 3200
    assert document["whole_runs"]["rv32"]["other_cycles"] == 2 * OTHER


def test_a_whole_system_has_one_clock(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def periods(design: Design, placed: bool) -> Physical:
        ns = {"accel-d1n1t1w64": 4.0, "hashproc": 40.0}.get(design.name, 10.0)
        return Physical(period_ns=ns, ff=1, lut4=AREA[design.name])

    with making_up(periods, monkeypatch, places=False, name="two-clocks") as made:
        text = "handover_cycles = 0\n" + OPERATIONS + SPONGE
        found = advice(text, made, tmp_path)
        assert found.recommendation is not None
        times = {o.name: o.need.time_s for o in found.recommendation.options}
        assert times["accel-d1n1t1w64"] == pytest.approx((2 * 60 + 2 * OTHER) * 10e-9)
        # What is no whole run has its own clock for the calls.
        assert times["hashproc"] == pytest.approx(3 * 20 * 40e-9 + 2 * OTHER * 10e-9)
        slow = advice("clock_mhz = 50\n" + text, made, tmp_path)
        assert slow.recommendation is not None
        (hard,) = (o for o in slow.recommendation.options if o.name == "accel-d1n1t1w64")
        assert hard.need.time_s == pytest.approx((2 * 60 + 2 * OTHER) * 20e-9)


def test_a_core_that_does_not_run_the_operations_has_sums(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheme, "runs", lambda design, each: design.name != "rv32")
    found = advice("handover_cycles = 5\n" + OPERATIONS + SPONGE, target, tmp_path)
    assert found.recommendation is not None and not found.wholes
    times = {option.name: option.need.time_s for option in found.recommendation.options}
    assert times["rv32-lane1"] == pytest.approx(3 * 100 * 1e-8)
    assert any("rv32 does not run ml-kem-768/keygen: all" in note for note in found.notes())


def test_what_would_take_too_long_whole_is_a_sum_and_said_so(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "MOST_WHOLE_CYCLES", 3 * CYCLES["rv32-lane1"])
    found = advice("handover_cycles = 5\n" + OPERATIONS + SPONGE, target, tmp_path)
    assert found.recommendation is not None
    times = {option.name: option.need.time_s for option in found.recommendation.options}
    assert times == pytest.approx(
        {
            # What it does beside hashing is what it does on the core that was run.
            "rv32": (3 * 1000 + 2 * OTHER) * 1e-8,
            "rv32-lane1": (2 * 140 + 2 * OTHER) * 1e-8,
            "accel-d1n1t1w64": (2 * 60 + 2 * OTHER) * 1e-8,
            "hashproc": (3 * (20 + 5) + 2 * OTHER) * 1e-8,
        }
    )
    assert found.recommendation.run.share == pytest.approx(3000 / (3000 + 2 * OTHER))
    assert found.too_long == ("rv32",)
    (note,) = (note for note in found.notes() if "whole runs" in note)
    assert "whole runs on rv32 would hash for more than" in note
    assert "beside hashing on rv32-lane1" in note

    monkeypatch.setattr(advising, "MOST_WHOLE_CYCLES", 0)
    found = advice(OPERATIONS + SPONGE, target, tmp_path)
    assert found.recommendation is not None and not found.wholes
    (note,) = (note for note in found.notes() if "whole runs" in note)
    assert note.startswith("All figures are sums of calls: whole runs on rv32, ")


def test_a_whole_run_that_fails_leaves_its_candidate_out(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = Execute.compute

    def fails(self: Execute, given: tuple[object, ...], work: Path) -> Execution:
        if self.design.family == "soc":
            raise CheckFailed("wrong output of ml-kem-768/keygen")
        return computed(self, given, work)

    monkeypatch.setattr(Execute, "compute", fails)
    found = advice(OPERATIONS + SPONGE, target, tmp_path)
    assert "wrong output of ml-kem-768/keygen" in found.left_out["accel-d1n1t1w64"]
    assert set(found.wholes) == {"rv32", "rv32-lane1"}


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
    assert document["whole_runs"] == {} and document["workload"]["operations"] == []
    assert all(set(each["z"]) == {"speed", "area"} for each in document["table"])
    for each in document["table"]:
        assert sum(each["z"].values()) == pytest.approx(each["score"])
    assert min(document["table"], key=lambda each: each["score"])["design"] == document["chosen"]
    assert document["hashing_share"] == 0.5
