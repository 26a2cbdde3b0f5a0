# SPDX-License-Identifier: Apache-2.0
"""What runs on a microprogrammed design, assembled from ``sw`` for an algorithm."""

import hashlib

from hashfab.isa.hashproc import library


def bundle(algorithm: str) -> str:
    """Program, constants and what the host must know, as records that the harness reads."""
    return library.bundle(algorithm)


def digest(algorithm: str) -> str:
    """SHA-256 over the bundle."""
    return hashlib.sha256(bundle(algorithm).encode()).hexdigest()


def listing(algorithm: str) -> dict[int, str]:
    """The instructions by address."""
    return {line.pc: line.text for line in library.listing(algorithm)}
