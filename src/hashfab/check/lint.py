# SPDX-License-Identifier: Apache-2.0
"""Verilator's ``-Wall`` over every top at every corner of its parameters.

``python -m hashfab.check.lint`` prints what it checked and ends with 1 at a warning.
"""

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from hashfab import designs, entry
from hashfab.errors import WorkFailed
from hashfab.export import registers, rocc, stream, tops, xif
from hashfab.measure import harnesses
from hashfab.tools import process, verilator

BUS_CORNERS = (
    {"AddrWidth": 64, "Queue": 64, "Completions": 64},
    {"AddrWidth": 40, "Queue": 1, "Completions": 1, "Width": 256, "Buffers": 8},
)
"""Of what the accelerator's tops on buses have beside its own parameters."""

BURST_CORNERS = (
    {"Burst": 2, "Outstanding": 2, "Width": 32},
    {"Burst": 256, "Outstanding": 64, "Width": 256, "AddrWidth": 64},
)
"""Of those whose reads are bursts."""

STREAM_CORNERS: tuple[dict[str, int], ...] = (
    {},
    {"RoundsPerCycle": 8, "LenWidth": 64},
    {"RoundsPerCycle": 24, "LenWidth": 8},
)
"""Of the sponge between streams."""

ROCC_CORNERS: tuple[dict[str, int], ...] = (
    {},
    {"Units": 2, "Stages": 2, "Contexts": 8, "AddrWidth": 64, "Outstanding": 32},
    {"Fold": 3, "AddrWidth": 32, "Outstanding": 1, "TagWidth": 1},
    {"Fold": 1, "AddrWidth": 56, "Outstanding": 3, "TagWidth": 2},
)
"""Of the coprocessor."""

UNIT_CORNERS: tuple[dict[str, int], ...] = ({"Lanes": 1}, {"Lanes": 5}, {"Lanes": 25})
"""Of the lane unit for other cores."""


def buses() -> int:
    """Lint the accelerator behind each control bus and before each memory bus; the exit code."""
    status = 0
    accel = designs.FAMILIES["accel"]
    points = [accel.rtl_parameters(designs.parse(name)) for name in accel.presets]
    points += BUS_CORNERS
    with tempfile.TemporaryDirectory() as folder:
        for control in tops.CONTROLS.values():
            for memory in tops.MEMORIES.values():
                top = tops.top(control, memory)
                sources = registers.sources(control, Path(folder) / top, memory)
                more = BURST_CORNERS if memory.name == "axi4-bursts" else ()
                status |= _corners(top, sources, [*points, *more])
    return status


def streams() -> int:
    """Lint the sponge between two streams; the exit code."""
    return _corners(stream.TOP, stream.sources(), STREAM_CORNERS)


def coprocessors() -> int:
    """Lint the coprocessor; the exit code."""
    return _corners(rocc.TOP, rocc.sources(), ROCC_CORNERS)


def units() -> int:
    """Lint the lane unit for other cores; the exit code."""
    return _corners(xif.TOP, xif.sources(), UNIT_CORNERS)


def families() -> int:
    """Lint every family's top, and the one that is simulated; the exit code."""
    status = 0
    for family in designs.FAMILIES.values():
        points = [family.rtl_parameters(design) for design in family.corners()]
        for top in dict.fromkeys((family.top, harnesses.top(family))):
            status |= _corners(top, family.sources(), points)
    return status


def _corners(top: str, sources: Sequence[Path], corners: Sequence[Mapping[str, int]]) -> int:
    """Lint a top, as many corners at once as there are processors."""
    with tempfile.TemporaryDirectory() as folder, process.threads(os.cpu_count() or 1) as pool:

        def complaint(number: int) -> str:
            log = Path(folder) / f"log{number}"
            try:
                verilator.lint(top, sources, corners[number], log)
            except WorkFailed:
                return f"{corners[number]}:\n{log.read_text()}"
            return ""

        complaints = list(filter(None, pool.map(complaint, range(len(corners)))))
    for each in complaints:
        print(each, file=sys.stderr)
    print(f"{top}: {len(corners)} corners at -Wall", flush=True)
    return 1 if complaints else 0


@click.command()
def main() -> int:
    """Lint everything."""
    return buses() | streams() | coprocessors() | units() | families()


if __name__ == "__main__":
    entry.run(main)
