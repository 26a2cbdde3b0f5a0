# SPDX-License-Identifier: Apache-2.0
"""Recommendations over made-up systems: what is taken, why, and what would change it."""

import re
from dataclasses import astuple, replace
from itertools import product
from pathlib import Path

import pytest

import made_guest
from hashfab import designs
from hashfab.advise import limits
from hashfab.advise.recommendation import NOTHING, Recommendation, Wishes, parse_weights
from hashfab.advise.system import Candidate, Part, Run, System, assemble, candidates, part
from hashfab.errors import RequestError
from hashfab.measure import targets
from hashfab.measure.energy import Energy
from hashfab.measure.physical import Physical
from made_up import measurement

PLAIN = System("rv32", 1.0, 100.0, 10.0, 10.0, 4.0, 30_000, 0)
EXTENDED = System("rv32-lane1", 0.1, 100.0, 12.0, 11.0, 5.0, 47_000, 17_000)
BESIDE = System("accel-d1n1t1w64", 0.001, 100.0, 60.0, 40.0, 34.0, 81_000, 51_000)
SYSTEMS = (PLAIN, EXTENDED, BESIDE)
ONE = {"speed": 1.0, "energy": 1.0, "area": 1.0}
CELLS = targets.get("sg13g2")


def recommend(
    weights: dict[str, float] | None = None,
    run: Run | None = None,
    systems: tuple[System, ...] = SYSTEMS,
    *conditions: str,
    deadline_s: float | None = None,
) -> Recommendation:
    parsed = tuple(limits.parse(text, CELLS) for text in conditions)
    figures = {
        system.name: {
            "latency_cycles": 100.0,
            "fmax_mhz": 100.0,
            "period_ns": 10.0,
            "bits_per_cycle": 1.0,
            "gbit_per_s": 0.1,
        }
        for system in systems
    }
    wishes = Wishes(weights or ONE, parsed, deadline_s)
    return Recommendation(run or Run(systems[0], 0.0), systems, wishes, figures)


def chosen(recommendation: Recommendation) -> str:
    return recommendation.chosen.name if recommendation.chosen else NOTHING


def test_a_run_is_amdahls() -> None:
    run = Run(PLAIN, other_s=3.0)
    assert run.share == 0.25
    need = run.need(BESIDE)
    assert need.time_s == pytest.approx(3.001)
    assert need.energy_j == pytest.approx((3 * 40 + 0.001 * 60) / 1000)
    assert run.need(PLAIN).time_s == pytest.approx(4)
    assert run.need(PLAIN, 1.0).time_s == run.need(PLAIN, 0.0).time_s == pytest.approx(4)
    assert run.need(BESIDE, 0.0).time_s == pytest.approx(4)
    assert run.need(BESIDE, 1.0).time_s == pytest.approx(0.004)


def test_what_is_left_of_a_period_is_waited() -> None:
    run = Run(PLAIN, other_s=0.0, period_s=10.0)
    assert run.need(BESIDE).energy_j == pytest.approx((0.001 * 60 + 9.999 * 34) / 1000)
    # The wait is what makes the fastest design the dearest.
    free = Run(PLAIN, other_s=0.0)
    assert free.need(BESIDE).energy_j < free.need(PLAIN).energy_j  # type: ignore[operator]
    assert run.need(BESIDE).energy_j > run.need(PLAIN).energy_j  # type: ignore[operator]


def test_a_core_with_a_slower_clock_is_slower_at_other_work() -> None:
    slow = replace(EXTENDED, core_mhz=50.0)
    assert Run(PLAIN, other_s=3.0).need(slow).time_s == pytest.approx(6.1)


def test_a_system_beside_the_core_has_the_area_and_the_power_of_both() -> None:
    core, hasher = Part(100, 30_000, 10, 4), Part(400, 50_000, 60, 30)
    plain = designs.parse("rv32")
    candidate = Candidate(designs.parse("accel-d1n1t1w64"), plain)
    found = assemble(candidate, 4e6, 2e6, hasher, core, core.area)
    assert found.hash_s == pytest.approx(0.01 + 0.02)
    assert (found.area, found.added) == (80_000, 50_000)
    assert (found.hash_mw, found.other_mw, found.idle_mw) == (64, 40, 34)
    extended = Candidate(designs.parse("rv32-lane1"), designs.parse("rv32-lane1"))
    found = assemble(extended, 4e6, 2e6, Part(100, 47_000, 12, 5), core, core.area)
    assert found.hash_s == pytest.approx(0.04)
    assert (found.area, found.added) == (47_000, 17_000)


