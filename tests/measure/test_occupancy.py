# SPDX-License-Identifier: Apache-2.0
"""Each cycle of a run is of one phase, and ports pass what the messages need."""

import pytest

from hashfab import designs
from hashfab.errors import RequestError
from hashfab.measure.occupancy import Occupancy, occupancy
from hashfab.measure.simulate import Conditions

SHA3 = designs.ALGORITHMS["sha3-256"]


def phases(found: Occupancy) -> dict[str, int]:
    """Those that have cycles; they are all of the run's."""
    assert sum(each.cycles for each in found.phases) == found.cycles
    return {each.name: each.cycles for each in found.phases if each.cycles}


def ports(found: Occupancy) -> dict[str, tuple[int, int]]:
    return {each.name: (each.cycles, each.waits) for each in found.ports}


def test_an_engine_s_permutations() -> None:
    # Ten blocks, the last of them padded; the last cycle ends the run.
    found = occupancy(designs.parse("engine-n1"), SHA3, 136 * 10 - 1, 1, seed=1)
    assert phases(found) == {"in": 10, "out": 9, "computing": 10 * 23}
    assert ports(found) == {"in": (10, 0), "out": (10, 0)}


def test_an_engine_that_is_empty_between_messages() -> None:
    conditions = Conditions(stall=50, concurrent=1, seed=3)
    found = occupancy(designs.parse("engine-n1"), SHA3, 136 * 10, 4, 1, conditions=conditions)
    assert phases(found).keys() == {"in", "out", "waiting", "computing", "empty"}
    passed, waited = ports(found)["out"]
    assert passed == 44 and waited == phases(found)["waiting"]


def test_an_accelerator_waits_for_its_memory_as_long_as_that_takes() -> None:
    design = designs.parse("accel-d1n1t1w64")
    quick, slow = (
        occupancy(design, SHA3, 8, 1, 1, conditions=Conditions(latency=latency))
        for latency in (11, 31)
    )
    # A read and the last of four writes.
    assert ports(quick) == ports(slow)
    assert {name: count for name, (count, _) in ports(slow).items()} == {
        "cmd": 1,
        "rd_req": 1,
        "rd_rsp": 1,
        "wr_req": 4,
        "wr_rsp": 4,
        "done": 1,
    }
    longer = phases(slow)
    assert longer.pop("waiting") == phases(quick)["waiting"] + 2 * 20
    assert longer == {name: n for name, n in phases(quick).items() if name != "waiting"}


def test_messages_at_once_fill_the_port() -> None:
    design = designs.parse("accel-d2n2t2w64")
    alone, together = (occupancy(design, SHA3, 8192, messages, 1) for messages in (1, 8))
    for found, share in ((alone, 0.75), (together, 0.99)):
        words = ports(found)["rd_rsp"][0]
        assert words == found.messages * 1024
        assert phases(found)["in"] + phases(found).get("in and out", 0) == words
        assert words / found.cycles == pytest.approx(share, abs=0.25 if found is alone else 0.01)
    assert ports(together)["cmd"][1] > 0


def test_what_a_design_does_not_serve_is_refused() -> None:
    with pytest.raises(RequestError, match="md5"):
        occupancy(designs.parse("engine-n1"), designs.ALGORITHMS["md5"], 8, 1, 1)
