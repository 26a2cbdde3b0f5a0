# SPDX-License-Identifier: Apache-2.0
"""The quick test of each family: a handful of runs that stand for its part of the suite.

Each run checks what the suite checks: digests against an independent implementation, records
against the reference simulator, the assertions of the RTL and the rules of the harness. Cycles of
runs without stalls are figures that documents quote: a mutant that changes them is seen.
"""

import random
from collections.abc import Callable, Mapping

from hashfab import designs
from hashfab.check import verify
from hashfab.designs import SPONGES, Design
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

Figures = tuple[int, ...]
"""Cycles of the runs that have none by chance."""


def test(design: Design) -> Figures:
    """Run the quick test of a design.

    Returns:
        The cycles that must be those of the design as it is.

    Raises:
        CheckFailed: it does not pass.
    """
    return TESTS[design.family](design)


def _engine(design: Design) -> Figures:
    turbo, sponge = SPONGES["turboshake128"], SPONGES["sha3-256"]
    numbers = random.Random(1)
    quiet = [Job(each, numbers.randbytes(300)) for each in (sponge, turbo, sponge, turbo) * 2]
    found = simulate.run(design, quiet)
    mixed = verify.jobs(tuple(SPONGES), 1)[:16]
    simulate.run(design, mixed, Conditions(stall=50, seed=2))
    simulate.run(design, mixed, Conditions(stall=10, concurrent=1, seed=3))
    return found.cycles, *found.latency


TESTS: Mapping[str, Callable[[Design], Figures]] = {"engine": _engine}

DESIGNS: Mapping[str, tuple[str, ...]] = {
    "engine": ("engine-n1", "engine-n8", "engine-s3", "engine-plane", "engine-lane", "engine-slice")
}
"""Of each family those that together have all of its modules."""


def points(family: str) -> tuple[Design, ...]:
    """The designs on which a family's mutants live."""
    return tuple(designs.parse(name) for name in DESIGNS[family])
