# SPDX-License-Identifier: Apache-2.0
"""Bus modules elaborate in Yosys, refuse illegal parameters, and have checkers at their ports."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.check import lint
from hashfab.errors import RequestError, WorkFailed
from hashfab.export import registers, rocc, tops
from hashfab.export.tops import CONTROLS, MEMORIES, Control, Memory
from hashfab.tools import peakrdl, verilator, yosys

BUS = paths.rtl_dir() / "bus"

COMBINATIONS = [
    *((control, "axi4") for control in CONTROLS),
    *(("apb4", memory) for memory in MEMORIES if memory != "axi4"),
    ("obi", "obi"),
    ("wishbone", "wishbone"),
]
"""Each control bus and each memory bus, and those whose names could be one."""


def both(control: str, memory: str) -> tuple[Control, Memory]:
    return CONTROLS[control], MEMORIES[memory]


Sources = Callable[[str, str], tuple[str, tuple[Path, ...]]]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """The top of a control bus and a memory bus, and its sources."""

    @cache
    def made(control: str, memory: str) -> tuple[str, tuple[Path, ...]]:
        given, behind = both(control, memory)
        folder = tmp_path_factory.mktemp("regs")
        return tops.top(given, behind), registers.sources(given, folder, behind)

    return made


@pytest.mark.parametrize(("control", "memory"), COMBINATIONS)
def test_every_module_elaborates_in_yosys(
    sources: Sources, control: str, memory: str, tmp_path: Path
) -> None:
    top, files = sources(control, memory)
    names = yosys.stage(tmp_path, files)
    script = ""
    for parameters in ({}, {"AddrWidth": 64, "Queue": 2}):
        line = yosys.read(top, names, parameters)
        script += f"design -reset\n{line.replace('read_slang', 'read_slang --keep-hierarchy')}ls\n"
    log = yosys.run(tmp_path, "elaborate", script)
    found = {each.split("$")[0] for each in re.findall(r"^ +(\w\S*)$", log, re.MULTILINE)}
    stated = {
        path.stem
        for path in files
        if (path.parent == BUS or not path.is_relative_to(paths.rtl_dir()))
        and not path.stem.endswith(("_check", "_bind", "_pkg"))
    }
    assert found >= stated >= {top, registers.MODULE}


def test_every_file_is_of_a_top(sources: Sources) -> None:
    used = {path for pair in COMBINATIONS for path in sources(*pair)[1]}
    assert set(BUS.glob("*.sv")) <= used | set(rocc.sources())


@pytest.mark.long  # `make lint` has every pair
@pytest.mark.parametrize(("control", "memory"), COMBINATIONS)
def test_it_is_clean_at_wall(sources: Sources, control: str, memory: str, tmp_path: Path) -> None:
    top, files = sources(control, memory)
    preset = designs.FAMILIES["accel"].rtl_parameters(designs.parse("accel-d1s4t4w64"))
    for parameters in (preset, lint.BUS_CORNERS[0]):
        verilator.lint(top, files, parameters, tmp_path / "log")


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
    ("axi4_memory", {"Burst": 0}, "Burst is 0; 1 to 256 are allowed"),
    ("axi4_bursts", {"Burst": 1}, "Burst is 1; 2 to 256 are allowed"),
    ("axi4_bursts", {"Burst": 257}, "Burst is 257; 2 to 256 are allowed"),
    ("axi4_bursts", {"Outstanding": 1}, "Outstanding is 1; 2 to 64 are allowed"),
    ("axi4_bursts", {"Outstanding": 65}, "Outstanding is 65; 2 to 64 are allowed"),
    ("axi4_bursts", {"TagWidth": 1}, "TagWidth is 1; 2 and more are allowed"),
    ("axi4_check", {"Reads": 0}, "Reads is 0; 1 and more are allowed"),
    ("axi4_check", {"Writes": 0}, "Writes is 0; 1 and more are allowed"),
    ("axi4_check", {"Skew": 0}, "Skew is 0; 1 and more are allowed"),
    ("axi4_lite_check", {"Most": 0}, "Most is 0; 1 and more are allowed"),
    ("memory_channel", {"Width": 512}, "Width is 512; 32, 64, 128, 256 are allowed"),
    ("memory_channel", {"Outstanding": 0}, "Outstanding is 0; 1 to 64 are allowed"),
    ("memory_channel", {"Outstanding": 65}, "Outstanding is 65; 1 to 64 are allowed"),
    ("wishbone_check", {"Outstanding": 0}, "Outstanding is 0; 1 and more are allowed"),
    ("obi_port_check", {"Outstanding": 0}, "Outstanding is 0; 1 and more are allowed"),
    ("avalon_mm_check", {"Outstanding": 0}, "Outstanding is 0; 1 and more are allowed"),
    ("tl_ul_check", {"Width": 16}, "Width is 16; 32, 64 are allowed"),
    ("tl_ul_check", {"SourceWidth": 9}, "SourceWidth is 9; 1 to 8 are allowed"),
    ("apb4_check", {"MostWait": 0}, "MostWait is 0; 1 and more are allowed"),
]
"""A module, parameters, and what is said to them."""

ILLEGAL_ROCC = [
    ("hash_accel_rocc", {"AddrWidth": 39}, "AddrWidth is 39; 32, 40, 48, 56, 64 are allowed"),
    ("hash_accel_rocc", {"Outstanding": 0}, "Outstanding is 0; 1 to 32 are allowed"),
    ("hash_accel_rocc", {"Outstanding": 33}, "Outstanding is 33; 1 to 32 are allowed"),
    (
        "hash_accel_rocc",
        {"TagWidth": 1},
        "TagWidth is 1; as many bits as count Outstanding = 4 are allowed",
    ),
    ("rocc_check", {"XLen": 16}, "XLen is 16; 32, 64 are allowed"),
]


@pytest.mark.parametrize(("module", "parameters", "said"), ILLEGAL)
def test_illegal_parameters_are_refused_at_elaboration(
    sources: Sources, module: str, parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        # Of the tops that have it, the first.
        for pair in COMBINATIONS:
            files = sources(*pair)[1]
            if module in {path.stem for path in files}:
                verilator.lint(module, files, parameters, log)
    assert said in log.read_text()


@pytest.mark.parametrize(("module", "parameters", "said"), ILLEGAL_ROCC)
def test_illegal_parameters_of_the_coprocessor_are_refused(
    module: str, parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint(module, rocc.sources(), parameters, log)
    assert said in log.read_text()


@pytest.mark.long  # `make lint` does it
def test_the_coprocessor_is_clean_at_wall() -> None:
    assert lint.coprocessors() == 0


@pytest.mark.parametrize("parameters", lint.ROCC_CORNERS[:3])
def test_the_coprocessor_elaborates_in_yosys(parameters: dict[str, int], tmp_path: Path) -> None:
    names = yosys.stage(tmp_path, rocc.sources())
    yosys.run(tmp_path, "elaborate", yosys.read(rocc.TOP, names, parameters))


def test_the_coprocessor_has_its_checker(tmp_path: Path) -> None:
    found = verilator.instances(rocc.TOP, rocc.sources(), {}, tmp_path)
    assert (rocc.TOP, "u_rocc_check", "rocc_check") in found


PORTS = {
    "apb4": ("hash_accel_regs", "u_s_apb_check", "apb4_check"),
    "axi4-lite": ("axi4_lite_regs", "u_s_axil_check", "axi4_lite_check"),
    "obi": ("hash_accel_regs", "u_s_obi_check", "obi_port_check"),
    "wishbone": ("wishbone_regs", "u_s_wb_check", "wishbone_check"),
    "avalon-mm": ("avalon_mm_regs", "u_s_avalon_check", "avalon_mm_check"),
    "tl-ul": ("tl_ul_regs", "u_s_tl_check", "tl_ul_check"),
}
BEHIND = {
    "axi4": ("axi4_memory", "u_m_axi_check", "axi4_check"),
    "axi4-bursts": ("axi4_memory", "u_m_axi_check", "axi4_check"),
    "obi": ("obi_memory", "u_m_obi_check", "obi_port_check"),
    "wishbone": ("wishbone_memory", "u_m_wb_check", "wishbone_check"),
}


@pytest.mark.parametrize(("control", "memory"), COMBINATIONS)
def test_every_port_has_its_checker(
    sources: Sources, control: str, memory: str, tmp_path: Path
) -> None:
    top, files = sources(control, memory)
    found = verilator.instances(top, files, {}, tmp_path)
    assert {PORTS[control], BEHIND[memory]} <= found


def test_the_names_of_tops() -> None:
    names = [tops.top(*both(control, memory)) for control in CONTROLS for memory in MEMORIES]
    assert len(set(names)) == len(names)
    assert not {f"{name}.sv" for name in names} & {path.name for path in BUS.glob("*.sv")}
    assert [tops.top(*both(name, "axi4")) for name in ("apb4", "axi4-lite")] == [
        "hash_accel_apb4",
        "hash_accel_axi4_lite",
    ]


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
