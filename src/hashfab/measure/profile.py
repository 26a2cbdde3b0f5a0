# SPDX-License-Identifier: Apache-2.0
"""Where a processor's cycles go: by part and function of its program, by class of instruction."""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from hashfab import designs, paths
from hashfab.designs import Algorithm, Design, instruction_set
from hashfab.designs.model import Program
from hashfab.designs.schemes import Operation
from hashfab.errors import RequestError, WorkFailed
from hashfab.isa import decode
from hashfab.measure import microprogram as microprograms
from hashfab.measure import program as programs
from hashfab.measure import scheme, simulate
from hashfab.measure.simulate import Conditions, Job
from hashfab.tools import zig


@dataclass(frozen=True)
class Share:
    """A part of a run.

    Attributes:
        name: a part, a function, or a class of instructions.
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
        algorithm: that it computed, or operation.
        message_bytes: of the message, or of the operation's inputs.
        cycles: of the whole.
        functions: of the program.
        classes: of instructions, as the instruction set's description groups them; of a
            microprogram the operations.
        instructions: of a microprogram, which has no functions, in its order.
        parts: of an operation of a scheme: what its cycles are spent on.
    """

    design: str
    algorithm: str
    message_bytes: int
    cycles: int
    functions: tuple[Share, ...]
    classes: tuple[Share, ...]
    instructions: tuple[Share, ...] = ()
    parts: tuple[Share, ...] = ()

    def kinds(self) -> list[tuple[str, tuple[Share, ...]]]:
        """The ways in which the run is taken apart, by name."""
        kinds = (
            ("part", self.parts),
            ("function", self.functions),
            ("instruction", self.instructions),
            ("class", self.classes),
        )
        return [(name, parts) for name, parts in kinds if parts]


def profile(
    design: Design,
    algorithm: Algorithm,
    message_bytes: int,
    seed: int,
    trace: Path | None = None,
) -> Profile:
    """Hash a random message on the RTL and count each instruction and its cycles.

    With ``trace``, the waveform goes to that file.

    Raises:
        RequestError: the design runs no program.
        CheckFailed: the digest is wrong.
        WorkFailed: the simulator or the program could not be built.
    """
    program = designs.family_of(design).program(design)
    if program is None:
        allowed = [f.name for f in designs.FAMILIES.values() if f.program(f.make({})) is not None]
        raise RequestError(
            f"{design.name} runs no program that could be profiled; "
            f"allowed: designs of {', '.join(allowed)}"
        )
    designs.check_serves(design, algorithm)
    simulate.check_fits(design, message_bytes, algorithm.digest_bytes)
    job = Job(algorithm, random.Random(seed).randbytes(message_bytes))
    with paths.scratch("profile") as folder:
        file = folder / "counts"
        run = simulate.run(design, [job], Conditions(latency=1), file, trace)
        counts = read(file)
    if isinstance(program, Program):
        return _compiled(design, program, algorithm.name, message_bytes, run.cycles, counts)
    return _microprogrammed(design, job, run.cycles, counts)


def profile_operation(
    design: Design, operation: Operation, seed: int, trace: Path | None = None
) -> Profile:
    """The same of an operation of a scheme on random inputs. Raises as ``scheme.run``."""
    program = scheme.program(design, operation.scheme)
    inputs = operation.inputs(seed)
    with paths.scratch("profile") as folder:
        file = folder / "counts"
        run = scheme.run(design, operation, [inputs], profile=file, trace=trace)
        counts = read(file)
    found = _compiled(design, program, operation.name, len(inputs), run.cycles[0], counts)
    return replace(found, parts=parts(programs.build(program).elf, counts))


Counts = list[tuple[int, int, int]]
"""Program counter, instructions that executed there, and their cycles."""


def read(file: Path) -> Counts:
    """What a harness wrote."""
    counts = []
    for line in file.read_text().splitlines():
        pc, instructions, cycles = map(int, line.split())
        counts.append((pc, instructions, cycles))
    return counts


PARTS = {
    "poly.c": "arithmetic",
    "rounding.c": "arithmetic",
    "sample.c": "sampling",
    "pack.c": "packing",
    "ml_dsa.c": "other",
    "ml_dsa_job.c": "other",
    "ml_kem.c": "other",
    "ml_kem_job.c": "other",
    "slh_dsa.c": "other",
    "slh_dsa_job.c": "other",
    "main.c": "other",
    "crt0.S": "other",
}
"""What the cycles of a file of a scheme's program are spent on; those of any other file, on
hashing."""

HASHING = "hashing"


def parts(elf: Path, counts: Counts) -> tuple[Share, ...]:
    """What cycles are spent on: hashing, arithmetic, sampling without its hashing, packing, other.

    Raises:
        WorkFailed: an instruction is of no source file.
    """
    pieces = zig.sources(elf)
    starts = [start for start, _, _ in pieces]
    found: dict[str, Counter[str]] = {"instructions": Counter(), "cycles": Counter()}
    for pc, executed, spent in counts:
        _, end, file = pieces[bisect_right(starts, pc) - 1]
        if pc >= end:
            raise WorkFailed(f"address {pc:#x} of {elf} is of no source file")
        part = PARTS.get(file, HASHING)
        found["instructions"][part] += executed
        found["cycles"][part] += spent
    return _shares(found)


def _microprogrammed(design: Design, job: Job, cycles: int, counts: Counts) -> Profile:
    texts = microprograms.listing(job.algorithm.name)
    operations: dict[str, Counter[str]] = {"instructions": Counter(), "cycles": Counter()}
    for pc, executed, spent in counts:
        operations["instructions"][texts[pc].split()[0]] += executed
        operations["cycles"][texts[pc].split()[0]] += spent
    return Profile(
        design=design.name,
        algorithm=job.algorithm.name,
        message_bytes=len(job.message),
        cycles=cycles,
        functions=(),
        classes=_shares(operations),
        instructions=tuple(
            Share(f"{pc:3} {texts[pc]}", executed, spent) for pc, executed, spent in counts
        ),
    )


def _compiled(
    design: Design,
    program: Program,
    algorithm: str,
    message_bytes: int,
    cycles: int,
    counts: Counts,
) -> Profile:
    built = programs.build(program)
    image = built.image.read_bytes()
    starts, names = zip(*zig.functions(built.elf), strict=True)
    isa = instruction_set(design)
    parts: dict[str, Mapping[str, Counter[str]]] = {
        kind: {"instructions": Counter(), "cycles": Counter()} for kind in ("function", "class")
    }
    for pc, executed, spent in counts:
        bits = isa.length(int.from_bytes(image[pc : pc + 2], "little"))
        decoded = decode(isa, int.from_bytes(image[pc : pc + bits // 8], "little"))
        where = {
            "function": names[bisect_right(starts, pc) - 1],
            "class": decoded.instruction.group if decoded else "illegal",
        }
        for kind, name in where.items():
            parts[kind]["instructions"][name] += executed
            parts[kind]["cycles"][name] += spent
    return Profile(
        design=design.name,
        algorithm=algorithm,
        message_bytes=message_bytes,
        cycles=cycles,
        functions=_shares(parts["function"]),
        classes=_shares(parts["class"]),
    )


def _shares(counts: Mapping[str, Counter[str]]) -> tuple[Share, ...]:
    return tuple(
        Share(name, counts["instructions"][name], cycles)
        for name, cycles in counts["cycles"].most_common()
    )
