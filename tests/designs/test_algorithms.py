# SPDX-License-Identifier: Apache-2.0
"""The algorithms: published answers, lengths, domains."""

import pytest

from hashfab.designs import algorithms
from hashfab.designs.algorithms import ALGORITHMS
from hashfab.errors import RequestError

# FIPS 202 examples of the empty message, the Keccak submission's, and RFC 9861, section 5.
EMPTY = {
    "sha3-224": "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
    "sha3-256": "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
    "shake128": "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
    "keccak-256": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    "turboshake128": "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c",
}


@pytest.mark.parametrize("name", EMPTY)
def test_published_answers(name: str) -> None:
    assert algorithms.reference(algorithms.get(name), b"").hex() == EMPTY[name]


def test_codes_are_distinct_and_dense() -> None:
    assert sorted(algorithm.code for algorithm in ALGORITHMS.values()) == list(range(9))


def test_a_longer_output_starts_with_the_shorter() -> None:
    for algorithm in ALGORITHMS.values():
        if algorithm.xof:
            long = algorithms.reference(algorithm, b"x", 500)
            assert len(long) == 500
            assert long.startswith(algorithms.reference(algorithm, b"x"))


def test_the_domain_byte_matters() -> None:
    turbo = algorithms.get("turboshake256")
    digests = {algorithms.reference(turbo, b"x", domain=domain) for domain in (1, 0x1F, 0x7F)}
    assert len(digests) == 3


def test_a_length_is_for_xofs() -> None:
    with pytest.raises(RequestError, match=r"32 bytes.*shake128"):
        algorithms.output_bytes(algorithms.get("sha3-256"), 64)
    with pytest.raises(RequestError, match="1 byte or more"):
        algorithms.output_bytes(algorithms.get("shake128"), 0)


def test_an_unknown_algorithm() -> None:
    with pytest.raises(RequestError, match="did you mean 'sha3-256'"):
        algorithms.get("sha3256")
