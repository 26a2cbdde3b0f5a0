# SPDX-License-Identifier: Apache-2.0
"""Campaigns: what they find is known beforehand where a fault can have one outcome only."""

import pytest

from hashfab import designs
from hashfab.check.faults import campaign, sites
from hashfab.check.faults.bench import HARMLESS, LATE, WRONG, EngineBench, Strike
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.circuit import Gates
from hashfab.check.netlist.simulator import RUNS

PLAIN = designs.parse("engine-n1")


@pytest.fixture(scope="module")
def gates() -> Gates:
    return synthesis.gates(PLAIN)


@pytest.fixture(scope="module")
def bench(gates: Gates) -> EngineBench:
    return EngineBench(PLAIN, gates, 1)


def register(gates: Gates, stem: str, place: int = 0) -> int:
    found = [
        int(net)
        for name, net in zip(gates.registers.names, gates.registers.q, strict=True)
        if stem in name
    ]
    return found[place]


def struck(bench: EngineBench, net: int, value: int | None = None) -> list[int]:
    """The outcomes when a net is struck in each run's last cycle."""
    strikes: dict[int, list[Strike]] = {}
    for run, end in enumerate(bench.clean.ends.tolist()):
        strikes.setdefault(end, []).append(Strike(run, net, value))
    found: list[int] = bench.run(strikes).tolist()
    return found


def test_without_a_fault_every_run_is_harmless(bench: EngineBench) -> None:
    assert bench.run({}).tolist() == [HARMLESS] * RUNS


def test_a_flip_of_the_state_in_the_last_cycle_is_wrong(bench: EngineBench, gates: Gates) -> None:
    assert struck(bench, register(gates, "state_q", 777)) == [WRONG] * RUNS


def test_a_result_that_is_withdrawn_for_a_cycle_is_lost_or_late(
    bench: EngineBench, gates: Gates
) -> None:
    # The state moves on, as nothing holds it.
    assert set(struck(bench, register(gates, "valid_o"))) == {LATE}


def test_a_register_held_at_its_value_is_harmless(bench: EngineBench, gates: Gates) -> None:
    assert struck(bench, register(gates, "run_q"), 0) == [HARMLESS] * RUNS


def test_a_flip_of_the_tag_is_wrong(bench: EngineBench, gates: Gates) -> None:
    # Also where the other tag is one that is known: its result has been taken before.
    assert struck(bench, register(gates, "tag_o")) == [WRONG] * RUNS


def test_a_campaign_is_the_same_again_and_counts_every_run(
    bench: EngineBench, gates: Gates
) -> None:
    where = sites.of(PLAIN, gates)
    done: list[tuple[int, int]] = []
    first, second = (
        campaign.strike(PLAIN, bench, where, 30, 5, lambda *each: done.append(each))
        for _ in range(2)
    )
    assert first.rows == second.rows
    # There is nothing that checks, and so no fault in it.
    plain = [stratum for stratum in campaign.STRATA if stratum.part != "check"]
    assert [row.stratum for row in first.rows] == plain
    assert {row.runs for row in first.rows} == {30}
    assert done[-1] == (first.runs, first.runs)
    assert not any(row.outcomes["detected"] for row in first.rows)
    assert first.json()["wrong"]["data"] > 0.5
    campaign.check(PLAIN, first)  # A plain form promises nothing.
