# SPDX-License-Identifier: Apache-2.0
"""The quick test of each family: a handful of runs that stand for its part of the suite.

Each run checks what the suite checks: digests against an independent implementation, records
against the reference simulator, the assertions of the RTL and the rules of the harness. Cycles of
runs without stalls are figures that documents quote: a mutant that changes them is seen. What
passes all that meets the directed tests of its family.
"""

import contextlib
import io
import os
import random
import re
from collections.abc import Callable, Mapping

import pytest

from hashfab import designs, paths
from hashfab.check import hashproc_lockstep, lockstep, verify
from hashfab.designs import ALGORITHMS, CORES, SPONGES, Algorithm, Core, Design
from hashfab.errors import CheckFailed
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

Figures = tuple[int, ...]
"""Cycles of the runs that have none by chance."""


def one_of_each_extension(core: Core) -> tuple[str, ...]:
    """The plain core, and the first design of those with the same further instructions."""
    found: dict[str, str] = {}
    for extension in core.extensions:
        added = extension.instructions
        name = designs.make(core.name, {"extension": extension.name}).name
        found.setdefault(added.name if added else "", name)
    return tuple(found.values())


DESIGNS: Mapping[str, tuple[str, ...]] = {
    "engine": (
        "engine-n1",
        "engine-n8",
        "engine-n12",
        "engine-s3",
        "engine-plane",
        "engine-lane",
        "engine-slice",
    ),
    "hashproc": ("hashproc",),
    "accel": (
        "accel-d1s2t2w64b1",
        "accel-d2n2t2w64",
        "accel-d2n8t3w32",
        "accel-d1n12t1w64",
        "accel-d1s4t4w64",
        "accel-d1n2t2w32r",
        "accel-d1n2t2w32rc",
        "accel-planew64",
        "accel-slicew32",
    ),
    **{name: one_of_each_extension(core) for name, core in CORES.items()},
}
"""Of each family those that together have most of its modules."""

DIRECTED: Mapping[str, tuple[str, ...]] = {
    "hashproc": (
        "test_hashproc_vectors.py",
        "test_faults.py::test_a_reset_of_the_hash_processor",
    ),
    "accel": (
        "test_faults.py::test_a_read_error_on_any_word_flags_its_command_alone",
        "test_faults.py::test_a_write_error_on_any_word_flags_its_command_alone",
        "test_faults.py::test_an_illegal_command_is_flagged_and_touches_nothing",
        "test_faults.py::test_random_errors",
        "test_faults.py::"
        "test_a_write_that_is_offered_stays_when_as_many_are_under_way_as_can_be_counted",
        "test_faults.py::test_a_reset_clears_everything_and_the_next_message_is_right",
        "test_digests.py::test_outputs_that_end_anywhere_in_a_word",
        "test_digests.py::test_a_message_at_any_distance_from_a_power_of_two",
        "test_resume.py::test_streams_give_what_whole_messages_do",
        "test_resume.py::test_an_error_on_any_word_of_a_state_ends_its_command_alone",
        "test_resume.py::test_a_reset_leaves_nothing_of_a_state",
        "test_chain.py::test_chains_among_hashes",
        "test_chain.py::test_every_number_of_steps",
        "test_chain.py::test_cycles_of_a_step",
        "test_chain.py::test_an_error_on_any_word_ends_its_chain_alone",
        "test_chain.py::test_what_is_no_chain_touches_no_memory",
        "test_chain.py::test_a_reset_leaves_nothing_of_a_chain",
    ),
    "rv32": (
        "test_riscv_privileged.py",
        "test_arithmetic.py::test_riscv",
        "test_ise.py::test_stores",
        "test_ise.py::test_bundle",
        "test_ise.py::test_there_are_six_registers",
        "test_ise.py::test_dasip_under_interrupts_that_use_it_too",
    ),
    "mips32": (
        "test_mips_privileged.py",
        "test_arithmetic.py::test_mips",
        "test_mips_ise.py::test_copro_uses_what_was_just_written",
        "test_mips_ise.py::test_copro_has_six_registers",
        "test_mips_ise.py::test_copro_under_interrupts_that_use_it_too",
        "test_mips_ise.py::test_interrupts_come_between_branches_and_their_slots",
        "test_mips_ise.py::test_a_product_that_an_interrupt_breaks_off_is_done_again",
    ),
}
"""Tests under ``tests/rtl`` that end what a family's quick test begins. Of those that have a
design's name in theirs, those of the designs above are run."""

