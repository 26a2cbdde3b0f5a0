# SPDX-License-Identifier: Apache-2.0
"""What calls cost: a part stands for the whole, and the sum of kinds for a run of all of them."""

import random

import pytest

from hashfab import designs
from hashfab.measure import simulate
from hashfab.measure.call import Call
from hashfab.measure.stages import calls
from hashfab.measure.stages.calls import Calls, cost


def linear(call: Call) -> int:
    """A design with a start of 100 cycles, 7 for a message and 24 for a block."""
    return 100 + call.count * (7 + 24 * call.blocks)


@pytest.mark.parametrize(
    "call",
    [
        Call("sha3-256", 64),
        Call("sha3-256", 64, count=1_000_000),
        Call("sha3-256", 64, count=1_000_000, at_once=64),
        Call("sha3-256", 500, count=999, at_once=7),
        Call("shake128", 34, 840, count=90, at_once=30),
        Call("shake256", 10_000, 60_000, count=3, at_once=3),
    ],
    ids=lambda call: call.name,
)
@pytest.mark.parametrize("blocks", [16, 100, 2048])
def test_a_part_stands_for_calls_that_cost_what_their_number_says(call: Call, blocks: int) -> None:
    asked: list[Call] = []

    def count(part: Call) -> int:
        asked.append(part)
        return linear(part)

    cycles, whole = cost(call, blocks, count)
    rounds = max(1.0, call.count / blocks)
    assert cycles == pytest.approx(linear(call), abs=100 * rounds)
    assert whole == (call.count * call.blocks <= blocks)
    if whole:
        assert asked == [call]


@pytest.mark.parametrize("length", [1 << 20, (1 << 20) + 57, 3_355_443])
def test_a_part_stands_for_a_message_that_is_long(length: int) -> None:
    asked: list[Call] = []

    def count(part: Call) -> int:
        asked.append(part)
        return linear(part)

    call = Call("sha3-256", length, align=3)
    cycles, whole = cost(call, 100, count)
    assert cycles == linear(call) and not whole
    assert all(part.blocks <= 100 for part in asked)
    # The end of the message is as long, so that it is padded as the whole is.
    assert {part.message_bytes % 136 for part in asked} == {length % 136}


def test_blocks_count_padding_and_output() -> None:
    assert Call("sha3-256", 0).blocks == 1
    assert Call("sha3-256", 135).blocks == 1
    assert Call("sha3-256", 136).blocks == 2
    assert Call("shake128", 34, 504).blocks == 3
    assert Call("shake128", 34, 505).blocks == 4
    assert Call("sha256", 55).blocks == 1
    assert Call("sha256", 56).blocks == 2
    assert Call("sha512", 0).blocks == 1


SMALL = (
    Call("shake128", 34, 504, count=9, at_once=9),
    Call("sha3-256", 1184),
    Call("shake256", 33, 128, count=6, at_once=6),
    Call("sha3-512", 33, count=2),
)


@pytest.mark.parametrize("name", ["accel-d1n1t1w64", "accel-d1n1t2w64", "rv32-lane25", "hashproc"])
def test_the_sum_of_the_kinds_is_the_cost_of_a_run_of_all(name: str) -> None:
    """One after the other in one simulation, each kind with as many at once."""
    design = designs.parse(name)
    found = Calls(design, SMALL).compute((), None)  # type: ignore[arg-type]
    assert all(found.simulated)
    numbers = random.Random(1)
    whole = [job for call in SMALL for job in calls.jobs(call, numbers)]
    alone = sum(simulate.run(design, [job], calls.conditions(design, 1, 1)).cycles for job in whole)
    together = simulate.run(design, whole, calls.conditions(design, 1, 1)).cycles
    at_once = simulate.run(design, whole, calls.conditions(design, 64, 1)).cycles
    # Kinds do not overlap, messages of a kind may: the sum lies between the two, but for a start.
    start = 40 * len(SMALL)
    if name == "hashproc":
        # A kind finds its program loaded; here each changes it.
        start += 120 * (len(SMALL) - 1)
    assert at_once - start <= sum(found.cycles) <= together + start
    assert together <= alone + start
    if name.startswith("rv32"):
        assert sum(found.cycles) == pytest.approx(together, rel=0.01)


@pytest.mark.parametrize("name", ["accel-d1n1t2w64", "rv32-lane25", "hashproc"])
@pytest.mark.parametrize(
    "call",
    [Call("sha3-256", 100, count=300, at_once=4), Call("sha3-256", 40_000, count=3, at_once=2)],
    ids=lambda call: call.name,
)
def test_a_part_stands_for_the_whole_on_the_rtl(name: str, call: Call) -> None:
    design = designs.parse(name)

    def count(part: Call) -> int:
        jobs = calls.jobs(part, random.Random(1))
        return simulate.run(design, jobs, calls.conditions(design, part.at_once, 1)).cycles

    cycles, whole = cost(call, 64, count)
    assert not whole
    assert cycles == pytest.approx(count(call), rel=0.02)
