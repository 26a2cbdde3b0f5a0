# SPDX-License-Identifier: Apache-2.0
"""ML-DSA in C, on the host, against dilithium-py."""

import ctypes
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from dilithium_py import ml_dsa
from dilithium_py.ml_dsa.ml_dsa import ML_DSA as THEIRS
from dilithium_py.modules.modules import Matrix

from hashfab import paths
from hashfab.designs.schemes import SCHEMES, SEED_BYTES, MlDsa

from . import host

HERE = Path(__file__).parent
SETS = [scheme for scheme in SCHEMES.values() if isinstance(scheme, MlDsa)]
SLOW = "ml-dsa-87"
"""Of the same gammas and etas as the others."""

LENGTHS = (0, 69, 70, 72, 300)
"""Of messages: around the end of a block of SHAKE256, behind a hash of 64 bytes."""

BITS = 60
"""Of a signature, each changed by itself."""


class Library:
    """A parameter set's functions, and dilithium-py's."""

    def __init__(self, scheme: MlDsa, folder: Path) -> None:
        self.c = host.library(scheme, folder)
        self.scheme = scheme
        self.theirs: THEIRS = getattr(ml_dsa, scheme.name.upper().replace("-", "_"))

    def keygen(self, seed: bytes) -> tuple[bytes, bytes]:
        """A public and a private key."""
        pk = ctypes.create_string_buffer(self.scheme.pk_bytes)
        sk = ctypes.create_string_buffer(self.scheme.sk_bytes)
        self.c.ml_dsa_keygen(pk, sk, seed)
        return pk.raw, sk.raw

    def sign(self, sk: bytes, rnd: bytes, *message: bytes) -> bytes | None:
        """The signature of a message and its context, or of one that is formatted already."""
        signature = ctypes.create_string_buffer(self.scheme.signature_bytes)
        function = self.c.ml_dsa_sign if len(message) == 2 else self.c.ml_dsa_sign_internal
        status = function(signature, *given(sk, *message), rnd)
        return None if status else signature.raw

    def valid(self, pk: bytes, signature: bytes, *message: bytes) -> bool:
        """Whether a signature is accepted, the message as above."""
        function = self.c.ml_dsa_verify if len(message) == 2 else self.c.ml_dsa_verify_internal
        return int(function(*given(pk, *message, signature))) == 0


def given(*texts: bytes) -> list[Any]:
    """Texts and their lengths."""
    return [part for text in texts for part in (text, ctypes.c_size_t(len(text)))]


PARAMETERS = [
    pytest.param(each, id=each.name, marks=[pytest.mark.long] if each.name == SLOW else [])
    for each in SETS
]


@pytest.fixture(scope="module", params=PARAMETERS)
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(request.param, tmp_path_factory.mktemp("ml_dsa"))


def flipped(text: bytes, bit: int) -> bytes:
    return (int.from_bytes(text, "little") ^ 1 << bit).to_bytes(len(text), "little")


def test_keys(library: Library) -> None:
    numbers = random.Random(1)
    for _ in range(20):
        seed = numbers.randbytes(SEED_BYTES)
        assert library.keygen(seed) == library.theirs.key_derive(seed)


def test_signatures(library: Library) -> None:
    """Deterministic and hedged, under contexts, and of messages that are formatted already."""
    numbers = random.Random(2)
    theirs = library.theirs
    for length in LENGTHS:
        pk, sk = library.keygen(numbers.randbytes(SEED_BYTES))
        message, rnd = numbers.randbytes(length), numbers.randbytes(SEED_BYTES)
        context = numbers.randbytes(255 if length == 300 else length % 4)
        deterministic = library.sign(sk, bytes(SEED_BYTES), message, context)
        assert deterministic == theirs.sign(sk, message, context, deterministic=True)
        formatted = bytes([0, len(context)]) + context + message
        hedged = library.sign(sk, rnd, message, context)
        assert hedged == theirs._sign_internal(sk, formatted, rnd) != deterministic
        internal = library.sign(sk, rnd, message)
        assert internal == theirs._sign_internal(sk, message, rnd)
        assert deterministic is not None and hedged is not None and internal is not None
        for signature in (deterministic, hedged):
            assert theirs.verify(pk, message, signature, context)
            assert library.valid(pk, signature, message, context)
        assert library.valid(pk, hedged, formatted)
        assert library.valid(pk, internal, message) != library.valid(pk, internal, message, b"")


def test_everything_unaligned(library: Library) -> None:
    numbers = random.Random(3)
    seed, rnd, message = (numbers.randbytes(32) for _ in range(3))
    pk, sk = library.keygen(seed)
    expected = library.sign(sk, rnd, message, b"")
    sizes = (library.scheme.pk_bytes, library.scheme.sk_bytes, library.scheme.signature_bytes)
    buffers = [ctypes.create_string_buffer(size + 8) for size in (*sizes, 32, 32, 32)]
    starts = [ctypes.addressof(b) + 1 + n % 3 for n, b in enumerate(buffers)]
    places = [ctypes.c_void_p(start) for start in starts]
    for start, text in zip(starts[3:], (seed, rnd, message), strict=True):
        ctypes.memmove(start, text, 32)
    lengths = [ctypes.c_size_t(size) for size in (*sizes, 32)]
    c, nothing = library.c, (None, ctypes.c_size_t(0))
    c.ml_dsa_keygen(places[0], places[1], places[3])
    what = (places[5], lengths[3], *nothing)
    assert c.ml_dsa_sign(places[2], places[1], lengths[1], *what, places[4]) == 0
    assert c.ml_dsa_verify(places[0], lengths[0], *what, places[2], lengths[2]) == 0
    found = [ctypes.string_at(s, n) for s, n in zip(starts[:3], sizes, strict=True)]
    assert found == [pk, sk, expected]


