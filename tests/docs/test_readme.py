# SPDX-License-Identifier: Apache-2.0
"""What the README says of the families is what the catalogue and the RTL have."""

import re
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.advise import demand

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", designs.FAMILIES)
def test_a_family_is_named_with_its_folder_and_its_top(name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}` \| .* \| (`rtl[^|]*) \|$", README, re.MULTILINE)
    folder, top = re.findall(r"`([^`]+)`", row)
    assert top == designs.FAMILIES[name].top
    assert (ROOT / folder / f"{top}.sv").is_file()


@pytest.mark.parametrize("page", ["README.md", "docs/recommend.md"])
def test_a_workload_that_is_shown_is_one(page: str) -> None:
    found = re.findall(r"```toml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    workloads = [text for text in found if "[[call]]" in text]
    assert workloads
    for text in workloads:
        assert demand.parse(text, page, "shown").calls


def test_the_workload_of_the_documents_is_an_example() -> None:
    text = (ROOT / "docs" / "recommend.md").read_text()
    shown = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    example = ROOT / "examples" / "workloads" / "sensor-node.toml"
    assert shown and example.read_text().endswith(shown[1])


def test_the_ready_workloads_are_named() -> None:
    for page in ("README.md", "docs/recommend.md"):
        text = (ROOT / page).read_text()
        assert not [name for name in demand.ready() if f"`{name}`" not in text]


def test_every_key_of_a_workload_is_explained() -> None:
    text = (ROOT / "docs" / "recommend.md").read_text()
    keys = set(demand.TOP_KEYS) - {"call"} | set(demand.CALL_KEYS)
    assert not [key for key in keys if f"\n| `{key}` |" not in text]


def test_it_has_no_more_than_two_screens() -> None:
    assert len(README.splitlines()) <= 110
