# SPDX-License-Identifier: Apache-2.0
"""The algorithms: how each pads and what it computes, and an implementation that is not ours."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

from Crypto.Hash import SHA512, TurboSHAKE128, TurboSHAKE256, keccak

from hashfab.errors import RequestError, unknown


@dataclass(frozen=True)
class Algorithm(ABC):
    """A hash function that works on a message block by block.

    Attributes:
        name: as typed.
        block_bytes: of the message that a step takes in; a sponge's rate.
        digest_bytes: length of the digest; for an XOF the length when none is asked for.
    """

    name: str
    block_bytes: int
    digest_bytes: int

    @property
    @abstractmethod
    def least_padding(self) -> int:
        """Bytes that padding adds at the least."""

    def blocks(self, message_bytes: int) -> int:
        """The blocks of a message, padding included."""
        return -(-(message_bytes + self.least_padding) // self.block_bytes)


@dataclass(frozen=True)
class Sponge(Algorithm):
    """A sponge over Keccak-p[1600].

    Attributes:
        code: its number on the accelerator's command port.
        domain: the domain separation bits with the first bit of padding, lowest bit first.
        rounds: of the permutation, 24 or 12.
        xof: whether any length may be asked for.
        any_domain: whether ``domain`` is a parameter (RFC 9861), 0x01 to 0x7f.
    """

    code: int
    domain: int
    rounds: int
    xof: bool
    any_domain: bool = False

    @property
    def least_padding(self) -> int:
        """pad10*1 has two bits at the least, which the byte that ends the message holds."""
        return 1


@dataclass(frozen=True)
class MerkleDamgard(Algorithm):
    """A compression function that is chained through the message (RFC 1321, FIPS 180-4).

    Attributes:
        word_bytes: of the words that it computes with.
        big_endian: the order of the bytes in a word.
        steps: of the compression function.
    """

    word_bytes: int
    big_endian: bool
    steps: int

    @property
    def length_bytes(self) -> int:
        """Of the field that ends the padding and holds the message's length in bits."""
        return 2 * self.word_bytes

    @property
    def least_padding(self) -> int:
        """The byte with the bit 1, and the length."""
        return 1 + self.length_bytes


SPONGES: dict[str, Sponge] = {
    sponge.name: sponge
    for sponge in (
        Sponge("sha3-224", 144, 28, 0, 0x06, 24, False),
        Sponge("sha3-256", 136, 32, 1, 0x06, 24, False),
        Sponge("sha3-384", 104, 48, 2, 0x06, 24, False),
        Sponge("sha3-512", 72, 64, 3, 0x06, 24, False),
        Sponge("shake128", 168, 32, 4, 0x1F, 24, True),
        Sponge("shake256", 136, 64, 5, 0x1F, 24, True),
        Sponge("keccak-256", 136, 32, 6, 0x01, 24, False),
        Sponge("turboshake128", 168, 32, 7, 0x1F, 12, True, True),
        Sponge("turboshake256", 136, 64, 8, 0x1F, 12, True, True),
    )
}
"""FIPS 202, the Keccak submission's padding for ``keccak-256``, and RFC 9861."""

ALGORITHMS: dict[str, Algorithm] = {
    **SPONGES,
    **{
        chained.name: chained
        for chained in (
            MerkleDamgard("md5", 64, 16, 4, False, 64),
            MerkleDamgard("sha1", 64, 20, 4, True, 80),
            MerkleDamgard("sha224", 64, 28, 4, True, 64),
            MerkleDamgard("sha256", 64, 32, 4, True, 64),
            MerkleDamgard("sha384", 128, 48, 8, True, 80),
            MerkleDamgard("sha512", 128, 64, 8, True, 80),
            MerkleDamgard("sha512-224", 128, 28, 8, True, 80),
            MerkleDamgard("sha512-256", 128, 32, 8, True, 80),
        )
    },
}
"""The sponges, RFC 1321 and FIPS 180-4."""


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
    if not is_xof(algorithm):
        xofs = ", ".join(sponge.name for sponge in SPONGES.values() if sponge.xof)
        raise RequestError(
            f"{algorithm.name} has a digest of {algorithm.digest_bytes} bytes; "
            f"a length is allowed for {xofs}"
        )
    if length < 1:
        raise RequestError(f"length {length} is not legal; allowed: 1 byte or more")
    return length


def is_xof(algorithm: Algorithm) -> bool:
    """Whether any length of output may be asked for."""
    return isinstance(algorithm, Sponge) and algorithm.xof


def any_domain(algorithm: Algorithm) -> bool:
    """Whether the domain byte may be chosen."""
    return isinstance(algorithm, Sponge) and algorithm.any_domain


def padded(algorithm: Algorithm, message: bytes, domain: int | None = None) -> bytes:
    """The message with its padding, as host software hands it to hardware that does not pad.

    A sponge pads with its domain bits and pad10*1 (FIPS 202, section 5.1), the others with the bit
    1, zeros and the message's length in bits (RFC 1321, section 3.1; FIPS 180-4, section 5.1).

    Args:
        algorithm: which.
        message: any number of bytes.
        domain: TurboSHAKE's domain byte; the algorithm's when None.

    Returns:
        A multiple of the algorithm's block.
    """
    whole = algorithm.blocks(len(message)) * algorithm.block_bytes
    if isinstance(algorithm, Sponge):
        ended = bytearray(message + bytes([algorithm.domain if domain is None else domain]))
        ended.extend(bytes(whole - len(ended)))
        ended[-1] |= 0x80
        return bytes(ended)
    assert isinstance(algorithm, MerkleDamgard)
    order: Literal["big", "little"] = "big" if algorithm.big_endian else "little"
    bits = (8 * len(message)).to_bytes(algorithm.length_bytes, order)
    return message + b"\x80" + bytes(whole - len(message) - 1 - len(bits)) + bits


PYCRYPTODOME = ("keccak-256", "turboshake128", "turboshake256", "sha512-224", "sha512-256")


def source(algorithm: Algorithm) -> str:
    """Who computes ``reference``: PyCryptodome what not every ``hashlib`` has."""
    return "PyCryptodome" if algorithm.name in PYCRYPTODOME else "hashlib"


def reference(
    algorithm: Algorithm, message: bytes, length: int | None = None, domain: int | None = None
) -> bytes:
    """The digest by the implementation that ``source`` names.

    Args:
        algorithm: which.
        message: any number of bytes.
        length: bytes of output; an XOF's default when None.
        domain: TurboSHAKE's domain byte; the algorithm's when None.
    """
    count = output_bytes(algorithm, length)
    if isinstance(algorithm, Sponge):
        if algorithm.any_domain:
            turbo = TurboSHAKE128 if algorithm.name == "turboshake128" else TurboSHAKE256
            separation = algorithm.domain if domain is None else domain
            return bytes(turbo.new(domain=separation, data=message).read(count))
        if algorithm.name == "keccak-256":
            return keccak.new(digest_bits=256, data=message).digest()
        if algorithm.xof:
            shake = hashlib.shake_128 if algorithm.name == "shake128" else hashlib.shake_256
            return shake(message).digest(count)
    name, _, bits = algorithm.name.partition("-")
    if name == "sha512" and bits:
        return SHA512.new(message, truncate=bits).digest()
    return hashlib.new(algorithm.name.replace("-", "_"), message, usedforsecurity=False).digest()
