# SPDX-License-Identifier: Apache-2.0
"""Every module of the RTL elaborates in Yosys through slang, and lint is clean at a preset."""

import re
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.designs import FAMILIES, Family
from hashfab.errors import WorkFailed
from hashfab.measure import harnesses
from hashfab.tools import verilator, yosys

SIMULATION_ONLY = {
    "core_rvfi",
    "obi_check",
    "riscv_rvfi_csr",
    "stream_check",
    "tag_check",
    "xif_check",
}

OWN = {
    "engine": ["keccak", "engine"],
    "accel": ["common", "accel"],
    "rv32": ["core", "lane", "riscv"],
    "mips32": ["core", "mips"],
    "hashproc": ["hashproc"],
    "soc": ["soc"],
}
"""The folders whose modules a family's corners must reach, all of them."""

CORNERS = {"engine": None, "accel": 10, "soc": 2}
"""How many corners are taken, where not 16; all of a system's own modules are in each."""


def modules(folder: str) -> set[str]:
    text = "".join(path.read_text() for path in (paths.rtl_dir() / folder).glob("*.sv"))
    return set(re.findall(r"^module (\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_every_module_elaborates_in_yosys(family: Family, tmp_path: Path) -> None:
    names = yosys.stage(tmp_path, family.sources())
    points = family.corners()[: CORNERS.get(family.name, 16)]
    script = ""
    for design in points:
        line = yosys.read(harnesses.top(family), names, family.rtl_parameters(design))
        script += f"design -reset\n{line.replace('read_slang', 'read_slang --keep-hierarchy')}ls\n"
    log = yosys.run(tmp_path, "elaborate", script)
    found = {name.split("$")[0] for name in re.findall(r"^ +(\w\S*)$", log, re.MULTILINE)}
    wanted = set().union(*(modules(folder) for folder in OWN[family.name])) - SIMULATION_ONLY
    assert wanted <= found


@pytest.mark.long  # `make lint` does so, and for every corner.
@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_presets_are_clean_at_wall(family: Family, tmp_path: Path) -> None:
    for name in family.presets:
        design = designs.parse(name)
        parameters = family.rtl_parameters(design)
        for top in (family.top, harnesses.top(family)):
            verilator.lint(top, family.sources(), parameters, tmp_path / "log")


ROUNDS = "1, 2, 3, 4, 6, 8, 12, 24 are allowed"

ILLEGAL = [
    ("engine", "keccak_engine", {"RoundsPerCycle": 5}, f"RoundsPerCycle is 5; {ROUNDS}"),
    ("engine", "keccak_engine", {"RoundsPerCycle": 0}, f"RoundsPerCycle is 0; {ROUNDS}"),
    ("engine", "keccak_engine", {"Stages": 0}, "Stages is 0; 1, 2, 3, 4 are allowed"),
    ("engine", "keccak_engine", {"Stages": 5}, "Stages is 5; 1, 2, 3, 4 are allowed"),
    ("engine", "keccak_engine", {"Fold": 4}, "Fold is 4; 0 (none), 1 (plane)"),
    ("engine", "keccak_engine", {"Shares": 0}, "Shares is 0; 1, 2 are allowed"),
    ("engine", "keccak_engine", {"Shares": 3}, "Shares is 3; 1, 2 are allowed"),
    ("engine", "keccak_engine", {"Shares": 2, "Stages": 2}, "only one of"),
    ("engine", "keccak_engine", {"TagWidth": 0}, "TagWidth is 0; 1 and more are allowed"),
    ("engine", "keccak_engine", {"Protect": 3}, "Protect is 3; 0 (none), 1 (parity), 2 (redo)"),
    ("engine", "keccak_engine", {"Protect": 1, "Stages": 2}, "only one of"),
    ("engine", "keccak_engine", {"Generator": 64}, "Generator is 64; with one share, 0 is allowed"),
    ("engine", "keccak_engine", {"Shares": 2, "Generator": 32}, "Generator is 32; 0, 64, 128, 320"),
    ("engine", "keccak_engine", {"SeedWords": 0}, "SeedWords is 0; 1 and more are allowed"),
    ("engine", "trivium_words", {"Steps": 32}, "Steps is 32; 64, 128, 320 are allowed"),
    ("engine", "trivium_words", {"SeedWords": 0}, "SeedWords is 0; 1 and more are allowed"),
    ("engine", "keccak_engine_redo", {"Distance": 64}, "Distance is 64; 1 to 63 are allowed"),
    ("engine", "keccak_guarded_control", {"Passes": 3}, "Passes is 3; 1, 2 are allowed"),
    ("engine", "keccak_guarded_control", {"TagWidth": 0}, "TagWidth is 0; 1 and more are allowed"),
    ("engine", "keccak_engine", {"RoundsPerCycle": 2, "Stages": 2}, "only one of"),
    ("engine", "keccak_engine", {"Fold": 1, "Stages": 2}, "only one of"),
    ("engine", "keccak_engine_rounds", {"RoundsPerCycle": 7}, f"RoundsPerCycle is 7; {ROUNDS}"),
    ("engine", "keccak_rounds", {"RoundsPerCycle": 7}, f"RoundsPerCycle is 7; {ROUNDS}"),
    ("engine", "keccak_engine_stages", {"Stages": 1}, "Stages is 1; 2, 3, 4 are allowed"),
    *(
        ("engine", f"keccak_engine_{part}", {"TagWidth": 0}, "TagWidth is 0; 1 and more")
        for part in ("rounds", "masked", "stages", "plane", "lane", "slice", "parity", "redo")
    ),
    ("engine", "rr_arbiter", {"Count": 0}, "Count is 0; 1 and more are allowed"),
    ("engine", "step_counter", {"Width": 16}, "Width is 16; 17 and more are allowed"),
    ("engine", "stream_register", {"Width": 0}, "Width is 0; 1 and more are allowed"),
    ("engine", "stream_check", {"Width": 0}, "Width is 0; 1 and more are allowed"),
    ("engine", "tag_check", {"TagWidth": 0}, "TagWidth is 0; 1 and more are allowed"),
    ("engine", "tag_check", {"Most": 0}, "Most is 0; 1 and more are allowed"),
    ("engine", "obi_check", {"Outstanding": 0}, "Outstanding is 0; 1 and more are allowed"),
    ("engine", "xif_check", {"IdWidth": 0}, "IdWidth is 0; 1 and more are allowed"),
    ("hashproc", "hashproc_rows", {"WrapWidth": 0}, "WrapWidth is 0; 1 to 5 are allowed"),
    ("hashproc", "hashproc_rows", {"WrapWidth": 6}, "WrapWidth is 6; 1 to 5 are allowed"),
    ("rv32", "riscv_hash", {"Lanes": 2}, "Lanes is 2; 0, 1, 5, 25 are allowed"),
    ("rv32", "riscv_hash", {"Zbkb": 2}, "Zbkb is 2; 0, 1 are allowed"),
    ("rv32", "riscv_hash", {"Ise": 3}, "Ise is 3; 0, 1, 2 are allowed"),
    ("rv32", "riscv_hash", {"AltOps": 2}, "AltOps is 2; 0, 1 are allowed"),
    ("rv32", "riscv_hash", {"BootAddr": 1}, "multiples of 2 are allowed"),
    ("mips32", "mips_core", {"Ise": 3}, "Ise is 3; 0, 1, 2 are allowed"),
    ("mips32", "mips_core", {"BootAddr": 2}, "multiples of 4 are allowed"),
    ("accel", "hash_accel", {"Units": 9, "Contexts": 8}, "Units is 9; 1 to 8 are allowed"),
    (
        "accel",
        "hash_accel",
        {"RoundsPerCycle": 5},
        "RoundsPerCycle is 5; 1, 2, 3, 4, 6, 8, 12, 24 are",
    ),
    (
        "accel",
        "hash_accel",
        {"Stages": 5, "Contexts": 5},
        "Stages is 5; 1, or 2 to 4 with one round per",
    ),
    (
        "accel",
        "hash_accel",
        {"Stages": 2, "Contexts": 2, "RoundsPerCycle": 2},
        "Stages is 2; 1, or 2 to 4",
    ),
    (
        "accel",
        "hash_accel",
        {"Units": 2, "Contexts": 1},
        "Contexts is 1; Units * Stages = 2 to 8 are",
    ),
    ("accel", "hash_accel", {"Contexts": 9}, "Contexts is 9; Units * Stages = 1 to 8 are allowed"),
    ("accel", "hash_accel", {"Width": 48}, "Width is 48; 32, 64, 128, 256 are allowed"),
    ("accel", "hash_accel", {"Buffers": 0}, "Buffers is 0; 1 to 8 are allowed"),
    ("accel", "hash_accel", {"Buffers": 9}, "Buffers is 9; 1 to 8 are allowed"),
    ("accel", "hash_accel", {"AddrWidth": 21}, "AddrWidth is 21; 22 to 64 are allowed"),
    ("accel", "hash_accel", {"AddrWidth": 65}, "AddrWidth is 65; 22 to 64 are allowed"),
    ("accel", "hash_accel", {"LenWidth": 16}, "LenWidth is 16; 17 to 64 are allowed"),
    ("accel", "hash_accel", {"LenWidth": 65}, "LenWidth is 65; 17 to 64 are allowed"),
    ("accel", "hash_accel", {"IdWidth": 0}, "IdWidth is 0; 1 to 16 are allowed"),
    ("accel", "hash_accel", {"IdWidth": 17}, "IdWidth is 17; 1 to 16 are allowed"),
    ("accel", "hash_accel", {"Fold": 2}, "Fold is 2; 0 (none), 1 (plane), 3"),
    ("accel", "hash_accel", {"Fold": 3, "Contexts": 2}, "a folded one has one unit, round,"),
    ("accel", "hash_accel", {"Fold": 3, "Resume": 1}, "a folded one has one unit, round,"),
    ("accel", "hash_accel", {"Fold": 1, "Chain": 1}, "a folded one has one unit, round,"),
    (
        "accel",
        "hash_accel",
        {"Chain": 1, "Stages": 2, "Contexts": 2},
        "Chain is 1 and Stages is 2; with Chain, 1 is allowed",
    ),
    ("accel", "hash_accel", {"Fold": 1, "Width": 32}, "Width is 32; folded by planes, 64 is"),
    ("accel", "hash_accel", {"Fold": 3, "Width": 128}, "Width is 128; folded by slices, 32, 64"),
]
"""A family, one of its modules, parameters, and what is said to them."""


@pytest.mark.parametrize(("family", "module", "parameters", "said"), ILLEGAL)
def test_illegal_parameters_are_refused_at_elaboration(
    family: str, module: str, parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint(module, FAMILIES[family].sources(), parameters, log)
    assert said in log.read_text()


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"Ise": 3}, "Ise is 3; 0, 1, 2 are allowed"),
        ({"BootAddr": 0x81}, "BootAddr is 00000081; multiples of 2 are allowed"),
    ],
)
def test_the_core_alone_refuses_illegal_parameters(
    parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint("riscv_core", FAMILIES["rv32"].sources(), parameters, log)
    assert said in log.read_text()


UNCHECKED = {"hashproc_add": {"Fast"}}
"""A bit is always legal."""


def test_every_parameter_of_the_engines_and_what_is_common_is_refused_once() -> None:
    refused: dict[str, set[str]] = {}
    for _, module, parameters, _ in ILLEGAL:
        refused.setdefault(module, set()).update(parameters)
    for folder in ("common", "keccak", "hashproc"):
        for path in (paths.rtl_dir() / folder).glob("*.sv"):
            header = path.read_text().partition(") (")[0]
            stated = set(re.findall(r"^  parameter +[\w ]+? +(\w+) += ", header, re.MULTILINE))
            assert stated - refused.get(path.stem, set()) <= UNCHECKED.get(path.stem, set())


@pytest.mark.parametrize("width", [32, 256])
@pytest.mark.parametrize(
    ("addr", "length", "name"), [(22, 17, 1), (64, 64, 16)], ids=["narrowest", "widest"]
)
def test_the_accelerators_extreme_widths_are_clean_at_wall(
    width: int, addr: int, length: int, name: int, tmp_path: Path
) -> None:
    family = FAMILIES["accel"]
    parameters = {"Width": width, "AddrWidth": addr, "LenWidth": length, "IdWidth": name}
    verilator.lint(family.top, family.sources(), parameters, tmp_path / "log")
