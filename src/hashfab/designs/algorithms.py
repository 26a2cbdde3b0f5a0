# SPDX-License-Identifier: Apache-2.0
"""The algorithms: what a sponge needs to know, and an implementation of each that is not ours."""

import hashlib
from dataclasses import dataclass

from Crypto.Hash import TurboSHAKE128, TurboSHAKE256, keccak

from hashfab.errors import RequestError, unknown


@dataclass(frozen=True)
class Algorithm:
    """A sponge over Keccak-p[1600].

    Attributes:
        name: as typed.
        code: its number on the accelerator's command port.
        rate_bytes: bytes absorbed by a permutation.
        domain: the domain separation bits with the first bit of padding, lowest bit first.
        rounds: of the permutation, 24 or 12.
        digest_bytes: length of the digest; for an XOF the length when none is asked for.
        xof: whether any length may be asked for.
        any_domain: whether ``domain`` is a parameter (RFC 9861), 0x01 to 0x7f.
    """

    name: str
    code: int
    rate_bytes: int
    domain: int
    rounds: int
    digest_bytes: int
    xof: bool
    any_domain: bool = False


ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("sha3-224", 0, 144, 0x06, 24, 28, False),
        Algorithm("sha3-256", 1, 136, 0x06, 24, 32, False),
        Algorithm("sha3-384", 2, 104, 0x06, 24, 48, False),
        Algorithm("sha3-512", 3, 72, 0x06, 24, 64, False),
        Algorithm("shake128", 4, 168, 0x1F, 24, 32, True),
        Algorithm("shake256", 5, 136, 0x1F, 24, 64, True),
        Algorithm("keccak-256", 6, 136, 0x01, 24, 32, False),
        Algorithm("turboshake128", 7, 168, 0x1F, 12, 32, True, True),
        Algorithm("turboshake256", 8, 136, 0x1F, 12, 64, True, True),
    )
}
"""FIPS 202, the Keccak submission's padding for ``keccak-256``, and RFC 9861."""


def get(name: str) -> Algorithm:
    """The algorithm of that name.

    Raises:
        RequestError: there is none.
    """
    if name not in ALGORITHMS:
        raise unknown("algorithm", name, ALGORITHMS)
    return ALGORITHMS[name]


def output_bytes(algorithm: Algorithm, length: int | None) -> int:
    """The digest's length in bytes when ``length`` is asked for.

    Raises:
        RequestError: the algorithm has one length only, or the length is not positive.
    """
    if length is None:
        return algorithm.digest_bytes
    if not algorithm.xof:
        xofs = ", ".join(other.name for other in ALGORITHMS.values() if other.xof)
        raise RequestError(
            f"{algorithm.name} has a digest of {algorithm.digest_bytes} bytes; "
            f"a length is allowed for {xofs}"
        )
    if length < 1:
        raise RequestError(f"length {length} is not legal; allowed: 1 byte or more")
    return length


def reference(
    algorithm: Algorithm, message: bytes, length: int | None = None, domain: int | None = None
) -> bytes:
    """The digest by ``hashlib`` (SHA-3, SHAKE) or PyCryptodome (Keccak, TurboSHAKE).

    Args:
        algorithm: which.
        message: any number of bytes.
        length: bytes of output; an XOF's default when None.
        domain: TurboSHAKE's domain byte; the algorithm's when None.
    """
    count = output_bytes(algorithm, length)
    if algorithm.any_domain:
        turbo = TurboSHAKE128 if algorithm.name == "turboshake128" else TurboSHAKE256
        separation = algorithm.domain if domain is None else domain
        return bytes(turbo.new(domain=separation, data=message).read(count))
    if algorithm.name == "keccak-256":
        return keccak.new(digest_bits=256, data=message).digest()
    if algorithm.xof:
        shake = hashlib.shake_128 if algorithm.name == "shake128" else hashlib.shake_256
        return shake(message).digest(count)
    return hashlib.new(algorithm.name.replace("-", "_"), message).digest()
