# SPDX-License-Identifier: Apache-2.0
"""Random programs on a processor's RTL and on the reference simulator, record by record."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.designs import Design, instruction_set
from hashfab.errors import CheckFailed
from hashfab.isa import InstructionSet, Processor, disassemble, program
from hashfab.measure import simulate
from hashfab.tools import process

RECORD = struct.Struct("<9I4B")
"""``RvfiRecord`` of the harness."""

NO_ACCESS = (0, 0, 0, False)
"""Address, mask, data and direction of an instruction that goes to no memory."""


@dataclass(frozen=True)
class Conditions:
    """What surrounds the core.

    Attributes:
        latency: cycles from a memory request to its answer.
        stall: percent of cycles in which a grant or an answer is late.
        interrupts: an interrupt in one of so many cycles; 0 for none.
    """

    latency: int = 1
    stall: int = 0
    interrupts: int = 0


@dataclass(frozen=True)
class Outcome:
    """How a run went, the records being equal.

    Attributes:
        instructions: that retired or trapped.
        traps: exceptions among them.
        interrupts: that were taken.
    """

    instructions: int
    traps: int
    interrupts: int


def run(design: Design, seed: int, count: int, conditions: Conditions) -> Outcome:
    """Execute a random program on both and compare what each instruction did.

    Args:
        design: a processor.
        seed: of the program, the stalls and the interrupts.
        count: of instructions, about.
        conditions: of the core.

    Raises:
        CheckFailed: they differ; the message has the first difference.
        WorkFailed: the simulator could not be built.
    """
    machine = instruction_set(design)
    made = program.generate(machine, seed, count)
    binary = simulate.build(design)
    with paths.scratch("lockstep") as folder:
        image, jobs, rvfi = (folder / name for name in ("image", "jobs", "rvfi"))
        image.write_bytes(made.image)
        jobs.write_text("")
        arguments: list[str | Path] = [binary, "--jobs", jobs, "--program", image, "--rvfi", rvfi]
        arguments += ["--seed", str(seed), "--latency", str(conditions.latency)]
        arguments += ["--stall", str(conditions.stall)]
        arguments += ["--interrupts", str(conditions.interrupts)]
        result = process.execute(arguments)
        # Where RTL and reference part says more than that the simulation did not end, which a
        # program that went astray does not do either.
        rvfi.touch()
        outcome = _compare(design, machine, made, rvfi)
        if result.returncode != 0:
            raise CheckFailed(f"{design.name}, seed {seed}: {result.stderr.strip()}")
        return outcome


def _records(path: Path) -> Iterator[tuple[int, ...]]:
    with path.open("rb") as file:
        while chunk := file.read(RECORD.size * 4096):
            # A simulation that failed may have stopped within a record.
            yield from RECORD.iter_unpack(chunk[: len(chunk) - len(chunk) % RECORD.size])


def _compare(design: Design, machine: InstructionSet, made: program.Program, rvfi: Path) -> Outcome:
    assert machine.machine is not None
    reference: Processor = machine.machine(machine, program.memory(made))
    count = traps = interrupts = 0
    for record in _records(rvfi):
        order, word, pc, next_pc, rd, value, address, read, written = record[:9]
        read_mask, write_mask, trap, interrupt = record[9:]
        if interrupt:
            try:
                reference.interrupt(interrupt)
            except ValueError as error:
                raise CheckFailed(f"{design.name}, seed {made.seed}: {error}") from error
            interrupts += 1
        expected = reference.step(value if rd else None)
        mask = read_mask or write_mask
        data = _masked(written if write_mask else read, mask)
        done = expected.cause is None
        access = (address, mask, data, write_mask != 0) if mask and done else NO_ACCESS
        found = (order, pc, next_pc, rd, value, trap, *access)
        wanted = (
            count,
            expected.pc,
            expected.next_pc,
            expected.rd,
            expected.value,
            int(not done),
            expected.address & ~3 if expected.mask else 0,
            expected.mask,
            expected.data,
            expected.store,
        )
        # A word that could not be fetched is not known.
        if found != wanted or (expected.word and word != expected.word):
            raise CheckFailed(
                f"{design.name}, seed {made.seed}, instruction {count} at {expected.pc:#x} "
                f"({disassemble(machine, expected.word)}): the RTL says {found}, "
                f"the reference {wanted}"
            )
        count += 1
        traps += trap
    return Outcome(count, traps, interrupts)


def _masked(word: int, mask: int) -> int:
    return word & sum(0xFF << 8 * i for i in range(4) if mask >> i & 1)
