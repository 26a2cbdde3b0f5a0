# SPDX-License-Identifier: Apache-2.0
"""Targets: where their libraries are, and what is said when they are not."""

from pathlib import Path

import pytest

from hashfab.errors import RequestError, ToolMissing, WorkFailed
from hashfab.measure import targets
from hashfab.measure.targets import cells as standard_cells
from hashfab.measure.targets.cells import Cells


def cells(name: str) -> Cells:
    target = targets.get(name)
    assert isinstance(target, Cells)
    return target


def test_an_unknown_target() -> None:
    with pytest.raises(RequestError, match=r"did you mean 'ecp5'.*sg13g2"):
        targets.get("ecp")


@pytest.mark.parametrize("name", ["sg13g2", "sky130"])
def test_without_a_pdk(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PDK_ROOT", raising=False)
    with pytest.raises(RequestError, match="PDK_ROOT"):
        cells(name).library()
    monkeypatch.setenv("PDK_ROOT", str(tmp_path))
    with pytest.raises(RequestError, match="not there"):
        cells(name).library()


def test_without_the_debian_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(standard_cells, "QFLOW", tmp_path)
    with pytest.raises(ToolMissing, match="qflow-tech-osu018"):
        cells("osu018").library()


def test_the_area_of_a_gate(tmp_path: Path) -> None:
    library = tmp_path / "some.lib"
    library.write_text('cell ("nand3") { area : 9.5; } cell (nand2) {\n  x : 1;\n  area : 7.25;\n}')
    assert standard_cells.nand_area(library, "nand2") == 7.25
    with pytest.raises(WorkFailed, match="nor2"):
        standard_cells.nand_area(library, "nor2")
