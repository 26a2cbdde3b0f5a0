# SPDX-License-Identifier: Apache-2.0
"""What the RTL of the processors says that tests must reach, random and directed programs reach.

What only a core other than ours makes the lane unit do (kills, late registers, results that wait),
``test_lane_unit.py`` reaches.
"""

from pathlib import Path
from typing import Any

import pytest

from hashfab import designs
from hashfab.check import lockstep
from hashfab.check.lockstep import Conditions

from . import assembly, covers, test_ise
from . import test_riscv_privileged as privileged

CONDITIONS = [
    Conditions(),
    Conditions(latency=2, stall=30, interrupts=200),
    Conditions(latency=5, stall=50, interrupts=50),
]


END_OF_MEMORY = 64 << 20

OVER_THE_END = f"""{privileged.PROLOGUE}
  csrr  t5, mcause
  out   t5
  csrr  t5, mtval
  out   t5
{privileged.EPILOGUE}
body:
  li    t0, {END_OF_MEMORY:#x}
  li    t1, 0x13
  sh    t1, -2(t0)
  addi  t0, t0, -2
  jr    t0
"""
"""The upper half of an instruction of 32 bits cannot be fetched."""

LOADS_THAT_FAIL = f"""{privileged.PROLOGUE}
  csrr  t5, mcause
  bltz  t5, 1f
  csrr  t5, mepc
  addi  t5, t5, 4
  csrw  mepc, t5
1:
  mret
  .balign 4
body:
  li    a0, 0x888
  csrw  mie, a0
  csrsi mstatus, 8
  li    t0, {END_OF_MEMORY:#x}
  li    s0, 200
1:
  lw    a0, 0(t0)
  addi  s0, s0, -1
  bnez  s0, 1b
  csrci mstatus, 8
  out   s0
{privileged.EPILOGUE}"""
"""Interrupts are raised while memory is about to answer with an error."""

SLOT_BEHIND_THE_END = f"""
  .section .init, "ax"
  .set noreorder
  .globl _start
_start:
  li    $s0, {END_OF_MEMORY - 4:#x}
  li    $s1, 0x1000ffff
  sw    $s1, 0($s0)
  jr    $s0
  nop
  .org 0x180
  mfc0  $k0, $13
  li    $k1, {privileged.RESULTS.start:#x}
  sw    $k0, 0($k1)
  lui   $k1, 0x4000
  sw    $zero, 0x20($k1)
1:
  b     1b
  nop
"""
"""The delay slot of a branch cannot be fetched."""

NESTED = (
    f"{test_ise.PROLOGUE}{test_ise.HANDLER}\nbody:\n{test_ise.LEFT_BY_A_BRANCH}{test_ise.EPILOGUE}"
)

INSTRUCTION_FAULT = 1
BUS_ERROR_IN_A_SLOT = 1 << 31 | 6 << 2

DIRECTED: dict[str, list[tuple[Any, ...]]] = {
    "riscv": [
        ("rv32", OVER_THE_END, [INSTRUCTION_FAULT, END_OF_MEMORY]),
        ("rv32", LOADS_THAT_FAIL, [0], "--interrupts", "4", "--latency", "5"),
        ("rv32-oasip", NESTED, [4 * 2, 4 * (1 + 10)]),
    ],
    "mips": [("mips32", SLOT_BEHIND_THE_END, [BUS_ERROR_IN_A_SLOT])],
}
"""A design, a program, what it writes, and the harness's arguments; random programs do not do such
things, or not in every cycle."""


@pytest.mark.parametrize(
    ("names", "folders"),
    [
        (["rv32-oasip", "rv32-dasip", "rv32-lane5"], ["core", "riscv"]),
        (["mips32-copro"], ["core", "mips"]),
    ],
    ids=["riscv", "mips"],
)
def test_programs_reach_every_cover(names: list[str], folders: list[str], tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    reports.mkdir()
    for number, (name, text, expected, *arguments) in enumerate(DIRECTED[folders[-1]]):
        kept = ("--covers", str(reports / f"directed-{number}"))
        found = assembly.run(name, text, privileged.RESULTS, tmp_path, *kept, *arguments)
        assert found == expected
    for name in names:
        for seed in range(6):
            report = reports / f"{name}-{seed}"
            conditions = CONDITIONS[seed % len(CONDITIONS)]
            lockstep.run(designs.parse(name), seed, 20_000, conditions, report)
    wanted = covers.named(folders)
    assert wanted
    assert wanted - covers.reached(reports.iterdir()) == set()
