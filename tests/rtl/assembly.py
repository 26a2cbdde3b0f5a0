# SPDX-License-Identifier: Apache-2.0
"""Pieces of assembly on a processor's RTL."""

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hashfab import designs, paths
from hashfab.designs.model import Program
from hashfab.measure import simulate
from hashfab.tools import zig

MASK = 0xFFFF_FFFF
SOFTWARE, TIMER, EXTERNAL = 1, 2, 4
"""Interrupt lines, as the harness's register LINES has them."""
LINES = 0x4000_002C
RECORD = struct.Struct("<9I4B")  # RvfiRecord of the harness

SLOW = ("--latency", "3", "--stall", "40")
"""Memory that keeps the core waiting."""


def run(
    name: str,
    text: str,
    results: range,
    folder: Path,
    *arguments: str,
    binary: Path | None = None,
) -> list[int]:
    """What a program wrote to some addresses, in order.

    Args:
        name: of a processor.
        text: the program, for the assembler.
        results: the addresses.
        folder: an empty one.
        arguments: further ones of the harness.
        binary: the simulator, if it is not the processor's.
    """
    design = designs.parse(name)
    program = designs.family(design.family).program(design)
    assert isinstance(program, Program)
    source, elf, image = (folder / f"test.{suffix}" for suffix in ("S", "elf", "bin"))
    source.write_text(text)
    includes = paths.sw_dir() / program.folder
    zig.link([source], [includes], includes / "link.ld", program.architecture, elf)
    image.write_bytes(zig.image(elf))
    jobs, rvfi = folder / "jobs", folder / "rvfi"
    jobs.write_text("")
    command = [binary or simulate.build(design), "--jobs", jobs, "--program", image, "--rvfi", rvfi]
    subprocess.run([*map(str, command), *arguments], check=True, capture_output=True)
    stores = (record for record in RECORD.iter_unpack(rvfi.read_bytes()) if record[10])
    return [store[8] for store in stores if store[6] in results]


def rotate(value: int, amount: int) -> int:
    """A lane rotated to the left."""
    bits = f"{value:064b}"
    amount %= 64
    return int(bits[amount:] + bits[:amount], 2)


def words(values: Sequence[int]) -> list[int]:
    """Lanes as they stand in memory."""
    return [half for value in values for half in (value & MASK, value >> 32)]
