# SPDX-License-Identifier: Apache-2.0
"""Random programs do the same on the cores' RTL and on the reference simulator."""

import pytest

from hashfab import designs
from hashfab.check import lockstep
from hashfab.check.lockstep import Conditions
from hashfab.designs import FAMILIES
from hashfab.errors import CheckFailed

CORES = [
    name
    for family in ("rv32", "mips32")
    for name in FAMILIES[family].presets
    if not name.endswith("compact")
]

CONDITIONS = [
    Conditions(),
    Conditions(latency=2, stall=30, interrupts=200),
    Conditions(latency=5, stall=50, interrupts=50),
]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n == "rv32-lane5" else n for n in CORES]
)
def test_random_programs(name: str) -> None:
    design = designs.parse(name)
    outcomes = [
        lockstep.run(design, seed, 20_000, CONDITIONS[seed % len(CONDITIONS)]) for seed in range(6)
    ]
    assert all(outcome.traps > 100 for outcome in outcomes)
    assert any(outcome.interrupts > 50 for outcome in outcomes)


@pytest.mark.long
@pytest.mark.parametrize("name", CORES)
def test_a_million_instructions(name: str) -> None:
    design = designs.parse(name)
    done = 0
    seed = 1000
    while done < 1_000_000:
        conditions = CONDITIONS[seed % len(CONDITIONS)]
        done += lockstep.run(design, seed, 50_000, conditions).instructions
        seed += 1


@pytest.mark.parametrize(("name", "other"), [("rv32", "rv32-zbkb"), ("mips32", "mips32-copro")])
def test_a_difference_is_found(name: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A reference with an extension beside a core without it.
    extended = designs.instruction_set(designs.parse(other))
    monkeypatch.setattr(lockstep, "instruction_set", lambda design: extended)
    with pytest.raises(CheckFailed, match=rf"{name}, seed 0, instruction \d+ at 0x[0-9a-f]+ \("):
        lockstep.run(designs.parse(name), 0, 20_000, Conditions())
