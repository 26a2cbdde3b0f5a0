# SPDX-License-Identifier: Apache-2.0
"""How long instructions take on a processor, over memory that answers in the next cycle."""

import subprocess
from pathlib import Path

from hashfab.designs import Design
from hashfab.isa import InstructionSet
from hashfab.measure import simulate

Code = list[tuple[str, dict[str, int]]]
"""Mnemonics with their operands."""

DATA = 0x800
"""An address behind the code."""


def cycles(
    design: Design, machine: InstructionSet, start: Code, code: Code, end: Code, folder: Path
) -> list[int]:
    """Cycles from each instruction's retirement to that of the one after it that is executed.

    Args:
        design: a processor.
        machine: its instructions.
        start: what comes before the code.
        code: what is timed.
        end: what comes after it and ends the program.
        folder: an empty one.
    """
    addresses, image = [], b""
    for mnemonic, operands in [*start, *code, *end]:
        instruction = machine.instructions[mnemonic]
        addresses.append(len(image))
        image += instruction.encode(**operands).to_bytes(instruction.bits // 8, "little")
    (folder / "image").write_bytes(image.ljust(DATA, b"\0"))
    (folder / "jobs").write_text("")
    arguments = ["--jobs", folder / "jobs", "--program", folder / "image"]
    arguments += ["--profile", folder / "counts"]
    subprocess.run([simulate.build(design), *map(str, arguments)], check=True)
    counts = {}
    for line in (folder / "counts").read_text().splitlines():
        pc, _, spent = map(int, line.split())
        counts[pc] = spent
    first = len(start)
    return [counts.get(address, 0) for address in addresses[first + 1 : first + len(code) + 1]]
