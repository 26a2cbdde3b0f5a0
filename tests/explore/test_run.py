# SPDX-License-Identifier: Apache-2.0
"""Running a space: what is placed, what failures do, how an interruption ends."""

import csv
import io
import json
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from distributed import LocalCluster
from rich.console import Console

from hashfab import designs
from hashfab.cli.explore import explore_
from hashfab.designs import Design
from hashfab.errors import CheckFailed, RequestError, ToolMissing, WorkFailed
from hashfab.explore import space
from hashfab.explore.results import Results, to_csv
from hashfab.explore.run import Explorer
from hashfab.measure import DEFAULT, Store
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from made_up import Work, making_up, measurement

ENGINES = space.parse('[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]', "test")


def physical(lut4: int = 1000, fmax_mhz: float = 100.0) -> Physical:
    return Physical(period_ns=1000 / fmax_mhz, ff=1600, lut4=lut4)


@pytest.fixture
def explored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Results, str]]:
    def run(work: Work, places: bool = True, scheduler: str | None = None) -> tuple[Results, str]:
        said = io.StringIO()
        console = Console(file=said, width=200)
        store = Store(tmp_path / "results.sqlite")
        with making_up(work, monkeypatch, places) as target:
            explorer = Explorer(Runner(2, scheduler, console, store), target, DEFAULT, console)
            return explorer.explore(ENGINES), said.getvalue()

    return run


Explored = Callable[..., tuple[Results, str]]


def test_everything_is_measured_and_exactly_the_front_is_placed(explored: Explored) -> None:
    def work(design: Design, placed: bool) -> Physical:
        rounds = design.number("rounds")
        # n3 has n4's frequency and more area than n4: it is dominated.
        area = {1: 100, 2: 200, 3: 900, 4: 400}[rounds]
        return physical(area, 100 + (4 if rounds == 3 else rounds))

    results, said = explored(work)
    placed = [p.design.name for p in results.points if p.measurement.physical.placed]
    assert [p.design.name for p in results.points] == [d.name for d in ENGINES.designs]
    assert placed == results.document()["front"] == ["engine-n1", "engine-n2", "engine-n4"]
    assert all(design.name in said for design in ENGINES.designs)


def test_a_point_that_placing_brings_to_the_front_is_placed_too(explored: Explored) -> None:
    def work(design: Design, placed: bool) -> Physical:
        rounds = design.number("rounds")
        # n1 dominates by its estimate; placed, it turns out slower than n2.
        return physical(100 * rounds, 10 if rounds == 1 and placed else 200 - rounds)

    results, _ = explored(work)
    document = results.document()
    assert document["front"] == ["engine-n1", "engine-n2"]
    assert [p["design"] for p in document["points"] if p["placed"]] == document["front"]


def test_nothing_is_placed_on_a_target_without_placement(explored: Explored) -> None:
    def work(design: Design, placed: bool) -> Physical:
        assert not placed
        return physical()

    results, _ = explored(work, places=False)
    assert len(results.points) == 4
    assert not results.failed


def test_a_point_that_fails_is_reported_with_its_log_and_stops_no_other(
    explored: Explored,
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        if design.name == "engine-n2":
            raise WorkFailed("it does not fit", Path("some/nextpnr.log"))
        if design.name == "engine-n3":
            raise ZeroDivisionError("a fault of ours")
        if design.name == "engine-n4" and placed:
            raise CheckFailed("wrong digest")
        return physical(fmax_mhz=100 + design.number("rounds"))

    results, said = explored(work)
    assert [point.design.name for point in results.points] == ["engine-n1"]
    failed = {failure.design: failure for failure in results.failed}
    assert failed["engine-n2"].log == "some/nextpnr.log"
    assert "it does not fit (log: some/nextpnr.log)" in said
    assert "ZeroDivisionError: a fault of ours" in failed["engine-n3"].why
    assert failed["engine-n4"].unverified
    assert not failed["engine-n2"].unverified


def test_a_missing_tool_ends_the_whole_run(explored: Explored) -> None:
    def work(design: Design, placed: bool) -> Physical:
        raise ToolMissing("the tool 'x' is not installed; install it")

    with pytest.raises(RequestError, match="not installed"):
        explored(work)


def test_a_cluster_at_an_address_does_the_same_work(explored: Explored) -> None:
    def work(design: Design, placed: bool) -> Physical:
        return physical()

    with LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as elsewhere:
        assert len(explored(work, scheduler=elsewhere.scheduler_address)[0].points) == 4


def test_the_csv_holds_every_figure_of_every_point() -> None:
    points = {d: measurement(d.name, physical(7)) for d in ENGINES.designs}
    point = {
        **points[ENGINES.designs[1]].to_json(),
        "family": "engine",
        "parameters": dict(ENGINES.designs[1].parameters),
        "on_front": True,
    }
    (row,) = csv.DictReader(io.StringIO(to_csv({"points": [point]})))
    assert row["design"] == "engine-n2"
    assert (row["lut4"], row["parameter_rounds"], row["on_front"]) == ("7", "2", "True")
    assert row["source_hash"] == "0" * 64


# ---- the command ----------------------------------------------------------------------


def invoke(space: str, folder: Path, *arguments: str) -> Result:
    path = folder / "space.toml"
    path.write_text(space)
    out = ["--out", str(folder / "out"), "--target", "made-up"]
    return CliRunner().invoke(explore_, [str(path), *out, *arguments])


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))


