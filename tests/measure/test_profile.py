# SPDX-License-Identifier: Apache-2.0
"""Profiles account for every cycle and say where they go."""

import json
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import RequestError
from hashfab.measure import DEFAULT, Request
from hashfab.measure.profile import profile
from hashfab.measure.stages import TakeApart
from hashfab.report import shares

SHA3 = designs.ALGORITHMS["sha3-256"]


def test_a_profile_accounts_for_the_cycles() -> None:
    found = profile(designs.parse("rv32"), SHA3, 1000, seed=1)
    for parts in (found.functions, found.classes):
        assert [part.cycles for part in parts] == sorted((p.cycles for p in parts), reverse=True)
        # But for the last instruction, which is under way as the job ends.
        assert abs(sum(part.cycles for part in parts) - found.cycles) < 10
    assert found.functions[0].name == "keccak_permute"
    assert found.functions[0].cycles > 0.95 * found.cycles
    names = {part.name for part in found.classes}
    assert {"logic", "shift", "load", "store"} <= names
    assert b"</svg>" in shares.draw(found, ".svg")


def test_the_lane_unit_is_a_class_of_its_own() -> None:
    found = profile(designs.parse("rv32-lane25"), SHA3, 1360, seed=1)
    executed = {part.name: part.instructions for part in found.classes}
    # 34 words for each of 10 blocks are loaded, half of them by the unit; 8 words of the digest.
    assert executed["load"] >= 10 * 34
    assert executed["keccak"] >= 8


def test_a_microprogram_by_instruction_and_operation() -> None:
    found = profile(designs.parse("hashproc"), designs.ALGORITHMS["md5"], 6400, seed=1)
    assert found.functions == ()
    assert [name for name, _ in found.kinds()] == ["instruction", "class"]
    for _, parts in found.kinds():
        assert abs(found.cycles - sum(part.cycles for part in parts)) < 20
    # 100 blocks and the padding's; 16 steps of each context in a round.
    executed = {part.name: part.instructions for part in found.classes}
    for mnemonic in ("MD500", "MD501", "MD510", "MD521", "MD531"):
        assert executed[mnemonic] == 101 * 16


def test_what_runs_no_program_is_refused() -> None:
    with pytest.raises(RequestError, match="engine-n1 runs no program"):
        profile(designs.parse("engine-n1"), SHA3, 100, seed=1)


def test_a_measurement_has_the_profile_of_what_runs_a_program(tmp_path: Path) -> None:
    stage = TakeApart(designs.parse("rv32-lane1"), DEFAULT, 1)
    assert stage in Request(designs.parse("rv32-lane1"), profile=True).stages
    assert stage not in Request(designs.parse("rv32-lane1")).stages
    engine = Request(designs.parse("engine-n1"), profile=True)
    assert not any(isinstance(each, TakeApart) for each in engine.stages)
    found = stage.compute((), tmp_path)
    assert found.message_bytes == 1024
    assert stage.decode(json.loads(json.dumps(stage.encode(found)))) == found
