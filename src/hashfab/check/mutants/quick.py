# SPDX-License-Identifier: Apache-2.0
"""The quick test of each family: a handful of runs that stand for its part of the suite.

Each run checks what the suite checks: digests against an independent implementation, records
against the reference simulator, the assertions of the RTL and the rules of the harness. Cycles of
runs without stalls are figures that documents quote: a mutant that changes them is seen. What
passes all that meets the directed tests of its family.
"""

import contextlib
import io
import random
from collections.abc import Callable, Mapping

import pytest

from hashfab import designs, paths
from hashfab.check import hashproc_lockstep, lockstep, verify
from hashfab.designs import ALGORITHMS, SPONGES, Algorithm, Design
from hashfab.errors import CheckFailed
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

Figures = tuple[int, ...]
"""Cycles of the runs that have none by chance."""

DESIGNS: Mapping[str, tuple[str, ...]] = {
    "engine": (
        "engine-n1",
        "engine-n8",
        "engine-s3",
        "engine-plane",
        "engine-lane",
        "engine-slice",
    ),
    "hashproc": ("hashproc",),
    "accel": ("accel-d1n1t1w64", "accel-d2n2t4w32"),
    "rv32": ("rv32-dasip", "rv32-lane1"),
    "mips32": ("mips32-copro",),
}
"""Of each family those that together have most of its modules."""

DIRECTED: Mapping[str, tuple[str, ...]] = {
    "hashproc": ("tests/rtl/test_faults.py", "tests/rtl/test_hashproc_vectors.py"),
    "accel": ("tests/rtl/test_faults.py",),
    "rv32": ("tests/rtl/test_ise.py",),
    "mips32": ("tests/rtl/test_mips_ise.py", "tests/rtl/test_mips_timing.py"),
}
"""Tests of the suite that end what a family's quick test begins, as pytest knows them."""


def points(family: str) -> tuple[Design, ...]:
    """The designs on which a family's mutants live."""
    return tuple(designs.parse(name) for name in DESIGNS[family])


def test(design: Design) -> Figures:
    """Run the quick test of a design.

    Returns:
        The cycles that must be those of the design as it is.

    Raises:
        CheckFailed: it does not pass.
    """
    return TESTS[design.family](design)


def directed(family: str) -> None:
    """Run the directed tests of a family.

    Raises:
        CheckFailed: one does not pass; the message names it.
    """
    if family not in DIRECTED:
        return
    root = paths.rtl_dir().parent
    names = [str(root / name) for name in DIRECTED[family]]
    seen = _Failures()
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *names], plugins=[seen])
    if status != pytest.ExitCode.OK:
        raise CheckFailed(" ".join(seen.names) or f"pytest ended with {status}")


class _Failures:
    """Takes down which tests failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)


def _messages(names: tuple[str, ...], size: int, seed: int) -> list[Job]:
    numbers = random.Random(seed)
    return [Job(ALGORITHMS[name], numbers.randbytes(size)) for name in names]


def _engine(design: Design) -> Figures:
    found = simulate.run(design, _messages(("sha3-256", "turboshake128") * 4, 300, 1))
    mixed = verify.jobs(tuple(SPONGES), 1)[:16]
    simulate.run(design, mixed, Conditions(stall=50, seed=2))
    simulate.run(design, mixed, Conditions(stall=10, concurrent=1, seed=3))
    return found.cycles, *found.latency


def _accel(design: Design) -> Figures:
    quiet = simulate.run(design, _messages(("sha3-256", "shake128") * 4, 500, 1))
    every = verify.jobs(tuple(SPONGES), 1)
    half = len(every) // 2
    simulate.run(design, every[:half], Conditions(latency=1))
    simulate.run(design, every[half:], Conditions(latency=8, stall=50, seed=2))
    simulate.run(design, every[:half], Conditions(latency=32, stall=20, reorder=True, seed=3))
    simulate.run(design, every[half:], Conditions(latency=3, reorder=True, concurrent=1, seed=4))
    long = Job(ALGORITHMS["shake128"], b"message", 70_001, digest_align=3)
    simulate.run(design, [long], Conditions(latency=1))
    return quiet.cycles, *quiet.latency


def _hashproc(design: Design) -> Figures:
    names = designs.family(design.family).algorithms
    quiet = simulate.run(design, _messages(names * 2, 300, 1))
    for seed, stall in enumerate((0, 30, 60, 0, 30, 60)):
        hashproc_lockstep.run(design, seed, stall)
    numbers = random.Random(2)
    mixed = [
        Job(algorithm, numbers.randbytes(numbers.randrange(4 * algorithm.block_bytes)))
        for algorithm in _every(names)
        for _ in range(5)
    ]
    simulate.run(design, mixed, Conditions(stall=40, seed=2))
    simulate.run(design, mixed, Conditions(concurrent=1, seed=3))
    return quiet.cycles, *quiet.latency


def _every(names: tuple[str, ...]) -> list[Algorithm]:
    return [ALGORITHMS[name] for name in names]


CORE_CONDITIONS = (
    lockstep.Conditions(),
    lockstep.Conditions(latency=2, stall=30, interrupts=200),
    lockstep.Conditions(latency=5, stall=50, interrupts=50),
)


def _core(design: Design) -> Figures:
    quiet = simulate.run(
        design, _messages(("sha3-256", "turboshake128"), 300, 1), Conditions(latency=1)
    )
    for seed in range(6):
        lockstep.run(design, seed, 8000, CORE_CONDITIONS[seed % len(CORE_CONDITIONS)])
    return quiet.cycles, *quiet.latency


TESTS: Mapping[str, Callable[[Design], Figures]] = {
    "engine": _engine,
    "hashproc": _hashproc,
    "accel": _accel,
    "rv32": _core,
    "mips32": _core,
}
