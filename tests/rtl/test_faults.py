# SPDX-License-Identifier: Apache-2.0
"""What goes wrong around a design: resets in a message, memory errors, illegal commands.

For the accelerator, a command is flagged if, and only if, it is illegal or memory answered one of
its accesses with an error; the digest of every other one is right. Every class of error is tried by
itself over all words and alignments, with commands beside it that have none, and then all of them
at random. ``HASHFAB_SEED`` repeats one of the random tests, whose names end in the seed.
"""

import hashlib
import json
import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.designs import ALGORITHMS, SPONGES, Design, Sponge, algorithms
from hashfab.measure import harnesses, microprogram, simulate
from hashfab.measure.simulate import Conditions, Job
from hashfab.tools import verilator

from . import covers
from .commands import Fault, options, simulated, write

MESSAGE = bytes(range(256)) * 8

ACCELS = [
    "accel-d1n1t1w64",
    "accel-d1n1t2w32",
    "accel-d1s2t2w64b1",
    "accel-d2n2t2w64",
    "accel-planew64",
    "accel-slicew32",
]
"""With and without a place for an early word; with it, for one context and for two; folded."""

EVERY_ORDER = [
    Conditions(latency=1),
    Conditions(latency=8, stall=30, reorder=True, seed=2),
]
SEEDS = [int(os.environ["HASHFAB_SEED"])] if "HASHFAB_SEED" in os.environ else range(3)


@dataclass(frozen=True)
class Command:
    """A command, and what memory does to it.

    Attributes:
        job: its message and where it lies.
        code: of the algorithm, instead of the job's.
        faults: accesses that fail.
    """

    job: Job
    code: int | None = None
    faults: frozenset[Fault] = frozenset()

    @property
    def sponge(self) -> Sponge:
        assert isinstance(self.job.algorithm, Sponge)
        return self.job.algorithm

    @property
    def legal(self) -> bool:
        turbo = self.sponge.name.startswith("turbo")
        domain = self.sponge.domain if self.job.domain is None else self.job.domain
        return self.code is None and (not turbo or 0 < domain < 0x80)

    @property
    def output_bytes(self) -> int:
        return self.job.algorithm.digest_bytes if self.job.length is None else self.job.length

    @property
    def digest(self) -> str:
        """The accelerator takes a length of zero, which is none for ``hashfab hash``."""
        return self.job.expected().hex() if self.output_bytes else ""

    @property
    def flagged(self) -> bool:
        return not self.legal or bool(self.faults)


