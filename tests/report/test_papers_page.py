# SPDX-License-Identifier: Apache-2.0
"""The page of all papers: everything is on it, and it asks nobody for anything."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import papers
from hashfab.cli import reproduce
from hashfab.errors import WorkFailed
from hashfab.measure.runner import Runner
from hashfab.measure.targets import Target
from hashfab.papers import Paper, Row

ROW = Row("1-1-1 <b>", "throughput", "Gbit/s", 41.9, 20.95, "another technology & flow")


class Parser(HTMLParser):
    """Tables, and whether every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tables = 0
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.attributes += attributes
        self.tables += tag == "table"
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))

    def made_up(paper: Paper, target: Target, runner: Runner) -> list[Row]:
        if paper.name == "huo2016":
            raise WorkFailed("hashproc does not fit")
        return [ROW, Row(ROW.item, "peak", "", None, 3.0, "no figure")]

    monkeypatch.setattr(papers, "reproduce", made_up)
    return "huo2016"


def test_all_papers_are_on_one_page(fails: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(reproduce.reproduce_, ["all"])
    assert result.exit_code == 1, "a paper failed"
    place = tmp_path / "reproduce" / "index.html"
    assert str(place) in result.stdout.replace("\n", "")
    text = place.read_text()
    parser = Parser()
    parser.feed(text)
    assert not parser.open
    assert parser.tables == len(papers.PAPERS) - 1
    for paper in papers.PAPERS.values():
        assert f'<h2 id="{paper.name}">' in text and f'href="#{paper.name}"' in text
    assert "1-1-1 &lt;b&gt;" in text and "1-1-1 <b>" not in text
    assert ">41.90<" in text and ">20.95<" in text and ">0.500<" in text
    assert "hashproc does not fit" in text
    assert not re.search(r"https?:|<script|@import|url\(", text)
    assert ("lang", "en") in parser.attributes
    assert ("scope", "col") in parser.attributes and ("scope", "row") in parser.attributes


def test_as_data(fails: str, tmp_path: Path) -> None:
    place = tmp_path / "mine.html"
    result = CliRunner().invoke(reproduce.reproduce_, ["all", "--json", "--out", str(place)])
    document = json.loads(result.stdout)
    assert document["page"] == str(place) and place.is_file()
    by_name = {each["paper"]: each for each in document["papers"]}
    assert set(by_name) == set(papers.PAPERS)
    assert by_name[fails]["failed"] == "hashproc does not fit"
    assert by_name["schmidt2015"]["rows"][0]["published"] == 41.9
