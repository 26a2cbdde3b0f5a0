# SPDX-License-Identifier: Apache-2.0
"""Post-quantum schemes that processors run: their operations, and implementations not ours."""

import random
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any, ClassVar

from hashfab.errors import RequestError, shown, unknown

SEED_BYTES = 32
KEY_BYTES = 32
MESSAGE_BYTES = 32
"""What is signed, unless a test says otherwise."""

PURE = bytes(2)
"""Before a message that ML-DSA or SLH-DSA signs as it is, without a context string."""


@dataclass(frozen=True)
class Scheme(ABC):
    """A parameter set of a scheme.

    Attributes:
        name: as typed.
        kinds: its operations, by the number that its program has for them.
        folders: under ``sw``, where the files of its program are, the first ones first.
        sources: of its program, there or in ``sw/common``, beside those of every program.
        package: the implementation that is not ours, on PyPI.
        most_cycles: of an operation on any design; one that takes more hangs.
    """

    name: str

    kinds: ClassVar[tuple[str, ...]]
    folders: ClassVar[tuple[str, ...]] = ("pqc",)
    sources: ClassVar[tuple[str, ...]]
    package: ClassVar[str]
    most_cycles: ClassVar[int] = 2_000_000_000

    @property
    @abstractmethod
    def macros(self) -> tuple[str, ...]:
        """That say the parameter set to the compiler, as ``NAME=VALUE``."""

    @abstractmethod
    def output_bytes(self, kind: str) -> int:
        """Of what an operation gives."""

    @abstractmethod
    def inputs(self, kind: str, seed: int) -> bytes:
        """Inputs of an operation, from random bytes; nothing of them is refused."""

    @abstractmethod
    def reference(self, kind: str, inputs: bytes) -> bytes | None:
        """An operation's output by ``package``; None where it refuses the inputs."""


@dataclass(frozen=True)
class MlKem(Scheme):
    """A parameter set of ML-KEM (FIPS 203, table 2).

    Inputs, one after the other: d and z; m and an encapsulation key; a decapsulation key and a
    ciphertext. Outputs: both keys; the shared secret and a ciphertext; the shared secret.

    Attributes:
        k: the rank of the module.
        du, dv: bits of a coefficient in a ciphertext.
    """

    k: int
    du: int
    dv: int

    kinds = ("keygen", "encaps", "decaps")
    sources = ("ml_kem_job.c", "ml_kem.c", "pack.c", "poly.c", "sample.c")
    package = "kyber-py"

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

    @property
    def macros(self) -> tuple[str, ...]:
        """As ``params.h`` has them."""
        return (f"ML_KEM_K={self.k}",)

    def output_bytes(self, kind: str) -> int:
        """Of what an operation gives."""
        return {
            "keygen": self.ek_bytes + self.dk_bytes,
            "encaps": KEY_BYTES + self.ciphertext_bytes,
            "decaps": KEY_BYTES,
        }[kind]

    def inputs(self, kind: str, seed: int) -> bytes:
        """Inputs of an operation: keys and ciphertexts of the same seed belong together."""
        numbers = random.Random(f"{seed} {self.name}")
        d_z = numbers.randbytes(2 * SEED_BYTES)
        m = numbers.randbytes(SEED_BYTES)
        if kind == "keygen":
            return d_z
        keys = self.reference("keygen", d_z)
        assert keys is not None
        ek, dk = keys[: self.ek_bytes], keys[self.ek_bytes :]
        if kind == "encaps":
            return m + ek
        sent = self.reference("encaps", m + ek)
        assert sent is not None
        return dk + sent[KEY_BYTES:]

    def reference(self, kind: str, inputs: bytes) -> bytes | None:
        """By kyber-py."""
        from kyber_py import ml_kem  # Slow to import.

        theirs = getattr(ml_kem, self.name.upper().replace("-", "_"))
        try:
            if kind == "keygen":
                if len(inputs) != 2 * SEED_BYTES:
                    return None
                return b"".join(theirs.key_derive(inputs))
            if kind == "encaps":
                m, ek = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
                return b"".join(theirs._encaps_internal(ek, m))
            dk, ciphertext = inputs[: self.dk_bytes], inputs[self.dk_bytes :]
            return bytes(theirs.decaps(dk, ciphertext))
        except ValueError:
            return None


