# SPDX-License-Identifier: Apache-2.0
"""SLH-DSA in C, on the host, against slh-dsa."""

import ctypes
import random
from pathlib import Path
from typing import Any

import pytest
from slhdsa.lowlevel import slhdsa as theirs

from hashfab.designs.schemes import SCHEMES, SlhDsa

from . import host

SETS = [scheme for scheme in SCHEMES.values() if isinstance(scheme, SlhDsa)]

SLOW = ("slh-dsa-shake-128s", "slh-dsa-shake-256f")
"""To sign with."""

BITS = 40
"""Of a signature, each changed by itself."""


def given(*texts: bytes) -> list[Any]:
    """Texts and their lengths."""
    return [part for text in texts for part in (text, ctypes.c_size_t(len(text)))]


class Library:
    """A parameter set's functions, and what slh-dsa signs."""

    def __init__(self, scheme: SlhDsa, folder: Path) -> None:
        self.c = host.library(scheme, folder)
        self.scheme = scheme

    def keygen(self, seeds: bytes) -> tuple[bytes, bytes]:
        """A public and a private key."""
        pk = ctypes.create_string_buffer(self.scheme.pk_bytes)
        sk = ctypes.create_string_buffer(self.scheme.sk_bytes)
        self.c.slh_dsa_keygen(pk, sk, seeds)
        return pk.raw, sk.raw

    def sign(self, sk: bytes, message: bytes, context: bytes, rnd: bytes) -> bytes | None:
        """The signature of a message under a context."""
        signature = ctypes.create_string_buffer(self.scheme.signature_bytes)
        status = self.c.slh_dsa_sign(signature, *given(sk, message, context), rnd)
        return None if status else signature.raw

    def valid(self, pk: bytes, message: bytes, context: bytes, signature: bytes) -> bool:
        """Whether a signature is accepted."""
        return int(self.c.slh_dsa_verify(*given(pk, message, context, signature))) == 0

    def key(self, sk: bytes) -> tuple[bytes, bytes, bytes, bytes]:
        """As slh-dsa has a private key."""
        n = self.scheme.n
        return sk[:n], sk[n : 2 * n], sk[2 * n : 3 * n], sk[3 * n :]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(each, marks=[pytest.mark.long] if each.name in SLOW else []) for each in SETS
    ],
    ids=lambda scheme: scheme.name,
)
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(request.param, tmp_path_factory.mktemp("slh_dsa"))


def test_keys(library: Library) -> None:
    numbers = random.Random(1)
    for _ in range(3):
        seeds = numbers.randbytes(3 * library.scheme.n)
        assert b"".join(library.keygen(seeds)) == library.scheme.reference("keygen", seeds)


def test_signatures(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deterministic and hedged, under contexts.

    What comes before a message is 3 n + 2 bytes: messages end around the border of a block.
    """
    numbers = random.Random(2)
    scheme = library.scheme
    n = scheme.n
    pk, sk = library.keygen(numbers.randbytes(3 * n))
    for length, context in ((0, b""), (137 - 3 * n, b"c"), (600, numbers.randbytes(255))):
        message, rnd = numbers.randbytes(length), numbers.randbytes(n)
        formatted = bytes([0, len(context)]) + context + message
        deterministic = library.sign(sk, message, context, pk[:n])
        assert deterministic == theirs.sign(formatted, library.key(sk), scheme._parameters)
        hedged = library.sign(sk, message, context, rnd)
        monkeypatch.setitem(vars(theirs), "token_bytes", {n: rnd}.get)
        assert hedged == theirs.sign(formatted, library.key(sk), scheme._parameters, True)
        assert hedged is not None and deterministic not in (None, hedged)
        assert library.valid(pk, message, context, hedged)


def test_everything_unaligned(library: Library) -> None:
    numbers = random.Random(3)
    scheme = library.scheme
    seeds, message = numbers.randbytes(3 * scheme.n), numbers.randbytes(33)
    pk, sk = library.keygen(seeds)
    expected = library.sign(sk, message, b"", pk[: scheme.n])
    sizes = (scheme.pk_bytes, scheme.sk_bytes, scheme.signature_bytes)
    buffers = [ctypes.create_string_buffer(size + 8) for size in (*sizes, len(seeds), 33)]
    starts = [ctypes.addressof(b) + 1 + i % 3 for i, b in enumerate(buffers)]
    places = [ctypes.c_void_p(start) for start in starts]
    for start, text in zip(starts[3:], (seeds, message), strict=True):
        ctypes.memmove(start, text, len(text))
    lengths = [ctypes.c_size_t(size) for size in (*sizes, 33)]
    c, nothing = library.c, (None, ctypes.c_size_t(0))
    c.slh_dsa_keygen(places[0], places[1], places[3])
    what = (places[4], lengths[3], *nothing)
    assert c.slh_dsa_sign(places[2], places[1], lengths[1], *what, places[0]) == 0
    assert c.slh_dsa_verify(places[0], lengths[0], *what, places[2], lengths[2]) == 0
    found = [ctypes.string_at(s, n) for s, n in zip(starts[:3], sizes, strict=True)]
    assert found == [pk, sk, expected]


def test_what_is_no_signature(library: Library) -> None:
    numbers = random.Random(library.scheme.name)
    n = library.scheme.n
    pk, sk = library.keygen(numbers.randbytes(3 * n))
    message, context = numbers.randbytes(600), numbers.randbytes(255)
    signature = library.sign(sk, message, context, numbers.randbytes(n))
    assert signature is not None and library.valid(pk, message, context, signature)
    assert not library.valid(pk, message + b"\0", context, signature)
    assert not library.valid(pk, message, context[:-1], signature)
    assert not library.valid(pk, message, context + b"\0", signature)
    for byte in (0, n, 2 * n - 1):
        wrong = pk[:byte] + bytes([pk[byte] ^ 1]) + pk[byte + 1 :]
        assert not library.valid(wrong, message, context, signature)
    for wrong in (signature[:-1], signature + b"\0", b""):
        assert not library.valid(pk, message, context, wrong)
    for wrong in (pk[:-1], pk + b"\0", b""):
        assert not library.valid(wrong, message, context, signature)
    for bit in numbers.sample(range(8 * len(signature)), BITS):
        wrong = (int.from_bytes(signature) ^ 1 << bit).to_bytes(len(signature))
        assert not library.valid(pk, message, context, wrong), f"bit {bit}"


def test_wrong_lengths_are_not_signed(library: Library) -> None:
    n = library.scheme.n
    _, sk = library.keygen(bytes(3 * n))
    for wrong in (sk[:-1], sk + b"\0", b""):
        assert library.sign(wrong, b"m", b"", bytes(n)) is None
    assert library.sign(sk, b"m", bytes(256), bytes(n)) is None
    assert library.sign(sk, b"m", bytes(255), bytes(n)) is not None
