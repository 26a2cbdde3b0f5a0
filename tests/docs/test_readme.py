# SPDX-License-Identifier: Apache-2.0
"""What the README says of the families is what the catalogue and the RTL have."""

import re
from pathlib import Path

import pytest

from hashfab import designs

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", designs.FAMILIES)
def test_a_family_is_named_with_its_folder_and_its_top(name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}` \| .* \| (`rtl[^|]*) \|$", README, re.MULTILINE)
    folder, top = re.findall(r"`([^`]+)`", row)
    assert top == designs.FAMILIES[name].top
    assert (ROOT / folder / f"{top}.sv").is_file()


def test_it_has_no_more_than_two_screens() -> None:
    assert len(README.splitlines()) <= 110