SEED = "1"
"""Of the tests that draw another one for each run, so that a mutant's fate is no chance."""


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
    folder = paths.rtl_dir().parent / "tests" / "rtl"
    names = [str(folder / name) for name in DIRECTED[family]]
    os.environ["HASHFAB_SEED"] = SEED
    seen = _Chosen(family)
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *names], plugins=[seen])
    if status != pytest.ExitCode.OK:
        raise CheckFailed(" ".join(seen.names) or f"pytest ended with {status}")


class _Chosen:
    """Leaves out tests of other designs, and takes down which tests failed."""

    def __init__(self, family: str) -> None:
        self.names: list[str] = []
        self._family = family

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_ours(item.name)]

    def _is_ours(self, test: str) -> bool:
        # Design names are parameters, among others: [name], [waiting0-name-3].
        parameters = test.partition("[")[2]
        named = re.findall(rf"\b{self._family}\b[\w-]*", parameters)
        return all(self._design(part) in DESIGNS[self._family] for part in named)

    def _design(self, part: str) -> str | None:
        """The design whose name a parameter begins with."""
        known = {*DESIGNS[self._family], *designs.family(self._family).presets}
        begins = [name for name in known if f"{part}-".startswith(f"{name}-")]
        return max(begins, key=len, default=None)

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


UNLIKE = (500, 0, 130, 900, 64, 1000, 10, 300, 700, 136, 272, 5, 400, 200, 1500, 90)
"""Bytes of messages that take different times."""


def _accel(design: Design) -> Figures:
    quiet = simulate.run(design, _messages(("sha3-256", "shake128") * 4, 500, 1))
    loaded = simulate.run(design, _messages(("sha3-256",) * 8, 2000, 1), Conditions(latency=32))
    # Some end while others begin, so that it counts which slot takes the next one.
    unlike = [job for size in UNLIKE for job in _messages(("sha3-256",), size, size)]
    few = simulate.run(design, unlike, Conditions(latency=8, concurrent=3))
    every = verify.jobs(tuple(SPONGES), 1)
    half = len(every) // 2
    mixed = simulate.run(design, every[:half], Conditions(latency=1))
    simulate.run(design, every[half:], Conditions(latency=8, stall=50, seed=2))
    simulate.run(design, every[:half], Conditions(latency=32, stall=20, reorder=True, seed=3))
    simulate.run(design, every[half:], Conditions(latency=3, reorder=True, concurrent=1, seed=4))
    long = Job(ALGORITHMS["shake128"], b"message", 70_001, digest_align=3)
    simulate.run(design, [long], Conditions(latency=1))
    return quiet.cycles, loaded.cycles, mixed.cycles, *quiet.latency, *few.latency


def _hashproc(design: Design) -> Figures:
    names = designs.family_of(design).algorithms
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
    # A short program first: few mutants get through it, and one that hangs in a long run is slow.
    lockstep.run(design, len(CORE_CONDITIONS), 500, CORE_CONDITIONS[1])
    for seed in range(6):
        lockstep.run(design, seed, 8000, CORE_CONDITIONS[seed % len(CORE_CONDITIONS)])
    quiet = simulate.run(
        design, _messages(("sha3-256", "turboshake128"), 300, 1), Conditions(latency=1)
    )
    return quiet.cycles, *quiet.latency


TESTS: Mapping[str, Callable[[Design], Figures]] = {
    "engine": _engine,
    "hashproc": _hashproc,
    "accel": _accel,
    "rv32": _core,
    "mips32": _core,
}
