# SPDX-License-Identifier: Apache-2.0
"""ML-KEM in C, on the host, against kyber-py."""

import ctypes
import random
import subprocess
from pathlib import Path

import pytest

from hashfab.designs.schemes import KEY_BYTES, SCHEMES, SEED_BYTES, MlKem, Operation

from . import host

HERE = Path(__file__).parent
RUNS = 10


class Library:
    """A parameter set's functions."""

    def __init__(self, scheme: MlKem, folder: Path) -> None:
        self.c = host.library(scheme, folder)
        self.scheme = scheme

    def run(self, kind: str, inputs: bytes) -> bytes | None:
        """What main.c does."""
        output = ctypes.create_string_buffer(Operation(self.scheme, kind).output_bytes)
        first = ctypes.cast(output, ctypes.c_void_p).value
        assert first is not None
        if kind == "keygen":
            ek, dk = ctypes.c_void_p(first), ctypes.c_void_p(first + self.scheme.ek_bytes)
            self.c.ml_kem_keygen(ek, dk, inputs[:SEED_BYTES], inputs[SEED_BYTES:])
            return output.raw
        key = ctypes.c_void_p(first)
        if kind == "encaps":
            ciphertext = ctypes.c_void_p(first + KEY_BYTES)
            m, ek_ = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
            status = self.c.ml_kem_encaps(key, ciphertext, ek_, ctypes.c_size_t(len(ek_)), m)
        else:
            dk_, sent = inputs[: self.scheme.dk_bytes], inputs[self.scheme.dk_bytes :]
            lengths = ctypes.c_size_t(len(dk_)), ctypes.c_size_t(len(sent))
            status = self.c.ml_kem_decaps(key, dk_, lengths[0], sent, lengths[1])
        return None if status else output.raw


@pytest.fixture(
    scope="module",
    params=[each for each in SCHEMES.values() if isinstance(each, MlKem)],
    ids=lambda scheme: scheme.name,
)
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(request.param, tmp_path_factory.mktemp("ml_kem"))


def test_random_operations(library: Library) -> None:
    """Keys, ciphertexts, and the rejection of ciphertexts with a wrong bit and of random ones."""
    numbers = random.Random(7)
    encaps, decaps = (Operation(library.scheme, kind) for kind in ("encaps", "decaps"))
    for seed in range(RUNS):
        for kind in MlKem.kinds:
            operation = Operation(library.scheme, kind)
            inputs = operation.inputs(seed)
            assert library.run(kind, inputs) == operation.reference(inputs)
        inputs = decaps.inputs(seed)
        dk, ciphertext = inputs[: library.scheme.dk_bytes], inputs[library.scheme.dk_bytes :]
        shared = library.run("decaps", inputs)
        assert shared == (library.run("encaps", encaps.inputs(seed)) or b"")[:KEY_BYTES]
        bit = 1 << numbers.randrange(8 * len(ciphertext))
        wrong = (int.from_bytes(ciphertext) ^ bit).to_bytes(len(ciphertext))
        for sent in (wrong, numbers.randbytes(len(ciphertext)), bytes(len(ciphertext))):
            rejected = library.run("decaps", dk + sent)
            assert rejected == decaps.reference(dk + sent) != shared


def test_what_the_standard_checks_is_refused(library: Library) -> None:
    """FIPS 203, sections 7.2 and 7.3: lengths, the modulus check and the hash check."""
    scheme = library.scheme
    encaps, decaps = Operation(scheme, "encaps").inputs(1), Operation(scheme, "decaps").inputs(1)
    for less in (1, 32):
        assert library.run("encaps", encaps[:-less]) is None
        assert library.run("decaps", decaps[:-less]) is None
    assert library.run("encaps", encaps + b"\0") is None
    assert library.run("decaps", decaps + b"\0") is None
    for number in range(0, 256 * scheme.k, 37):
        for value in (3328, 3329, 4095):
            at, half = SEED_BYTES + number // 2 * 3, number % 2
            pair = int.from_bytes(encaps[at : at + 3], "little")
            pair = pair & ~(0xFFF << 12 * half) | value << 12 * half
            inputs = encaps[:at] + pair.to_bytes(3, "little") + encaps[at + 3 :]
            assert (library.run("encaps", inputs) is None) == (value >= 3329)
    # From the encapsulation key on, to the end of its hash; z is behind it.
    for at in range(384 * scheme.k, scheme.dk_bytes - SEED_BYTES, 61):
        wrong = decaps[:at] + bytes([decaps[at] ^ 0x10]) + decaps[at + 1 :]
        assert library.run("decaps", wrong) is None


def test_arithmetic_modulo_q(tmp_path: Path) -> None:
    scheme = SCHEMES["ml-kem-768"]
    check = host.compiled(tmp_path / "modulus", [HERE / "modulus.c"], scheme)
    result = subprocess.run([check], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
