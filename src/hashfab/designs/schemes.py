# SPDX-License-Identifier: Apache-2.0
"""Post-quantum schemes that processors run: their operations, and an implementation not ours."""

import random
from dataclasses import dataclass

from hashfab.errors import RequestError, shown

SEED_BYTES = 32
KEY_BYTES = 32
KINDS = ("keygen", "encaps", "decaps")
"""By number, as ``sw/pqc/main.c`` has them."""


@dataclass(frozen=True)
class Scheme:
    """A parameter set of ML-KEM (FIPS 203, table 2).

    Attributes:
        name: as typed.
        k: the rank of the module.
        du, dv: bits of a coefficient in a ciphertext.
    """

    name: str
    k: int
    du: int
    dv: int

    @property
    def ek_bytes(self) -> int:
        """Of an encapsulation key."""
        return 384 * self.k + SEED_BYTES

    @property
    def dk_bytes(self) -> int:
        """Of a decapsulation key."""
        return 384 * self.k + self.ek_bytes + 2 * SEED_BYTES

    @property
    def ciphertext_bytes(self) -> int:
        """Of a ciphertext."""
        return 32 * (self.k * self.du + self.dv)


SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme("ml-kem-512", 2, 10, 4),
        Scheme("ml-kem-768", 3, 10, 4),
        Scheme("ml-kem-1024", 4, 11, 5),
    )
}
"""By name."""


@dataclass(frozen=True)
class Operation:
    """What a scheme does in one call.

    Attributes:
        scheme: which.
        kind: one of ``KINDS``.
    """

    scheme: Scheme
    kind: str

    @property
    def name(self) -> str:
        """As typed, such as ``ml-kem-768/encaps``."""
        return f"{self.scheme.name}/{self.kind}"

    @property
    def output_bytes(self) -> int:
        """Of what it gives."""
        scheme = self.scheme
        return {
            "keygen": scheme.ek_bytes + scheme.dk_bytes,
            "encaps": KEY_BYTES + scheme.ciphertext_bytes,
            "decaps": KEY_BYTES,
        }[self.kind]

    def inputs(self, seed: int) -> bytes:
        """Inputs of a run in which nothing is refused: random bytes, keys and a ciphertext.

        One after the other: d and z; m and an encapsulation key; a decapsulation key and a
        ciphertext.
        """
        numbers = random.Random(f"{seed} {self.scheme.name}")
        d_z = numbers.randbytes(2 * SEED_BYTES)
        m = numbers.randbytes(SEED_BYTES)
        if self.kind == "keygen":
            return d_z
        keys = reference(Operation(self.scheme, "keygen"), d_z)
        assert keys is not None
        ek, dk = keys[: self.scheme.ek_bytes], keys[self.scheme.ek_bytes :]
        if self.kind == "encaps":
            return m + ek
        sent = reference(Operation(self.scheme, "encaps"), m + ek)
        assert sent is not None
        return dk + sent[KEY_BYTES:]


def parse(text: str) -> Operation | None:
    """The operation of that name; None where the text begins with no scheme's name.

    Raises:
        RequestError: the scheme has no such operation.
    """
    name, _, kind = text.partition("/")
    if name not in SCHEMES:
        return None
    if kind not in KINDS:
        allowed = ", ".join(f"{name}/{each}" for each in KINDS)
        raise RequestError(f"{shown(text)} is no operation of a scheme; allowed: {allowed}")
    return Operation(SCHEMES[name], kind)


def reference(operation: Operation, inputs: bytes) -> bytes | None:
    """The output of an operation by kyber-py; None where it refuses the inputs."""
    from kyber_py import ml_kem  # Slow to import.

    scheme = operation.scheme
    theirs = getattr(ml_kem, scheme.name.upper().replace("-", "_"))
    try:
        if operation.kind == "keygen":
            if len(inputs) != 2 * SEED_BYTES:
                return None
            return b"".join(theirs.key_derive(inputs))
        if operation.kind == "encaps":
            m, ek = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
            return b"".join(theirs._encaps_internal(ek, m))
        dk, ciphertext = inputs[: scheme.dk_bytes], inputs[scheme.dk_bytes :]
        return bytes(theirs.decaps(dk, ciphertext))
    except ValueError:
        return None
