# SPDX-License-Identifier: Apache-2.0
"""SLH-DSA's verification on the RTL of the cores: as slh-dsa says, in cycles as promised."""

import pytest

from hashfab import designs
from hashfab.designs.schemes import SCHEMES, Operation
from hashfab.measure import scheme as running

VERIFY = Operation(SCHEMES["slh-dsa-shake-128f"], "verify")

MOST_CYCLES = {
    "rv32": 85_000_000,
    "rv32-lane1": 5_100_000,
    "rv32-lane25": 1_275_000,
}
"""Of SLH-DSA-SHAKE-128f, for the signature that is measured."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=[pytest.mark.long] if each == "rv32" else [])
        for each in MOST_CYCLES
    ],
)
def test_a_signature(name: str) -> None:
    run = running.run(designs.parse(name), VERIFY, [VERIFY.inputs(1)])
    assert run.outputs == (b"",)
    assert run.cycles[0] <= MOST_CYCLES[name]


def test_what_is_no_signature() -> None:
    signed = VERIFY.inputs(1)
    wrong = bytearray(signed)
    wrong[5000] ^= 4
    inputs = [signed[:100], signed[:-1], bytes(wrong)]
    run = running.run(designs.parse("rv32-lane25"), VERIFY, inputs)
    assert run.outputs == (None,) * 3
