# SPDX-License-Identifier: Apache-2.0
"""Tables are read on any terminal, and print what they are given as it is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import papers
from hashfab.cli import cli, reproduce, show
from hashfab.papers import Row

WHY = "The paper counts a gate of its own library, which has another size than ours."
COLUMNS = ["metric", "published", "measured", "why"]
ROWS = [["area (GE)", "1,234.50", "987.25", WHY], ["frequency (MHz)", "-", "61.70", ""]]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_table_fits_and_no_figure_is_cut(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    show.show_table("A title that says what all of this is about", COLUMNS, ROWS)
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= width
    for figure in ("area (GE)", "1,234.50", "987.25", "frequency (MHz)", "61.70"):
        assert figure in printed
    words = printed.replace("│", " ").split()
    assert set(WHY.split()) <= set(words)


@pytest.mark.parametrize("width", [40, 80])
def test_the_list_fits(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    printed = CliRunner().invoke(cli, ["list"]).output
    assert "hashproc" in printed and max(map(len, printed.splitlines())) <= width


@pytest.mark.parametrize("width", [40, 120])
def test_markup_is_printed_as_it_is(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    show.show_table("[bold]title[/]", ["[red]", ":smile:"], [["[/nothing]", "[b]x[/b]"]])
    printed = capsys.readouterr().out
    for text in ("[bold]title[/]", ":smile:", "[/nothing]", "[b]x[/b]"):
        assert text in printed


@pytest.mark.parametrize(
    ("published", "measured", "ratio"),
    [(200.0, 50.0, 0.25), (None, 1.0, None), (1.0, None, None), (0.0, 1.0, None)],
)
def test_the_ratio_is_measured_over_published(
    published: float | None, measured: float | None, ratio: float | None
) -> None:
    row = Row("design", "area", "GE", published, measured, "")
    assert reproduce.ratio(row) == ratio


def test_rows_stand_by_item_with_their_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = [
        Row("one", "area", "GE", 200.0, 50.0, ""),
        Row("two", "area", "GE", None, 70.0, "not in the paper"),
        Row("one", "frequency", "MHz", 10.0, 25.0, ""),
    ]
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(papers, "reproduce", lambda *arguments: rows)
    result = CliRunner().invoke(reproduce.reproduce_, ["ng2020"])
    assert result.exit_code == 0, result.output
    text = result.output
    assert text.index("one") < text.index("0.250") < text.index("2.500") < text.index("two")
    assert "measured over published" in text
