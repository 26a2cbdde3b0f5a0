# SPDX-License-Identifier: Apache-2.0
"""On which design a candidate runs a workload's operations whole, if on any."""

from pathlib import Path

import pytest

import made_guest
from hashfab.advise import demand
from hashfab.advise.demand import Demand
from hashfab.advise.system import candidates
from hashfab.advise.whole import whole

CALL = '[[call]]\nalgorithm = "shake256"\nmessage_bytes = 64\n'


def asked(*operations: str) -> Demand:
    return demand.parse(f"operations = {list(operations)}\n{CALL}", "w.toml", "w")


def runner(core: str, name: str, load: Demand) -> str | None:
    """The name of what runs the operations of a candidate."""
    candidate = candidates(core, [name])[-1]
    found = whole(candidate, load)
    return found.design.name if found else None


@pytest.mark.parametrize(
    ("core", "name", "runs_on"),
    [
        ("rv32", "rv32", "rv32"),
        ("rv32", "rv32-lane1", "rv32-lane1"),
        ("rv32", "rv32-compact", "rv32-compact"),
        ("mips32", "mips32-copro", "mips32-copro"),
        ("rv32", "accel-d2n2t2w128b1", "soc-rv32-accel-d2n2t2w128b1"),
        ("rv32", "accel-d1s4t4w64r", "soc-rv32-accel-d1s4t4w64r"),
        ("mips32", "accel-d1n1t1w64", None),
        ("rv32", "hashproc", None),
    ],
)
def test_ml_kem_runs_on_cores_and_in_systems(core: str, name: str, runs_on: str | None) -> None:
    assert runner(core, name, asked("ml-kem-768/encaps")) == runs_on


def test_a_scheme_that_the_system_does_not_run_is_none_there() -> None:
    both = asked("ml-kem-512/keygen", "slh-dsa-shake-128f/verify")
    assert runner("rv32", "accel-d1n1t1w64", both) is None
    assert runner("rv32", "rv32-zbkb", both) == "rv32-zbkb"


def test_a_guest_stands_in_no_system(tmp_path: Path) -> None:
    guest = made_guest.write(tmp_path, made_guest.PARAMETER, interface='"accel"')
    assert runner("rv32", str(guest), asked("ml-kem-768/encaps")) is None


def test_without_operations_nothing_runs_whole() -> None:
    assert runner("rv32", "rv32", demand.parse(CALL, "w.toml", "w")) is None


def test_a_run_has_each_operation_as_often_as_said() -> None:
    names = ["ml-kem-768/keygen", "ml-kem-512/encaps", "ml-kem-768/keygen"]
    found = whole(candidates("rv32")[0], asked(*names))
    assert found and [stage.where for stage in found.stages] == names
