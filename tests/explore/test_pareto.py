# SPDX-License-Identifier: Apache-2.0
"""The Pareto front, against its definition on random merits."""

import random
import time

import pytest

from hashfab.explore.pareto import Costs, Merit, dominates, front

ALGORITHMS = ["sha3-256", "md5"]


def some_merits(seed: int, count: int = 40) -> list[Merit]:
    # Few values each, so that ties and equals occur.
    rng = random.Random(seed)

    def figure() -> float | None:
        return rng.choice([None, 1.0, 2.0, 3.0, 4.0])

    def serves() -> list[str]:
        return rng.sample(ALGORITHMS, rng.randint(0, 2))

    return [
        Merit(bool(rng.randint(0, 1)), serves(), figure(), figure(), figure(), figure())
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_a_point_is_on_the_front_exactly_when_nothing_dominates_it(seed: int) -> None:
    costs = [merit.costs(ALGORITHMS) for merit in some_merits(seed)]
    best = front(costs)
    assert best
    for index, point in enumerate(costs):
        beaten_by = [other for other in costs if dominates(other, point)]
        assert (index in best) == (not beaten_by)
        if beaten_by:
            assert any(dominates(costs[chosen], point) for chosen in best)


@pytest.mark.parametrize("seed", range(20))
def test_the_front_does_not_depend_on_the_order(seed: int) -> None:
    costs = [merit.costs(ALGORITHMS) for merit in some_merits(seed)]
    shuffled = random.Random(seed).sample(costs, len(costs))
    assert sorted(costs[i] for i in front(costs)) == sorted(shuffled[i] for i in front(shuffled))


@pytest.mark.parametrize("seed", range(20))
def test_dominance_is_a_strict_partial_order(seed: int) -> None:
    costs = [merit.costs(ALGORITHMS) for merit in some_merits(seed, 12)]
    for a in costs:
        assert not dominates(a, a)
        for b in costs:
            assert not (dominates(a, b) and dominates(b, a))
            for c in costs:
                assert not (dominates(a, b) and dominates(b, c)) or dominates(a, c)


def point(
    whole: bool = True,
    serves: tuple[str, ...] = ("sha3-256",),
    area: float | None = 1.0,
    throughput: float = 1.0,
    latency: float = 1.0,
    frequency: float = 1.0,
) -> Costs:
    return Merit(whole, serves, area, throughput, latency, frequency).costs(ALGORITHMS)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (point(), point(area=2.0)),
        (point(throughput=2.0), point()),
        (point(), point(latency=2.0)),
        (point(frequency=2.0), point()),
        (point(), point(whole=False)),
        (point(), point(serves=())),
        (point(serves=("sha3-256", "md5")), point()),
        (point(), point(area=None)),
    ],
    ids=["area", "throughput", "latency", "frequency", "whole", "none", "more", "unknown"],
)
def test_which_way_each_objective_points(better: Costs, worse: Costs) -> None:
    assert dominates(better, worse)
    assert not dominates(worse, better)


def test_a_bare_permutation_never_beats_hardware_that_does_whole_messages() -> None:
    permutation = point(whole=False, area=1.0, throughput=9.0)
    assert front([permutation, point(area=9.0)]) == [0, 1]


def test_what_serves_more_is_not_beaten_by_what_serves_less() -> None:
    small, versatile = (
        Merit(True, serves, area, 1.0, 1.0, 1.0)
        for serves, area in ((["sha3-256"], 1.0), (["sha3-256", "md5"], 9.0))
    )
    for chosen, best in ((("sha3-256", "md5"), [0, 1]), (("sha3-256",), [0]), (("md5",), [0, 1])):
        assert front([small.costs(chosen), versatile.costs(chosen)]) == best


@pytest.mark.bench
def test_the_front_of_ten_thousand_points_takes_seconds_at_most() -> None:
    rng = random.Random(1)
    costs = []
    for _ in range(10_000):
        area = rng.uniform(1, 100)
        costs.append(point(area=area, throughput=area * rng.uniform(0.1, 1), latency=100 / area))
    started = time.process_time()
    assert front(costs)
    assert time.process_time() - started < 5
