# SPDX-License-Identifier: Apache-2.0
"""Generated files are up to date, and a core's extensions are what the RTL calls them."""

import re
from pathlib import Path

import pytest

from hashfab import paths
from hashfab.designs import CORES
from hashfab.designs.generate import files

ENUMERATION = re.compile(r"typedef enum logic \[\d+:0\] \{([^}]*)\} ise_e;")


@pytest.mark.parametrize("path", files(), ids=str)
def test_up_to_date(path: Path) -> None:
    text = (paths.rtl_dir().parent / path).read_text()
    assert text == files()[path], "run `python -m hashfab.designs.generate`"


@pytest.mark.parametrize(
    ("core", "package"), [("rv32", "riscv/riscv_pkg.sv"), ("mips32", "mips/mips_pkg.sv")]
)
def test_the_rtl_counts_extensions_as_the_catalogue_does(core: str, package: str) -> None:
    found = ENUMERATION.findall((paths.rtl_dir() / package).read_text())
    assert len(found) == 1
    members = [member.strip() for member in found[0].split(",")]
    numbers = {"IseNone": 0} | {
        f"Ise{extension.name.capitalize()}": extension.rtl["Ise"]
        for extension in CORES[core].extensions
        if "Ise" in extension.rtl
    }
    assert {member: number for number, member in enumerate(members)} == numbers


@pytest.mark.parametrize("core", CORES)
def test_every_extension_but_the_first_is_in_the_rtl(core: str) -> None:
    plain, *others = CORES[core].extensions
    assert not plain.rtl and plain.instructions is None
    assert all(any(extension.rtl.values()) and extension.instructions for extension in others)
    assert len({tuple(extension.rtl.items()) for extension in others}) == len(others)
