# SPDX-License-Identifier: Apache-2.0
"""Every page that hashfab writes, before an accessibility checker, on a desktop and a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from hashfab import papers, paths
from hashfab.check import coverage
from hashfab.check.coverage import Point, Waiver
from hashfab.cli import reproduce
from hashfab.errors import WorkFailed
from hashfab.papers import Paper, Row
from hashfab.report import page

from .sample import guest, results
from .screen import DESKTOP, PHONE, emulated

Prepare = Callable[[Chrome], None]


@pytest.fixture(scope="module", params=["exploration", "papers", "coverage"])
def written(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Prepare]:
    """A page, and what to do to it until everything that it may show is there."""
    path = tmp_path_factory.mktemp("page") / "index.html"
    write, prepare = {
        "exploration": (_exploration, _choose_two),
        "papers": (_papers, _nothing),
        "coverage": (_coverage, _open_all),
    }[request.param]
    write(path)
    assert path.is_file()
    return path, prepare


def _exploration(path: Path) -> None:
    made = results(path.parent)
    made["points"].append(guest())
    path.write_text(page.render(made), encoding="utf-8")


def _choose_two(chromium: Chrome) -> None:
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    chromium.find_element(By.ID, "pin").click()
    other = 'tr[data-design="engine-n2"] button'
    chromium.find_element(By.CSS_SELECTOR, other).send_keys(Keys.ENTER)


def _papers(path: Path) -> None:
    rows = [
        Row("1-1-1", "throughput", "Gbit/s", 41.9, 20.95, "another technology and flow; " * 9),
        Row("1-1-1", "peak", "", None, 3.0, "no figure"),
        Row("a-long-name-of-a-design-that-was-measured", "area", "kGE", 40.0, None, ""),
    ]

    def made_up(paper: Paper, *_: object) -> list[Row]:
        if paper.name == "huo2016":
            raise WorkFailed("hashproc does not fit")
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(papers, "reproduce", made_up)
        CliRunner().invoke(reproduce.reproduce_, ["all", "--out", str(path)])


def _nothing(chromium: Chrome) -> None:
    """It shows everything as it is."""


def _coverage(path: Path) -> None:
    name = "engine/keccak_engine.sv"
    source = (paths.rtl_dir() / name).read_text().splitlines()
    counts = {
        Point(name, number, 0, "line", "block", str(number)): number % 3
        for number in range(1, len(source))
    }
    why = Waiver(name, "logic", "it is there for lint, and a long reason it is, " * 3)
    file = coverage.take_apart(name, counts, [why])
    families = {"engine": [file]}
    path.write_text(coverage.page(families, coverage.complaints(families, [why])))


def _open_all(chromium: Chrome) -> None:
    chromium.execute_script(
        "document.querySelectorAll('details').forEach((d) => { d.open = true })"
    )


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing(
    chromium: Chrome, written: tuple[Path, Prepare], axe: str, width: int, scheme: str
) -> None:
    path, prepare = written
    with emulated(chromium, width, scheme):
        chromium.get("about:blank")
        chromium.get(path.as_uri())
        prepare(chromium)
        chromium.execute_script(axe)
        found = chromium.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(found));"
        )
        assert len(found["passes"]) > 10
        said = [
            (each["id"], each["help"], [node["target"] for node in each["nodes"]][:5])
            for each in found["violations"]
        ]
        assert said == []
        assert chromium.execute_script("return document.documentElement.scrollWidth") <= width
