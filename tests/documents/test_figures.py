# SPDX-License-Identifier: Apache-2.0
"""The tables of README and docs: as recorded, as the store has them, and none written by hand."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import designs
from hashfab.check import reports
from hashfab.designs import Design
from hashfab.documents import blocks, record, tables, write
from hashfab.documents.kinds import Cycles, Designs, Operations, Reported, Runs
from hashfab.documents.tables import DESIGN, LUT4, MHZ
from hashfab.errors import RequestError
from hashfab.measure import DEFAULT, Store, store
from hashfab.measure.physical import Physical
from hashfab.measure.runner import Runner
from hashfab.measure.stages import Execute, Execution, Simulate
from made_up import making_up

MADE_UP = Execution(1000, 900, 30, 40, {"hashing": 900, "other": 100})

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [path.relative_to(ROOT) for path in write.documents()]
RECORDS = record.load(ROOT / write.RECORDS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_a_document_shows_what_is_recorded(document: Path) -> None:
    for name, content in blocks.contents((ROOT / document).read_text()).items():
        assert name in RECORDS, f"{document}: run `make figures`"
        assert content == write.text(RECORDS[name]), f"{document}, {name}: run `make figures`"


def test_every_table_has_a_place() -> None:
    shown = [name for path in DOCUMENTS for name in blocks.names((ROOT / path).read_text())]
    assert sorted(shown) == sorted(table.name for table in tables.TABLES) == sorted(RECORDS)


FIGURE = re.compile(r"[0-9.]+ (kGE|LUT4|MHz|Gbit/s)|\| [0-9,.]+ \| [0-9,.]+ \|")


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_no_table_of_figures_is_written_by_hand(document: Path) -> None:
    rows = blocks.outside((ROOT / document).read_text()).splitlines()
    named = [row for row in rows if re.match(r"\| `(engine|accel|rv32|mips32|hashproc|soc-)", row)]
    assert [row for row in named if FIGURE.search(row)] == []


def test_the_store_does_not_contradict_a_document() -> None:
    kept, compared = store.default(), 0
    for name, found in RECORDS.items():
        for point in found.points:
            stage = point.now()
            assert (stage.title, stage.where) == (point.stage, point.where)
            try:
                stored = kept.get(stage.key())
            except RequestError:  # a library or a tool that is not here
                continue
            if stored is not None:
                figures = record.shown(asdict(stage.decode(stored.data)))
                assert figures == point.figures, f"{name}, {point.design}: run `make figures`"
                compared += 1
    if not compared:
        pytest.skip("the store holds none of these results")


@pytest.mark.parametrize("name", ["engine-n1", "accel-d1n1t1w64"])
def test_what_is_measured_now_is_what_the_documents_say(name: str, tmp_path: Path) -> None:
    stage = Simulate(designs.parse(name), DEFAULT, record.SEED)
    figures = asdict(stage.compute((), tmp_path))
    recorded = [
        point.figures
        for found in RECORDS.values()
        for point in found.points
        if (point.design, point.stage, point.where) == (name, stage.title, stage.where)
    ]
    assert recorded and all(each == figures for each in recorded), "run `make figures`"


def test_a_block_is_replaced_and_nothing_else() -> None:
    text = (
        "a\n<!-- figures: one -->\nold\n<!-- /figures -->\n"
        "b\n<!-- figures: two -->\n<!-- /figures -->\n"
    )
    assert blocks.names(text) == ["one", "two"]
    new = blocks.fill(text, {"one": blocks.table(["x"], [["1"], [""]], "from")})
    assert new.startswith("a\n<!-- figures: one -->\n| x |\n| --- |\n| 1 |\n|  |\n\nfrom\n<!-- /f")
    assert blocks.contents(new)["two"] == ""
    assert blocks.outside(new) == "a\n\nb\n\n"


def test_a_table_of_designs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))

    def work(design: Design, placed: bool) -> Physical:
        return Physical(period_ns=4.0, ff=1, lut4=1234)

    with making_up(work, monkeypatch):
        table = Designs("t", "made-up", designs=("engine-n2",), columns=(DESIGN, LUT4, MHZ))
        found = table.fill(Runner(store=Store(tmp_path / "results.sqlite")))
    assert found.columns == ["design", "LUT4", "MHz"]
    assert found.rows == [["`engine-n2`", "1,234", "250.0"]]
    assert found.note == "*`hashfab measure NAME --target made-up`; fake 1*"
    assert [point.stage for point in found.points] == ["simulate", "route"]
    path = tmp_path / "figures.json"
    path.write_text(record.dump({"t": found}))
    assert record.load(path)["t"] == found


def test_a_table_of_operations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))
    monkeypatch.setattr(Execute, "compute", lambda stage, given, work: MADE_UP)
    asked = {
        "ml-kem-512/keygen": ("rv32", "rv32-lane1"),
        "slh-dsa-shake-128f/sign": ("rv32-lane1",),
    }
    with making_up(lambda design, placed: Physical(period_ns=4.0, ff=1, lut4=9), monkeypatch):
        runner = Runner(store=Store(tmp_path / "results.sqlite"))
        cycles = Cycles("t", "made-up", asked).fill(runner)
        chosen = Operations("t", "made-up", "slh-dsa-shake-128f", ("rv32-lane1",), ("sign",))
        operations = chosen.fill(runner)
        runs = Runs("t", "made-up", "rv32-lane1", ("slh-dsa-shake-128f/sign",)).fill(runner)
    assert runs.rows == [["`slh-dsa-shake-128f/sign`", "1,000", "90", "0.00", "30", "40"]]
    assert len(runs.columns) == 6
    assert cycles.columns == ["operation", "`rv32`", "`rv32-lane1`"]
    assert cycles.rows == [
        ["`ml-kem-512/keygen`", "1,000", "1,000"],
        ["`slh-dsa-shake-128f/sign`", "", "1,000"],
    ]
    assert {point.stage for point in cycles.points} == {"execute", "route"}
    assert operations.columns[2:4] == ["sign, cycles", "of it hashing, %"]
    assert operations.rows == [["`rv32-lane1`", "0.0", "1,000", "90", "0.00", "30", "40"]]


def test_a_table_of_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))
    columns = (("family", lambda e: e["family"]), ("killed", lambda e: f"{e['killed']}"))
    table = Reported("made-up", "none", command="make made-up", columns=columns)
    with pytest.raises(RequestError, match="cannot read the report of `make made-up`"):
        table.fill(Runner())
    reports.keep("made-up", "family", [{"family": f, "killed": 1} for f in "ab"], {"t": "1"})
    reports.keep("made-up", "family", [{"family": "a", "killed": 2}], {"t": "2"})
    found = table.fill(Runner())
    assert found.rows == [["a", "2"], ["b", "1"]]
    assert found.note == "*`make made-up`; t 1, t 2*"
    reports.path("made-up").write_text("[")
    with pytest.raises(RequestError, match=r"is damaged: .*; run `make made-up`"):
        table.fill(Runner())


def test_a_table_that_does_not_exist_is_said() -> None:
    done = CliRunner().invoke(write.main, ["readme-cell"])
    assert isinstance(done.exception, RequestError)
    assert "readme-cells" in str(done.exception)


def test_a_target_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PDK_ROOT", raising=False)
    (cells,) = (table for table in tables.TABLES if table.name == "readme-cells")
    with pytest.raises(RequestError, match="PDK_ROOT"):
        cells.fill(Runner())
