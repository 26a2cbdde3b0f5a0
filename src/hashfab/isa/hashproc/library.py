# SPDX-License-Identifier: Apache-2.0
"""The microprograms that ship with hashfab: ``sw/hashproc``."""

from functools import cache
from pathlib import Path

from hashfab import paths
from hashfab.errors import unknown
from hashfab.isa.hashproc import program
from hashfab.isa.hashproc.assembler import Assembled, Line, assemble_file

ALGORITHMS = (
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512-224",
    "sha512-256",
    "sha3-224",
    "sha3-256",
    "sha3-384",
    "sha3-512",
    "shake128",
    "shake256",
    "keccak-256",
    "turboshake128",
    "turboshake256",
)
"""Functions that have a microprogram."""


def assembled(algorithm: str) -> Assembled:
    """The microprogram of a function.

    Raises:
        RequestError: there is none.
    """
    if algorithm not in ALGORITHMS:
        raise unknown("algorithm of the hash processor", algorithm, ALGORITHMS)
    name = algorithm.replace("-", "_")
    return _assembled(paths.sw_dir() / "hashproc" / f"{name}.asm")


@cache
def _assembled(path: Path) -> Assembled:
    return assemble_file(path)


def bundle(algorithm: str) -> str:
    """Its bundle.

    Raises:
        RequestError: there is none.
    """
    return program.bundle(assembled(algorithm).program)


def listing(algorithm: str) -> tuple[Line, ...]:
    """Its instructions by address.

    Raises:
        RequestError: there is none.
    """
    return assembled(algorithm).lines
