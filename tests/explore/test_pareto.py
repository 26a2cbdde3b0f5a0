# SPDX-License-Identifier: Apache-2.0
"""The Pareto front, against its definition on random merits."""

import random

import pytest

from hashfab.explore.pareto import Merit, dominates, front


def some_merits(seed: int, count: int = 40) -> list[Merit]:
    # Few values each, so that ties and equals occur.
    rng = random.Random(seed)

    def figure() -> float | None:
        return rng.choice([None, 1.0, 2.0, 3.0, 4.0])

    return [Merit(rng.randint(0, 1), figure(), figure(), figure(), figure()) for _ in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_a_point_is_on_the_front_exactly_when_nothing_dominates_it(seed: int) -> None:
    costs = [merit.costs() for merit in some_merits(seed)]
    best = front(costs)
    assert best
    for index, point in enumerate(costs):
        beaten_by = [other for other in costs if dominates(other, point)]
        assert (index in best) == (not beaten_by)
        if beaten_by:
            assert any(dominates(costs[chosen], point) for chosen in best)


@pytest.mark.parametrize("seed", range(20))
def test_the_front_does_not_depend_on_the_order(seed: int) -> None:
    costs = [merit.costs() for merit in some_merits(seed)]
    shuffled = random.Random(seed).sample(costs, len(costs))
    assert sorted(costs[i] for i in front(costs)) == sorted(shuffled[i] for i in front(shuffled))


@pytest.mark.parametrize("seed", range(20))
def test_dominance_is_a_strict_partial_order(seed: int) -> None:
    costs = [merit.costs() for merit in some_merits(seed, 12)]
    for a in costs:
        assert not dominates(a, a)
        for b in costs:
            assert not (dominates(a, b) and dominates(b, a))
            for c in costs:
                assert not (dominates(a, b) and dominates(b, c)) or dominates(a, c)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Merit(1, 1.0, 1.0, 1.0, 1.0), Merit(1, 2.0, 1.0, 1.0, 1.0)),
        (Merit(1, 1.0, 2.0, 1.0, 1.0), Merit(1, 1.0, 1.0, 1.0, 1.0)),
        (Merit(1, 1.0, 1.0, 1.0, 1.0), Merit(1, 1.0, 1.0, 2.0, 1.0)),
        (Merit(1, 1.0, 1.0, 1.0, 2.0), Merit(1, 1.0, 1.0, 1.0, 1.0)),
        (Merit(1, 1.0, 1.0, 1.0, 1.0), Merit(0, 1.0, 1.0, 1.0, 1.0)),
        (Merit(1, 1.0, 1.0, 1.0, 1.0), Merit(1, None, 1.0, 1.0, 1.0)),
    ],
    ids=["area", "throughput", "latency", "frequency", "service", "unknown"],
)
def test_which_way_each_objective_points(better: Merit, worse: Merit) -> None:
    assert dominates(better.costs(), worse.costs())
    assert not dominates(worse.costs(), better.costs())


def test_a_bare_permutation_never_beats_hardware_that_does_whole_messages() -> None:
    permutation = Merit(0, 1.0, 9.0, 1.0, 9.0)
    whole = Merit(1, 9.0, 1.0, 9.0, 1.0)
    assert front([permutation.costs(), whole.costs()]) == [0, 1]