def accesses(design: Design, command: Command) -> list[Fault]:
    """Everything that the design reads and writes for a command, in the order of addresses.

    A block's words are read for the block, so that a word on the border of two is read twice.
    Output is written in chunks of 8 bytes, or of a narrower word, at its own alignment.
    """
    word = design.number("width") // 8
    chunk = min(8, word)
    job, rate = command.job, command.sponge.block_bytes
    found: list[Fault] = []
    for kind, align, size, step in (
        ("read", job.align % word, len(job.message), rate),
        ("write", job.digest_align % word, command.output_bytes, chunk),
    ):
        times: Counter[int] = Counter()
        for start in range(0, size, step):
            end = min(start + step, size)
            for index in range((align + start) // word, (align + end - 1) // word + 1):
                times[index] += 1
                found.append((kind, index, times[index]))
    return found


def run(
    design: Design,
    commands: Sequence[Command],
    conditions: Conditions,
    folder: Path,
    binary: Path | None = None,
) -> None:
    """Run commands; each is flagged as it should be, and what is not flagged is right."""
    lines, data = [], bytearray()
    for command in commands:
        job, sponge = command.job, command.sponge
        domain = sponge.domain if job.domain is None else job.domain
        code = sponge.code if command.code is None else command.code
        lines.append(
            f"{sponge.block_bytes} {domain:02x} {sponge.rounds} {command.output_bytes} "
            f"{job.align} {job.digest_align} {len(data)} {len(job.message)} {code}"
        )
        data += job.message
    write(folder, lines, bytes(data), (command.faults for command in commands))
    given = options(design, conditions, folder)
    report = simulated(binary or simulate.build(design), folder, *given)
    assert report["errors"] == [int(command.flagged) for command in commands]
    for command, digest in zip(commands, report["digests"], strict=True):
        if not command.flagged:
            assert digest == command.digest


def one_at_a_time(design: Design, jobs: Sequence[Job], kind: str) -> list[Command]:
    """Every access of a kind of every job fails once; a command without errors follows each.

    It starts at the same byte of a word and has up to six blocks, so that words of the failing one
    are read early while it fills the only buffer.
    """
    commands = []
    for job in jobs:
        for access in accesses(design, Command(job)):
            if access[0] == kind:
                commands.append(Command(job, faults=frozenset([access])))
                good = MESSAGE[: len(commands) % 400]
                commands.append(Command(Job(SPONGES["sha3-512"], good, align=job.align)))
    return commands


def read_errors(design: Design) -> list[Command]:
    word = design.number("width") // 8
    sponge = SPONGES["sha3-256"]
    # Three blocks with message bytes in them, and two of which the last has none.
    jobs = [Job(sponge, MESSAGE[: 2 * 136 + 9], align=align) for align in range(word)]
    return one_at_a_time(design, [*jobs, Job(sponge, MESSAGE[:136], align=1)], "read")


def write_errors(design: Design) -> list[Command]:
    word = design.number("width") // 8
    lone = [Job(SPONGES["sha3-256"], MESSAGE[:5], digest_align=align) for align in range(word)]
    # Two blocks of output.
    long = [Job(SPONGES["shake256"], b"", 150, digest_align=align) for align in (0, word - 1)]
    return one_at_a_time(design, [*lone, *long], "write")


def illegal_commands() -> list[Command]:
    """Every code and every domain byte that is illegal, each followed by a good command."""
    illegal = [Command(Job(SPONGES["sha3-256"], MESSAGE[:200]), code=c) for c in range(9, 16)]
    for name in ("turboshake128", "turboshake256"):
        for domain in (0, *range(0x80, 0x100)):
            illegal.append(Command(Job(SPONGES[name], MESSAGE[: domain % 170], 40, domain)))
    commands = []
    for number, command in enumerate(illegal):
        name, domain = (
            ("turboshake256", (1, 0x7F)[number % 2]) if number % 3 else ("sha3-224", None)
        )
        size = number % 150
        commands += [command, Command(Job(SPONGES[name], MESSAGE[:size], None, domain, number % 8))]
    return commands


def random_commands(design: Design, seed: int, count: int) -> Iterator[Command]:
    """Of every kind; two thirds without an error, a twelfth illegal, the others with up to 3."""
    numbers = random.Random(seed)
    names = sorted(SPONGES)
    for _ in range(count):
        sponge = SPONGES[numbers.choice(names)]
        rate = sponge.block_bytes
        size = numbers.choice([0, 1, rate - 1, rate, 2 * rate, numbers.randrange(4 * rate)])
        xof = algorithms.is_xof(sponge)
        job = Job(
            sponge,
            numbers.randbytes(size),
            numbers.choice([0, 1, rate, rate + 1, numbers.randrange(3 * rate)]) if xof else None,
            numbers.randrange(1, 0x80) if algorithms.any_domain(sponge) else None,
            numbers.randrange(32),
            numbers.randrange(32),
        )
        possible = accesses(design, Command(job))
        kind = numbers.randrange(12)
        if kind == 0:
            yield Command(job, code=numbers.randrange(9, 16))
        elif kind < 4 and possible:
            chosen = numbers.sample(possible, min(len(possible), numbers.choice([1, 1, 2, 3])))
            yield Command(job, faults=frozenset(chosen))
        else:
            yield Command(job)


@pytest.mark.parametrize("conditions", EVERY_ORDER, ids=["in-order", "any-order"])
@pytest.mark.parametrize("name", ACCELS)
def test_a_read_error_on_any_word_flags_its_command_alone(
    name: str, conditions: Conditions, tmp_path: Path
) -> None:
    design = designs.parse(name)
    run(design, read_errors(design), conditions, tmp_path)


@pytest.mark.parametrize("conditions", EVERY_ORDER, ids=["in-order", "any-order"])
@pytest.mark.parametrize("name", ACCELS)
def test_a_write_error_on_any_word_flags_its_command_alone(
    name: str, conditions: Conditions, tmp_path: Path
) -> None:
    design = designs.parse(name)
    run(design, write_errors(design), conditions, tmp_path)


@pytest.mark.parametrize("name", ACCELS)
def test_an_illegal_command_is_flagged_and_touches_nothing(name: str, tmp_path: Path) -> None:
    run(designs.parse(name), illegal_commands(), Conditions(latency=4), tmp_path)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ACCELS)
def test_random_errors(name: str, seed: int, tmp_path: Path) -> None:
    design = designs.parse(name)
    numbers = random.Random(seed)
    for _ in range(3):
        conditions = Conditions(
            latency=numbers.choice([1, 2, 5, 9, 30]),
            stall=numbers.choice([0, 20, 60]),
            reorder=numbers.random() < 0.6,
            seed=numbers.randrange(1 << 30),
        )
        run(
            design,
            list(random_commands(design, numbers.randrange(1 << 30), 150)),
            conditions,
            tmp_path,
        )