def test_the_command_writes_page_data_and_picture_and_prints_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        return physical(100 * design.number("rounds"))

    out = tmp_path / "out"
    with making_up(work, monkeypatch):
        result = invoke('[[space]]\nfamily = "engine"\nrounds = [1, 2, 5]', tmp_path, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert [point["design"] for point in document["points"]] == ["engine-n1", "engine-n2"]
    assert document["front"] == ["engine-n1"]
    assert (len(document["failed"]), len(document["pruned"])) == (0, 1)
    assert json.loads((out / "results.json").read_text()) == document
    assert {file.name for file in out.iterdir()} == {
        "index.html",
        "results.csv",
        "results.json",
        "scatter.svg",
    }


@pytest.mark.parametrize(
    "arguments",
    [["absent.toml"], ["--target", "ecp6"], ["--workload", "much"], ["--scheduler", "bad://x"]],
)
def test_a_wrong_request_writes_nothing(tmp_path: Path, arguments: list[str]) -> None:
    out = tmp_path / "out"
    result = CliRunner().invoke(explore_, [*arguments, "--out", str(out)])
    assert isinstance(result.exception, RequestError)
    assert not out.exists() or not list(out.iterdir())


def test_a_missing_library_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PDK_ROOT", raising=False)
    monkeypatch.delattr(Runner, "measure")
    arguments = ["--target", "sg13g2", "--out", str(tmp_path / "out")]
    with pytest.raises(RequestError, match="PDK_ROOT"):
        CliRunner().invoke(explore_, arguments, catch_exceptions=False)


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Runner, "measure")
    (tmp_path / "file").touch()
    arguments = ["--out", str(tmp_path / "file" / "out")]
    with pytest.raises(RequestError, match="cannot write to"):
        CliRunner().invoke(explore_, arguments, catch_exceptions=False)


@pytest.mark.parametrize(("fault", "status"), [(WorkFailed, 0), (CheckFailed, 1)])
def test_the_exit_code_tells_a_wrong_digest_from_a_point_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[WorkFailed], status: int
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        if design == designs.parse("engine-n2"):
            raise fault("no")
        return physical()

    with making_up(work, monkeypatch):
        result = invoke('[[space]]\nfamily = "engine"\nrounds = [1, 2]', tmp_path)
    assert result.exit_code == status, result.output
    assert "failed: engine-n2: no" in result.stderr


def test_an_interruption_says_what_is_kept_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placed: bool) -> Physical:
        if design.name == "engine-n2":
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(0.5)
        return physical()

    # As in front, even where these tests run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    out = tmp_path / "out"
    space = '[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]'
    with making_up(work, monkeypatch):
        result = invoke(space, tmp_path, "--jobs", "1")
    signal.signal(signal.SIGINT, before)
    assert result.exit_code == 1
    assert "of 4 points are kept" in result.stderr
    assert "Run the same command to go on" in result.stderr
    # What there is has a page, which says that no more is to come.
    document = json.loads((out / "results.json").read_text())
    assert document["points"] and not document["running"]


# ---- limits, budgets, pages of studies under way -----------------------------------------


def test_what_a_limit_rules_out_goes_through_no_dearer_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped: list[str] = []
    placed: list[str] = []

    def work(design: Design, placing: bool) -> Physical:
        (placed if placing else mapped).append(design.name)
        # The order of what is left out is the space's, whichever is known first.
        time.sleep(0.5 * (design.name == "engine-n3"))
        return physical(100 * design.number("rounds"), fmax_mhz=90 + design.number("rounds"))

    space = '[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]'
    # The made-up simulation says 24 cycles for each.
    with making_up(work, monkeypatch):
        result = invoke(space, tmp_path, "--json", "--limit", "latency < 24 cycles")
        assert not mapped
        document = json.loads(result.stdout)
        assert {pruned["stage"] for pruned in document["pruned"]} == {"cycles"}
        assert result.exit_code == 1 and not document["points"]
        result = invoke(
            space, tmp_path, "--json", "--limit", "area < 300 LUT4 and cycles > 1 cycle"
        )
    document = json.loads(result.stdout)
    assert document["limits"] == ["area < 300 LUT4 and cycles > 1 cycle"]
    assert [point["design"] for point in document["points"]] == ["engine-n1", "engine-n2"]
    assert sorted(placed) == ["engine-n1", "engine-n2"]
    assert [pruned["parameters"]["rounds"] for pruned in document["pruned"]] == [3, 4]
    assert {pruned["stage"] for pruned in document["pruned"]} == {"synthesis"}
    assert "lut4 is 300 LUT4" in document["pruned"][0]["why"]
    sources = document["points"][0]["stages"]
    expected = {"lut4": "synthesis", "fmax_mhz": "place and route", "latency_cycles": "cycles"}
    assert {figure: sources[figure] for figure in expected} == expected


