# SPDX-License-Identifier: Apache-2.0
"""Measuring a real engine end to end, and not doing it twice."""

import json
import os
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import CheckFailed
from hashfab.measure import Measurement, Workload, fpga, measure, simulate, stdcell, targets
from hashfab.measure.physical import Physical
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.store import Store
from hashfab.measure.targets import Cells

ENGINE = designs.parse("engine-n1")
SHORT = Workload(messages=4, message_bytes=1024)


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(*arguments: object) -> None:
        pytest.fail("computed again")

    for module, name in ((simulate, "speed"), (fpga, "implement"), (stdcell, "implement")):
        monkeypatch.setattr(module, name, computed)


def test_an_engine_on_ecp5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "results.sqlite")
    found = measure(ENGINE, SHORT, "ecp5", place=False, results=store)
    assert found.state_bits_per_cycle == pytest.approx(1600 / 24)
    assert found.bits_per_cycle == pytest.approx(1088 / 24)
    assert found.ff is not None and 1600 < found.ff < 1700
    assert found.lut4 is not None and 5000 < found.lut4 < 10000
    assert found.area_ge is None and not found.placed and found.placement is None
    assert found.gbit_per_s == pytest.approx(found.bits_per_cycle / (found.period_ns or 0))
    assert set(found.provenance.tools) == {"verilator", "yosys"}
    assert Measurement.from_json(json.loads(json.dumps(found.to_json()))) == found
    forbid(monkeypatch)
    assert measure(ENGINE, SHORT, "ecp5", place=False, results=store) == found


def test_memories_that_the_area_leaves_out_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def implement(*arguments: object) -> tuple[Physical, Path]:
        return Physical(period_ns=10.0, ff=1, lut4=1), tmp_path / "netlist.json"

    monkeypatch.setattr(fpga, "implement", implement)
    monkeypatch.setattr("hashfab.measure.run._keep", lambda netlist, path: None)
    load = Workload(4, 1024, "sha1", streams=2)
    store = Store(tmp_path / "results.sqlite")
    found = measure(designs.parse("hashproc"), load, "ecp5", place=False, results=store)
    said = found.provenance.settings["memory_bits"]
    assert said == "36864 (20480 program, 16384 data), not in the area"


@pytest.mark.parametrize("target", [n for n, t in targets.TARGETS.items() if isinstance(t, Cells)])
def test_an_engine_on_standard_cells(target: str, tmp_path: Path) -> None:
    technology = targets.TARGETS[target]
    assert isinstance(technology, Cells)
    if technology.pdk and "PDK_ROOT" not in os.environ:
        pytest.skip("PDK_ROOT is not set: this library cannot be shipped with hashfab")
    found = measure(ENGINE, SHORT, target, results=Store(tmp_path / "results.sqlite"))
    assert found.area_ge is not None and 25_000 < found.area_ge < 45_000
    assert found.ff is not None and 1600 < found.ff < 1700
    assert found.lut4 is None
    tried = found.provenance.settings["tried"]
    best = min(tried.values(), key=lambda each: each["area_ge"] * each["period_ns"])
    assert best["period_ns"] == found.period_ns
    if target == "sg13g2":
        assert found.area_ge < 30_000 and (found.period_ns or 9) < 2.2


def test_a_wrong_digest_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(designs.ALGORITHMS["sha3-256"], b"message")
    monkeypatch.setattr(Job, "expected", lambda self: b"\0" * 32)
    with pytest.raises(CheckFailed, match="engine-n1: wrong digest for message 0"):
        simulate.run(ENGINE, [job], Conditions())
