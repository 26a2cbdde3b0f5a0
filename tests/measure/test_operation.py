# SPDX-License-Identifier: Apache-2.0
"""Measurements of operations: both parts, from the store the second time."""

import io
import json
from dataclasses import asdict
from pathlib import Path

import pytest
from rich.console import Console

from hashfab import designs
from hashfab.designs import schemes
from hashfab.measure import operation, targets
from hashfab.measure.energy import KINDS
from hashfab.measure.operation import OperationRequest
from hashfab.measure.physical import Physical
from hashfab.measure.record import Measurement
from hashfab.measure.request import Request
from hashfab.measure.runner import Runner
from hashfab.measure.store import Store
from hashfab.measure.workload import Workload
from made_up import making_up


def test_a_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = Runner(
        1, console=Console(file=io.StringIO()), store=Store(tmp_path / "results.sqlite")
    )
    encaps = schemes.parse("ml-kem-512/encaps")
    assert encaps is not None
    with making_up(
        lambda design, placed: Physical(period_ns=8.0, ff=9, lut4=7), monkeypatch
    ) as made:
        request = OperationRequest(designs.parse("rv32-lane25"), encaps, made)
        (found,) = operation.measure([request], runner).values()
        (again,) = operation.measure([request], runner).values()
    assert found == again
    assert found.energy is None
    assert found.run_ms == pytest.approx(found.execution.cycles * 8e-6)
    assert found.provenance.tools.keys() == {"verilator", "ziglang", "fake"}
    shown = found.to_json()
    assert json.loads(json.dumps(shown)) == shown
    assert shown.items() >= asdict(found.execution).items()
    assert (shown["design"], shown["workload"]) == ("rv32-lane25", "ml-kem-512/encaps")
    assert (shown["lut4"], shown["period_ns"], shown["placed"]) == (7, 8.0, True)


def test_a_target_without_power_has_no_energy() -> None:
    keygen = schemes.parse("ml-kem-512/keygen")
    assert keygen is not None
    request = OperationRequest(designs.parse("rv32"), keygen, targets.get("ecp5"), energy=True)
    assert request.consumption is None


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_energy_of_an_operation(tmp_path: Path) -> None:
    """The netlist takes the cycles of the RTL; all that it does is in the figures."""
    keygen = schemes.parse("ml-kem-512/keygen")
    assert keygen is not None
    runner = Runner(
        1, console=Console(file=io.StringIO()), store=Store(tmp_path / "results.sqlite")
    )
    design, target = designs.parse("rv32-lane25"), targets.get("osu018")
    (found,) = operation.measure(
        [OperationRequest(design, keygen, target, energy=True)], runner
    ).values()
    energy = found.energy
    assert energy is not None
    assert tuple(energy.power_mw) == KINDS
    assert min(energy.power_mw.values()) > 0
    us = found.execution.cycles / energy.frequency_mhz
    assert energy.uj == pytest.approx(energy.total_mw * us / 1000, rel=1e-4)
    assert energy.words["fetch"] > found.execution.instructions / 2
    assert found.to_json()["uj_per_run"] == energy.uj
    messages = Request(design, Workload(2, 1024), target, energy=True)
    hashing = runner.measure([messages])[messages]
    assert isinstance(hashing, Measurement)
    assert hashing.energy is not None
    # Neither is idle, and neither is all hashing.
    assert 0.3 < energy.total_mw / hashing.energy.total_mw < 3
