# SPDX-License-Identifier: Apache-2.0
"""SLH-DSA on the RTL of the cores: every output slh-dsa's, cycles as promised."""

import random

import pytest

from hashfab import designs
from hashfab.designs import CORES
from hashfab.designs.schemes import SCHEMES, Operation, SlhDsa
from hashfab.measure import scheme as running
from hashfab.measure.simulate import Conditions

SLH_DSA = {name: scheme for name, scheme in SCHEMES.items() if isinstance(scheme, SlhDsa)}
FAST = SLH_DSA["slh-dsa-shake-128f"]
SMALL = SLH_DSA["slh-dsa-shake-128s"]

MOST_CYCLES = {
    ("rv32", "keygen"): 60_000_000,
    ("rv32", "verify"): 85_000_000,
    ("rv32-lane1", "keygen"): 2_300_000,
    ("rv32-lane1", "sign"): 54_000_000,
    ("rv32-lane1", "verify"): 3_400_000,
    ("rv32-lane25", "keygen"): 250_000,
    ("rv32-lane25", "sign"): 6_300_000,
    ("rv32-lane25", "verify"): 450_000,
    ("soc-rv32-accel-d1n1t1w64rc", "keygen"): 140_000,
    ("soc-rv32-accel-d1n1t1w64rc", "sign"): 4_900_000,
    ("soc-rv32-accel-d1n1t1w64rc", "verify"): 430_000,
}
"""Of SLH-DSA-SHAKE-128f, of the run that is measured."""

LONG = (
    ("rv32", "keygen"),
    ("rv32", "verify"),
    ("rv32-lane1", "keygen"),
    ("rv32-lane1", "sign"),
    ("rv32-lane1", "verify"),
    ("rv32-lane25", "sign"),
    ("soc-rv32-accel-d1n1t1w64rc", "sign"),
)

SYSTEMS = ("soc-rv32-accel-d1n1t1w64rc", "soc-rv32-accel-d2n2t4w32rc")
"""Systems with one chain at a time, and with several."""

NAMES = [preset for core in CORES.values() for preset in core.presets]


@pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(*each, marks=[pytest.mark.long] if each in LONG else []) for each in MOST_CYCLES],
)
def test_operations(name: str, kind: str) -> None:
    """The run that is measured."""
    operation = Operation(FAST, kind)
    run = running.run(designs.parse(name), operation, [operation.inputs(1)])
    assert None not in run.outputs
    assert run.cycles[0] <= MOST_CYCLES[name, kind]


@pytest.mark.parametrize(
    ("name", "scheme", "kind"),
    [
        *(
            pytest.param("rv32-lane25", scheme, kind, marks=pytest.mark.long)
            for scheme in SLH_DSA
            for kind in SlhDsa.kinds
            if scheme != FAST.name and (scheme, kind) != (SMALL.name, "sign")
        ),
        *(pytest.param(name, FAST.name, "verify", marks=pytest.mark.long) for name in NAMES),
        pytest.param(SYSTEMS[1], FAST.name, "keygen", marks=pytest.mark.long),
        *(
            pytest.param(SYSTEMS[1], scheme, kind, marks=pytest.mark.long)
            for scheme in ("slh-dsa-shake-192f", "slh-dsa-shake-256f")
            for kind in ("keygen", "verify")
        ),
        pytest.param(SYSTEMS[1], FAST.name, "sign", marks=pytest.mark.long),
    ],
)
def test_other_sets_and_cores(name: str, scheme: str, kind: str) -> None:
    operation = Operation(SCHEMES[scheme], kind)
    run = running.run(designs.parse(name), operation, [operation.inputs(2)])
    assert None not in run.outputs


@pytest.mark.parametrize("name", ["rv32-lane25", SYSTEMS[0]])
def test_what_is_no_signature(name: str) -> None:
    operation = Operation(FAST, "verify")
    signed = operation.inputs(1)
    wrong = bytearray(signed)
    wrong[5000] ^= 4
    inputs = [signed[:100], signed[:-1], bytes(wrong)]
    run = running.run(designs.parse(name), operation, inputs)
    assert run.outputs == (None,) * 3


def test_wrong_lengths_are_refused() -> None:
    seeds, to_sign = (Operation(FAST, kind).inputs(1) for kind in ("keygen", "sign"))
    for kind, inputs in (
        ("keygen", [b"", seeds[:-1], seeds + b"\0"]),
        ("sign", [b"", to_sign[: FAST.n + FAST.sk_bytes - 1]]),
    ):
        run = running.run(designs.parse("rv32-lane25"), Operation(FAST, kind), inputs)
        assert run.outputs == (None,) * len(inputs)


def test_slow_memory_and_stalls() -> None:
    operation = Operation(FAST, "keygen")
    conditions = Conditions(latency=3, stall=20, seed=4)
    running.run(designs.parse("rv32-lane25"), operation, [operation.inputs(2)], conditions)


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("rv32-lane25", FAST.name),
        pytest.param(SYSTEMS[0], FAST.name, marks=pytest.mark.long),
        pytest.param("rv32-lane5", FAST.name, marks=pytest.mark.long),
        pytest.param("rv32-lane25", "slh-dsa-shake-256f", marks=pytest.mark.long),
        pytest.param("mips32-copro", FAST.name, marks=pytest.mark.long),
    ],
)
def test_cycles_of_key_generation_depend_on_nothing(name: str, scheme: str) -> None:
    numbers = random.Random(6)
    operation = Operation(SCHEMES[scheme], "keygen")
    inputs = [
        bytes(3 * SLH_DSA[scheme].n),
        *(operation.inputs(numbers.getrandbits(32)) for _ in "ab"),
    ]
    # The first run on a system finds the accelerator as well.
    found = [operation.inputs(1)] if name in SYSTEMS else []
    run = running.run(designs.parse(name), operation, found + inputs)
    assert len(set(run.outputs)) == len(found + inputs)
    assert len(set(run.cycles[len(found) :])) == 1


@pytest.mark.long
def test_cycles_of_signing_depend_on_messages_as_on_keys() -> None:
    """On the digits of what is signed: a chain of no step takes some cycles less."""
    numbers = random.Random(7)
    operation = Operation(FAST, "sign")
    signs = [operation.inputs(seed) for seed in range(1, 7)]
    key = signs[0][: 5 * FAST.n]
    messages = [key + numbers.randbytes(32) for _ in signs]
    runs = [
        running.run(designs.parse("rv32-lane25"), operation, each) for each in (signs, messages)
    ]
    least = min(min(run.cycles) for run in runs)
    assert all(max(run.cycles) < 1.0005 * least for run in runs)
