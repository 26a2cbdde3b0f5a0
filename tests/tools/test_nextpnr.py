# SPDX-License-Identifier: Apache-2.0
"""Place and route: what is tried again, and what is reported of it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hashfab.errors import WorkFailed
from hashfab.tools import nextpnr, process, yowasp

LOG = """\
Info: Routing..
Info:            |   (re-)routed arcs  |   delta    | remaining|       time spent     |
Info:    IterCnt |  w/ripup   wo/ripup |  w/r  wo/r |      arcs| batch(sec) total(sec)|
"""


def progress(*remaining: int, usual_s: float = 1.02, last_s: float = 1.02) -> str:
    """The router's log, a line for each thousand of arcs."""
    seconds = [usual_s] * (len(remaining) - 1) + [last_s]
    rows = (
        f"Info: {1000 * n:10} | {n:8} {n:8} |  500   500 | {left:9}| {took:9.2f}  {n:9.2f}|"
        for n, (left, took) in enumerate(zip(remaining, seconds, strict=True), start=1)
    )
    return LOG + "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("", False),
        (LOG, False),
        (progress(3900, 3000, 2000, 1500, 1200), False),
        (progress(3900, 2000, 300, 320, 310, 330), False),  # it may come further yet
        (progress(3900, 2000, 300, 320, 310, 330, 340), True),
        (progress(3900, 2000, 300, 320, 310, 299, 340), False),
        (progress(3900, 2000, 300, 200, last_s=20), False),
        (progress(3900, 2000, 300, 200, last_s=40), True),
        (progress(3900, 2000, 300, 200, usual_s=0.01, last_s=0.5), False),  # on a fast machine
    ],
)
def test_a_router_that_comes_no_further_is_stuck(log: str, expected: bool) -> None:
    assert nextpnr.stuck(log) == expected


def untangled_from(seed: int, tried: list[int], patient: list[bool], work: Path) -> object:
    """A tool that does not end before a seed, in the place of ``process.run``."""

    def run(
        arguments: Sequence[str | Path],
        log: Path,
        cwd: Path,
        hopeless: Callable[[], bool] | None = None,
    ) -> str:
        used = int(str(arguments[arguments.index("--seed") + 1]))
        tried.append(used)
        log.write_text(progress(900, 800, 850) if used < seed else "")
        patient.append(hopeless is None)
        if hopeless is not None and hopeless():
            raise process.GivenUp("nextpnr came no further")
        report = {"fmax": {"clk": {"achieved": 80.0}}, "utilization": {"LUT": {"used": 3}}}
        cells = {"a": {"attributes": {"NEXTPNR_BEL": "X1/Y2/LUT"}}}
        (work / "report.json").write_text(json.dumps(report))
        (work / "placed.json").write_text(json.dumps({"modules": {"top": {"cells": cells}}}))
        return ""

    return run


@pytest.mark.parametrize("ends", [5, 6, 7])
def test_a_route_that_does_not_end_is_tried_from_the_next_seeds(
    ends: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    patient: list[bool] = []
    monkeypatch.setattr(yowasp, "command", Path)
    monkeypatch.setattr(process, "run", untangled_from(ends, tried, patient, tmp_path))
    found = nextpnr.ECP5.place_and_route(tmp_path, "netlist.json", ("--85k",), 5, 200.0)
    assert tried == list(range(5, ends + 1))
    assert (found.seed, found.fmax_mhz, found.cells) == (ends, 80.0, {"a": "X1/Y2/LUT"})
    assert patient == [False, False, True][: len(tried)]


def test_another_failure_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: object, **options: object) -> str:
        raise WorkFailed("it does not fit")

    monkeypatch.setattr(yowasp, "command", Path)
    monkeypatch.setattr(process, "run", run)
    with pytest.raises(WorkFailed, match="it does not fit"):
        nextpnr.ECP5.place_and_route(tmp_path, "netlist.json", ("--85k",), 1, 200.0)
