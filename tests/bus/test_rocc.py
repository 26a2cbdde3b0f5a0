# SPDX-License-Identifier: Apache-2.0
"""The accelerator as a RoCC coprocessor; the tests proper are in ``rocc_cases``."""

from pathlib import Path

import pytest

from bus import bench
from hashfab.export import rocc
from rtl import covers

SMALL: dict[str, int] = {}
"""As it comes."""

TWO = {"Contexts": 2, "RoundsPerCycle": 2, "AddrWidth": 64, "Outstanding": 8}
WIDE = {"Units": 2, "Stages": 2, "Contexts": 8, "AddrWidth": 48, "Outstanding": 3}
SLICE = {"Fold": 3, "AddrWidth": 32, "Outstanding": 1, "TagWidth": 1}
PLANE = {"Fold": 1}

BUILDS = {"small": SMALL, "two": TWO}
FURTHER = {"wide": WIDE, "slice": SLICE, "plane": PLANE}
CASES = ("paper", "refusals", "privileges", "full")


def play(
    case: str, parameters: dict[str, int], folder: Path, seed: int, **settings: object
) -> None:
    """Run a case."""
    folder.mkdir()
    binary = bench.simulator(rocc.TOP, rocc.sources(), parameters)
    given = {"address_bits": parameters.get("AddrWidth", 40), **settings}
    bench.play(rocc.TOP, binary, f"bus.rocc_cases:{case}", folder, seed, given)


def test_the_cases_pass_and_reach_every_cover(tmp_path: Path, seed: int) -> None:
    for name, parameters in BUILDS.items():
        for stall in (0, 40):
            play("digests", parameters, tmp_path / f"{name}-{stall}", seed, stall=stall)
        for case in CASES:
            play(case, parameters, tmp_path / f"{name}-{case}", seed)
    reached = covers.reached(tmp_path.glob("*/coverage.dat"))
    parts = {path.stem for path in rocc.sources()}
    named = {each for each in covers.named(["bus"]) if each[0] in parts}
    # There are no states in memory.
    assert {each for each in named if not each[1].startswith("State")} <= reached


@pytest.mark.long
@pytest.mark.parametrize("name", FURTHER)
def test_corner(name: str, tmp_path: Path, seed: int) -> None:
    for case in ("digests", "refusals", "privileges"):
        play(case, FURTHER[name], tmp_path / case, seed, commands=150)


@pytest.mark.long
@pytest.mark.parametrize(("outstanding", "least"), [(1, 240), (4, 990)])
def test_the_memory_is_busy(outstanding: int, least: int, tmp_path: Path, seed: int) -> None:
    """In thousandths of the cycles, with units that keep up and a cache that always hits."""
    parameters = {"RoundsPerCycle": 4, "Contexts": 2, "Outstanding": outstanding}
    play("throughput", parameters, tmp_path / "throughput", seed, least=least)
