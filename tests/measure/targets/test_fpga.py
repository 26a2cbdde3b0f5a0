# SPDX-License-Identifier: Apache-2.0
"""The estimate of a path, and the layout."""

import json
from pathlib import Path
from typing import Any

import pytest

from hashfab import designs
from hashfab.errors import WorkFailed
from hashfab.measure import Store, Workload, measure, targets
from hashfab.measure.targets import ecp5
from hashfab.measure.targets.fpga import (
    MOST_SMALL,
    NETLIST,
    SMALL_ENABLE,
    Fpga,
    path_ns,
    small_enables,
)

DELAYS = ecp5.ARCHITECTURE.delays
SHORT = Workload(messages=4, message_bytes=1024)
STEP = DELAYS.net + DELAYS.cell


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
    assert path_ns(cells, ecp5.ARCHITECTURE) == pytest.approx(3 * STEP)


def test_a_carry_chain_is_cheap() -> None:
    cells = {"c0": carry([2], 3, 20), "c1": carry([4], 20, 21), "c2": carry([5], 21, 22)}
    assert path_ns(cells, ecp5.ARCHITECTURE) == pytest.approx(STEP + 2 * DELAYS.carry)


@pytest.mark.long
def test_adders_take_the_carry_chains(tmp_path: Path) -> None:
    """As look-ahead in LUTs, the hash processor's are ripples of 32 levels: 39 ns."""
    found = targets.get("ecp5").map(designs.parse("hashproc"), tmp_path)
    assert found.period_ns < 16.0


def flop(enable: int | str | None) -> dict[str, Any]:
    named = {} if enable is None else {"CE": [enable]}
    return {"type": "TRELLIS_FF", "connections": {"DI": [1], "Q": [2], **named}}


def test_enables_of_few_flip_flops_are_small() -> None:
    enables = [*[10] * SMALL_ENABLE, *[11] * (SMALL_ENABLE - 1), 12, "1", None]
    cells = {str(number): flop(enable) for number, enable in enumerate(enables)}
    cells["lut"] = lut([2], 3)
    assert small_enables(cells, ecp5.ARCHITECTURE) == 2


@pytest.mark.long
def test_an_accelerator_keeps_few_small_enables(tmp_path: Path) -> None:
    """As each byte of an accelerator's buffers has one, 193 were left."""
    device = targets.get("ecp5")
    assert isinstance(device, Fpga)
    found = device.map(designs.parse("accel-d1n1t1w64"), tmp_path)
    cells = json.loads((tmp_path / NETLIST).read_text())["modules"]["hash_accel"]["cells"]
    assert small_enables(cells, ecp5.ARCHITECTURE) <= MOST_SMALL
    assert (found.recipe, found.ff) == ("area", 3422)


def test_no_logic_takes_no_time() -> None:
    assert path_ns({}, ecp5.ARCHITECTURE) == 0.0


def test_the_layout_counts_cells_by_tile_and_instance() -> None:
    device = targets.get("ecp5")
    assert isinstance(device, Fpga)
    layout = device.layout(
        {
            "u_engine.gen_rounds.u_rounds.a": "X2/Y3/SLICEA.LUT0",
            "u_engine.gen_rounds.u_rounds.b": "X2/Y3/SLICEA.LUT1",
            "u_engine.b": "X2/Y3/SLICEB.LUT0",
            "c": "X4/Y5/SLICEA.FF0",
        }
    )
    assert layout["groups"] == ["top", "u_engine", "u_engine.gen_rounds"]
    assert layout["tiles"] == [[2, 3, 1, 1], [2, 3, 2, 2], [4, 5, 0, 1]]
    assert (layout["columns"], layout["rows"]) == (126, 95)


@pytest.mark.long
@pytest.mark.parametrize("target", ["ice40-hx8k", "ice40-up5k"])
def test_a_small_engine_on_a_small_device(target: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    found = measure(designs.parse("engine-slice"), SHORT, target, results=store)
    assert found.physical.placed and found.placement is not None
    assert found.physical.lut4 is not None and 250 < found.physical.lut4 < 1000
    assert 15 < found.physical.fmax_mhz < 150
    assert found.provenance.tools.keys() == {"verilator", "yosys", "nextpnr"}


@pytest.mark.long
def test_a_gowin_device_is_placed_and_routed(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    found = measure(designs.parse("engine-slice"), SHORT, "gowin", results=store)
    assert found.physical.placed and found.placement is not None
    assert found.physical.lut4 is not None and 250 < found.physical.lut4 < 1000
    assert 100 < found.physical.fmax_mhz < 500
    layout = json.loads(Path(found.placement).read_text())
    assert layout["tiles"]
    assert all(
        0 <= x < layout["columns"] and 0 <= y < layout["rows"] for x, y, *_ in layout["tiles"]
    )


@pytest.mark.long
def test_what_does_not_fit_is_said(tmp_path: Path) -> None:
    with pytest.raises(WorkFailed, match=r"engine-n1 does not fit on iCE40UP5K: \d+ of 5280 LUT4"):
        targets.get("ice40-up5k").map(designs.parse("engine-n1"), tmp_path)