@dataclass(frozen=True)
class MlDsa(Scheme):
    """A parameter set of ML-DSA (FIPS 204, tables 1 and 2).

    Inputs, one after the other: a seed; random bytes, a private key, the message; a public key, a
    signature, the message. Outputs: both keys; a signature; of verification none but that nothing
    was refused. Messages are signed as they are, without a context string.

    Attributes:
        pk_bytes, sk_bytes, signature_bytes: of both keys and of a signature.
        draw: which random numbers inputs are of. Chosen so that the signature of seed 1, which is
            measured, takes as many attempts as the mean one, rounded: 4, 5 and 4.
    """

    pk_bytes: int
    sk_bytes: int
    signature_bytes: int
    draw: int

    kinds = ("keygen", "sign", "verify")
    folders = ("pqc/ml_dsa", "pqc")
    sources = (
        "ml_dsa_job.c",
        "ml_dsa.c",
        "pack.c",
        "poly.c",
        "rounding.c",
        "sample.c",
        "sponge_parts.c",
    )
    package = "dilithium-py"

    @property
    def macros(self) -> tuple[str, ...]:
        """As ``params.h`` has them."""
        return (f"ML_DSA_SET={self.name.removeprefix('ml-dsa-')}",)

    @property
    def _theirs(self) -> Any:
        """A copy, which can be changed."""
        from dilithium_py import ml_dsa  # Slow to import.

        return copy(getattr(ml_dsa, self.name.upper().replace("-", "_")))

    def output_bytes(self, kind: str) -> int:
        """Of what an operation gives."""
        return {
            "keygen": self.pk_bytes + self.sk_bytes,
            "sign": self.signature_bytes,
            "verify": 0,
        }[kind]

    def inputs(self, kind: str, seed: int) -> bytes:
        """Inputs of an operation: those of the same seed belong together."""
        numbers = random.Random(f"{seed} {self.draw} {self.name}")
        zeta, rnd, message = (
            numbers.randbytes(length) for length in (SEED_BYTES, SEED_BYTES, MESSAGE_BYTES)
        )
        if kind == "keygen":
            return zeta
        keys = self.reference("keygen", zeta)
        assert keys is not None
        pk, sk = keys[: self.pk_bytes], keys[self.pk_bytes :]
        to_sign = rnd + sk + message
        if kind == "sign":
            return to_sign
        signature = self.reference("sign", to_sign)
        assert signature is not None
        return pk + signature + message

    def signed(self, sk: bytes, rnd: bytes, message: bytes) -> tuple[bytes, int]:
        """A signature, and the attempts that it took."""
        theirs = self._theirs
        draw = theirs._expand_mask_vector
        attempts = 0

        def counted(seed: bytes, number: int) -> Any:
            nonlocal attempts
            attempts += 1
            return draw(seed, number)

        theirs._expand_mask_vector = counted
        signature = theirs._sign_internal(sk, PURE + message, rnd)
        return bytes(signature), attempts

    def reference(self, kind: str, inputs: bytes) -> bytes | None:
        """By dilithium-py."""
        if kind == "keygen":
            if len(inputs) != SEED_BYTES:
                return None
            return b"".join(self._theirs.key_derive(inputs))
        if kind == "sign":
            rnd, rest = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
            if len(rest) < self.sk_bytes:
                return None
            return self.signed(rest[: self.sk_bytes], rnd, rest[self.sk_bytes :])[0]
        pk, rest = inputs[: self.pk_bytes], inputs[self.pk_bytes :]
        signature, message = rest[: self.signature_bytes], rest[self.signature_bytes :]
        if len(signature) < self.signature_bytes:
            return None
        return b"" if self._theirs.verify(pk, message, signature) else None


@dataclass(frozen=True)
class SlhDsa(Scheme):
    """A parameter set of SLH-DSA with SHAKE (FIPS 205, table 2).

    Inputs, one after the other: both private seeds and the public one; random bytes, a private key,
    the message; a public key, a signature, the message. Outputs: both keys; a signature; of
    verification none but that nothing was refused. Messages are signed as they are, without a
    context string, and deterministically: the random bytes are the public seed.

    Attributes:
        n: bytes of a value.
        fast: whether signatures are long and made fast.
    """

    n: int
    fast: bool

    kinds = ("keygen", "sign", "verify")
    folders = ("pqc/slh_dsa", "pqc")
    sources = (
        "slh_dsa_job.c",
        "slh_dsa.c",
        "hash.c",
        "hash_chains.c",
        "hash_many.c",
        "sponge_parts.c",
    )
    package = "slh-dsa"
    most_cycles = 200_000_000_000

    @property
    def pk_bytes(self) -> int:
        """Of a public key."""
        return 2 * self.n

    @property
    def sk_bytes(self) -> int:
        """Of a private key."""
        return 4 * self.n

    @property
    def signature_bytes(self) -> int:
        """Of a signature."""
        par = self._parameters
        chains = par.d * (2 * self.n + 3)
        return self.n * int(1 + par.k * (1 + par.a) + par.h + chains)

    @property
    def macros(self) -> tuple[str, ...]:
        """As ``params.h`` has them."""
        return (f"SLH_DSA_SET={8 * self.n}", f"SLH_DSA_FAST={int(self.fast)}")

    @property
    def _parameters(self) -> Any:
        from slhdsa.lowlevel import parameters

        return getattr(parameters, self.name.removeprefix("slh-dsa-").replace("-", "_"))

    def output_bytes(self, kind: str) -> int:
        """Of what an operation gives."""
        return {
            "keygen": self.pk_bytes + self.sk_bytes,
            "sign": self.signature_bytes,
            "verify": 0,
        }[kind]

    def inputs(self, kind: str, seed: int) -> bytes:
        """Inputs of an operation: those of the same seed belong together."""
        numbers = random.Random(f"{seed} {self.name}")
        seeds = numbers.randbytes(3 * self.n)
        message = numbers.randbytes(MESSAGE_BYTES)
        if kind == "keygen":
            return seeds
        keys = self.reference("keygen", seeds)
        assert keys is not None
        pk, sk = keys[: self.pk_bytes], keys[self.pk_bytes :]
        to_sign = pk[: self.n] + sk + message
        if kind == "sign":
            return to_sign
        signature = self.reference("sign", to_sign)
        assert signature is not None
        return pk + signature + message

    def reference(self, kind: str, inputs: bytes) -> bytes | None:
        """By slh-dsa."""
        if kind == "keygen":
            return _slh_dsa_keys(self, inputs) if len(inputs) == 3 * self.n else None
        if kind == "sign":
            return _slh_dsa_signed(self, inputs) if len(inputs) >= 5 * self.n else None
        from slhdsa.lowlevel import slhdsa

        pk, rest = inputs[: self.pk_bytes], inputs[self.pk_bytes :]
        signature, message = rest[: self.signature_bytes], rest[self.signature_bytes :]
        if len(signature) < self.signature_bytes:
            return None
        key = (pk[: self.n], pk[self.n :])
        return b"" if slhdsa.verify(PURE + message, signature, key, self._parameters) else None


