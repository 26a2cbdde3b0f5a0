# SPDX-License-Identifier: Apache-2.0
"""Energy of a small engine, from its netlist's run: what must hold of it."""

import json
import os
import shutil
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import designs
from hashfab.cli import cli
from hashfab.errors import CheckFailed, RequestError
from hashfab.measure import Request, Workload, netlist, targets
from hashfab.measure.energy import KINDS, Energy
from hashfab.measure.physical import Physical
from hashfab.measure.stages import Activity, Consumption, Map, Simulate, Speed, activity
from hashfab.measure.stages.delays import Delays
from hashfab.measure.targets import Target
from hashfab.measure.targets.target import State

ENGINE = designs.parse("engine-slice")
LOAD = Workload(messages=2, message_bytes=1024)


@dataclass
class Mapped:
    """An engine that was mapped.

    Attributes:
        work: the folder with its netlist.
        usual: its energy with messages of seed 1, and what nets did for it.
    """

    target: Target
    physical: Physical
    speed: Speed
    work: Path

    @cached_property
    def usual(self) -> tuple[Energy, dict[str, State]]:
        energy = self.energy()
        return energy, json.loads((self.work / activity.KEPT).read_text())

    def energy(self, seed: int = 1, mhz: float | None = None) -> Energy:
        """Its energy with messages of a seed."""
        toggles = Activity(ENGINE, self.target, LOAD, seed).compute(
            (self.physical, self.speed), self.work
        )
        consumption = Consumption(ENGINE, self.target, LOAD, seed, mhz)
        return consumption.compute((self.physical, toggles), self.work)


LIBRARIES = ["sg13g2", "osu018"] if "PDK_ROOT" in os.environ else ["osu018", "sg13g2"]
WRONG = {
    "osu018": (" XNOR2X1 ", " XOR2X1 "),
    "sg13g2": (" sg13g2_xor2_1 ", " sg13g2_and2_1 "),
}
"""A cell of a library, and one with the same ports."""


@pytest.fixture(
    scope="module",
    params=[LIBRARIES[0], pytest.param(LIBRARIES[1], marks=pytest.mark.long)],
)
def mapped(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Mapped:
    if request.param == "sg13g2" and "PDK_ROOT" not in os.environ:
        pytest.skip("PDK_ROOT is not set: this library cannot be shipped with hashfab")
    work = tmp_path_factory.mktemp("energy")
    target = targets.get(request.param)
    physical = Map(ENGINE, target).compute((), work)
    return Mapped(target, physical, Simulate(ENGINE, LOAD, 1).compute((), work), work)


def test_the_figures_agree_with_each_other(mapped: Mapped) -> None:
    energy, _ = mapped.usual
    assert tuple(energy.power_mw) == KINDS
    assert min(energy.power_mw.values()) > 0
    assert energy.frequency_mhz == pytest.approx(0.8 * mapped.physical.fmax_mhz)
    bytes_per_us = mapped.speed.bits_per_cycle / 8 * energy.frequency_mhz
    assert energy.pj_per_byte == pytest.approx(1000 * energy.total_mw / bytes_per_us, rel=0.01)
    # A 64-byte message is one permutation with its way in and out; the rate is 136 bytes.
    assert energy.pj_per_hash64 == pytest.approx(136 * energy.pj_per_byte, rel=0.05)
    assert (energy.clock_gates > 0) == (mapped.target.name == "sg13g2")
    # 32 beats in and 32 out for each block.
    assert energy.words_per_byte == pytest.approx({"read": 32 / 136, "write": 32 / 136})


def test_an_idle_design_costs_clock_and_leakage(mapped: Mapped) -> None:
    energy, states = mapped.usual
    top = designs.family(ENGINE.family).top
    gates = netlist.read(mapped.work / "netlist.v", top)
    (idle,) = mapped.target.power(gates, [states["idle"]], energy.frequency_mhz, mapped.work)
    assert sum(astuple(idle)) == pytest.approx(energy.idle_mw)
    assert abs(idle.internal + idle.switching) < 1e-6 * energy.idle_mw
    # What a gate stops costs nothing.
    busy = energy.power_mw["clock"] + energy.power_mw["leakage"]
    assert energy.idle_mw < (0.5 if energy.clock_gates else 1.001) * busy


def test_power_follows_the_toggles_of_every_net(mapped: Mapped) -> None:
    """Also of nets between cells, whose activity OpenSTA works out itself."""
    energy, windows = mapped.usual
    gates = netlist.read(mapped.work / "netlist.v", designs.family(ENGINE.family).top)
    driven = {cell.pins[pin] for cell in gates.cells for pin in ("X", "Y") if pin in cell.pins}
    states = [
        {
            net: (factor * toggles if net in driven else toggles, duty)
            for net, (toggles, duty) in windows["long"].items()
        }
        for factor in (0, 1, 2)
    ]
    powers = mapped.target.power(gates, states, energy.frequency_mhz, mapped.work)
    none, once, twice = powers
    for kind in ("internal", "switching"):
        one = getattr(once, kind) - getattr(none, kind)
        assert one > 0.05 * getattr(once, kind)
        assert getattr(twice, kind) - getattr(once, kind) == pytest.approx(one)
    for kind in ("leakage", "clock"):
        assert getattr(none, kind) == getattr(once, kind) == getattr(twice, kind)


def test_energy_follows_the_work_and_not_the_data(
    mapped: Mapped, monkeypatch: pytest.MonkeyPatch
) -> None:
    energy, other = mapped.usual[0], mapped.energy(seed=2)
    assert other.pj_per_byte == pytest.approx(energy.pj_per_byte, rel=0.02)
    assert other.pj_per_byte != energy.pj_per_byte
    monkeypatch.setattr(activity, "MOST_CYCLES", 2 * activity.MOST_CYCLES)
    double = mapped.energy()
    assert double.message_bytes > 1.8 * energy.message_bytes
    assert double.pj_per_byte == pytest.approx(energy.pj_per_byte, rel=0.02)
    assert double.total_mw == pytest.approx(energy.total_mw, rel=0.02)


def test_dynamic_power_follows_the_frequency(mapped: Mapped) -> None:
    energy, slow = mapped.usual[0], mapped.energy(mhz=10)
    for kind in ("clock", "internal", "switching"):
        per_mhz = energy.power_mw[kind] / energy.frequency_mhz
        assert slow.power_mw[kind] == pytest.approx(10 * per_mhz, rel=0.01)
    assert slow.power_mw["leakage"] == pytest.approx(energy.power_mw["leakage"], rel=0.01)
    with pytest.raises(RequestError, match=r"does not reach 9000 MHz; allowed: .* MHz at most"):
        mapped.energy(mhz=9000)


def test_a_netlist_with_a_wrong_digest_is_a_failure(mapped: Mapped, tmp_path: Path) -> None:
    shutil.copyfile(mapped.work / "netlist.v", tmp_path / "netlist.v")
    text = (tmp_path / "netlist.v").read_text()
    old, new = WRONG[mapped.target.name]
    assert old in text
    (tmp_path / "netlist.v").write_text(text.replace(old, new, 1))
    with pytest.raises(CheckFailed, match="wrong digest"):
        replace(mapped, work=tmp_path).energy()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["mips32-compact", "hashproc"])
