# SPDX-License-Identifier: Apache-2.0
"""Random accesses and commands, most of them wrong, over each control bus and RoCC, on the RTL.

``python benchmarks/malformed_accesses.py [ACCESSES [SEED [BUS...]]]`` plays the case ``hostile`` of
``tests/bus`` in parts, each with a seed of its own, and prints a line for each bus: how many
accesses were answered and how many of them with an error (over RoCC: instructions, and responses
that say that something was refused), the commands among them, the words of memory that these
touched, how many bytes were written outside of what the commands name, and the cycles of the
longest access (over RoCC: that an instruction waited, for a place for its command, too). The first
access that is not answered, or byte that is written elsewhere, ends it with exit code 1. The table
in docs/buses.md is of the last run for each bus (``python -m hashfab.documents.write malformed``).
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from bus import bench, test_buses, test_rocc
from hashfab.check import reports
from hashfab.tools import verilator

DEFAULTS = ("100000", "1")
PART = 10_000
"""Accesses of one simulation."""


def players() -> Iterator[tuple[str, Callable[[Path, int, int], Path]]]:
    """By bus, what plays accesses with a seed and says where the log is."""
    for control, memory, parameters in test_buses.BUILDS:

        def play(
            folder: Path,
            seed: int,
            accesses: int,
            build: tuple[str, str, dict[str, int]] = (control, memory, parameters),
        ) -> Path:
            given = test_buses.settings(build[2]) | {"accesses": accesses}
            bench.run(build[0], "hostile", folder, seed, build[2], given, build[1])
            return folder / "log"

        yield control, play

    def instructions(folder: Path, seed: int, accesses: int) -> Path:
        test_rocc.play("hostile", test_rocc.TWO, folder / "rocc", seed, accesses=accesses)
        return folder / "rocc" / "log"

    yield "rocc", instructions


def main() -> None:
    """Play and print."""
    accesses, seed = map(int, (*sys.argv[1:3], *DEFAULTS[len(sys.argv[1:3]) :]))
    chosen = sys.argv[3:]
    for name, play in players():
        if chosen and name not in chosen:
            continue
        sums = dict.fromkeys(("accesses", "refused", "commands", "words", "strays"), 0)
        longest = 0
        for part in range(-(-accesses // PART)):
            with tempfile.TemporaryDirectory() as folder:
                wanted = min(PART, accesses - part * PART)
                try:
                    log = play(Path(folder), seed + part, wanted)
                except AssertionError as error:
                    sys.exit(f"{name}: seed {seed + part}: {error}")
                said = re.search(r"^hostile: (.*)$", log.read_text(), re.MULTILINE)
                assert said
            found = json.loads(said[1])
            sums = {key: value + found[key] for key, value in sums.items()}
            longest = max(longest, found["longest"])
        entry = {"bus": name, **sums, "longest": longest, "seed": seed}
        tools = {"verilator": verilator.version(), "cocotb": version("cocotb")}
        reports.keep("malformed", "bus", [entry], tools)
        print(
            f"{name}: {sums['accesses']:,} accesses, {sums['refused']:,} refused, "
            f"{sums['commands']:,} commands, {sums['words']:,} words of memory, "
            f"{sums['strays']} bytes written elsewhere, longest {longest} cycles, seed {seed}",
            flush=True,
        )


if __name__ == "__main__":
    main()
