# SPDX-License-Identifier: Apache-2.0
"""Random programs come to their end, exercise every instruction, and depend on the seed alone."""

import random
from collections import Counter
from collections.abc import Set
from typing import Any

import pytest

from hashfab.isa import (
    COPRO,
    DASIP,
    LANE,
    NATIVE,
    OASIP,
    ZBKB,
    Hart,
    InstructionSet,
    Mips,
    Processor,
    decode,
    mips32,
    rv32,
)
from hashfab.isa.kit.dealer import Program
from hashfab.isa.mips import machine as mips
from hashfab.isa.program import DONE, generate, memory
from hashfab.isa.riscv import hart as riscv_hart

SETS = {
    isa.name: isa
    for isa in (
        rv32(),
        rv32(ZBKB),
        rv32(LANE),
        rv32(OASIP),
        rv32(DASIP),
        rv32(ZBKB, LANE, OASIP, DASIP),
        mips32(),
        mips32(NATIVE),
        mips32(COPRO),
    )
}
EVERY_SET = pytest.mark.parametrize("isa", SETS.values(), ids=SETS.keys())
TWO_SETS = pytest.mark.parametrize(
    "isa", [rv32(ZBKB, LANE, OASIP, DASIP), mips32(COPRO)], ids=["rv32", "mips32"]
)

BUS_ERRORS: dict[type[Processor], Set[int]] = {
    Hart: {
        riscv_hart.Cause.INSTRUCTION_ACCESS_FAULT,
        riscv_hart.Cause.LOAD_ACCESS_FAULT,
        riscv_hart.Cause.STORE_ACCESS_FAULT,
    },
    Mips: {mips.Code.INSTRUCTION_BUS, mips.Code.DATA_BUS},
}


def start(isa: InstructionSet, program: Program) -> Any:
    """A machine of the set before the program's first instruction."""
    assert isa.machine is not None
    return isa.machine(isa, memory(program))


def causes_of(isa: InstructionSet) -> Set[int]:
    """The exceptions that can occur."""
    if isa.machine is Hart:
        return set(riscv_hart.Cause)
    return set(mips.Code) - {mips.Code.INTERRUPT}


def enabled(machine: Processor) -> list[int]:
    """The interrupts that would be taken."""
    if isinstance(machine, Hart):
        mie = machine.csrs[riscv_hart.MIE_CSR]
        if not machine.csrs[riscv_hart.MSTATUS] & riscv_hart.MIE:
            return []
        return [code for code in riscv_hart.INTERRUPTS if mie >> code & 1]
    assert isinstance(machine, Mips)
    status = machine.cp0[mips.STATUS]
    if status & (mips.IE | mips.EXL) != mips.IE:
        return []
    return [bit for bit in mips.INTERRUPTS if status >> 8 + bit & 1]


@EVERY_SET
def test_every_instruction_comes_up_and_the_program_ends(isa: InstructionSet) -> None:
    executed: Counter[str] = Counter()
    causes: set[int | None] = set()
    for seed in range(4):
        program = generate(isa, seed, 6000)
        machine = start(isa, program)
        steps = 0
        while True:
            record = machine.step()
            steps += 1
            causes.add(record.cause)
            decoded = decode(isa, record.word)
            if decoded is not None:
                executed[decoded.instruction.mnemonic] += 1
            if record.store and record.address == DONE:
                break
            assert steps < 60_000, f"seed {seed} does not end; pc is {record.pc:#x}"
        assert 0.4 < steps / program.instructions < 2.5, f"seed {seed}"
    assert executed.keys() == isa.instructions.keys()
    assert causes == {None, *causes_of(isa)}


@TWO_SETS
@pytest.mark.parametrize("seed", range(3))
def test_interrupts_do_not_keep_it_from_its_end(isa: InstructionSet, seed: int) -> None:
    program = generate(isa, seed, 5000)
    machine = start(isa, program)
    rng = random.Random(seed)
    taken = 0
    for _ in range(100_000):
        numbers = enabled(machine)
        machine.pending = 0
        if numbers and rng.random() < 0.2:
            number = rng.choice(numbers)
            machine.interrupt(number)
            if isinstance(machine, Mips):  # whose handler looks which one it is
                machine.pending = 1 << 8 + number
            taken += 1
        record = machine.step()
        if record.store and record.address == DONE:
            break
    else:
        pytest.fail(f"seed {seed} does not end; pc is {machine.pc:#x}")
    assert taken > 10


def test_delay_slots_trap_and_are_interrupted() -> None:
    """Those of every branch and jump do."""
    isa = mips32()
    trapped, interrupted = set(), set()
    for seed in range(8):
        machine = Mips(isa, memory(generate(isa, seed, 20_000)))
        rng = random.Random(seed)
        before = ""
        for _ in range(100_000):
            numbers = enabled(machine)
            if machine.slot and numbers and rng.random() < 0.5:
                machine.interrupt(rng.choice(numbers))
                interrupted.add(before)
            record = machine.step()
            if record.cause is not None and machine.in_slot:
                trapped.add(before)
            decoded = decode(isa, record.word)
            before = decoded.instruction.mnemonic if decoded else ""
            if record.store and record.address == DONE:
                break
    every = {name for name, item in isa.instructions.items() if item.group in ("branch", "jump")}
    assert trapped == interrupted == every


@TWO_SETS
def test_a_seed_gives_one_program(isa: InstructionSet) -> None:
    assert generate(isa, 5, 1000) == generate(isa, 5, 1000)
    assert generate(isa, 5, 1000).image != generate(isa, 6, 1000).image


@TWO_SETS
def test_the_length_is_as_asked(isa: InstructionSet) -> None:
    for count in (1000, 30_000):
        program = generate(isa, 1, count)
        steps = start(isa, program).run(DONE, 4 * count)
        assert 0.5 < steps / count < 2


@TWO_SETS
def test_without_faults_no_bus_error_occurs(isa: InstructionSet) -> None:
    machine = start(isa, generate(isa, 3, 10_000, faults=False))
    errors = BUS_ERRORS[type(machine)]
    for _ in range(100_000):
        record = machine.step()
        assert record.cause not in errors
        if record.store and record.address == DONE:
            return
    pytest.fail("no end")