def test_a_processor_has_energy(name: str, tmp_path: Path) -> None:
    """Its harness looks at memories, which are outside of the netlist."""
    target, design = targets.get(LIBRARIES[0]), designs.parse(name)
    physical = Map(design, target).compute((), tmp_path)
    load = replace(LOAD, messages=1)
    speed = Simulate(design, load, 1).compute((), tmp_path)
    toggles = Activity(design, target, load, 1).compute((physical, speed), tmp_path)
    energy = Consumption(design, target, load, 1).compute((physical, toggles), tmp_path)
    assert 0 < energy.idle_mw < sum(energy.power_mw.values())
    assert energy.pj_per_byte > 0 and all(energy.words_per_byte.values())


def test_a_target_without_power_says_so() -> None:
    request = Request(ENGINE, LOAD, targets.get("ecp5"), energy=True)
    assert request.consumption is None
    found = CliRunner().invoke(cli, ["measure", "engine-n1", "--mhz", "100"])
    assert isinstance(found.exception, RequestError)
    assert str(found.exception) == "--mhz says how energy is found; --energy is missing"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
def test_glitches_add_to_the_energy(tmp_path: Path) -> None:
    """A round per cycle is XORs in a row; what settles late makes the next ones toggle again."""
    target, engine = targets.get("osu018"), designs.parse("engine-n1")
    physical = Map(engine, target).compute((), tmp_path)
    speed = Simulate(engine, LOAD, 1).compute((), tmp_path)
    found = []
    for stage in (Activity, Delays):
        toggles = stage(engine, target, LOAD, 1).compute((physical, speed), tmp_path)
        consumption = Consumption(engine, target, LOAD, 1, delays=stage is Delays)
        found.append(consumption.compute((physical, toggles), tmp_path))
    without, with_delays = found
    assert with_delays.delays
    assert not without.delays
    assert with_delays.power_mw["clock"] == pytest.approx(without.power_mw["clock"], rel=0.01)
    assert with_delays.power_mw["switching"] > 1.2 * without.power_mw["switching"]
    assert with_delays.idle_mw == pytest.approx(without.idle_mw)
