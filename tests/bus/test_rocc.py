# SPDX-License-Identifier: Apache-2.0
"""The accelerator as a RoCC coprocessor; the tests proper are in ``rocc_cases``."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from bus import bench
from hashfab import paths
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
OTHER_CASES = "paper,refusals,privileges,full,hostile"


def play(
    case: str, parameters: dict[str, int], folder: Path, seed: int, **settings: object
) -> None:
    """Run a case, or several with commas between their names."""
    folder.mkdir()
    binary = bench.simulator(rocc.TOP, rocc.sources(), parameters)
    given = {"address_bits": parameters.get("AddrWidth", 40), **settings}
    bench.play(rocc.TOP, binary, f"bus.rocc_cases:{case}", folder, seed, given)


def test_digests(tmp_path: Path, seed: int) -> None:
    play("digests", SMALL, tmp_path / "digests", seed, stall=40)


@pytest.mark.long
def test_the_cases_pass_and_reach_every_cover(tmp_path: Path, seed: int) -> None:
    for name, parameters in BUILDS.items():
        for stall in (0, 40):
            play("digests", parameters, tmp_path / f"{name}-{stall}", seed, stall=stall)
        play(OTHER_CASES, parameters, tmp_path / f"{name}-other", seed)
    reached = covers.reached(tmp_path.glob("*/coverage.dat"))
    parts = {path.stem for path in rocc.sources()}
    named = {each for each in covers.named(["bus"]) if each[0] in parts}
    # There are no states in memory, and no chains.
    assert {each for each in named if not each[1].startswith(("State", "Chain"))} <= reached


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


HEADER = """\
#include "hash_rocc.h"
uint64_t one(const void *message, size_t bytes, void *output) {
  hash_rocc_setup(message, output);
  hash_rocc_start_sha3_256(bytes);
  return hash_rocc(HASH_ROCC_SHAKE128, 0, message, bytes, output, 200);
}
"""


@pytest.mark.parametrize(("opcode", "flags"), [(0x0B, ()), (0x7B, ("-DHASH_ROCC_OPCODE=0x7b",))])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_the_header_has_these_instructions(
    language: str, opcode: int, flags: tuple[str, ...], tmp_path: Path
) -> None:
    source = tmp_path / ("one.c" if language == "c" else "one.cc")
    source.write_text(HEADER)
    standard = "-std=c99" if language == "c" else "-std=c++17"
    command = [sys.executable, "-m", "ziglang", "cc" if language == "c" else "c++", standard]
    command += ["-target", "riscv64-freestanding-none", "-O1", "-Wall", "-Wextra", "-Wpedantic"]
    command += ["-Werror", "-mno-relax", f"-I{paths.sw_dir() / 'rocc'}", *flags]
    made = tmp_path / "one.o"
    command += ["-mcpu=generic_rv64+m+a", "-c", str(source), "-o", str(made)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert found.returncode == 0, found.stderr
    with made.open("rb") as file:
        section = ELFFile(file).get_section_by_name(".text")
        assert section is not None
        text = section.data()
    words = [word for (word,) in struct.iter_unpack("<I", text)]
    custom = [word for word in words if word & 0x7F == opcode]
    # funct7 and, from bit 14 on, xd, xs1 and xs2: where RoCCInstruction has them.
    assert [(word >> 25, word >> 12 & 7) for word in custom] == [
        (0, 0b011),
        (1, 0b010),
        (0, 0b011),
        (1, 0b111),
    ]
    assert [word >> 7 & 31 == 0 for word in custom] == [True, True, True, False]
    fence = words.index(0x0FF0000F)
    assert fence > max(at for at, word in enumerate(words) if word in custom)
