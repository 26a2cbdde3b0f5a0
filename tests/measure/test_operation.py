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
from hashfab.measure import operation
from hashfab.measure.operation import OperationRequest
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from hashfab.measure.store import Store
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
    assert found.run_ms == pytest.approx(found.execution.cycles * 8e-6)
    assert found.provenance.tools.keys() == {"verilator", "ziglang", "fake"}
    shown = found.to_json()
    assert json.loads(json.dumps(shown)) == shown
    assert shown.items() >= asdict(found.execution).items()
    assert (shown["design"], shown["workload"]) == ("rv32-lane25", "ml-kem-512/encaps")
    assert (shown["lut4"], shown["period_ns"], shown["placed"]) == (7, 8.0, True)
