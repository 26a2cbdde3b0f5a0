# SPDX-License-Identifier: Apache-2.0
"""Every algorithm on the RTL of every engine, every core and of the accelerator's corners.

Message and output lengths lie around every rate boundary; algorithms are mixed, several commands
are in flight, sides of handshakes stall, and the memory is slow and answers out of order. The
digests come from ``hashlib`` and PyCryptodome.
"""

import pytest

from hashfab import designs
from hashfab.check import verify
from hashfab.designs import ALGORITHMS, FAMILIES
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

ENGINES = [design.name for design in FAMILIES["engine"].corners()]
# Small ones, most of which other tests simulate, too; between them they have every kind of unit.
ACCELS = [
    "accel-d1n1t1w64",
    "accel-d1n1t2w32",
    "accel-d1n1t2w64b4",
    "accel-d1n2t2w128",
    "accel-d1s2t2w64b1",
    "accel-d1s4t4w64",
    "accel-d2n2t2w64",
    "accel-planew64",
    "accel-slicew32",
]
EVERY_ACCEL = [
    "accel-d1n24t1w256",
    "accel-d4n1t4w128b6",
    "accel-d1n1t8w64b8",
    "accel-d1n3t2w128",
    "accel-d1s4t8w128",
    "accel-d2s4t8w256",
    "accel-d3n1t5w32",
    "accel-d8n1t8w256b1",
    "accel-d8n8t8w256b1",
    *(design.name for design in FAMILIES["accel"].corners()),
]

# They take the compiler long, and their logic is that of the others.
UNROLLED = ("engine-n6", "engine-n8", "engine-n12")
BUFFERED = ("accel-d1n1t2w64b4",)

POINTS = [
    *(pytest.param(name, marks=pytest.mark.long) if name in UNROLLED else name for name in ENGINES),
    *(pytest.param(name, marks=pytest.mark.long) if name in BUFFERED else name for name in ACCELS),
    *(pytest.param(name, marks=pytest.mark.long) for name in EVERY_ACCEL if name not in ACCELS),
]

CONDITIONS = [
    Conditions(latency=1),
    Conditions(latency=8, stall=50, seed=2),
    Conditions(latency=32, stall=20, reorder=True, seed=3),
    Conditions(latency=3, reorder=True, concurrent=1, seed=4),
]


@pytest.mark.parametrize("name", POINTS)
def test_digests(name: str) -> None:
    design = designs.parse(name)
    for seed, conditions in enumerate(CONDITIONS):
        jobs = verify.jobs(FAMILIES[design.family].algorithms, seed)
        found = simulate.run(design, jobs, conditions)
        assert found.report.get("state_clear", True)


CORE_CONDITIONS = [Conditions(latency=1), Conditions(latency=2, stall=40, seed=2)]


# They take a minute, or tests of their instructions meet what they have of their own.
SLOW = (
    "rv32-compact",
    "rv32-zbkb",
    "rv32-oasip",
    "rv32-lane5",
    "rv32-dasip",
    "rv32-dasip-compact",
    "mips32-compact",
    "mips32-native",
    "mips32-copro",
)
PROGRAMS = [
    pytest.param(preset, marks=pytest.mark.long) if preset in SLOW else preset
    for name in ("rv32", "mips32", "hashproc")
    for preset in FAMILIES[name].presets
]


@pytest.mark.parametrize("name", PROGRAMS)
def test_digests_of_programs(name: str) -> None:
    design = designs.parse(name)
    for seed, conditions in enumerate(CORE_CONDITIONS):
        jobs = verify.jobs(FAMILIES[design.family].algorithms, seed)
        simulate.run(design, jobs, conditions)


SMALL = [
    "accel-d1n1t1w64",
    "accel-d1n1t2w32",
    "accel-d1s2t2w64b1",
    "accel-d2n2t2w64",
    "accel-planew64",
    "accel-slicew32",
]


@pytest.mark.parametrize("name", SMALL)
def test_outputs_that_end_anywhere_in_a_word(name: str) -> None:
    shake = ALGORITHMS["shake128"]
    lengths = [*range(1, 34), *range(shake.block_bytes - 9, shake.block_bytes + 34)]
    jobs = [
        Job(shake, b"message", length, digest_align=align) for align in (0, 3) for length in lengths
    ]
    simulate.run(designs.parse(name), jobs, Conditions(latency=1))


@pytest.mark.parametrize("name", SMALL)
def test_a_message_at_any_distance_from_a_power_of_two(name: str) -> None:
    # Its seed chooses where the memory begins that a simulation has.
    for seed in range(60):
        simulate.run(
            designs.parse(name),
            [Job(ALGORITHMS["sha3-256"], b"two words or more")],
            Conditions(latency=1, seed=seed),
        )


def test_a_long_output() -> None:
    # Lengths of output are counted in three steps, of 8, 8 and the other bits.
    job = Job(ALGORITHMS["shake128"], b"message", 70_001, digest_align=3)
    simulate.run(designs.parse("accel-d1n1t1w64"), [job], Conditions(latency=1))
