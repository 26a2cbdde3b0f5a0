# SPDX-License-Identifier: Apache-2.0
"""The estimate of a path, and the layout."""

from pathlib import Path
from typing import Any

import pytest

from hashfab import designs
from hashfab.measure import fpga, targets
from hashfab.measure.targets import Fpga

STEP = fpga.NET_NS + fpga.CELL_NS


def lut(inputs: list[int | str], output: int) -> dict[str, Any]:
    return {
        "type": "LUT4",
        "port_directions": {"A": "input", "Z": "output"},
        "connections": {"A": inputs, "Z": [output]},
    }


def carry(inputs: list[int], carry_in: int, carry_out: int) -> dict[str, Any]:
    return {
        "type": "CCU2C",
        "port_directions": {"A0": "input", "CIN": "input", "COUT": "output"},
        "connections": {"A0": inputs, "CIN": [carry_in], "COUT": [carry_out]},
    }


def test_the_longest_path_counts() -> None:
    cells = {
        "late": lut([12, 3], 13),
        "early": lut([2, "0"], 11),
        "middle": lut([11, 4], 12),
        "flop": {
            "type": "TRELLIS_FF",
            "port_directions": {"DI": "input", "Q": "output"},
            "connections": {"DI": [13], "Q": [2]},
        },
    }
    assert fpga.path_ns(cells) == pytest.approx(3 * STEP)


def test_a_carry_chain_is_cheap() -> None:
    cells = {"c0": carry([2], 3, 20), "c1": carry([4], 20, 21), "c2": carry([5], 21, 22)}
    assert fpga.path_ns(cells) == pytest.approx(STEP + 2 * fpga.CARRY_NS)


@pytest.mark.long
def test_adders_take_the_carry_chains(tmp_path: Path) -> None:
    """As look-ahead in LUTs, the hash processor's are ripples of 32 levels: 39 ns."""
    device = targets.get("ecp5")
    assert isinstance(device, Fpga)
    found, _ = fpga.implement(designs.parse("hashproc"), device, tmp_path)
    assert found.period_ns < 16.0


def test_no_logic_takes_no_time() -> None:
    assert fpga.path_ns({}) == 0.0


def test_the_layout_counts_cells_by_tile_and_instance() -> None:
    device = targets.get("ecp5")
    assert isinstance(device, Fpga)
    layout = fpga.layout(
        {
            "u_engine.gen_rounds.u_rounds.a": "X2/Y3/SLICEA.LUT0",
            "u_engine.gen_rounds.u_rounds.b": "X2/Y3/SLICEA.LUT1",
            "u_engine.b": "X2/Y3/SLICEB.LUT0",
            "c": "X4/Y5/SLICEA.FF0",
        },
        device,
    )
    assert layout["groups"] == ["top", "u_engine", "u_engine.gen_rounds"]
    assert layout["tiles"] == [[2, 3, 1, 1], [2, 3, 2, 2], [4, 5, 0, 1]]
    assert (layout["columns"], layout["rows"]) == (126, 95)
