# SPDX-License-Identifier: Apache-2.0
"""Bus modules elaborate in Yosys, refuse illegal parameters, and have checkers at their ports."""

import re
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.check import lint
from hashfab.errors import RequestError, WorkFailed
from hashfab.export import registers
from hashfab.export.registers import CONTROLS
from hashfab.tools import peakrdl, verilator, yosys

BUS = paths.rtl_dir() / "bus"
SIMULATION_ONLY = {"axi4_check", "axi4_lite_check", "apb4_check"}


@pytest.mark.parametrize("name", CONTROLS)
def test_every_module_elaborates_in_yosys(name: str, tmp_path: Path) -> None:
    control = CONTROLS[name]
    names = yosys.stage(tmp_path, registers.sources(control, tmp_path / "regs"))
    script = ""
    for parameters in ({}, {"AddrWidth": 64, "Queue": 2}):
        line = yosys.read(control.top, names, parameters)
        script += f"design -reset\n{line.replace('read_slang', 'read_slang --keep-hierarchy')}ls\n"
    log = yosys.run(tmp_path, "elaborate", script)
    found = {each.split("$")[0] for each in re.findall(r"^ +(\w\S*)$", log, re.MULTILINE)}
    stated = {
        module
        for path in BUS.glob("*.sv")
        for module in re.findall(r"^module (\w+)", path.read_text(), re.MULTILINE)
    }
    tops = {each.top for each in CONTROLS.values()}
    assert found >= (stated - SIMULATION_ONLY - tops) | {control.top, registers.MODULE}


@pytest.mark.parametrize("name", CONTROLS)
def test_it_is_clean_at_wall(name: str, tmp_path: Path) -> None:
    control = CONTROLS[name]
    sources = registers.sources(control, tmp_path)
    preset = designs.FAMILIES["accel"].rtl_parameters(designs.parse("accel-d1s4t4w64"))
    for parameters in (preset, lint.BUS_CORNERS[0]):
        verilator.lint(control.top, sources, parameters, tmp_path / "log")


ILLEGAL = [
    ("hash_accel_apb4", {"AddrWidth": 36}, "AddrWidth is 36; 32, 40, 48, 56, 64 are allowed"),
    ("hash_accel_apb4", {"AddrWidth": 24}, "AddrWidth is 24; 32, 40, 48, 56, 64 are allowed"),
    ("hash_accel_apb4", {"Queue": 65}, "Queue is 65; 0 to 64 are allowed"),
    ("hash_accel_apb4", {"Completions": 0}, "Completions is 0; 1 to 64 are allowed"),
    ("hash_accel_apb4", {"Completions": 65}, "Completions is 65; 1 to 64 are allowed"),
    ("hash_accel_apb4", {"Width": 512}, "Width is 512; 32, 64, 128, 256 are allowed"),
    ("axi4_memory", {"Width": 512}, "Width is 512; 32, 64, 128, 256 are allowed"),
    ("axi4_memory", {"AddrWidth": 11}, "AddrWidth is 11; 12 to 64 are allowed"),
    ("axi4_memory", {"AddrWidth": 65}, "AddrWidth is 65; 12 to 64 are allowed"),
    ("axi4_memory", {"RdTagWidth": 2}, "RdTagWidth is 2; 1 to IdWidth = 1 are allowed"),
    ("axi4_memory", {"WrTagWidth": 2}, "WrTagWidth is 2; 1 to IdWidth = 1 are allowed"),
    ("axi4_memory", {"IdWidth": 33}, "IdWidth is 33; 1 to 32 are allowed"),
    ("bus_fifo", {"Depth": 0}, "Depth is 0; 1 and more are allowed"),
    ("axi4_check", {"Reads": 0}, "Reads is 0; 1 and more are allowed"),
    ("axi4_check", {"Writes": 0}, "Writes is 0; 1 and more are allowed"),
    ("axi4_check", {"Skew": 0}, "Skew is 0; 1 and more are allowed"),
    ("axi4_lite_check", {"Most": 0}, "Most is 0; 1 and more are allowed"),
    ("apb4_check", {"MostWait": 0}, "MostWait is 0; 1 and more are allowed"),
]
"""A module, parameters, and what is said to them."""


@pytest.mark.parametrize(("module", "parameters", "said"), ILLEGAL)
def test_illegal_parameters_are_refused_at_elaboration(
    module: str, parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        sources = registers.sources(CONTROLS["apb4"], tmp_path)
        verilator.lint(module, sources, parameters, log)
    assert said in log.read_text()


PORTS = {
    "apb4": ("hash_accel_apb4", "u_s_apb_check", "apb4_check"),
    "axi4-lite": ("hash_accel_axi4_lite", "u_s_axil_check", "axi4_lite_check"),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_every_port_has_its_checker(name: str, tmp_path: Path) -> None:
    control = CONTROLS[name]
    sources = registers.sources(control, tmp_path / "regs")
    found = verilator.instances(control.top, sources, {}, tmp_path)
    assert {PORTS[name], ("axi4_memory", "u_m_axi_check", "axi4_check")} <= found


@pytest.mark.parametrize("bus", peakrdl.BUSES)
def test_registers_are_made_for_every_bus(bus: str, tmp_path: Path) -> None:
    files = registers.hardware(bus, tmp_path)
    log = tmp_path / "log"
    verilator.lint(registers.MODULE, files, {}, log)
    assert [path.stem for path in files] == ["hash_accel_regs_pkg", "hash_accel_regs"]
    before = [path.read_bytes() for path in files]
    assert [path.read_bytes() for path in registers.hardware(bus, tmp_path)] == before


def test_an_unknown_bus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="unknown control bus 'apb5'; did you mean 'apb4'"):
        registers.hardware("apb5", tmp_path)


def test_the_header_has_every_field(tmp_path: Path) -> None:
    text = registers.header(tmp_path).read_text()
    for name in ("STATUS__READY", "COMPLETION__ERROR", "COMMAND__START__GO"):
        assert f"#define HASH_ACCEL_REGS__{name}_bm 0x" in text
    assert str(tmp_path) not in text