def test_power_but_leakage_goes_with_the_clock() -> None:
    kinds = {"leakage": 2.0, "clock": 6.0, "internal": 3.0, "switching": 1.0}
    energy = Energy(100.0, kinds, 8.0, 1.0, 1.0, 0, {}, 1, 8192)
    physical = Physical(period_ns=5.0, ff=1, area_ge=30_000.0)
    found = replace(measurement("rv32", physical, "sg13g2"), energy=energy)
    own = part(found, None)
    assert astuple(own) == pytest.approx((200, 30_000, 2 + 10 * 2, 2 + 6 * 2))
    slow = part(found, 50.0)
    assert astuple(slow) == pytest.approx((50, 30_000, 2 + 10 / 2, 2 + 6 / 2))
    assert part(found, 1000.0) == own
    bare = part(replace(found, energy=None), None)
    assert (bare.busy_mw, bare.idle_mw) == (None, None)


def test_candidates_are_the_core_its_extensions_and_what_stands_beside_it() -> None:
    names = {candidate.name: candidate for candidate in candidates("mips32")}
    assert {"mips32", "mips32-copro", "accel-d1n1t1w64", "hashproc"} <= set(names)
    assert not [name for name in names if name.startswith(("rv32", "engine"))]
    assert not [name for name in names if "compact" in name]
    assert names["hashproc"].beside and not names["mips32-copro"].beside
    assert [each.name for each in candidates("rv32", ["hashproc"])] == [
        "rv32",
        "hashproc",
    ]
    with pytest.raises(RequestError, match="bare permutation"):
        candidates("rv32", ["engine-n1"])
    with pytest.raises(RequestError, match="--core mips32"):
        candidates("rv32", ["mips32-copro"])


def test_weights_decide() -> None:
    assert chosen(recommend({"speed": 20, "energy": 1, "area": 1})) == "accel-d1n1t1w64"
    assert chosen(recommend({"speed": 1, "energy": 1, "area": 20})) == "rv32"
    assert chosen(recommend()) == "rv32-lane1"


def test_little_hashing_is_not_worth_hardware() -> None:
    found = recommend(run=Run(PLAIN, other_s=99.0))
    assert chosen(found) == "rv32"
    assert found.ranges[0].name == "rv32" and found.ranges[-1].name != "rv32"
    assert [each.first for each in found.ranges[1:]] == [
        each.last + 1 for each in found.ranges[:-1]
    ]
    for each in found.ranges:
        assert found.best_at(each.first / 100) == found.best_at(each.last / 100) == each.name


@pytest.mark.parametrize(
    ("condition", "taken"),
    [
        ("area < 40 kGE", "rv32"),
        ("added < 20 kGE", "rv32-lane1"),
        ("time < 50 ms", "accel-d1n1t1w64"),
        ("energy < 1 mJ", "accel-d1n1t1w64"),
        ("time < 50 ms and area < 50 kGE", NOTHING),
    ],
)
def test_a_limit_holds(condition: str, taken: str) -> None:
    found = recommend(None, None, SYSTEMS, condition)
    assert chosen(found) == taken
    for option in found.options:
        if option.broken:
            assert found.why(option).startswith(f"not {condition}: ")
    # A limit says what may be taken, and leaves the scores as they are.
    scores = {option.name: option.score for option in recommend().options}
    assert {option.name: option.score for option in found.options} == scores


