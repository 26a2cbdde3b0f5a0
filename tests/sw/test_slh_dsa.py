# SPDX-License-Identifier: Apache-2.0
"""SLH-DSA's verification in C, on the host, against slh-dsa."""

import ctypes
import random
from pathlib import Path

import pytest
from slhdsa import KeyPair
from slhdsa.lowlevel import parameters

from hashfab.designs.schemes import SCHEMES, SlhDsa

from . import host

SETS = [scheme for scheme in SCHEMES.values() if isinstance(scheme, SlhDsa)]

SLOW = ("slh-dsa-shake-128s", "slh-dsa-shake-256f")
"""To sign with."""

BITS = 40
"""Of a signature, each changed by itself."""


@pytest.mark.parametrize(
    "scheme",
    [pytest.param(each, marks=[pytest.mark.long] if each.name in SLOW else []) for each in SETS],
    ids=lambda scheme: scheme.name,
)
def test_signatures_and_what_is_none(scheme: SlhDsa, tmp_path: Path) -> None:
    c = host.library(scheme, tmp_path)

    def valid(pk: bytes, message: bytes, context: bytes, signature: bytes) -> bool:
        given = [
            part
            for text in (message, context, signature)
            for part in (text, ctypes.c_size_t(len(text)))
        ]
        return int(c.slh_dsa_verify(pk, *given)) == 0

    numbers = random.Random(scheme.name)
    pair = KeyPair.gen(getattr(parameters, scheme.name[8:].replace("-", "_")))
    pk = b"".join(pair.pub.key)
    # The prefix of a message is 3 n + 2 bytes: messages end around the border of a block.
    for length, context in ((0, b""), (137 - 3 * scheme.n, b"c"), (600, numbers.randbytes(255))):
        message = numbers.randbytes(length)
        signature = pair.sign_pure(message, ctx=context)
        assert valid(pk, message, context, signature)
        assert not valid(pk, message + b"\0", context, signature)
        assert not valid(pk, message, context[:-1] + b"d", signature)
        assert not valid(pk[:-1] + bytes([pk[-1] ^ 1]), message, context, signature)
        assert not valid(bytes([pk[0] ^ 1]) + pk[1:], message, context, signature)
        assert not valid(pk, message, context, signature[:-1])
        assert not valid(pk, message, context, signature + b"\0")
    assert not valid(pk, message, context + b"\0", signature)
    for bit in numbers.sample(range(8 * len(signature)), BITS):
        wrong = (int.from_bytes(signature) ^ 1 << bit).to_bytes(len(signature))
        assert not valid(pk, message, context, wrong), f"bit {bit}"
