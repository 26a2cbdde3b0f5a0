# SPDX-License-Identifier: Apache-2.0
"""Engines: a reset at any time, and permutations of 24 and 12 rounds behind each other."""

import json
import subprocess
from itertools import product
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.designs import ALGORITHMS, SPONGES, Sponge, algorithms
from hashfab.measure import harnesses, simulate
from hashfab.measure.simulate import Conditions, Job
from hashfab.tools import verilator

ENGINES = ["engine-n1", "engine-n8", "engine-n24", "engine-s4", "engine-plane", "engine-lane"]
ENGINES += ["engine-n1x2", "engine-n1x2g64", "engine-n1x2g320", "engine-slice"]
ENGINES += ["engine-n1-parity", "engine-n1-redo"]

MIXED = [SPONGES["sha3-256"], SPONGES["turboshake128"], SPONGES["sha3-512"]]


def line(sponge: Sponge, message: bytes) -> str:
    """A job of common.h whose message begins the data."""
    length = algorithms.output_bytes(sponge, None)
    return (
        f"{sponge.block_bytes} {sponge.domain:02x} {sponge.rounds} {length} 0 0 0 "
        f"{len(message)} {sponge.code}\n"
    )


def staged(folder: Path, message: bytes) -> tuple[Path, Path]:
    """Files of ``MIXED`` jobs on a message, and of the message."""
    jobs, data = folder / "jobs", folder / "data"
    jobs.write_text("".join(line(sponge, message) for sponge in MIXED))
    data.write_bytes(message)
    return jobs, data


@pytest.mark.parametrize("name", ENGINES)
def test_a_reset_at_any_time_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    message = bytes(range(200))
    jobs, data = staged(tmp_path, message)
    expected = [algorithms.reference(sponge, message).hex() for sponge in MIXED]
    binary = simulate.build(designs.parse(name))
    for stall in ("0", "60"):
        command: list[str | Path] = [
            binary,
            "--jobs",
            jobs,
            "--data",
            data,
            "--concurrent",
            "4",
            "--stall",
            stall,
        ]

        def run(*options: str, command: list[str | Path] = command) -> dict[str, object]:
            found = subprocess.run(
                [*command, *options], capture_output=True, text=True, check=True, timeout=60
            )
            report: dict[str, object] = json.loads(found.stdout)
            return report

        whole = run()
        assert whole["digests"] == expected
        cycles = whole["cycles"]
        assert isinstance(cycles, int)
        # While the first state enters, in each part of the run, and in its last cycle.
        for at in sorted({1, 2, 3, *(cycles * i // 9 for i in range(1, 9)), cycles} - {0}):
            assert run("--reset-at", str(at))["digests"] == expected


MASKED = [name for name in ENGINES if "x2" in name]


@pytest.mark.parametrize("name", MASKED)
def test_no_random_word_serves_twice_whenever_a_reset_comes(name: str, tmp_path: Path) -> None:
    """A word that was not taken is offered behind the reset again; ``ServesOnce_A`` looks."""
    jobs, data = staged(tmp_path, bytes(200))
    binary = simulate.build(designs.parse(name))
    for stall, at in product((0, 60), range(1, 60, 3)):
        options = ["--stall", str(stall), "--reset-at", str(at)]
        command: list[str | Path] = [binary, "--jobs", jobs, "--data", data, *options]
        found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert not found.returncode, found.stderr


@pytest.mark.parametrize("steps", [64, 320])
def test_a_generator_asks_for_seeds_in_the_middle_of_a_permutation(
    steps: int, tmp_path: Path
) -> None:
    """Seeds of five rounds, some of them late: the engine waits, and goes on with new words."""
    message = bytes(range(200))
    jobs, data = staged(tmp_path, message)
    design = designs.parse(f"engine-n1x2g{steps}")
    family, harness = designs.family_of(design), harnesses.of(design)
    binary = verilator.build(
        family.top,
        family.sources(),
        harness.main,
        family.rtl_parameters(design) | {"SeedWords": 5},
        harness.macros(design),
    )
    for stall in ("0", "60", "95"):
        command: list[str | Path] = [binary, "--jobs", jobs, "--data", data, "--stall", stall]
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        expected = [algorithms.reference(sponge, message).hex() for sponge in MIXED]
        assert json.loads(found.stdout)["digests"] == expected


@pytest.mark.parametrize("name", ENGINES)
def test_what_registers_hold_before_the_first_reset_does_not_matter(name: str) -> None:
    """A seed chooses it; some of them are states of control that do not exist."""
    job = Job(ALGORITHMS["sha3-256"], b"message")
    for seed in range(16):
        simulate.run(designs.parse(name), [job], Conditions(seed=seed))


@pytest.mark.parametrize("name", ENGINES)
def test_24_and_12_rounds_behind_each_other(name: str) -> None:
    """Every order of three, with and without gaps and back-pressure."""
    kinds = (ALGORITHMS["shake128"], ALGORITHMS["turboshake128"])
    jobs = [
        Job(kind, bytes([number]) * 20, length=170)
        for number, order in enumerate(product(kinds, repeat=3))
        for kind in order
    ]
    for stall, concurrent in ((0, 1), (0, 5), (60, 5), (90, 2)):
        conditions = Conditions(stall=stall, concurrent=concurrent, seed=stall)
        simulate.run(designs.parse(name), jobs, conditions)
