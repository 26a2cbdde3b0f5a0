# SPDX-License-Identifier: Apache-2.0
"""Random programs come to their end, exercise every instruction, and depend on the seed alone."""

import random
from collections import Counter

import pytest

from hashfab.isa import DASIP, LANE, OASIP, ZBKB, Hart, decode, rv32
from hashfab.isa.hart import INTERRUPTS, MIE, NUMBER, Cause
from hashfab.isa.model import Extension
from hashfab.isa.program import DONE, generate, memory

SETS = {
    "base": (),
    "zbkb": (ZBKB,),
    "lane": (LANE,),
    "oasip": (OASIP,),
    "dasip": (DASIP,),
    "all": (ZBKB, LANE, OASIP, DASIP),
}


@pytest.mark.parametrize("extensions", SETS.values(), ids=SETS.keys())
def test_every_instruction_comes_up_and_the_program_ends(
    extensions: tuple[Extension, ...],
) -> None:
    isa = rv32(*extensions)
    executed: Counter[str] = Counter()
    causes: set[int | None] = set()
    for seed in range(3):
        program = generate(isa, seed, 6000)
        hart = Hart(isa, memory(program))
        steps = 0
        while True:
            record = hart.step()
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
    assert causes == {None, *Cause}


@pytest.mark.parametrize("seed", range(3))
def test_interrupts_do_not_keep_it_from_its_end(seed: int) -> None:
    isa = rv32(*SETS["all"])
    program = generate(isa, seed, 5000)
    hart = Hart(isa, memory(program))
    rng = random.Random(seed)
    taken = 0
    for _ in range(100_000):
        enabled = [code for code in INTERRUPTS if hart.csrs[NUMBER["mie"]] >> code & 1]
        if enabled and hart.csrs[NUMBER["mstatus"]] & MIE and rng.random() < 0.2:
            hart.interrupt(rng.choice(enabled))
            taken += 1
        record = hart.step()
        if record.store and record.address == DONE:
            break
    else:
        pytest.fail(f"seed {seed} does not end; pc is {hart.pc:#x}")
    assert taken > 10


def test_a_seed_gives_one_program() -> None:
    isa = rv32(ZBKB)
    assert generate(isa, 5, 1000) == generate(isa, 5, 1000)
    assert generate(isa, 5, 1000).image != generate(isa, 6, 1000).image


def test_the_length_is_as_asked() -> None:
    isa = rv32()
    for count in (1000, 30_000):
        program = generate(isa, 1, count)
        steps = Hart(isa, memory(program)).run(DONE, 4 * count)
        assert 0.5 < steps / count < 2


def test_without_faults_no_bus_error_occurs() -> None:
    isa = rv32()
    hart = Hart(isa, memory(generate(isa, 3, 10_000, faults=False)))
    faults = {
        Cause.INSTRUCTION_ACCESS_FAULT,
        Cause.LOAD_ACCESS_FAULT,
        Cause.STORE_ACCESS_FAULT,
    }
    for _ in range(100_000):
        record = hart.step()
        assert record.cause not in faults
        if record.store and record.address == DONE:
            return
    pytest.fail("no end")
