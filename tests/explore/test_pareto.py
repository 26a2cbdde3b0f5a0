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
    merits = some_merits(seed)
    best = front(merits)
    assert best
    for index, merit in enumerate(merits):
        beaten_by = [other for other in merits if dominates(other, merit)]
        assert (index in best) == (not beaten_by)
        if beaten_by:
            assert any(dominates(merits[chosen], merit) for chosen in best)


@pytest.mark.parametrize("seed", range(20))
def test_the_front_does_not_depend_on_the_order(seed: int) -> None:
    merits = some_merits(seed)
    shuffled = random.Random(seed).sample(merits, len(merits))
    key = repr
    assert sorted((merits[i] for i in front(merits)), key=key) == sorted(
        (shuffled[i] for i in front(shuffled)), key=key
    )


@pytest.mark.parametrize("seed", range(20))
def test_dominance_is_a_strict_partial_order(seed: int) -> None:
    merits = some_merits(seed, 12)
    for a in merits:
        assert not dominates(a, a)
        for b in merits:
            assert not (dominates(a, b) and dominates(b, a))
            for c in merits:
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
    assert dominates(better, worse)
    assert not dominates(worse, better)


def test_a_bare_permutation_never_beats_hardware_that_does_whole_messages() -> None:
    permutation = Merit(0, 1.0, 9.0, 1.0, 9.0)
    whole = Merit(1, 9.0, 1.0, 9.0, 1.0)
    assert front([permutation, whole]) == [0, 1]
