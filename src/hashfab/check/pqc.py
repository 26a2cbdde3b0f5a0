# SPDX-License-Identifier: Apache-2.0
"""Counts the calls of post-quantum schemes, and writes them as ready workloads.

``python -m hashfab.check.pqc`` runs implementations that are not ours (kyber-py, dilithium-py and
slh-dsa from PyPI) with their hash functions counted. What is counted is what FIPS 203, 204 and 205
need: of an output that is drawn from, the blocks from which something was drawn. A workload names
its operations, so that designs run them whole.

How many calls there are at once follows from the data: calls of one kind that come one after the
other are there at once, unless the input of one contains the output of another. That is what the
implementation's order lets see, and never more than there is.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import click

from hashfab import entry, files
from hashfab.advise.demand import MOST_AT_ONCE
from hashfab.designs import algorithms
from hashfab.designs.schemes import OPERATIONS, Operation
from hashfab.measure.call import Call

LEAST_CHUNK = 16
"""Bytes of an output that tell it from others."""

Kind = tuple[str, int, int]
"""Algorithm, bytes of message, bytes of output."""


@dataclass
class Tally:
    """Calls that were counted.

    Attributes:
        calls: by kind.
        steps: the same, calls that are there at once taken as one.
    """

    calls: Counter[Kind] = field(default_factory=Counter)
    steps: Counter[Kind] = field(default_factory=Counter)
    _last: tuple[str, int] | None = None
    _levels: dict[bytes, int] = field(default_factory=dict)
    _deepest: int = 0

    def add(self, algorithm: str, message: bytes, output: bytes, used: Callable[[], int]) -> None:
        """Count a call.

        Args:
            algorithm: its name.
            message: its input.
            output: what came out, or the beginning of that.
            used: says in the end how many bytes of output were used.
        """
        shape = (algorithm, len(message))
        if shape != self._last:
            self._levels.clear()
            self._deepest = 0
            self._last = shape
        level = 1 + self._level(message)
        if len(output) >= LEAST_CHUNK:
            self._levels[output[:LEAST_CHUNK]] = level
        self._pending.append((algorithm, len(message), used, level > self._deepest))
        self._deepest = max(level, self._deepest)

    _pending: list[tuple[str, int, Callable[[], int], bool]] = field(default_factory=list)

    def _level(self, message: bytes) -> int:
        """The longest chain of outputs that leads to a message."""
        if not self._levels:
            return 0
        chunks = (message[i : i + LEAST_CHUNK] for i in range(len(message) - LEAST_CHUNK + 1))
        return max((self._levels.get(chunk, 0) for chunk in chunks), default=0)

    def settle(self) -> None:
        """Take in how much of each output was used."""
        for algorithm, length, used, deeper in self._pending:
            kind = (algorithm, length, used())
            self.calls[kind] += 1
            self.steps[kind] += deeper
        self._pending.clear()
        self._last = None


def _blocks(algorithm: str, used: int) -> int:
    """The bytes of the whole blocks from which some were drawn."""
    block = algorithms.get(algorithm).block_bytes
    return -(-used // block) * block


class _Drawn(bytes):
    """An output that knows up to where it was read."""

    most = 0

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            self.most = max(self.most, key.indices(len(self))[1])
        else:
            self.most = max(self.most, key + 1)
        return super().__getitem__(key)


class _Hash:
    """A hash function of hashlib, counted."""

    def __init__(self, tally: Tally, algorithm: str, data: Any = b"") -> None:
        self.tally = tally
        self.algorithm = algorithm
        self.message = bytearray(data)

    def update(self, data: Any) -> None:
        self.message += data

    def digest(self, length: int | None = None) -> bytes:
        message = bytes(self.message)
        found = algorithms.reference(algorithms.get(self.algorithm), message, length)
        if length is None:
            self.tally.add(self.algorithm, message, found, lambda: len(found))
            return found
        drawn = _Drawn(found)
        # What is read as a whole, by a function in C, is read to the end.
        self.tally.add(
            self.algorithm,
            message,
            found,
            lambda: _blocks(self.algorithm, drawn.most) if drawn.most else length,
        )
        return drawn


class _Shake:
    """The stand-in of dilithium-py's reader of SHAKE, counted."""

    def __init__(self, tally: Tally, algorithm: str, message: bytes) -> None:
        self.read_bytes = 0
        self.reads = 0
        self.message = message
        self.stream = b""
        self.algorithm = algorithm
        first = algorithms.reference(algorithms.get(algorithm), message, 64)
        tally.add(algorithm, message, first, self.used)

    def used(self) -> int:
        """What was read at once, or the blocks from which bytes were drawn."""
        return self.read_bytes if self.reads == 1 else _blocks(self.algorithm, self.read_bytes)

    def read(self, count: int) -> bytes:
        end = self.read_bytes + count
        self.reads += 1
        if end > len(self.stream):
            whole = algorithms.get(self.algorithm)
            self.stream = algorithms.reference(whole, self.message, max(1024, 2 * end))
        found = self.stream[self.read_bytes : end]
        self.read_bytes = end
        return found


