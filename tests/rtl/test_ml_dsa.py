# SPDX-License-Identifier: Apache-2.0
"""ML-DSA on the RTL of the cores: every output dilithium-py's, cycles as promised."""

import hashlib
import random
from itertools import count, islice

import pytest

from hashfab import designs
from hashfab.designs import CORES
from hashfab.designs.schemes import SCHEMES, SEED_BYTES, MlDsa, Operation
from hashfab.measure import scheme as running
from hashfab.measure.simulate import Conditions

ML_DSA = [scheme for scheme in SCHEMES.values() if isinstance(scheme, MlDsa)]
ML_DSA_44, ML_DSA_65, _ = ML_DSA
KINDS = MlDsa.kinds

Q = 8380417

SYSTEM = "soc-rv32-accel-d1n1t1w64rc"

MOST_CYCLES = {
    "rv32": (2_803_000, 10_940_000, 2_665_000),
    "rv32-lane1": (483_000, 3_050_000, 518_000),
    "rv32-lane25": (403_000, 2_762_000, 448_000),
    "mips32": (3_190_000, 14_420_000, 3_200_000),
    SYSTEM: (391_000, 2_722_000, 437_000),
}
"""Of ML-DSA-65: key generation, a signature of the mean number of attempts, its verification, of
the run that is measured."""

NAMES = [*(preset for core in CORES.values() for preset in core.presets), SYSTEM]

QUICK = (("rv32-lane25", ML_DSA_65),)

RUNS = [
    pytest.param(
        name,
        scheme,
        marks=[] if (name, scheme) in QUICK else [pytest.mark.long],
        id=f"{name}-{scheme.name}",
    )
    for name in NAMES
    for scheme in ML_DSA
]


@pytest.mark.parametrize(("name", "scheme"), RUNS)
def test_operations(name: str, scheme: MlDsa) -> None:
    """The run that is measured, and a signature with a wrong bit."""
    numbers = random.Random(name)
    for index, kind in enumerate(KINDS):
        operation = Operation(scheme, kind)
        inputs = [operation.inputs(1)]
        if kind == "verify":
            wrong = bytearray(inputs[0])
            bit = numbers.randrange(8 * scheme.signature_bytes)
            wrong[scheme.pk_bytes + bit // 8] ^= 1 << bit % 8
            inputs.append(bytes(wrong))
        run = running.run(designs.parse(name), operation, inputs)
        assert run.outputs[0] is not None and run.outputs[1:] == (None,) * len(inputs[1:])
        if scheme == ML_DSA_65 and name in MOST_CYCLES:
            assert run.cycles[0] <= MOST_CYCLES[name][index]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["keygen", "verify"])
def test_on_an_accelerator(kind: str) -> None:
    operation = Operation(ML_DSA_44, kind)
    running.run(designs.parse(SYSTEM), operation, [operation.inputs(3)])


def test_slow_memory_and_stalls() -> None:
    operation = Operation(ML_DSA_44, "verify")
    conditions = Conditions(latency=3, stall=20, seed=4)
    running.run(designs.parse("rv32-lane25"), operation, [operation.inputs(2)], conditions)


@pytest.mark.long
def test_deterministic_signatures() -> None:
    """Of messages of several lengths, one of them none."""
    operation = Operation(ML_DSA_44, "sign")
    sk = operation.inputs(1)[SEED_BYTES:][: ML_DSA_44.sk_bytes]
    inputs = [bytes(SEED_BYTES) + sk + bytes(length) for length in (0, 69, 500)]
    run = running.run(designs.parse("rv32-lane25"), operation, inputs)
    assert len({*run.outputs, None}) == 4


def test_wrong_lengths_are_refused() -> None:
    seed, to_sign, to_verify = (Operation(ML_DSA_44, kind).inputs(1) for kind in KINDS)
    sign, verify = SEED_BYTES + ML_DSA_44.sk_bytes, len(to_verify) - 32
    for kind, inputs in (
        ("keygen", [b"", seed[:-1], seed + b"\0"]),
        ("sign", [b"", to_sign[: sign - 1]]),
        ("verify", [b"", to_verify[: verify - 1], to_verify[:-1], to_verify + b"\0"]),
    ):
        run = running.run(designs.parse("rv32-lane25"), Operation(ML_DSA_44, kind), inputs)
        assert run.outputs == (None,) * len(inputs)


RARE = bytes.fromhex("aa1f0b7824fb55e963ed0c96ee7846e1fcf681f2b3a6e11cee0b16d344420787")
"""A key of ML-DSA-65 one of whose secrets takes a third block, as one key in some thousand does."""


@pytest.mark.parametrize("name", ["rv32-lane25", pytest.param(SYSTEM, marks=pytest.mark.long)])
def test_a_secret_that_takes_a_third_block(name: str) -> None:
    wide = hashlib.shake_256(RARE + bytes([6, 5])).digest(SEED_BYTES + 64)[SEED_BYTES:]
    nibbles = hashlib.shake_256(wide + bytes([8, 0])).digest(2 * 136).hex()
    assert sum(nibble < "9" for nibble in nibbles) < 256
    running.run(designs.parse(name), Operation(ML_DSA_65, "keygen"), [RARE])


def all_accepted(seed: bytes, k: int, l: int) -> bool:  # noqa: E741
    """Whether no candidate of the key's matrix is rejected in the five blocks that are sampled."""
    rho = hashlib.shake_256(seed + bytes([k, l])).digest(SEED_BYTES)
    for row in range(k):
        for column in range(l):
            stream = hashlib.shake_128(rho + bytes([column, row])).digest(5 * 168)
            for at in range(0, len(stream), 3):
                if int.from_bytes(stream[at : at + 3], "little") & 0x7FFFFF >= Q:
                    return False
    return True


@pytest.mark.parametrize(
    ("name", "first", "keys"),
    [
        ("rv32-lane25", 1, 6),
        *(pytest.param("rv32-lane25", seed, 125, marks=pytest.mark.long) for seed in range(2, 10)),
        *(pytest.param(name, 10, 6, marks=pytest.mark.long) for name in NAMES),
    ],
)
def test_cycles_of_key_generation_do_not_depend_on_secrets(
    name: str, first: int, keys: int
) -> None:
    """Among keys from whose public matrix nothing is rejected, which is all that takes time."""
    numbers = random.Random(first)
    drawn = (numbers.randbytes(SEED_BYTES) for _ in count())
    # The first run on a system finds the accelerator as well.
    found = int(name == SYSTEM)
    seeds = list(islice((each for each in drawn if all_accepted(each, 4, 4)), found + keys))
    run = running.run(designs.parse(name), Operation(ML_DSA_44, "keygen"), seeds)
    assert len(set(run.outputs)) == found + keys
    assert len(set(run.cycles[found:])) == 1, f"seed {first}"
