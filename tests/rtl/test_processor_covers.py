# SPDX-License-Identifier: Apache-2.0
"""What the RTL of the processors says that tests must reach, random programs reach.

What only a core other than ours makes the lane unit do (kills, late registers, results that wait),
``test_lane_unit.py`` reaches.
"""

from pathlib import Path

import pytest

from hashfab import designs
from hashfab.check import lockstep
from hashfab.check.lockstep import Conditions

from . import covers

CONDITIONS = [
    Conditions(),
    Conditions(latency=2, stall=30, interrupts=200),
    Conditions(latency=5, stall=50, interrupts=50),
]


@pytest.mark.parametrize(
    ("names", "folders"),
    [
        (["rv32-oasip", "rv32-dasip", "rv32-lane5"], ["core", "riscv"]),
        (["mips32-copro"], ["core", "mips"]),
    ],
    ids=["riscv", "mips"],
)
def test_random_programs_reach_every_cover(
    names: list[str], folders: list[str], tmp_path: Path
) -> None:
    for name in names:
        for seed in range(6):
            report = tmp_path / f"{name}-{seed}"
            conditions = CONDITIONS[seed % len(CONDITIONS)]
            lockstep.run(designs.parse(name), seed, 20_000, conditions, report)
    wanted = covers.named(folders)
    assert wanted
    assert wanted - covers.reached(tmp_path.iterdir()) == set()
