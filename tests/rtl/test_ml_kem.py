# SPDX-License-Identifier: Apache-2.0
"""ML-KEM on the RTL of the cores: every output kyber-py's, cycles as promised and of no secret."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM as THEIRS

from hashfab import designs
from hashfab.designs import CORES
from hashfab.designs.schemes import KEY_BYTES, SCHEMES, SEED_BYTES, MlKem, Operation
from hashfab.errors import CheckFailed
from hashfab.measure import scheme as running
from hashfab.measure.simulate import Conditions
from hashfab.measure.stages import Execute

ML_KEM = [scheme for scheme in SCHEMES.values() if isinstance(scheme, MlKem)]
(ML_KEM_768,) = (scheme for scheme in ML_KEM if scheme.name == "ml-kem-768")
KINDS = MlKem.kinds

MOST_CYCLES = {
    "rv32": (683_000, 716_000, 896_000),
    "rv32-compact": (1_981_000, 2_045_000, 2_497_000),
    "rv32-zbkb": (547_000, 578_000, 729_000),
    "rv32-oasip": (1_335_000, 1_384_000, 1_701_000),
    "rv32-dasip": (401_000, 428_000, 548_000),
    "rv32-dasip-compact": (791_000, 823_000, 1_025_000),
    "rv32-lane1": (151_000, 172_000, 242_000),
    "rv32-lane5": (133_000, 153_000, 220_000),
    "rv32-lane25": (131_000, 151_000, 217_000),
    "mips32": (801_000, 849_000, 1_089_000),
    "mips32-compact": (2_292_000, 2_375_000, 2_927_000),
    "mips32-native": (722_000, 769_000, 992_000),
    "mips32-copro": (705_000, 751_000, 971_000),
}
"""Of ML-KEM-768: key generation, encapsulation, decapsulation, of the run that is measured."""

QUICK = (("rv32", 3), ("mips32", 2), *(("rv32-lane1", k) for k in (2, 3, 4)))
"""By day: a core and k of a parameter set. Every set runs on the core that takes least."""

RUNS = [
    pytest.param(
        name,
        scheme,
        marks=[] if (name, scheme.k) in QUICK else [pytest.mark.long],
        id=f"{name}-{scheme.name}",
    )
    for name in MOST_CYCLES
    for scheme in ML_KEM
]

MATRIX_CYCLES = 4000
"""By which the time to sample a matrix differs from seed to seed, at the most."""


def test_every_core_has_a_promise() -> None:
    assert set(MOST_CYCLES) == {preset for core in CORES.values() for preset in core.presets}


@pytest.mark.parametrize(("name", "scheme"), RUNS)
def test_operations(name: str, scheme: MlKem) -> None:
    """The run that is measured, and ciphertexts with a wrong bit, which are rejected implicitly."""
    numbers = random.Random(name)
    for index, kind in enumerate(KINDS):
        operation = Operation(scheme, kind)
        inputs = [operation.inputs(1)]
        if kind == "decaps":
            wrong = bytearray(inputs[0])
            bit = numbers.randrange(8 * scheme.ciphertext_bytes)
            wrong[scheme.dk_bytes + bit // 8] ^= 1 << bit % 8
            inputs.append(bytes(wrong))
        run = running.run(designs.parse(name), operation, inputs)
        assert None not in run.outputs and len(set(run.outputs)) == len(inputs)
        assert len(set(run.cycles)) == 1
        if scheme == ML_KEM_768:
            assert run.cycles[0] <= MOST_CYCLES[name][index]


def test_slow_memory_and_stalls() -> None:
    operation = Operation(SCHEMES["ml-kem-512"], "decaps")
    conditions = Conditions(latency=3, stall=20, seed=4)
    running.run(designs.parse("rv32-lane25"), operation, [operation.inputs(2)], conditions)


def test_what_the_standard_checks_is_refused() -> None:
    design = designs.parse("rv32-lane25")
    keygen, encaps, decaps = (Operation(ML_KEM_768, kind) for kind in KINDS)
    d_z, m_ek, dk_c = (operation.inputs(1) for operation in (keygen, encaps, decaps))
    unreduced = m_ek[:SEED_BYTES] + b"\xff\xff" + m_ek[SEED_BYTES + 2 :]
    hash_at = ML_KEM_768.dk_bytes - 2 * SEED_BYTES
    changed = dk_c[:hash_at] + bytes([dk_c[hash_at] ^ 1]) + dk_c[hash_at + 1 :]
    for operation, inputs in (
        (keygen, [d_z[:-1], d_z + b"\0"]),
        (encaps, [b"", m_ek[:-1], m_ek + b"\0", unreduced]),
        (decaps, [b"", dk_c[: ML_KEM_768.dk_bytes], dk_c[:-1], dk_c + b"\0", changed]),
    ):
        run = running.run(design, operation, inputs)
        assert run.outputs == (None,) * len(inputs)


def test_a_wrong_output_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    operation = Operation(SCHEMES["ml-kem-512"], "encaps")
    inputs = operation.inputs(1)
    monkeypatch.setattr(MlKem, "reference", lambda self, kind, inputs: b"another")
    with pytest.raises(CheckFailed, match="wrong output of ml-kem-512/encaps"):
        running.run(designs.parse("rv32-lane25"), operation, [inputs])


class OneMatrix(THEIRS):  # type: ignore[misc]
    """ML-KEM with the same matrix, which is public, in every key."""

    @staticmethod
    def _G(s: bytes) -> tuple[bytes, bytes]:  # noqa: N802
        rho, sigma = THEIRS._G(s)
        return (bytes(SEED_BYTES), sigma) if len(s) == SEED_BYTES + 1 else (rho, sigma)


def secrets(seed: int, count: int) -> tuple[list[bytes], list[bytes]]:
    """Inputs of encapsulation and decapsulation, the first half with the same secrets.

    Every other ciphertext is rejected.
    """
    numbers = random.Random(seed)
    theirs: Any = OneMatrix(DEFAULT_PARAMETERS["ML768"])
    fixed = [bytes(2 * SEED_BYTES), bytes(SEED_BYTES)]
    encaps, decaps = [], []
    for number in range(count):
        drawn = [numbers.randbytes(2 * SEED_BYTES), numbers.randbytes(SEED_BYTES)]
        d_z, m = fixed if number < count // 2 else drawn
        ek, dk = theirs.key_derive(d_z)
        ciphertext = bytearray(theirs._encaps_internal(ek, m)[1])
        ciphertext[numbers.randrange(len(ciphertext))] ^= number % 2
        encaps.append(m + ek)
        decaps.append(dk + bytes(ciphertext))
    return encaps, decaps


@pytest.mark.parametrize(
    ("name", "seed", "count"),
    [
        ("rv32-lane25", 1, 20),
        *(pytest.param("rv32-lane25", seed, 125, marks=pytest.mark.long) for seed in range(2, 10)),
        *(pytest.param(name, 10, 20, marks=pytest.mark.long) for name in MOST_CYCLES),
    ],
)
def test_cycles_do_not_depend_on_secrets(name: str, seed: int, count: int) -> None:
    """Fixed against random keys and messages, with ciphertexts that are right and wrong."""
    design = designs.parse(name)
    encaps, decaps = secrets(seed, count)
    for kind, inputs in (("encaps", encaps[:: len(encaps) // 4]), ("decaps", decaps)):
        run = running.run(design, Operation(ML_KEM_768, kind), inputs)
        # Among the right ones are some that were accepted: those whose secrets are the same.
        assert None not in run.outputs and len(set(run.outputs)) > len(inputs) // 2
        assert len(set(run.cycles)) == 1, f"seed {seed}"


def test_the_matrix_is_all_that_cycles_depend_on() -> None:
    """Different keys have different matrices: their time is what the documentation says it is."""
    operation = Operation(ML_KEM_768, "encaps")
    inputs = [operation.inputs(seed) for seed in range(1, 6)]
    run = running.run(designs.parse("rv32-lane25"), operation, inputs)
    assert 0 < max(run.cycles) - min(run.cycles) < MATRIX_CYCLES


def test_a_measurement_of_an_operation(tmp_path: Path) -> None:
    operation = Operation(SCHEMES["ml-kem-512"], "encaps")
    stages = [Execute(designs.parse(f"rv32-lane{lanes}"), operation) for lanes in (1, 25)]
    assert stages[0].key() != stages[1].key()
    folders = [tmp_path / str(number) for number in range(len(stages))]
    for folder in folders:
        folder.mkdir()
    slow, fast = (stage.compute((), each) for stage, each in zip(stages, folders, strict=True))
    assert stages[0].decode(json.loads(json.dumps(stages[0].encode(slow)))) == slow
    assert slow.parts.keys() == {"hashing", "arithmetic", "sampling", "packing", "other"}
    # But for the last instruction, which is under way as the job ends.
    assert abs(sum(slow.parts.values()) - slow.cycles) < 10
    # The unit's speed is all that is different.
    assert slow.instructions == fast.instructions
    assert slow.parts["hashing"] > fast.parts["hashing"]
    for part in ("arithmetic", "sampling", "packing"):
        assert slow.parts[part] == fast.parts[part]
    assert fast.hashing_share < 0.06
    # Two vectors and a ciphertext at the least; what docs/pqc.md promises at the most.
    assert 2 * 2 * 512 + operation.output_bytes < slow.stack_bytes < 6400
    assert KEY_BYTES < slow.code_bytes < 16384