@pytest.fixture(scope="module")
def signed(library: Library) -> tuple[bytes, bytes, bytes]:
    """A public key, a message, its signature under the context c."""
    numbers = random.Random(4)
    pk, sk = library.keygen(numbers.randbytes(SEED_BYTES))
    message = numbers.randbytes(50)
    signature = library.sign(sk, numbers.randbytes(SEED_BYTES), message, b"c")
    assert signature is not None and library.valid(pk, signature, message, b"c")
    return pk, message, signature


def test_every_changed_bit_is_refused(library: Library, signed: tuple[bytes, bytes, bytes]) -> None:
    pk, message, signature = signed
    numbers = random.Random(5)
    scheme = library.scheme
    hints_at = 8 * (scheme.signature_bytes - 60)
    for bit in (
        *numbers.sample(range(8 * scheme.signature_bytes), BITS),
        *numbers.sample(range(hints_at, 8 * scheme.signature_bytes), BITS),
    ):
        assert not library.valid(pk, flipped(signature, bit), message, b"c"), f"bit {bit}"
    for bit in numbers.sample(range(8 * scheme.pk_bytes), BITS):
        assert not library.valid(flipped(pk, bit), signature, message, b"c"), f"bit {bit}"
    for bit in range(0, 8 * len(message), 7):
        assert not library.valid(pk, signature, flipped(message, bit), b"c"), f"bit {bit}"
    for bit in range(8):
        assert not library.valid(pk, signature, message, flipped(b"c", bit)), f"bit {bit}"


def test_wrong_lengths_are_refused(library: Library, signed: tuple[bytes, bytes, bytes]) -> None:
    pk, message, signature = signed
    for wrong in (signature[:-1], signature + b"\0", b""):
        assert not library.valid(pk, wrong, message, b"c")
        assert not library.valid(pk, wrong, message)
    for wrong in (pk[:-1], pk + b"\0", b""):
        assert not library.valid(wrong, signature, message, b"c")
        assert not library.valid(wrong, signature, message)
    assert not library.valid(pk, signature, message + b"\0", b"c")
    assert not library.valid(pk, signature, message, b"")
    assert not library.valid(pk, signature, message, bytes(256))
    _, sk = library.keygen(bytes(SEED_BYTES))
    for wrong in (sk[:-1], sk + b"\0", b""):
        assert library.sign(wrong, bytes(SEED_BYTES), message, b"") is None
        assert library.sign(wrong, bytes(SEED_BYTES), message) is None
    assert library.sign(sk, bytes(SEED_BYTES), message, bytes(256)) is None
    assert library.sign(sk, bytes(SEED_BYTES), message, bytes(255)) is not None


def test_hints_have_one_form(library: Library, signed: tuple[bytes, bytes, bytes]) -> None:
    """Other ways to write the same hints, and what is none (algorithm 21)."""
    pk, message, signature = signed
    theirs = library.theirs
    body = signature[: -theirs.omega - theirs.k]
    hints = signature[-theirs.omega - theirs.k :]
    places, ends = list(hints[: theirs.omega]), list(hints[theirs.omega :])
    first = next(n for n, end in enumerate(ends) if end - (ends[n - 1] if n else 0) >= 2)
    at = ends[first - 1] if first else 0
    assert ends[-1] < theirs.omega

    def valid(places: list[int], ends: list[int]) -> bool:
        changed = body + bytes(places + ends)
        assert len(changed) == len(signature)
        found = library.valid(pk, changed, message, b"c")
        assert found == theirs.verify(pk, message, changed, b"c")
        return found

    assert valid(places, ends)
    swapped = [*places[:at], places[at + 1], places[at], *places[at + 2 :]]
    assert not valid(swapped, ends)
    twice = [*places[: at + 1], *places[at : theirs.omega - 1]]
    assert not valid(twice, ends[:first] + [end + 1 for end in ends[first:]])
    for behind in (ends[-1], theirs.omega - 1):
        assert not valid([*places[:behind], 1, *places[behind + 1 :]], ends)
    assert not valid(places, [*ends[:-1], theirs.omega + 1])
    assert not valid(places, [*ends[:-1], 255])
    assert not valid(places, [*ends[:-1], ends[-2] - 1])


def test_a_long_response_is_refused(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures that are right but for the norm of z, which dilithium-py makes unless it looks."""
    theirs = library.theirs
    bound = theirs.gamma_1 - theirs.beta
    pk, sk = library.keygen(b"z" * SEED_BYTES)
    checked = Matrix.check_norm_bound

    def unchecked(product: Matrix, most: int) -> bool:
        return most != bound and bool(checked(product, most))

    long = []
    for number in range(8):
        message = bytes([number])
        with monkeypatch.context() as patch:
            patch.setattr(Matrix, "check_norm_bound", unchecked)
            signature = theirs._sign_internal(sk, message, bytes(SEED_BYTES))
            assert theirs._verify_internal(pk, message, signature)
        expected = theirs._verify_internal(pk, message, signature)
        assert library.valid(pk, signature, message) == expected
        long += [] if expected else [message]
    assert 0 < len(long) < 8


@pytest.mark.parametrize("scheme", PARAMETERS)
def test_arithmetic(scheme: MlDsa, tmp_path: Path) -> None:
    rounding = paths.sw_dir() / "pqc" / "ml_dsa" / "rounding.c"
    sources = [HERE / "ml_dsa_arithmetic.c", rounding]
    check = host.compiled(tmp_path / "arithmetic", sources, scheme)
    result = subprocess.run([check], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