HASHLIB = {
    "sha3_256": "sha3-256",
    "sha3_512": "sha3-512",
    "shake_128": "shake128",
    "shake_256": "shake256",
    "shake128": "shake128",
    "shake256": "shake256",
}
"""The names that the implementations import, and ours."""


@contextmanager
def counted(module: Any, tally: Tally, reader: type[_Hash] | type[_Shake]) -> Iterator[None]:
    """Let a module use hash functions that are counted."""
    kept = {name: getattr(module, name) for name in HASHLIB if hasattr(module, name)}
    for name in kept:
        algorithm = HASHLIB[name]
        setattr(
            module,
            name,
            lambda data=b"", algorithm=algorithm: reader(tally, algorithm, data),
        )
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(module, name, function)


def ml_kem(seed: int) -> Tally:
    """ML-KEM-768: key generation, encapsulation, decapsulation, once each."""
    from kyber_py.ml_kem import ML_KEM_768
    from kyber_py.ml_kem import ml_kem as module

    scheme = ML_KEM_768
    scheme.random_bytes = random.Random(seed).randbytes
    tally = Tally()
    with counted(module, tally, _Hash):
        public, private = scheme.keygen()
        key, ciphertext = scheme.encaps(public)
        assert scheme.decaps(private, ciphertext) == key
    tally.settle()
    return tally


def ml_dsa(seed: int) -> Tally:
    """ML-DSA-65: key generation, a signature of 32 bytes, its verification."""
    from dilithium_py.ml_dsa import ML_DSA_65
    from dilithium_py.ml_dsa import ml_dsa as module
    from dilithium_py.polynomials import polynomials

    numbers = random.Random(seed)
    scheme = ML_DSA_65
    scheme.random_bytes = numbers.randbytes
    tally = Tally()
    with counted(module, tally, _Shake), counted(polynomials, tally, _Shake):
        public, private = scheme.keygen()
        message = numbers.randbytes(32)
        assert scheme.verify(public, message, scheme.sign(private, message))
    tally.settle()
    return tally


def slh_dsa(parameters: str, seed: int, signs: bool = True) -> Tally:
    """SLH-DSA: a signature of 32 bytes, and its verification; the key is made before.

    Args:
        parameters: the set, as slh-dsa calls it.
        seed: of what is random.
        signs: whether the signature counts, or its verification alone.
    """
    from slhdsa import KeyPair
    from slhdsa.lowlevel import parameters as module
    from slhdsa.lowlevel import slhdsa as scheme

    numbers = random.Random(seed)
    vars(scheme)["token_bytes"] = numbers.randbytes
    pair = KeyPair.gen(getattr(module, parameters))
    message = numbers.randbytes(32)
    tally = Tally()
    with counted(module, tally if signs else Tally(), _Hash):
        signature = pair.sign_pure(message)
    with counted(module, tally, _Hash):
        assert pair.verify_pure(message, signature)
    tally.settle()
    return tally


@dataclass(frozen=True)
class Scheme:
    """A ready workload.

    Attributes:
        name: of it.
        title: one line.
        package: on PyPI, which is run.
        count: counts, from a seed.
        runs: that are averaged.
        note: what else there is to say.
        operations: that are all of it.
    """

    name: str
    title: str
    package: str
    count: Callable[[int], Tally]
    runs: int
    note: str
    operations: tuple[Operation, ...]


SLH_DSA_NOTE = "The longest chains of signatures depend on the message, by less than 1 %."


