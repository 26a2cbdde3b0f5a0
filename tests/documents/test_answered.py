# SPDX-License-Identifier: Apache-2.0
"""Tables of answers: what ``hashfab recommend`` prints, and the results behind it."""

import io
from dataclasses import asdict
from pathlib import Path

import pytest
from rich.console import Console

from hashfab.designs import Design
from hashfab.documents import record
from hashfab.documents.answered import Answered
from hashfab.errors import RequestError, WorkFailed
from hashfab.measure import Store, store
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Calls, Costs, Execute, Execution
from made_up import making_up

CYCLES = {"rv32": 2e6, "rv32-lane1": 1e5, "accel-d1n1t1w64": 1e4, "hashproc": 2e4}
HASHING = {"rv32": 1_500_000, "rv32-lane1": 80_000, "soc-rv32-accel-d1n1t1w64": 10_000}
OTHER = 500_000
AREA = {"rv32": 3000, "rv32-lane1": 4700, "accel-d1n1t1w64": 5100, "hashproc": 7600}
DESIGNS = ("rv32-lane1", "accel-d1n1t1w64", "hashproc")


def physical(design: Design, placed: bool) -> Physical:
    return Physical(period_ns=10.0, ff=1, lut4=AREA[design.name])


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    def calls(self: Calls, given: object, work: object) -> Costs:
        cycles = [CYCLES[self.design.name] for _ in self.calls]
        return Costs(cycles, [True for _ in self.calls])

    def execute(self: Execute, given: object, work: object) -> Execution:
        hashing = HASHING[self.design.name]
        return Execution(hashing + OTHER, 1, 1, 1, {"hashing": hashing, "other": OTHER})

    monkeypatch.setattr(Calls, "compute", calls)
    monkeypatch.setattr(Execute, "compute", execute)
    results = Store(tmp_path / "results.sqlite")
    monkeypatch.setattr(store, "default", lambda: results)
    return Runner(1, console=Console(file=io.StringIO()), store=results)


def test_an_answer_of_sums(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    with making_up(physical, monkeypatch, places=False) as made:
        table = Answered(
            "t",
            made.name,
            workload="examples/workloads/sensor-node.toml",
            designs=DESIGNS,
            limits=("added < 4600 LUT4",),
            weights="speed=2",
        )
        found = table.fill(runner)
    assert found.columns == ["design", "time", "speed-up", "area", "added"]
    rows = {row[0]: row[1:] for row in found.rows}
    assert set(rows) == {
        "`rv32`",
        "`rv32-lane1`, taken",
        "`accel-d1n1t1w64`, may not be taken",
        "`hashproc`, may not be taken",
    }
    # Two kinds of calls, and other work of 2,000,000 cycles.
    assert rows["`rv32`"] == ["60.0 ms", "1.00", "3,000 LUT4", "0 LUT4"]
    assert found.note.startswith("Take rv32-lane1: 22.0 ms a run, ")
    assert "The runner-up, rv32, would win " in found.note
    command = (
        "hashfab recommend examples/workloads/sensor-node.toml --target made-up "
        "--limit 'added < 4600 LUT4' --weights speed=2 "
        "--design rv32-lane1 --design accel-d1n1t1w64 --design hashproc"
    )
    assert f"\n\n*`{command}`; " in found.note
    assert {point.design for point in found.points} == set(CYCLES)
    assert {point.stage for point in found.points} == {"simulate", "map"}


def test_an_answer_of_whole_runs(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    with making_up(physical, monkeypatch, places=False) as made:
        found = Answered("t", made.name, workload="ml-kem-768", designs=DESIGNS).fill(runner)
        kept = [point for point in found.points if point.stage == "execute"]
        assert len(kept) == 3 * len(HASHING)
        for point in kept:
            stage = point.now()
            assert (stage.title, stage.where) == (point.stage, point.where)
            stored = runner.store.get(stage.key())
            assert stored and asdict(stage.decode(stored.data)) == point.figures
    assert found.columns[-1] == "sum of calls, off the whole run"
    rows = {row[0].split("`")[1]: row[-1] for row in found.rows}
    # Six kinds of calls, and as much other work as on the plain core.
    assert rows["rv32"] == f"{100 * ((6 * 2e6 + 1.5e6) / 6e6 - 1):+.1f} %"
    assert rows["rv32-lane1"] == f"{100 * ((6 * 1e5 + 1.5e6) / 1.74e6 - 1):+.1f} %"
    assert rows["hashproc"] == "(a sum)"
    assert Execute.seed == record.SEED


def test_an_answer_without_a_candidate_is_none(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(design: Design, placed: bool) -> Physical:
        if design.name == "hashproc":
            raise WorkFailed("it does not fit")
        return physical(design, placed)

    with (
        making_up(fails, monkeypatch, places=False) as made,
        pytest.raises(WorkFailed, match="it does not fit"),
    ):
        Answered("t", made.name, workload="ethereum", designs=DESIGNS).fill(runner)


def test_a_workload_that_is_not_there_is_said(runner: Runner) -> None:
    with pytest.raises(RequestError, match="unknown workload 'etherium'"):
        Answered("t", "ecp5", workload="etherium", designs=()).fill(runner)
