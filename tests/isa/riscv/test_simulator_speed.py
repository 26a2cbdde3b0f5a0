# SPDX-License-Identifier: Apache-2.0
"""How fast the reference simulator is."""

import time

import pytest

from hashfab.isa import Memory, rv32

LOOP = (
    ("addi", {"rd": 2, "rs1": 2, "imm": 3}),
    ("sw", {"rs1": 1, "rs2": 2, "imm": 0}),
    ("lw", {"rd": 3, "rs1": 1, "imm": 0}),
    ("beq", {"rs1": 2, "rs2": 3, "offset": -12}),
)
STEPS = 200_000


@pytest.mark.bench
def test_instructions_per_second() -> None:
    """Some 300 thousand on a slow machine of 2022; a fifth is safe."""
    isa = rv32()
    memory = Memory([range(0x2000)])
    code = b"".join(
        isa.instructions[name].encode(**operands).to_bytes(4, "little") for name, operands in LOOP
    )
    memory.write(0, code)
    assert isa.machine is not None
    machine = isa.machine(isa, memory)
    machine.x[1] = 0x1000
    start = time.process_time()
    for _ in range(STEPS):
        machine.step()
    rate = STEPS / (time.process_time() - start)
    print(f"{rate:,.0f} instructions/s")
    assert rate > 60_000
