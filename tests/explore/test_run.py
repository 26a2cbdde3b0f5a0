# SPDX-License-Identifier: Apache-2.0
"""Running a space: what is placed, what failures do, how an interruption ends."""

import csv
import io
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import Client, LocalCluster
from rich.console import Console

from hashfab import designs, measure
from hashfab.designs import Design
from hashfab.errors import CheckFailed, RequestError, ToolMissing, WorkFailed
from hashfab.explore import command, space
from hashfab.explore.results import Results, to_csv
from hashfab.explore.run import Explorer, Measure, cluster, time_left
from hashfab.measure import Measurement

from .fake import in_company, measurement

ENGINES = space.parse('[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]', "test")


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with cluster(2, None) as client:
        yield client


def explored(client: Client, work: Measure, places: bool = True) -> tuple[Results, str]:
    said = io.StringIO()
    explorer = Explorer(client, work, Console(file=said, width=200))
    return explorer.explore(ENGINES, "ecp5", "bulk", places), said.getvalue()


def test_everything_is_measured_and_exactly_the_front_is_placed(client: Client) -> None:
    def work(design: Design, place: bool) -> Measurement:
        rounds = design.number("rounds")
        # n3 has n4's frequency and more area than n4: it is dominated.
        area = {1: 100, 2: 200, 3: 900, 4: 400}[rounds]
        return measurement(design, area, 100 + (4 if rounds == 3 else rounds), place)

    results, said = explored(client, work)
    placed = [p.design.name for p in results.points if p.measurement.placed]
    assert [p.design.name for p in results.points] == [d.name for d in ENGINES.designs]
    assert placed == results.document()["front"] == ["engine-n1", "engine-n2", "engine-n4"]
    assert all(design.name in said for design in ENGINES.designs)


def test_a_point_that_placing_brings_to_the_front_is_placed_too(client: Client) -> None:
    def work(design: Design, place: bool) -> Measurement:
        rounds = design.number("rounds")
        # n1 dominates by its estimate; placed, it turns out slower than n2.
        frequency = 10 if rounds == 1 and place else 200 - rounds
        return measurement(design, 100 * rounds, frequency, place)

    results, _ = explored(client, work)
    document = results.document()
    assert document["front"] == ["engine-n1", "engine-n2"]
    assert [p["design"] for p in document["points"] if p["placed"]] == document["front"]


def test_nothing_is_placed_on_a_target_without_placement(client: Client) -> None:
    def work(design: Design, place: bool) -> Measurement:
        assert not place
        return measurement(design)

    results, _ = explored(client, work, places=False)
    assert len(results.points) == 4
    assert not results.failed


def test_a_point_that_fails_is_reported_with_its_log_and_stops_no_other(client: Client) -> None:
    def work(design: Design, place: bool) -> Measurement:
        if design.name == "engine-n2":
            raise WorkFailed("it does not fit", Path("some/nextpnr.log"))
        if design.name == "engine-n3":
            raise ZeroDivisionError("a fault of ours")
        if design.name == "engine-n4" and place:
            raise CheckFailed("wrong digest")
        return measurement(design, fmax_mhz=100 + design.number("rounds"), placed=place)

    results, said = explored(client, work)
    assert [point.design.name for point in results.points] == ["engine-n1"]
    failed = {failure.design: failure for failure in results.failed}
    assert failed["engine-n2"].log == "some/nextpnr.log"
    assert "it does not fit (log: some/nextpnr.log)" in said
    assert "ZeroDivisionError: a fault of ours" in failed["engine-n3"].why
    assert failed["engine-n4"].unverified
    assert not failed["engine-n2"].unverified


def test_a_missing_tool_ends_the_whole_run(client: Client) -> None:
    def work(design: Design, place: bool) -> Measurement:
        raise ToolMissing("the tool 'x' is not installed; install it")

    with pytest.raises(RequestError, match="not installed"):
        explored(client, work)


def test_points_are_measured_side_by_side(client: Client) -> None:
    assert len(explored(client, in_company, places=False)[0].points) == 4