def test_a_deadline_and_a_rate_hold() -> None:
    found = recommend(deadline_s=0.05)
    assert chosen(found) == "accel-d1n1t1w64"
    whys = {option.name: found.why(option) for option in found.options}
    assert whys["rv32"] == "a run takes 1.00 s, the deadline is 50.0 ms."
    found = recommend(run=Run(PLAIN, 0.0, period_s=0.5))
    whys = {option.name: found.why(option) for option in found.options}
    assert whys["rv32"] == "a run takes 1.00 s, the rate leaves 500 ms."
    found = recommend(deadline_s=1e-6)
    assert found.chosen is None and found.runner_up is None and found.changes() == []
    assert found.nearest.name == found.options[0].name


def test_each_loser_is_told_why_with_figures() -> None:
    found = recommend()
    for option in found.options[1:]:
        assert re.search(r"\d+(\.\d+)? (us|ms|s|mJ|uJ|kGE)", found.why(option))
    whys = {option.name: found.why(option) for option in found.options}
    assert whys["rv32"] == (
        "Needs 10.0 times the time (1.00 s instead of 100 ms) and 8.33 times the energy (10.0 mJ "
        "instead of 1.20 mJ); 36 % less area (30.0 kGE instead of 47.0 kGE) does not make up for "
        "it."
    )
    worse = replace(EXTENDED, name="rv32-lane5", area=60_000)
    found = recommend(None, None, (*SYSTEMS, worse))
    (option,) = (each for each in found.options if each.name == "rv32-lane5")
    assert found.why(option).endswith("and is better in nothing.")


def test_what_would_have_to_change_does_change_it() -> None:
    """Each change that is named is made, and the runner-up wins; a little less, and it does not."""
    found = recommend()
    second = found.runner_up
    assert second is not None
    changes = found.changes()
    assert changes
    weighed = [re.fullmatch(r"(\w+) weighed more than ([\d.,]+) instead of .*", c) for c in changes]
    tried = 0
    for match in filter(None, weighed):
        for factor, wins in ((1.02, True), (0.98, False)):
            weights = {**ONE, match[1]: float(match[2].replace(",", "")) * factor}
            assert (chosen(recommend(weights)) == second.name) == wins
        tried += 1
    assert tried


def changed(system: System, figure: str, value: float, run: Run) -> System:
    """A system with another figure, as the answer calls it."""
    if figure == "its system had":
        return replace(system, area=value)
    if figure == "its hashing took":
        return replace(system, hash_s=value, hash_mw=(system.hash_mw or 0) * system.hash_s / value)
    factor = value / (run.need(system).energy_j or 0)
    powers = {name: getattr(system, name) * factor for name in ("hash_mw", "other_mw", "idle_mw")}
    return replace(system, **powers)


UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "kGE": 1e3, "J": 1.0, "mJ": 1e-3, "uJ": 1e-6}


def test_a_figure_that_would_have_to_change_does_change_it() -> None:
    """The runner-up with 2 % less than what is named wins, and with 2 % more it does not."""
    form = r"(its .*) ([\d.,]+) (\w+) instead of .*"
    tried: set[str] = set()
    for other_s, weighty in product((0.0, 0.2, 3.0, 99.0), ONE):
        weights, run = {**ONE, weighty: 20.0}, Run(PLAIN, other_s)
        found = recommend(weights, run)
        second = found.runner_up
        assert second is not None
        for match in filter(None, (re.fullmatch(form, each) for each in found.changes())):
            tried.add(match[1])
            for factor, wins in ((0.98, True), (1.02, False)):
                value = float(match[2].replace(",", "")) * UNITS[match[3]] * factor
                other = changed(second.system, match[1], value, run)
                systems = tuple(other if each is second.system else each for each in SYSTEMS)
                again = recommend(weights, Run(systems[0], other_s), systems)
                assert (chosen(again) == second.name) == wins, match[0]
    assert tried == {"its hashing took", "its run took", "its system had"}


def test_equals_are_said_to_be_equal() -> None:
    same = replace(EXTENDED, name="rv32-lane5", area=EXTENDED.area * 1.001)
    found = recommend(None, None, (*SYSTEMS, same))
    assert chosen(found) == "rv32-lane1"
    (option,) = (each for each in found.options if each.name == "rv32-lane5")
    assert found.why(option) == "Within 0.5 % of rv32-lane1 in everything."


