# SPDX-License-Identifier: Apache-2.0
"""The hash processor's RTL and microprograms: every function, every length, every schedule.

Messages of different lengths share a simulation, so that streams begin and end at different blocks.
The digests come from ``hashlib`` and PyCryptodome.
"""

import random

import pytest

from hashfab import designs
from hashfab.designs import ALGORITHMS, FAMILIES, hashproc
from hashfab.designs.algorithms import is_xof
from hashfab.isa.hashproc import library
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

DESIGN = designs.parse("hashproc")
NAMES = FAMILIES["hashproc"].algorithms

QUIET = Conditions(stall=0)
STALLED = Conditions(stall=40, seed=2)


def jobs(name: str, lengths: list[int], seed: int) -> list[Job]:
    """Random messages of these lengths, in a random order."""
    numbers = random.Random(seed)
    numbers.shuffle(lengths)
    return [Job(ALGORITHMS[name], numbers.randbytes(length)) for length in lengths]


def test_the_catalogue_has_what_the_programs_compute() -> None:
    assert set(NAMES) == set(library.ALGORITHMS)


@pytest.mark.parametrize("name", NAMES)
def test_every_length_from_zero_to_three_blocks(name: str) -> None:
    lengths = list(range(3 * ALGORITHMS[name].block_bytes + 1))
    found = simulate.run(DESIGN, jobs(name, lengths, seed=1), QUIET)
    # Messages are dealt to all streams, each of which goes on as another one ends.
    assert found.report["segments"] >= len(lengths) / hashproc.streams(ALGORITHMS[name])


@pytest.mark.parametrize("name", NAMES)
def test_gaps_in_the_input_and_back_pressure_at_the_output(name: str) -> None:
    block = ALGORITHMS[name].block_bytes
    numbers = random.Random(3)
    lengths = [numbers.randrange(6 * block) for _ in range(24)]
    quiet = simulate.run(DESIGN, jobs(name, list(lengths), seed=3), QUIET)
    stalled = simulate.run(DESIGN, jobs(name, list(lengths), seed=3), STALLED)
    assert stalled.digests == quiet.digests
    assert stalled.cycles > quiet.cycles
    simulate.run(DESIGN, jobs(name, lengths, seed=3), Conditions(stall=90, seed=4))


@pytest.mark.parametrize("streams", [1, 2, 3])
@pytest.mark.parametrize("name", ["md5", "sha1", "sha256", "sha512"])
def test_idle_streams(name: str, streams: int) -> None:
    numbers = random.Random(streams)
    lengths = [numbers.randrange(500) for _ in range(9)]
    simulate.run(DESIGN, jobs(name, lengths, seed=streams), Conditions(concurrent=streams))


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256", "sha512", "sha3-512", "shake128"])
def test_long_messages(name: str) -> None:
    numbers = random.Random(5)
    lengths = [0, 50_000, *(numbers.randrange(20_000) for _ in range(5))]
    simulate.run(DESIGN, jobs(name, lengths, seed=5), Conditions(stall=5, seed=5))


@pytest.mark.long
@pytest.mark.parametrize("name", ["md5", "sha3-512"])
def test_more_blocks_than_a_segment_has(name: str) -> None:
    size = 65_540 * ALGORITHMS[name].block_bytes
    numbers = random.Random(9)
    found = simulate.run(DESIGN, [Job(ALGORITHMS[name], numbers.randbytes(size))], QUIET)
    assert found.report["segments"] == 2


@pytest.mark.parametrize("name", [name for name in NAMES if is_xof(ALGORITHMS[name])])
def test_outputs_of_every_length_around_a_block(name: str) -> None:
    algorithm, numbers = ALGORITHMS[name], random.Random(6)
    rate = algorithm.block_bytes
    outputs = [1, 7, 8, 9, rate - 1, rate, rate + 1, 2 * rate, 2 * rate + 1, 5000]
    numbers.shuffle(outputs)
    messages = [numbers.randbytes(numbers.randrange(3 * rate)) for _ in outputs]
    found = [Job(algorithm, *each) for each in zip(messages, outputs, strict=True)]
    simulate.run(DESIGN, found, QUIET)
    simulate.run(DESIGN, found, STALLED)


def test_programs_replace_each_other() -> None:
    """Nothing of one function is left behind for the next."""
    numbers = random.Random(7)
    names = list(NAMES)
    for _ in range(3):
        numbers.shuffle(names)
        mixed = [Job(ALGORITHMS[name], numbers.randbytes(numbers.randrange(400))) for name in names]
        simulate.run(DESIGN, mixed * 2, Conditions(stall=10, seed=7))


@pytest.mark.parametrize("name", NAMES)
def test_cycles_do_not_depend_on_content(name: str) -> None:
    algorithm = ALGORITHMS[name]
    contents = [bytes(300), bytes([255]) * 300, random.Random(8).randbytes(300)]
    runs = [simulate.run(DESIGN, [Job(algorithm, content)] * 3) for content in contents]
    assert len({(run.cycles, run.latency) for run in runs}) == 1
