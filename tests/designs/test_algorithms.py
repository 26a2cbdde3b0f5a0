# SPDX-License-Identifier: Apache-2.0
"""The algorithms: published answers, lengths, domains."""

import hashlib

import pytest

from hashfab.designs import algorithms
from hashfab.designs.algorithms import ALGORITHMS, SPONGES, MerkleDamgard, Sponge
from hashfab.errors import RequestError

# FIPS 202 examples of the empty message, the Keccak submission's, RFC 9861, section 5, RFC 1321,
# section A.5, and the empty message by coreutils.
EMPTY = {
    "sha3-224": "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
    "sha3-256": "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
    "shake128": "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
    "keccak-256": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    "md5": "d41d8cd98f00b204e9800998ecf8427e",
    "sha1": "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha512-256": "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a",
    "turboshake128": "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c",
}


@pytest.mark.parametrize("name", EMPTY)
def test_published_answers(name: str) -> None:
    assert algorithms.reference(algorithms.get(name), b"").hex() == EMPTY[name]


def test_codes_are_distinct_and_dense() -> None:
    assert sorted(sponge.code for sponge in SPONGES.values()) == list(range(9))


def test_a_longer_output_starts_with_the_shorter() -> None:
    for algorithm in ALGORITHMS.values():
        if algorithms.is_xof(algorithm):
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


@pytest.mark.parametrize("name", ALGORITHMS)
def test_padding_has_its_own_blocks(name: str) -> None:
    """What is added says where the message ended, and fills no block that it need not."""
    algorithm = algorithms.get(name)
    block = algorithm.block_bytes
    seen = set()
    for length in range(3 * block + 1):
        padded = algorithms.padded(algorithm, bytes(length))
        assert padded[:length] == bytes(length)
        assert len(padded) == algorithm.blocks(length) * block
        assert length + algorithm.least_padding <= len(padded)
        assert len(padded) < length + algorithm.least_padding + block
        seen.add(padded)
    assert len(seen) == 3 * block + 1


def test_a_sponge_pads_with_its_domain_and_a_last_bit() -> None:
    sha3, turbo = SPONGES["sha3-512"], SPONGES["turboshake128"]
    assert algorithms.padded(sha3, bytes(71)) == bytes(71) + b"\x86"
    assert algorithms.padded(sha3, bytes(70)) == bytes(70) + b"\x06\x80"
    assert algorithms.padded(sha3, bytes(72)) == bytes(72) + b"\x06" + bytes(70) + b"\x80"
    assert algorithms.padded(turbo, b"", 0x0B) == b"\x0b" + bytes(166) + b"\x80"


@pytest.mark.parametrize("name", [n for n, a in ALGORITHMS.items() if isinstance(a, MerkleDamgard)])
def test_the_others_end_with_the_length_in_bits(name: str) -> None:
    algorithm = algorithms.get(name)
    assert isinstance(algorithm, MerkleDamgard)
    for length in range(0, 2 * algorithm.block_bytes):
        padded = algorithms.padded(algorithm, bytes([0xAA]) * length)
        field = padded[-algorithm.length_bytes :]
        assert int.from_bytes(field, "big" if algorithm.big_endian else "little") == 8 * length
        assert padded[length] == 0x80
        assert not any(padded[length + 1 : -algorithm.length_bytes])


def test_only_a_sponge_has_a_domain() -> None:
    for algorithm in ALGORITHMS.values():
        assert algorithms.any_domain(algorithm) <= isinstance(algorithm, Sponge)


def test_who_computes_the_reference() -> None:
    """Each is computed by whom it is said to be, and ``hashlib`` agrees where it can."""
    for algorithm in ALGORITHMS.values():
        if algorithms.source(algorithm) == "hashlib":
            assert algorithm.name.replace("-", "_") in hashlib.algorithms_guaranteed or (
                algorithm.name.startswith("shake")
            )
    for bits in ("224", "256"):
        if f"sha512_{bits}" in hashlib.algorithms_available:
            expected = hashlib.new(f"sha512_{bits}", b"abc").digest()
            assert algorithms.reference(algorithms.get(f"sha512-{bits}"), b"abc") == expected


def test_an_unknown_algorithm() -> None:
    with pytest.raises(RequestError, match="did you mean 'sha3-256'"):
        algorithms.get("sha3256")
