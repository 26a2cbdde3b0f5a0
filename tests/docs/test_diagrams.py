# SPDX-License-Identifier: Apache-2.0
"""The block diagrams: their names are the RTL's, and the drawings are what the sources give."""

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "diagrams"
SOURCES = sorted(FOLDER.glob("*.toml"))
CORES = ("rv32", "mips32")


@cache
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw", FOLDER / "draw.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def instances() -> dict[str, set[str]]:
    """What each module of the RTL instantiates."""
    texts = {path.stem: path.read_text() for path in (ROOT / "rtl").rglob("*.sv")}
    modules = {name for name, text in texts.items() if re.search(rf"^module {name}\b", text, re.M)}
    word = re.compile(r"^\s*(\w+)\s+(?:#\(|u_\w+)", re.M)
    return {name: set(word.findall(texts[name])) & modules for name in modules}


def inside(name: str) -> set[str]:
    """What a module instantiates, and what that does."""
    return {name}.union(*(inside(child) for child in instances()[name] - {name}))


def test_there_is_one_of_the_whole_and_one_per_family() -> None:
    names = {path.stem for path in SOURCES}
    own = {"flow", "engine", "accel", "buses", "rocc", "stream", "lane", "hashproc", "soc"}
    assert own | set(CORES) == names


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_block_is_a_module_and_lies_in_one_that_has_it(source: Path) -> None:
    blocks = draw().read(source).values()
    modules = [block for block in blocks if block.kind == "module"]
    assert modules
    for block in modules:
        assert block.name in instances(), f"{block.name} is no module of rtl"
        for frame in modules:
            if frame.frame and frame is not block and frame.holds(block):
                assert block.name in inside(frame.name), f"{frame.name} has no {block.name}"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_block_cuts_another(source: Path) -> None:
    blocks = list(draw().read(source).values())
    for number, one in enumerate(blocks):
        for other in blocks[number + 1 :]:
            apart = one.apart(other)
            assert apart or (one.frame and one.holds(other)), f"{one.name}, {other.name}"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_drawing_is_what_the_source_gives(source: Path) -> None:
    """`make diagrams` draws them again."""
    assert source.with_suffix(".svg").read_text() == draw().draw(source)


def test_a_wire_to_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no wire between blocks"):
        draw().draw_wire("a.r -> nowhere.l", draw().read(SOURCES[0]))


PAGES = {
    "accel": "accelerator",
    "mips": "mips",
    "riscv": "riscv",
    "lane": "riscv",
    "core": "riscv",
    "soc": "soc",
}


@pytest.mark.parametrize(("folder", "page"), PAGES.items())
def test_a_page_names_every_module_of_its_folder(folder: str, page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text()
    modules = {path.stem for path in (ROOT / "rtl" / folder).glob("*.sv")} & set(instances())
    assert not {name for name in modules if f"`{name}`" not in text}
