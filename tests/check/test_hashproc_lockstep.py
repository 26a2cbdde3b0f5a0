# SPDX-License-Identifier: Apache-2.0
"""Random programs do the same on the hash processor's RTL and on the reference model."""

import pytest

from hashfab import designs
from hashfab.check import hashproc_lockstep as lockstep
from hashfab.errors import CheckFailed
from hashfab.isa.hashproc import datapath
from hashfab.isa.hashproc import machine as reference
from hashfab.isa.hashproc.description import ISA
from hashfab.isa.hashproc.machine import Machine, Segment

STALLS = (0, 30, 60)


def test_random_programs() -> None:
    design = designs.parse("hashproc")
    outcomes = [lockstep.run(design, seed, STALLS[seed % 3]) for seed in range(9)]
    assert frozenset().union(*(outcome.mnemonics for outcome in outcomes)) == set(ISA.instructions)
    assert sum(outcome.instructions for outcome in outcomes) > 15_000
    assert all(outcome.beats > 80 for outcome in outcomes)


@pytest.mark.long
def test_a_million_instructions() -> None:
    design = designs.parse("hashproc")
    done = 0
    seed = 1000
    while done < 1_000_000:
        done += lockstep.run(design, seed, STALLS[seed % 3]).instructions
        seed += 1


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference whose SHA-1 takes Maj for Parity."""
    functions = (datapath.choose, datapath.majority, datapath.majority, datapath.parity)
    monkeypatch.setattr(datapath, "SHA1_FUNCTIONS", functions)
    with pytest.raises(CheckFailed, match=r"^hashproc, seed \d, instruction \d+ at \d+ \("):
        for seed in range(4):
            lockstep.run(designs.parse("hashproc"), seed)


def test_a_cycle_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = reference.run

    def late(machine: Machine, pc: int, blocks: int, data: bytes) -> Segment:
        segment = run(machine, pc, blocks, data)
        records = [r._replace(cycle=r.cycle + (n > 40)) for n, r in enumerate(segment.records)]
        return segment._replace(records=records)

    monkeypatch.setattr(reference, "run", late)
    with pytest.raises(CheckFailed, match=r"instruction 41 at .* cycles late of the RTL is -0x1"):
        lockstep.run(designs.parse("hashproc"), 3)
