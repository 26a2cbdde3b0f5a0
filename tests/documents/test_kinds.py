# SPDX-License-Identifier: Apache-2.0
"""Kinds of tables that arrange what others have measured."""

import pytest

from hashfab.documents.kinds import Cycles, Schemes
from hashfab.documents.record import Record
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
