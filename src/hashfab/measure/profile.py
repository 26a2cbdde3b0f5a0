# SPDX-License-Identifier: Apache-2.0
"""Where a processor's cycles go: by function of its program and by class of instruction."""

import random
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hashfab import designs, paths
from hashfab.designs import Algorithm, Design
from hashfab.errors import RequestError
from hashfab.isa import decode
from hashfab.measure import program as programs
from hashfab.measure import simulate
from hashfab.measure.lockstep import instruction_set
from hashfab.measure.simulate import Conditions, Job
from hashfab.tools import zig


@dataclass(frozen=True)
class Share:
    """A part of a run.

    Attributes:
        name: a function, or a class of instructions.
        instructions: that retired.
        cycles: from the instruction before to each of them.
    """

    name: str
    instructions: int
    cycles: int


@dataclass(frozen=True)
class Profile:
    """A run by its parts, the largest first.

    Attributes:
        design: that ran.
        algorithm: that it computed.
        message_bytes: of the message.
        cycles: of the whole.
        functions: of the program.
        classes: of instructions, as the instruction set's description groups them.
    """

    design: str
    algorithm: str
    message_bytes: int
    cycles: int
    functions: tuple[Share, ...]
    classes: tuple[Share, ...]


def profile(design: Design, algorithm: Algorithm, message_bytes: int, seed: int) -> Profile:
    """Hash a random message on the RTL and count each instruction and its cycles.

    Raises:
        RequestError: the design runs no program.
        CheckFailed: the digest is wrong.
        WorkFailed: the simulator or the program could not be built.
    """
    program = designs.family(design.family).program(design)
    if program is None:
        allowed = [f.name for f in designs.FAMILIES.values() if f.program(f.make({})) is not None]
        raise RequestError(
            f"{design.name} runs no program that could be profiled; "
            f"allowed: designs of {', '.join(allowed)}"
        )
    built = programs.build(program)
    image = built.image.read_bytes()
    starts, names = zip(*zig.functions(built.elf), strict=True)
    isa = instruction_set(design)
    message = random.Random(seed).randbytes(message_bytes)
    paths.build_dir().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".profile-", dir=paths.build_dir()) as folder:
        file = Path(folder) / "counts"
        run = simulate.run(design, [Job(algorithm, message)], Conditions(latency=1), file)
        lines = [tuple(map(int, line.split())) for line in file.read_text().splitlines()]
    parts: dict[str, Mapping[str, Counter[str]]] = {
        kind: {"instructions": Counter(), "cycles": Counter()} for kind in ("function", "class")
    }
    for pc, instructions, cycles in lines:
        bits = isa.length(int.from_bytes(image[pc : pc + 2], "little"))
        decoded = decode(isa, int.from_bytes(image[pc : pc + bits // 8], "little"))
        where = {
            "function": names[bisect_right(starts, pc) - 1],
            "class": decoded.instruction.group if decoded else "illegal",
        }
        for kind, name in where.items():
            parts[kind]["instructions"][name] += instructions
            parts[kind]["cycles"][name] += cycles
    return Profile(
        design=design.name,
        algorithm=algorithm.name,
        message_bytes=message_bytes,
        cycles=run.cycles,
        functions=_shares(parts["function"]),
        classes=_shares(parts["class"]),
    )


def _shares(counts: Mapping[str, Counter[str]]) -> tuple[Share, ...]:
    return tuple(
        Share(name, counts["instructions"][name], cycles)
        for name, cycles in counts["cycles"].most_common()
    )