def _operations(*names: str) -> tuple[Operation, ...]:
    """Those of a scheme, or of one kind, by the beginnings of their names."""
    return tuple(each for each in OPERATIONS if each.name.startswith(names))


SCHEMES = (
    Scheme(
        "ml-kem-768",
        "ML-KEM-768: key generation, encapsulation, decapsulation",
        "kyber-py",
        ml_kem,
        50,
        "Of SHAKE128, the blocks that are drawn from, not the 840 bytes that kyber-py asks for.",
        _operations("ml-kem-768/"),
    ),
    Scheme(
        "ml-dsa-65",
        "ML-DSA-65: key generation, a signature, its verification",
        "dilithium-py",
        ml_dsa,
        100,
        "A signature takes a different number of attempts each time; this is the mean. Each "
        "operation samples the matrix once; sw/pqc does so for every two attempts, which is not "
        "counted here.",
        _operations("ml-dsa-65/"),
    ),
    Scheme(
        "slh-dsa-shake-128s",
        "SLH-DSA-SHAKE-128s: a signature, its verification",
        "slh-dsa",
        lambda seed: slh_dsa("shake_128s", seed),
        1,
        SLH_DSA_NOTE,
        _operations("slh-dsa-shake-128s/sign", "slh-dsa-shake-128s/verify"),
    ),
    Scheme(
        "slh-dsa-shake-128f",
        "SLH-DSA-SHAKE-128f: a signature, its verification",
        "slh-dsa",
        lambda seed: slh_dsa("shake_128f", seed),
        1,
        SLH_DSA_NOTE,
        _operations("slh-dsa-shake-128f/sign", "slh-dsa-shake-128f/verify"),
    ),
    Scheme(
        "slh-dsa-shake-128f-verify",
        "SLH-DSA-SHAKE-128f: a signature is verified",
        "slh-dsa",
        lambda seed: slh_dsa("shake_128f", seed, signs=False),
        1,
        "The lengths of chains depend on the message.",
        _operations("slh-dsa-shake-128f/verify"),
    ),
)


def calls(scheme: Scheme) -> list[Call]:
    """The calls of a scheme, the mean of its runs; most work first."""
    total: Counter[Kind] = Counter()
    steps: Counter[Kind] = Counter()
    for seed in range(scheme.runs):
        tally = scheme.count(seed)
        total += tally.calls
        steps += tally.steps
    found = []
    # Kinds that differ in output only are at once together.
    width: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for (algorithm, length, output), number in total.items():
        width[algorithm, length][0] += number
        width[algorithm, length][1] += steps[algorithm, length, output]
    for (algorithm, length, output), number in total.items():
        count = round(number / scheme.runs)
        if not count:
            continue
        whole, chain = width[algorithm, length]
        at_once = min(max(1, whole // max(chain, 1)), count, MOST_AT_ONCE)
        digest = output if algorithms.is_xof(algorithms.get(algorithm)) else None
        found.append(Call(algorithm, length, digest, count, at_once))
    return sorted(found, key=lambda call: (-call.count * call.blocks, call.name))


def text(scheme: Scheme) -> str:
    """The workload as a file."""
    runs = f"the mean of {scheme.runs} runs" if scheme.runs > 1 else "one run"
    version = metadata.version(scheme.package)
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"# Counted by `python -m hashfab.check.pqc`: {scheme.package} {version}, {runs}.",
        f"# {scheme.note}",
        f'title = "{scheme.title}"',
    ]
    lines += ["operations = [", *(f'    "{each.name}",' for each in scheme.operations), "]"]
    for call in calls(scheme):
        lines += ["", "[[call]]", f'algorithm = "{call.algorithm}"']
        lines += [f"message_bytes = {call.message_bytes}"]
        lines += [f"output_bytes = {call.output_bytes}"] if call.output_bytes else []
        lines += [f"count = {call.count}", f"at_once = {call.at_once}"]
    return "\n".join(lines) + "\n"


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([scheme.name for scheme in SCHEMES]))
def main(names: tuple[str, ...]) -> None:
    """Count the calls of schemes, all of them unless named, and write their workloads."""
    folder = Path(str(resources.files("hashfab.advise"))) / "workloads"
    for scheme in SCHEMES:
        if not names or scheme.name in names:
            files.write(folder / f"{scheme.name}.toml", text(scheme))
            click.echo(scheme.name)


if __name__ == "__main__":
    entry.run(main)