def test_without_energy_speed_and_area_decide() -> None:
    bare = tuple(replace(system, hash_mw=None, other_mw=None, idle_mw=None) for system in SYSTEMS)
    weights = parse_weights(None, energy=False)
    assert weights == {"speed": 1.0, "area": 1.0}
    found = recommend(weights, None, bare)
    assert all(set(option.zs) == {"speed", "area"} for option in found.options)
    assert all("energy" not in found.why(option) for option in found.options)


def test_one_system_alone_is_taken() -> None:
    found = recommend(None, None, (PLAIN,))
    assert chosen(found) == "rv32" and found.runner_up is None and found.changes() == []


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        (None, ONE),
        ("speed=2,energy=1", {**ONE, "speed": 2.0}),
        ("area=0.5", {**ONE, "area": 0.5}),
        ("energy=0", {"speed": 1.0, "area": 1.0}),
        ("area=0,speed=0", {**ONE, "area": 0.0, "speed": 0.0}),
    ],
)
def test_weights_are_1_unless_said(text: str | None, weights: dict[str, float]) -> None:
    assert parse_weights(text, energy=True) == weights


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "unknown weight ''"),
        ("speed", "'' is no weight"),
        ("speed=", "'' is no weight; allowed: a number, 0 to 1,000,000"),
        ("speed=-1", "'-1' is no weight"),
        ("speed=nan", "'nan' is no weight"),
        ("speed=inf", "'inf' is no weight"),
        ("speed=1e3", "'1e3' is no weight"),
        ("speed=1e999", "is no weight"),
        ("speed=1.2.3", "is no weight"),
        ("speed=.", "is no weight"),
        ("speed=\u0661", "is no weight"),
        ("speed=1,speed=2", "say speed twice"),
        ("sped=1", "did you mean 'speed'"),
        ("speed=0,energy=0,area=0", "are all 0"),
        ("area=0,speed=0,energy=0.0", "are all 0"),
        ("speed=" + "9" * 5000, "is no weight"),
    ],
)
def test_weights_that_are_wrong_are_refused(text: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        parse_weights(text, energy=True)
    assert said in str(error.value)


def test_energy_weighs_nothing_where_there_is_none() -> None:
    with pytest.raises(RequestError, match="the target has no energy"):
        parse_weights("energy=1", energy=False)


@pytest.mark.parametrize(
    ("text", "target", "said"),
    [
        ("area < 40 kGE", "ecp5", "ecp5 has no area_ge; allowed: lut4 in LUT4"),
        ("area < 4000 LUT4", "sg13g2", "sg13g2 has no lut4"),
        ("energy < 1 mJ", "ecp5", "ecp5 has no run_pj"),
        ("energy < 1 pJ/B", "sg13g2", "allowed for it: pJ"),
        ("area < 40", "sg13g2", "a number without a unit"),
        ("aera < 40 kGE", "sg13g2", "unknown figure 'aera'; did you mean 'area'"),
        ("time < 1 h", "sg13g2", "unknown unit 'h'"),
        ("1 < 2", "sg13g2", "is no condition"),
    ],
)
def test_a_limit_that_is_wrong_is_refused(text: str, target: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        limits.parse(text, targets.get(target))
    assert said in str(error.value)


def test_of_guests_those_that_fetch_messages_are_candidates(tmp_path: Path) -> None:
    files = {
        kind: str(made_guest.write(tmp_path / kind, made_guest.PARAMETER, interface=f'"{kind}"'))
        for kind in ("accel", "stream", "engine")
    }
    found = candidates("rv32", [files["accel"]])
    assert [each.name for each in found] == ["rv32", "guest-made-Rounds2"]
    assert found[1].core.name == "rv32"
    for kind, why in (("stream", "no way to a message in memory"), ("engine", "neither pads")):
        with pytest.raises(RequestError, match=f"guest-made-Rounds2 is no candidate: .*{why}"):
            candidates("rv32", [files[kind]])
    edited = "module core; endmodule\n"
    other = made_guest.write(tmp_path / "other", made_guest.PARAMETER, edited, interface='"accel"')
    with pytest.raises(RequestError, match="two guests are guest-made-Rounds2"):
        candidates("rv32", [files["accel"], str(other)])
