# SPDX-License-Identifier: Apache-2.0
"""Protected engines: they notice what they promise, end safely, and a check that is cut is seen."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hashfab import designs
from hashfab.check.faults import campaign, sites
from hashfab.check.faults.bench import DETECTED, EngineBench, Strike
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.circuit import Gates
from hashfab.check.netlist.simulator import ALL, NONE, RUNS, WORDS, Simulator, pack, unpack
from hashfab.designs import Design
from hashfab.errors import CheckFailed

FORMS = ("engine-n1-parity", "engine-n1-redo")


@cache
def bench(name: str, optimized: bool = False) -> tuple[Design, Gates, EngineBench]:
    """As it is written unless said: ABC takes longer than these campaigns."""
    design = designs.parse(name)
    gates = synthesis.gates(design, optimized)
    return design, gates, EngineBench(design, gates, 1)


def result(design: Design, gates: Gates, on: EngineBench, runs: int) -> campaign.Result:
    return campaign.strike(design, on, sites.of(design, gates), runs, 1)


@pytest.mark.parametrize(
    ("optimized", "runs"), [(False, 60), pytest.param(True, 2000, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", FORMS)
def test_no_single_fault_goes_unnoticed(name: str, optimized: bool, runs: int) -> None:
    design, gates, on = bench(name, optimized)
    found = result(design, gates, on, runs)
    campaign.check(design, found)
    for row in found.rows:
        if row.stratum.kind != "two flips":
            assert row.outcomes["wrong"] == 0, row


@pytest.mark.parametrize("name", FORMS)
def test_every_flip_of_a_register_of_the_control_is_noticed(name: str) -> None:
    """Each of them, in as many cycles as there are runs for it."""
    design, gates, on = bench(name)
    nets = sites.of(design, gates).nets["control", "register"]
    numbers = np.random.default_rng(1)
    strikes: dict[int, list[Strike]] = {}
    for run, end in enumerate(on.clean.ends.tolist()):
        strike = Strike(run, int(nets[run % len(nets)]), None)
        strikes.setdefault(int(numbers.integers(end + 1)), []).append(strike)
    assert (on.run(strikes) == DETECTED).all()


@pytest.mark.parametrize("name", FORMS)
def test_after_an_alarm_nothing_is_left(name: str) -> None:
    """Whatever control register is flipped, the state is cleared, and stays so until a reset."""
    design, gates, _ = bench(name)
    nets = sites.of(design, gates).nets
    run = Simulator(gates)
    for level in (0, 1):
        run.set_all("rst_ni", level)
        run.settle()
        run.clock()
    data = np.random.default_rng(1).integers(2, size=(1600, RUNS), dtype=np.uint8)
    run.set("data_i", pack(data))
    run.set_all("valid_i", 1)
    for _ in range(10):
        run.settle()
        assert not run.get("data_o").any()
        run.clock()
    assert unpack(run.values[nets["data", "register"]]).any(axis=0).all()
    for number, net in enumerate(nets["control", "register"].tolist()):
        flip = np.full(WORDS, NONE)
        for each in range(number, RUNS, len(nets["control", "register"])):
            flip[each // 64] ^= np.uint64(1 << each % 64)
        run.disturb(net, np.full(WORDS, ALL), flip)
    for cycle in range(6):
        run.settle()
        assert unpack(run.get("alarm_o")).all()
        if cycle:
            assert not unpack(run.get("valid_o")).any() and not unpack(run.get("ready_o")).any()
            assert not unpack(run.get("data_o")).any()
        if cycle > 1:
            assert not unpack(run.values[nets["data", "register"]]).any()
        run.clock()
    run.set_all("rst_ni", 0)
    run.settle()
    assert not unpack(run.get("alarm_o")).any() and unpack(run.get("ready_o")).all()


CUTS: Mapping[str, tuple[str, str, str, str]] = {
    "the parities are not compared": (
        FORMS[0],
        "keccak_engine_parity.sv",
        ".fault_i (fault)",
        ".fault_i (fault & 1'b0)",
    ),
    "the results are not compared": (
        FORMS[1],
        "keccak_engine_redo.sv",
        ".fault_i (fault)",
        ".fault_i (fault & 1'b0)",
    ),
    "the rails' states are not compared": (
        FORMS[0],
        "keccak_guarded_control.sv",
        "fault_i || !phases_fit ||",
        "fault_i ||",
    ),
    "the rails' rounds are not compared": (
        FORMS[0],
        "keccak_guarded_control.sv",
        "!rounds_fit || ",
        "",
    ),
    "the tags are not compared": (
        FORMS[0],
        "keccak_guarded_control.sv",
        " || !tags_fit",
        "",
    ),
}


QUICK = ("the parities are not compared", "the tags are not compared")


@pytest.mark.parametrize(
    "cut", [cut if cut in QUICK else pytest.param(cut, marks=pytest.mark.long) for cut in CUTS]
)
def test_a_check_that_is_cut_fails_the_campaign(cut: str, tmp_path: Path) -> None:
    name, file, right, wrong = CUTS[cut]
    design = designs.parse(name)
    family = designs.family_of(design)
    sources = []
    for source in family.sources():
        path = tmp_path / source.name
        text = source.read_text()
        if source.name == file:
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        path.write_text(text)
        sources.append(path)
    gates = synthesis.of_top(family.top, sources, family.rtl_parameters(design), optimized=False)
    found = result(design, gates, EngineBench(design, gates, 1), 256)
    with pytest.raises(CheckFailed, match="lead to a wrong result that nobody notices"):
        campaign.check(design, found)