def test_the_time_left_is_what_the_points_so_far_took_shared_by_the_lanes() -> None:
    assert time_left([10.0, 30.0], remaining=8, lanes=2) == "about 1:20 left"
    assert time_left([10.0], remaining=0, lanes=2) == ""


def test_an_address_where_no_scheduler_answers_is_refused() -> None:
    with pytest.raises(RequestError, match="nonsense"), cluster(1, "nonsense://nowhere"):
        pass


def test_a_cluster_at_an_address_does_the_same_work() -> None:
    def work(design: Design, place: bool) -> Measurement:
        return measurement(design, placed=place)

    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as elsewhere,
        cluster(1, elsewhere.scheduler_address) as client,
    ):
        assert len(explored(client, work)[0].points) == 4


def test_the_csv_holds_every_figure_of_every_point() -> None:
    points = {d: measurement(d, lut4=7) for d in ENGINES.designs}
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


@pytest.fixture
def fake_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(
        design: Design, load: measure.Workload, target: str, place: bool = True
    ) -> Measurement:
        return measurement(design, 100 * design.number("rounds"), 100, place)

    monkeypatch.setattr(measure, "measure", work)


@pytest.mark.usefixtures("fake_measure")
def test_the_command_writes_page_data_and_picture_and_prints_json(tmp_path: Path) -> None:
    path = tmp_path / "space.toml"
    path.write_text('[[space]]\nfamily = "engine"\nrounds = [1, 2, 5]')
    out = tmp_path / "out"
    result = CliRunner().invoke(command.explore, [str(path), "--out", str(out), "--json"])
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
    result = CliRunner().invoke(command.explore, [*arguments, "--out", str(out)])
    assert isinstance(result.exception, RequestError)
    assert not out.exists()


def test_a_missing_library_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PDK_ROOT", raising=False)
    monkeypatch.delattr(measure, "measure")
    arguments = ["--target", "sg13g2", "--out", str(tmp_path / "out")]
    with pytest.raises(RequestError, match="PDK_ROOT"):
        CliRunner().invoke(command.explore, arguments, catch_exceptions=False)


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(measure, "measure")
    (tmp_path / "file").touch()
    arguments = ["--out", str(tmp_path / "file" / "out")]
    with pytest.raises(RequestError, match="cannot write to"):
        CliRunner().invoke(command.explore, arguments, catch_exceptions=False)


@pytest.mark.parametrize(("fault", "status"), [(WorkFailed, 0), (CheckFailed, 1)])
def test_the_exit_code_tells_a_wrong_digest_from_a_point_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[WorkFailed], status: int
) -> None:
    def work(
        design: Design, load: measure.Workload, target: str, place: bool = True
    ) -> Measurement:
        if design == designs.parse("engine-n2"):
            raise fault("no")
        return measurement(design, placed=place)

    monkeypatch.setattr(measure, "measure", work)
    path = tmp_path / "space.toml"
    path.write_text('[[space]]\nfamily = "engine"\nrounds = [1, 2]')
    result = CliRunner().invoke(command.explore, [str(path), "--out", str(tmp_path / "out")])
    assert result.exit_code == status, result.output
    assert "failed: engine-n2: no" in result.stderr


def test_an_interruption_says_what_is_kept_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(
        design: Design, load: measure.Workload, target: str, place: bool = True
    ) -> Measurement:
        if design.name == "engine-n2":
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(0.5)
        return measurement(design, placed=place)

    monkeypatch.setattr(measure, "measure", work)
    path = tmp_path / "space.toml"
    path.write_text('[[space]]\nfamily = "engine"\nrounds = [1, 2, 3, 4]')
    out = tmp_path / "out"
    result = CliRunner().invoke(command.explore, [str(path), "--jobs", "1", "--out", str(out)])
    assert result.exit_code == 1
    assert "of 4 points are kept" in result.stderr
    assert "Run the same command to go on" in result.stderr
    assert not out.exists()
