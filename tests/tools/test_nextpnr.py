# SPDX-License-Identifier: Apache-2.0
"""Place and route: what is tried again, and what is reported of it."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from hashfab.errors import WorkFailed
from hashfab.tools import nextpnr, process, yowasp


def untangled_from(seed: int, tried: list[int], limits: list[float | None], work: Path) -> object:
    """A tool that does not end before a seed, in the place of ``process.run``."""

    def run(
        arguments: Sequence[str | Path], log: Path, cwd: Path, limit_s: float | None = None
    ) -> str:
        used = int(str(arguments[arguments.index("--seed") + 1]))
        tried.append(used)
        limits.append(limit_s)
        if used < seed:
            raise process.TookTooLong("nextpnr did not end")
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
    limits: list[float | None] = []
    monkeypatch.setattr(yowasp, "command", Path)
    monkeypatch.setattr(process, "run", untangled_from(ends, tried, limits, tmp_path))
    found = nextpnr.ECP5.place_and_route(tmp_path, "netlist.json", ("--85k",), 5, 200.0)
    assert tried == list(range(5, ends + 1))
    assert (found.seed, found.fmax_mhz, found.cells) == (ends, 80.0, {"a": "X1/Y2/LUT"})
    assert limits == [nextpnr.LIMIT_S, nextpnr.LIMIT_S, None][: len(tried)]


def test_another_failure_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: object, **options: object) -> str:
        raise WorkFailed("it does not fit")

    monkeypatch.setattr(yowasp, "command", Path)
    monkeypatch.setattr(process, "run", run)
    with pytest.raises(WorkFailed, match="it does not fit"):
        nextpnr.ECP5.place_and_route(tmp_path, "netlist.json", ("--85k",), 1, 200.0)
