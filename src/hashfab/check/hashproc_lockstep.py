# SPDX-License-Identifier: Apache-2.0
"""Random programs on the hash processor's RTL and on its reference model, cycle by cycle.

What each instruction finds in EX1 must be the same: both operand registers, side 1 and what is
defined of side 2; and every beat that comes out. Without stalls the cycles must be the same as
well.
"""

from dataclasses import dataclass

from hashfab.check import trace as tracing
from hashfab.designs import Design
from hashfab.errors import CheckFailed
from hashfab.isa.hashproc import datapath, disassembler, fuzz
from hashfab.isa.hashproc import machine as reference
from hashfab.isa.hashproc.description import ISA, STEP, opcode
from hashfab.isa.hashproc.machine import Machine
from hashfab.isa.hashproc.program import bundle

MNEMONICS = {opcode(item): item.mnemonic for item in ISA.instructions.values()}
CLEAR = opcode(ISA.instructions["CLEAR"])

SPLIT = (
    datapath.S1,
    datapath.C1,
    datapath.S2,
    datapath.C2,
    datapath.WS,
    datapath.WC,
)
"""Places of side 2 that hold sums in carry-save form: only the sums are defined."""


@dataclass(frozen=True)
class Outcome:
    """How a run went, both being equal.

    Attributes:
        instructions: that went through EX1.
        beats: that came out.
        cycles: of the RTL.
        mnemonics: that were executed.
    """

    instructions: int
    beats: int
    cycles: int
    mnemonics: frozenset[str]


def run(design: Design, seed: int, stall: int = 0) -> Outcome:
    """Execute a random program on both and compare what each instruction found.

    Args:
        design: a hash processor.
        seed: of the program, its data and the stalls.
        stall: percent of cycles in which input is not there or output is not taken.

    Raises:
        CheckFailed: they differ; the message has the first difference.
        WorkFailed: the simulator could not be built.
    """
    return compare(design, fuzz.case(seed), f"seed {seed}", seed, stall)


def compare(design: Design, case: fuzz.Case, name: str, seed: int = 1, stall: int = 0) -> Outcome:
    """Execute a program on both; ``name`` is what a difference is told with. Else as ``run``."""
    text = bundle(case.program) + f"start 0 {case.blocks}\ndata {case.data.hex()}\n"
    found = tracing.trace(design, text, seed, stall)
    wanted = reference.run(Machine(case.program), 0, case.blocks, case.data)
    what = f"{design.name}, {name}"
    start = found.records[0].cycle - wanted.records[0].cycle if found.records else 0
    steps = False
    for number, (got, want) in enumerate(zip(found.records, wanted.records, strict=False)):
        mnemonic = disassembler.instruction(case.program.words[want.pc])
        late = got.cycle - start - want.cycle if not stall else 0
        for name, a, b in (
            ("pc", got.pc, want.pc),
            ("opcode", got.opcode, want.opcode),
            ("cycles late", late, 0),
            ("KR", got.k, want.kr),
            ("MR", got.m, want.mr),
            *(
                (f"side 1 [{i}]", a, b)
                for i, (a, b) in enumerate(zip(got.side1, want.one, strict=True))
            ),
            *(
                (f"side 2 [{i}]", a, b)
                for i, (a, b) in enumerate(zip(got.side2, want.two, strict=True))
                if not (steps and i in SPLIT)
            ),
        ):
            if a != b:
                raise CheckFailed(
                    f"{what}, instruction {number} at {want.pc} ({mnemonic}): {name} of the RTL is "
                    f"{a:#x}, of the reference {b:#x}"
                )
        steps = (steps or want.opcode >= STEP) and want.opcode != CLEAR
    if len(found.records) != len(wanted.records):
        raise CheckFailed(
            f"{what}: the RTL executed {len(found.records)} instructions, "
            f"the reference {len(wanted.records)}"
        )
    beats = [beat.to_bytes(16, "little") for beat in wanted.out]
    if list(found.out) != beats:
        raise CheckFailed(f"{what}: the RTL put out other beats than the reference")
    return Outcome(
        len(found.records),
        len(beats),
        found.cycles,
        frozenset(MNEMONICS[record.opcode] for record in wanted.records),
    )
