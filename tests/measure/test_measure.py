# SPDX-License-Identifier: Apache-2.0
"""Measuring a real engine end to end, and not doing it twice."""

import json
import os
from pathlib import Path

import pytest

import made_up
from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import CheckFailed
from hashfab.measure import Workload, measure, simulate, targets
from hashfab.measure.physical import Physical
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.stages import Map, Simulate
from hashfab.measure.store import Store
from hashfab.measure.targets.cells import Cells
from made_up import making_up

ENGINE = designs.parse("engine-n1")
SMALLEST = designs.parse("engine-slice")
SHORT = Workload(messages=4, message_bytes=1024)


@pytest.mark.parametrize(
    ("engine", "bits_per_cycle", "luts"),
    [
        (SMALLEST, 1600 / 1568, range(200, 1000)),
        pytest.param(ENGINE, 1600 / 24, range(5000, 10000), marks=pytest.mark.long),
    ],
)
def test_an_engine_on_ecp5(
    engine: Design,
    bits_per_cycle: float,
    luts: range,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(tmp_path / "results.sqlite")
    found = measure(engine, SHORT, "ecp5", place=False, results=store)
    assert found.speed.state_bits_per_cycle == pytest.approx(bits_per_cycle)
    assert found.speed.bits_per_cycle == pytest.approx(bits_per_cycle * 1088 / 1600)
    assert found.physical.ff is not None and 1600 < found.physical.ff < 1700
    assert found.physical.lut4 is not None and found.physical.lut4 in luts
    assert found.physical.area_ge is None
    assert not found.physical.placed and found.placement is None
    assert found.gbit_per_s == pytest.approx(found.speed.bits_per_cycle / found.physical.period_ns)
    assert set(found.provenance.tools) == {"verilator", "yosys"}

    def computed(*arguments: object) -> None:
        pytest.fail("computed again")

    for stage in (Simulate, Map):
        monkeypatch.setattr(stage, "compute", computed)
    assert measure(engine, SHORT, "ecp5", place=False, results=store) == found


def test_the_json_has_the_names_of_the_contract(tmp_path: Path) -> None:
    found = made_up.measurement("engine-n1", Physical(period_ns=10.0, ff=1, lut4=1))
    data = json.loads(json.dumps(found.to_json()))
    wanted = """design target workload area_ge area_um2 lut4 lut6 ff period_ns fmax_mhz
        bits_per_cycle gbit_per_s cycles latency_cycles state_bits_per_cycle
        port_utilization bound_bits_per_cycle recipe placed placement seconds
        provenance"""
    assert set(data) == set(wanted.split())
    assert (data["fmax_mhz"], data["gbit_per_s"]) == (100.0, 4.5)


def test_memories_that_the_area_leaves_out_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))

    def work(design: Design, placed: bool) -> Physical:
        return Physical(period_ns=10.0, ff=1, lut4=1)

    with making_up(work, monkeypatch) as target:
        store = Store(tmp_path / "results.sqlite")
        found = measure(designs.parse("hashproc"), SHORT, target.name, place=False, results=store)
    said = found.provenance.settings["memory_bits"]
    assert said == "36864 (20480 program, 16384 data), not in the area"


@pytest.mark.parametrize(
    ("target", "name", "gates", "period_ns"),
    [
        ("sg13g2", "engine-slice", range(10_000, 13_000), 2.2),
        # Its registers hold by multiplexers there.
        ("sg13g2-ungated", "engine-slice", range(15_000, 17_000), 2.6),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in (
                ("sg13g2", "engine-n1", range(25_000, 30_000), 2.2),
                ("sky130", "engine-n1", range(25_000, 45_000), 20.0),
                ("osu018", "engine-n1", range(25_000, 45_000), 20.0),
            )
        ),
    ],
)
def test_an_engine_on_standard_cells(
    target: str, name: str, gates: range, period_ns: float, tmp_path: Path
) -> None:
    technology = targets.TARGETS[target]
    assert isinstance(technology, Cells)
    if technology.pdk and "PDK_ROOT" not in os.environ:
        pytest.skip("PDK_ROOT is not set: this library cannot be shipped with hashfab")
    store = Store(tmp_path / "results.sqlite")
    found = measure(designs.parse(name), SHORT, target, results=store)
    assert found.physical.area_ge is not None
    assert gates.start < found.physical.area_ge < gates.stop
    assert found.physical.timed and found.physical.period_ns < period_ns
    assert found.physical.ff is not None and 1600 < found.physical.ff < 1700
    assert found.physical.lut4 is None
    tried = found.provenance.settings["tried"]
    best = min(tried.values(), key=lambda each: each["area_ge"] * each["period_ns"])
    assert best["period_ns"] == found.physical.period_ns


def test_a_wrong_digest_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(designs.ALGORITHMS["sha3-256"], b"message")
    monkeypatch.setattr(Job, "expected", lambda self: b"\0" * 32)
    with pytest.raises(CheckFailed, match="engine-n1: wrong digest for message 0"):
        simulate.run(ENGINE, [job], Conditions())