@pytest.mark.parametrize(
    ("addr", "length", "name"),
    [pytest.param(22, 17, 1, marks=pytest.mark.long), (64, 64, 16)],
    ids=["narrowest", "widest"],
)
def test_extreme_widths_of_addresses_lengths_and_names(
    addr: int, length: int, name: int, tmp_path: Path
) -> None:
    design = designs.parse("accel-d1n1t1w64")
    family = designs.family(design.family)
    widths = {"AddrWidth": addr, "LenWidth": length, "IdWidth": name}
    binary = verilator.build(
        family.top,
        family.sources(),
        harnesses.of(design).main,
        family.rtl_parameters(design) | widths,
        harnesses.of(design).macros(design) | {"HF_ADDR_WIDTH": addr, "HF_ID_WIDTH": name},
    )
    for seed in range(6):
        commands = list(random_commands(design, seed, 60))
        commands.append(Command(Job(SPONGES["shake128"], bytes(70_000), 70_001)))
        run(design, commands, Conditions(latency=1, seed=seed), tmp_path, binary)


LONG_OUTPUTS = [Command(Job(SPONGES["shake128"], b"", 1500, digest_align=3))] * 3


def owed(seed: int) -> Conditions:
    """A memory that owes more answers than a slot counts, and takes writes late at random."""
    return Conditions(latency=200, stall=40, seed=seed)


@pytest.mark.parametrize("name", [*ACCELS, pytest.param("accel-d3n1t5w32", marks=pytest.mark.long)])
def test_a_write_that_is_offered_stays_when_as_many_are_under_way_as_can_be_counted(
    name: str, tmp_path: Path
) -> None:
    for seed in range(8):
        run(designs.parse(name), LONG_OUTPUTS, owed(seed), tmp_path)


def test_every_cover_of_the_accelerator_is_reached(tmp_path: Path) -> None:
    """What the RTL says that tests must reach, these tests reach."""
    for name in ACCELS:
        design = designs.parse(name)
        part = 10 if design["fold"] == "slice" else 1  # it takes fifty times as many cycles
        for conditions in (*EVERY_ORDER, Conditions(latency=80)):
            run(design, read_errors(design)[:: 3 * part], conditions, tmp_path)
            run(design, write_errors(design)[:: 2 * part], conditions, tmp_path)
            run(design, list(random_commands(design, 1, 150 // part)), conditions, tmp_path)
        for seed in range(4):
            run(design, LONG_OUTPUTS, owed(seed), tmp_path)
    # Those of saved states are test_resume's, those of chains test_chain's, and only an accelerator
    # behind registers cuts commands off.
    others = covers.of_states() | covers.of_chains() | covers.of_aborts()
    wanted = {each for each in covers.named(["accel"]) if each not in others}
    assert wanted
    assert wanted - covers.reached(tmp_path.glob("*.covers")) == set()


@pytest.mark.parametrize("name", ACCELS)
def test_a_reset_clears_everything_and_the_next_message_is_right(name: str, tmp_path: Path) -> None:
    design = designs.parse(name)
    # A folded one takes some fifty times as many cycles a block.
    message = MESSAGE if design["fold"] == "none" else MESSAGE[:300]
    (tmp_path / "jobs").write_text(f"136 06 24 32 3 5 0 {len(message)} 1\n")
    (tmp_path / "data").write_bytes(message)
    binary = simulate.build(design)
    whole = simulated(binary, tmp_path)
    # In the beginning, now and then, and in every cycle of the end, when the digest is written.
    end = whole["cycles"]
    for cycle in (*range(1, 30), *range(30, end - 40, max(29, end // 60)), *range(end - 40, end)):
        report = simulated(binary, tmp_path, "--reset-at", cycle)
        assert report["digests"] == [hashlib.sha3_256(message).hexdigest()]
        assert report["errors"] == [0]


@pytest.mark.parametrize("name", ["sha1", "sha512", "sha3-256"])
@pytest.mark.parametrize("cycle", [20, 400, 800, 999])
def test_a_reset_of_the_hash_processor(name: str, cycle: int, tmp_path: Path) -> None:
    """While its memories are written, and in the middle of messages."""
    algorithm = ALGORITHMS[name]
    padded = algorithms.padded(algorithm, MESSAGE)
    blocks = len(padded) // algorithm.block_bytes
    program, jobs, data = (tmp_path / part for part in ("program", "jobs", "data"))
    program.write_text(microprogram.bundle(name))
    jobs.write_text(f"0 {algorithm.digest_bytes} 0 {blocks}\n" * 3)
    data.write_bytes(padded)
    binary = simulate.build(designs.parse("hashproc"))
    command: list[str | Path] = [binary, "--program", program, "--jobs", jobs, "--data", data]
    command += ["--concurrent", "4", "--reset-at", str(cycle)]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    expected = algorithms.reference(algorithm, MESSAGE).hex()
    assert json.loads(result.stdout)["digests"] == [expected] * 3
