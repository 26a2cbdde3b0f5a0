# SPDX-License-Identifier: Apache-2.0
"""Kinds of tables that arrange what others have measured."""

from pathlib import Path

import pytest

from hashfab.check import reports
from hashfab.documents import tables
from hashfab.documents.kinds import Cycles, Designs, Evidenced, Schemes
from hashfab.documents.record import Record
from hashfab.errors import RequestError
from hashfab.measure.runner import Runner


def test_operations_of_a_scheme_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        ["`a/keygen`", "1,234,567", ""],
        ["`a/sign`", "", ""],
        ["`b/verify`", "49,999", "100,000,000"],
        ["`c/sign`", "1,234,567,890", "999,000,000"],
    ]
    measured = Record(["operation", "`x`", "`y`"], rows, "by a command")
    monkeypatch.setattr(Cycles, "fill", lambda self, runner: measured)
    names = {"a/keygen": ("x",), "a/sign": (), "b/verify": ("x", "y"), "c/sign": ("x", "y")}
    filled = Schemes(name="", target="none", operations=names).fill(Runner(1))
    assert filled.columns == ["millions of cycles", "`x`", "`y`"]
    assert filled.rows == [
        ["`a`: keygen / sign", "1.23 / ?", ""],
        ["`b`: verify", "0.05", "100"],
        ["`c`: sign", "1,235", "999"],
    ]
    assert filled.note == measured.note


def test_designs_stand_beside_what_checks_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = (each for each in tables.TABLES if each.name == "hardened")
    assert isinstance(table, Evidenced)
    measured = Record(["design"], [[f"`{name}`"] for name in table.designs], "*measure; yosys 1*")
    monkeypatch.setattr(Designs, "fill", lambda self, runner: measured)
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path))
    with pytest.raises(RequestError, match="leakage"):
        table.fill(Runner(1))
    traces = {
        "engine-n1x2": {"traces": 9_000, "largest_t": [2.25, 1.0]},
        "engine-n1": {"traces": 768, "largest_t": [58.2, 15.7]},
    }
    masked = {"probes": 1234, "leaks": ["a wire"]}
    entry = {"design": "engine-n1x2", "probes": masked, "traces": traces}
    reports.keep("leakage", "design", [entry], {"yosys": "1"})
    faults = [
        {"part": "control", "kind": "flip", "runs": 200, "wrong": 1},
        {"part": "control", "kind": "stuck", "runs": 200, "wrong": 0},
        {"part": "control", "kind": "two flips", "runs": 100, "wrong": 50},
        {"part": "data", "kind": "flip", "runs": 100, "wrong": 100},
    ]
    found = [{"design": "engine-n1-redo", "faults": faults}]
    reports.keep("faults", "design", found, {"yosys": "1"})
    filled = table.fill(Runner(1))
    rows = {row[0].strip("`"): row[1:] for row in filled.rows}
    assert rows == {
        "engine-n1": ["", "58.2, 15.7 (768)", "", ""],
        "engine-n1x2": ["1 of 1,234", "2.2, 1.0 (9,000)", "", ""],
        "engine-n1x2g64": ["", "", "", ""],
        "engine-n1-parity": ["", "", "", ""],
        "engine-n1-redo": ["", "", "0.25, 50.00", "100.00, "],
    }
    assert len(filled.columns) == 5 and filled.note.count("yosys 1") == 3
