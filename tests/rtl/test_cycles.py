# SPDX-License-Identifier: Apache-2.0
"""Cycle counts: what each engine and the accelerator promise, measured on the RTL."""

import random
import resource

import pytest

from hashfab import designs
from hashfab.designs import ALGORITHMS, SPONGES
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.workload import DEFAULT

SHA3_256 = SPONGES["sha3-256"]


def messages(count: int, size: int, seed: int = 1) -> list[Job]:
    numbers = random.Random(seed)
    return [Job(SHA3_256, numbers.randbytes(size)) for _ in range(count)]


SLOW = [pytest.param(rounds, marks=pytest.mark.long) for rounds in (3, 4, 6, 8, 12, 24)]
"""Their logic is that of the others, and takes the compiler long."""


@pytest.mark.parametrize("rounds", [1, 2, *SLOW])
def test_unrolled_engines_take_24_over_n_cycles(rounds: int) -> None:
    run = simulate.run(designs.parse(f"engine-n{rounds}"), messages(4, 1000))
    assert run.report["permutation_cycles"] == 24 // rounds


@pytest.mark.parametrize("rounds", [1, 2, 4, SLOW[1], SLOW[3]])
def test_12_rounds_take_half(rounds: int) -> None:
    turbo = [Job(ALGORITHMS["turboshake256"], bytes(1000)) for _ in range(4)]
    run = simulate.run(designs.parse(f"engine-n{rounds}"), turbo)
    assert run.report["permutation_cycles"] == -(-12 // rounds)


@pytest.mark.parametrize(("algorithm", "cycles"), [("sha3-256", 48), ("turboshake256", 24)])
def test_a_masked_engine_takes_two_cycles_a_round(algorithm: str, cycles: int) -> None:
    jobs = [Job(ALGORITHMS[algorithm], bytes(1000)) for _ in range(4)]
    run = simulate.run(designs.parse("engine-n1x2"), jobs)
    assert run.report["permutation_cycles"] == cycles
    assert run.report["first_latency"] == cycles + 1


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_a_sub_pipeline_has_no_idle_slot(stages: int) -> None:
    run = simulate.run(designs.parse(f"engine-s{stages}"), messages(3 * stages, 1000))
    assert stages * run.report["permutation_cycles"] == 24 * stages


@pytest.mark.parametrize(("protect", "passes"), [("parity", 1), ("redo", 2)])
def test_protected_engines_take_their_rounds_and_two_cycles(protect: str, passes: int) -> None:
    design = designs.parse(f"engine-n1-{protect}")
    for algorithm in (SHA3_256, SPONGES["turboshake256"]):
        run = simulate.run(design, [Job(algorithm, bytes(1000))] * 4)
        assert run.report["permutation_cycles"] == passes * algorithm.rounds + 2


@pytest.mark.parametrize(("fold", "most"), [("plane", 245), ("lane", 1300), ("slice", 2300)])
def test_folded_engines_are_as_fast_as_promised(fold: str, most: int) -> None:
    run = simulate.run(designs.parse(f"engine-{fold}"), messages(2, 500))
    assert run.report["permutation_cycles"] <= most


@pytest.mark.parametrize(("steps", "cycles"), [(64, 10), (128, 5), (320, 2)])
def test_a_generator_of_random_words_sets_the_pace(steps: int, cycles: int) -> None:
    """640 bits a round, and no less than the two cycles that a round takes."""
    run = simulate.run(designs.parse(f"engine-n1x2g{steps}"), messages(2, 500))
    assert run.report["permutation_cycles"] == 24 * cycles


@pytest.mark.parametrize(
    ("name", "latency", "count", "least"),
    [
        ("accel-d1n1t1w64", 1, 8, 0.97),
        ("accel-d1n1t1w64", 8, 8, 0.97),
        pytest.param("accel-d1n1t2w64", 1, 8, 0.99, marks=pytest.mark.long),
        ("accel-d1n1t2w64", 8, 8, 0.99),
        pytest.param("accel-d2n2t2w64", 1, 8, 0.99, marks=pytest.mark.long),
        pytest.param("accel-d2n2t2w64", 8, 8, 0.99, marks=pytest.mark.long),
        # The first block's way in, the last digest's way out and each digest's writing take more
        # than 1 % of 8 messages here: 98.9, 98.7 and 97.9 %.
        pytest.param("accel-d1n1t2w64b4", 32, 32, 0.99, marks=pytest.mark.long),
        pytest.param("accel-d1n2t2w128", 8, 32, 0.99, marks=pytest.mark.long),
        pytest.param("accel-d1s4t4w64", 8, 32, 0.99, marks=pytest.mark.long),
        # A word that straddles two blocks is read twice.
        pytest.param("accel-d4n1t4w128b6", 8, 8, 0.92, marks=pytest.mark.long),
    ],
)
def test_the_accelerator_reaches_its_bound(
    name: str, latency: int, count: int, least: float
) -> None:
    """min(W, D x N x 1088 / 24), padding counted: 8 KiB are 61 blocks that must be permuted."""
    design = designs.parse(name)
    size = DEFAULT.message_bytes
    cycles = simulate.run(design, messages(count, size), Conditions(latency=latency)).cycles
    blocks = count * (size // SHA3_256.block_bytes + 1)
    permuting = blocks * SHA3_256.rounds / (design.number("units") * design.number("rounds"))
    reading = 8 * count * size / design.number("width")
    assert max(permuting, reading) / cycles >= least


@pytest.mark.parametrize(
    ("name", "most"), [("accel-planew64", 280), ("accel-slicew64", 1600), ("accel-slicew32", 1750)]
)
def test_a_folded_accelerator_is_as_fast_as_promised(name: str, most: int) -> None:
    """Cycles a block at the default memory latency, over messages of 8 KiB."""
    cycles = simulate.run(designs.parse(name), messages(2, DEFAULT.message_bytes)).cycles
    assert cycles / (2 * (DEFAULT.message_bytes // SHA3_256.block_bytes + 1)) <= most


@pytest.mark.parametrize("latency", [1, 8, 32])
def test_the_latency_of_a_lone_message(latency: int) -> None:
    design = designs.parse("accel-d1n1t1w64")
    run = simulate.run(design, messages(1, 64), Conditions(latency=latency))
    assert run.latency[0] <= 24 + 8 + 4 + 2 * latency + 8


@pytest.mark.parametrize(
    "name",
    [
        "engine-n1",
        "engine-s4",
        "engine-slice",
        "engine-n1x2",
        "engine-n1x2g64",
        "accel-d2n2t2w64",
        "accel-slicew64",
    ],
)
def test_cycles_do_not_depend_on_content(name: str) -> None:
    design = designs.parse(name)
    runs = [simulate.run(design, messages(4, 700, seed)) for seed in range(3)]
    runs.append(simulate.run(design, [Job(SHA3_256, bytes(700))] * 4))
    assert len({(run.cycles, run.latency) for run in runs}) == 1


@pytest.mark.bench
def test_the_simulation_is_fast() -> None:
    """100,000 cycles per second of processor time."""
    design = designs.parse("accel-d1n1t1w64")
    simulate.build(design)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = simulate.run(design, messages(8, 65536))
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert run.cycles / seconds >= 100_000