DRAWN = threading.Lock()
"""Held while slh-dsa draws what it is told to."""


@contextmanager
def _drawing(numbers: bytes) -> Iterator[Any]:
    """slh-dsa with these bytes for its random ones."""
    from slhdsa.lowlevel import slhdsa

    with DRAWN:
        module, left = vars(slhdsa), BytesIO(numbers)
        drawn = module["token_bytes"]
        module["token_bytes"] = left.read
        try:
            yield slhdsa
        finally:
            module["token_bytes"] = drawn


@cache
def _slh_dsa_keys(scheme: SlhDsa, seeds: bytes) -> bytes:
    """Both keys by slh-dsa."""
    with _drawing(seeds) as theirs:
        sk, pk = theirs.keygen(scheme._parameters)
    return b"".join((*pk, *sk))


@cache
def _slh_dsa_signed(scheme: SlhDsa, inputs: bytes) -> bytes:
    """A signature by slh-dsa, from random bytes, a private key and the message."""
    n = scheme.n
    rnd, *sk = (inputs[i * n : (i + 1) * n] for i in range(5))
    with _drawing(rnd) as theirs:
        return bytes(theirs.sign(PURE + inputs[5 * n :], tuple(sk), scheme._parameters, True))


SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        MlKem("ml-kem-512", 2, 10, 4),
        MlKem("ml-kem-768", 3, 10, 4),
        MlKem("ml-kem-1024", 4, 11, 5),
        MlDsa("ml-dsa-44", 1312, 2560, 2420, 1),
        MlDsa("ml-dsa-65", 1952, 4032, 3309, 0),
        MlDsa("ml-dsa-87", 2592, 4896, 4627, 15),
        SlhDsa("slh-dsa-shake-128s", 16, False),
        SlhDsa("slh-dsa-shake-128f", 16, True),
        SlhDsa("slh-dsa-shake-192f", 24, True),
        SlhDsa("slh-dsa-shake-256f", 32, True),
    )
}
"""By name."""


@dataclass(frozen=True)
class Operation:
    """What a scheme does in one call.

    Attributes:
        scheme: which.
        kind: one of the scheme's.
    """

    scheme: Scheme
    kind: str

    @property
    def name(self) -> str:
        """As typed, such as ``ml-kem-768/encaps``."""
        return f"{self.scheme.name}/{self.kind}"

    @property
    def number(self) -> int:
        """In the scheme's program."""
        return self.scheme.kinds.index(self.kind)

    @property
    def output_bytes(self) -> int:
        """Of what it gives."""
        return self.scheme.output_bytes(self.kind)

    def inputs(self, seed: int) -> bytes:
        """As ``Scheme.inputs``."""
        return self.scheme.inputs(self.kind, seed)

    def reference(self, inputs: bytes) -> bytes | None:
        """As ``Scheme.reference``."""
        return self.scheme.reference(self.kind, inputs)


OPERATIONS = tuple(Operation(scheme, kind) for scheme in SCHEMES.values() for kind in scheme.kinds)

FORM = re.compile("[a-z]")
"""With what a scheme's name begins, and no other workload."""


def unknown_operation(given: object) -> RequestError:
    """The error for what is no operation's name."""
    listed = (f"{name}/({' | '.join(scheme.kinds)})" for name, scheme in SCHEMES.items())
    names = [each.name for each in OPERATIONS]
    return unknown("operation", given, names, ", ".join(listed))


def parse(text: str) -> Operation | None:
    """The operation of that name; None where the text has not its form.

    Raises:
        RequestError: there is no such scheme, or it has no such operation.
    """
    name, slash, kind = text.partition("/")
    if name not in SCHEMES:
        if slash and FORM.match(name):
            raise unknown_operation(text)
        return None
    scheme = SCHEMES[name]
    if kind not in scheme.kinds:
        allowed = ", ".join(f"{name}/{each}" for each in scheme.kinds)
        raise RequestError(f"{shown(text)} is no operation of a scheme; allowed: {allowed}")
    return Operation(scheme, kind)
