# SPDX-License-Identifier: Apache-2.0
"""``hashfab recommend`` on its command line, on real simulations, held against ``measure``.

Areas and periods are made up, because mapping a core takes minutes; ``make test-long`` maps and
routes as well. What the answer says is worked out here a second time, from the JSON of ``measure``
and the definitions in docs/recommend.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import pytest

from hashfab.cli import main
from hashfab.designs import Design
from hashfab.errors import WorkFailed
from hashfab.measure import Store, store
from hashfab.measure.physical import Physical
from made_up import making_up

NS = {"rv32": 8.0, "rv32-lane25": 7.0, "accel-d1n1t1w64": 4.0}
LUT4 = {"rv32": 4000, "rv32-lane25": 8000, "accel-d1n1t1w64": 9000}
NAMES = tuple(NS)

OTHER_CYCLES, RATE_PER_S, HANDOVER = 60_000, 40, 102
CALLS = {("sha3-256", 200): 3, ("sha3-512", 64): 2}
"""How many of each."""

WORKLOAD = f"""
title = "a node"
other_cycles = {OTHER_CYCLES}
rate_per_s = {RATE_PER_S}
""" + "".join(
    f'[[call]]\nalgorithm = "{algorithm}"\nmessage_bytes = {size}\ncount = {count}\n'
    for (algorithm, size), count in CALLS.items()
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hashfab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command with a store of its own: exit code, output, errors."""
    results = Store(tmp_path / "results.sqlite")
    monkeypatch.setattr(store, "default", lambda: results)

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["hashfab", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return run


def physical(design: Design, placed: bool) -> Physical:
    return Physical(period_ns=NS[design.name], ff=1, lut4=LUT4[design.name])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with making_up(physical, monkeypatch, places=False, simulates=True) as target:
        yield target.name


@pytest.fixture
def workload(tmp_path: Path) -> str:
    path = tmp_path / "node.toml"
    path.write_text(WORKLOAD)
    return str(path)


def as_json(hashfab: Run, *arguments: str) -> dict[str, Any]:
    code, said, _ = hashfab(*arguments, "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(said)
    return found


def measured(hashfab: Run, target: str) -> dict[str, dict[str, Any]]:
    """By design: area, period, and cycles of all calls, as ``measure`` has them."""
    found = {}
    for name in NAMES:
        latency = 8 if name.startswith("accel") else 1
        cycles = 0
        for (algorithm, size), count in CALLS.items():
            load = f"{count}x{size}B/{algorithm}/latency{latency}/streams1"
            one = as_json(hashfab, "measure", name, "--target", target, "--workload", load)
            cycles += one["cycles"]
        found[name] = {"cycles": cycles, "ns": one["period_ns"], "area": one["lut4"]}
    return found


def check(answer: dict[str, Any], parts: dict[str, dict[str, Any]]) -> None:
    """Times, areas, speed-ups, z-scores and the choice, from their definitions."""
    core = parts["rv32"]
    hash_s, other_s, area = {}, {}, {}
    for name, part in parts.items():
        extends = name.startswith("rv32")
        ns = max(part["ns"], core["ns"]) if extends else part["ns"]
        hash_s[name] = part["cycles"] * ns * 1e-9
        other_s[name] = OTHER_CYCLES * (ns if extends else core["ns"]) * 1e-9
        area[name] = part["area"]
        if not extends:
            hash_s[name] += sum(CALLS.values()) * HANDOVER * core["ns"] * 1e-9
            area[name] += core["area"]
    time = {name: hash_s[name] + other_s[name] for name in parts}
    share = hash_s["rv32"] / time["rv32"]
    assert answer["hashing_share"] == pytest.approx(share)
    found = {each["design"]: each for each in answer["candidates"] if "time_s" in each}
    assert {name: each["time_s"] for name, each in found.items()} == pytest.approx(time)
    assert {name: each["area"] for name, each in found.items()} == pytest.approx(area)
    added = {name: value - area["rv32"] for name, value in area.items()}
    assert {name: each["added_area"] for name, each in found.items()} == pytest.approx(added)
    speedup = {name: time["rv32"] / value for name, value in time.items()}
    assert {name: each["speedup"] for name, each in found.items()} == pytest.approx(speedup)
    assert all(
        each["may_be_taken"] == (time[name] <= 1 / RATE_PER_S) for name, each in found.items()
    )

    # Over all candidates at every share of hashing in steps of 10 %.
    times = [
        time["rv32"]
        * (h * hash_s[name] / hash_s["rv32"] + (1 - h) * other_s[name] / other_s["rv32"])
        for h in (percent / 100 for percent in range(0, 101, 10))
        for name in parts
    ]
    areas = list(area.values())
    z = {
        name: {
            "speed": (time[name] - fmean(times)) / pstdev(times),
            "area": (area[name] - fmean(areas)) / pstdev(areas),
        }
        for name in parts
    }
    table = {each["design"]: each for each in answer["table"]}
    for name, each in z.items():
        assert table[name]["z"] == pytest.approx(each)
        assert table[name]["score"] == pytest.approx(sum(each.values()))
    legal = [name for name in parts if time[name] <= 1 / RATE_PER_S]
    assert answer["chosen"] == min(legal, key=lambda name: sum(z[name].values()))


def test_an_answer_is_what_measure_and_arithmetic_give(
    hashfab: Run, made: str, workload: str
) -> None:
    options = [f"--design={name}" for name in NAMES[1:]]
    answer = as_json(hashfab, "recommend", workload, "--target", made, *options)
    check(answer, measured(hashfab, made))
    code, said, _ = hashfab("recommend", workload, "--target", made, *options)
    assert code == 0
    assert f"Take {answer['chosen']}: " in said
    limit = f"area < {min(LUT4.values())} LUT4"
    arguments = ("recommend", workload, "--target", made, *options, "--limit", limit)
    code, said, _ = hashfab(*arguments)
    assert code == 0 and "Take nothing: no design meets every condition." in said
    limited = as_json(hashfab, *arguments)
    assert limited["chosen"] == "nothing"
    # Each breaks this one condition, so that the nearest is what was best without it.
    assert limited["nearest"] == answer["chosen"]


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_so_it_is_with_mapping(hashfab: Run, workload: str) -> None:
    options = [f"--design={name}" for name in NAMES[1:]]
    answer = as_json(hashfab, "recommend", workload, "--target", "ecp5", *options)
    check(answer, measured(hashfab, "ecp5"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count = 3", "count = -3", "line 8, count: -3 is not legal"),
        ("title", "tilte", "line 2, tilte: unknown key"),
        ("sha3-512", "sha4", "line 10, algorithm: unknown algorithm 'sha4'"),
        (
            "other_cycles = 60000",
            'operations = ["ml-kem"]',
            "line 3, operations: unknown operation",
        ),
    ],
)
def test_a_wrong_request_ends_with_exit_code_2(
    hashfab: Run, workload: str, old: str, new: str, said: str
) -> None:
    path = Path(workload)
    path.write_text(WORKLOAD.replace(old, new))
    code, out, error = hashfab("recommend", workload)
    assert (code, out) == (2, "")
    assert f"node.toml, {said}" in error and error.count("\n") == 1


def test_work_that_fails_ends_with_exit_code_1(
    hashfab: Run, workload: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(design: Design, placed: bool) -> Physical:
        raise WorkFailed("it does not fit")

    with making_up(fails, monkeypatch, places=False, name="too-small") as target:
        code, out, error = hashfab("recommend", workload, "--target", target.name, "--design=rv32")
    assert (code, out) == (1, "") and "it does not fit" in error


MOST_DIFFERENCE = 0.12
"""Of the sum of calls from a whole run of ML-KEM-768, on any design here."""


@pytest.mark.long
def test_a_sum_of_calls_is_near_the_whole_run(hashfab: Run, made: str) -> None:
    options = [f"--design={name}" for name in NAMES[1:]]
    answer = as_json(hashfab, "recommend", "ml-kem-768", "--target", made, *options)
    found = {each["design"]: each for each in answer["candidates"] if "time_s" in each}
    assert set(found) == set(NAMES) == set(answer["whole_runs"])
    for name, each in found.items():
        assert each["whole_run"]
        assert each["sum_s"] == pytest.approx(each["time_s"], rel=MOST_DIFFERENCE), name
        # A sum is other than the whole run, or nothing was compared.
        assert each["sum_s"] != pytest.approx(each["time_s"], rel=1e-6)
    ns = {name: max(value, NS["rv32"]) for name, value in NS.items()}
    for name, run in answer["whole_runs"].items():
        cycles = 0
        for kind in ("keygen", "encaps", "decaps"):
            load = f"ml-kem-768/{kind}"
            if run["design"] == name:
                one = as_json(hashfab, "measure", name, "--target", made, "--workload", load)
                cycles += one["cycles"]
            else:
                (operation,) = (e for e in run["operations"] if e["operation"] == load)
                cycles += operation["cycles"]
        assert found[name]["time_s"] == pytest.approx(cycles * ns[name] * 1e-9)