def test_a_limit_that_routing_breaks_prunes_what_its_estimate_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placing: bool) -> Physical:
        rounds = design.number("rounds")
        return physical(100 * rounds, fmax_mhz=50 if placing and rounds == 2 else 100 + rounds)

    space = '[[space]]\nfamily = "engine"\nrounds = [1, 2, 3]'
    with making_up(work, monkeypatch):
        result = invoke(space, tmp_path, "--json", "--limit", "frequency > 90 MHz")
    document = json.loads(result.stdout)
    assert [point["design"] for point in document["points"]] == ["engine-n1", "engine-n3"]
    assert [pruned["stage"] for pruned in document["pruned"]] == ["place and route"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--limit", "area < 40 kGE"], "is about area_ge (GE), which target made-up does not have"),
        (["--limit", "many < 4"], "unknown figure 'many'"),
        (["--algorithms", "sha3-256,sha9"], "unknown algorithm 'sha9'"),
        (["--algorithms", ""], "unknown algorithm ''"),
    ],
)
def test_a_wrong_limit_or_algorithm_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    def work(design: Design, placing: bool) -> Physical:
        pytest.fail("worked")

    with making_up(work, monkeypatch):
        result = invoke('[[space]]\nfamily = "engine"', tmp_path, *arguments)
    assert isinstance(result.exception, RequestError)
    assert said in str(result.exception)


def test_the_algorithms_that_count_decide_whether_a_versatile_design_is_on_the_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(design: Design, placing: bool) -> Physical:
        return physical(900 if design.family == "hashproc" else 100)

    # Cycles that are made up have no parts.
    monkeypatch.setattr("hashfab.measure.request.Request.shares", None)
    space = '[[space]]\nfamily = "hashproc"\n[[space]]\nfamily = "accel"'
    with making_up(work, monkeypatch):
        every = json.loads(invoke(space, tmp_path, "--json").stdout)
        one = json.loads(invoke(space, tmp_path, "--json", "--algorithms", "sha3-256").stdout)
    assert every["front"] == ["hashproc", "accel-d1n1t1w64"]
    assert one["front"] == ["accel-d1n1t1w64"]
    assert "md5" in every["points"][0]["serves"]


def test_a_space_beyond_enumeration_is_searched_within_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapped: list[str] = []

    def work(design: Design, placing: bool) -> Physical:
        mapped.append(design.name)
        # Small is good, and so are two units at four contexts, which chance hardly meets.
        off = abs(design.number("units") - 2) + abs(design.number("contexts") - 4)
        return physical(100 + 10 * off + design.number("width") // 32, fmax_mhz=200 - off)

    space = """
[[space]]
family = "accel"
units = { range = [1, 16] }
rounds = [1, 2, 3, 4]
stages = [1, 2, 3, 4]
contexts = { range = [1, 64] }
width = [32, 64, 128, 256]
buffers = { range = [1, 16] }
"""
    with making_up(work, monkeypatch, places=False):
        result = invoke(space, tmp_path, "--json", "--budget", "128", "--jobs", "2")
    document = json.loads(result.stdout)
    assert len(mapped) == len(set(mapped)) == len(document["points"]) == 128
    units = [point["parameters"]["units"] for point in document["points"]]
    # It looks more and more where the good ones are.
    near = [abs(number - 2) for number in units]
    assert sum(near[-48:]) < sum(near[:48])
    assert document["front"]


def test_the_page_is_there_with_the_first_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, int]] = []

    def work(design: Design, placing: bool) -> Physical:
        file = tmp_path / "out" / "results.json"
        if file.exists():
            document = json.loads(file.read_text())
            seen.append((document["running"], len(document["points"])))
            assert (tmp_path / "out" / "index.html").exists()
        return physical()

    space = '[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]'
    monkeypatch.setattr("hashfab.cli.explore.LEAST_WAIT_S", 0.0)
    monkeypatch.setattr("hashfab.cli.explore.SHARE", 1e9)
    with making_up(work, monkeypatch, places=False):
        assert invoke(space, tmp_path, "--jobs", "1").exit_code == 0
    assert all(running for running, _ in seen)
    assert [count for _, count in seen][-1] >= 2
    assert not json.loads((tmp_path / "out" / "results.json").read_text())["running"]
