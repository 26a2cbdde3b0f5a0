# SPDX-License-Identifier: Apache-2.0
"""The sponge between two AXI4-Streams; the tests proper are in ``cases``."""

from pathlib import Path

import pytest

from bus import bench
from hashfab.check import lint
from hashfab.errors import WorkFailed
from hashfab.export import stream
from hashfab.tools import verilator, yosys
from rtl import covers

ROUNDS = (1, 8)


def play(case: str, rounds: int, folder: Path, seed: int, **settings: int) -> None:
    """Run a case."""
    folder.mkdir()
    binary = bench.simulator(stream.TOP, stream.sources(), {"RoundsPerCycle": rounds})
    given = {"rounds": rounds, **settings}
    bench.play(stream.TOP, binary, f"stream.cases:{case}", folder, seed, given)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_cases_pass_and_reach_every_cover(rounds: int, tmp_path: Path, seed: int) -> None:
    play("digests", rounds, tmp_path / "quiet", seed)
    play("digests", rounds, tmp_path / "stalls", seed, stall=40)
    for case in ("refusals", "resets", "speed"):
        play(case, rounds, tmp_path / case, seed)
    reached = covers.reached(tmp_path.glob("*/coverage.dat"))
    assert covers.named(["stream"]) <= reached


@pytest.mark.long
@pytest.mark.parametrize("rounds", [2, 3, 4, 6, 12, 24])
def test_other_rounds(rounds: int, tmp_path: Path, seed: int) -> None:
    for case in ("digests", "speed"):
        play(case, rounds, tmp_path / case, seed, messages=300)


@pytest.mark.long  # `make lint` does it
def test_it_is_clean_at_wall() -> None:
    assert lint.streams() == 0


@pytest.mark.parametrize("parameters", lint.STREAM_CORNERS)
def test_it_elaborates_in_yosys(parameters: dict[str, int], tmp_path: Path) -> None:
    names = yosys.stage(tmp_path, stream.sources())
    yosys.run(tmp_path, "elaborate", yosys.read(stream.TOP, names, parameters))


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"RoundsPerCycle": 5}, "RoundsPerCycle is 5; 1, 2, 3, 4, 6, 8, 12, 24 are allowed"),
        ({"LenWidth": 7}, "LenWidth is 7; 8 to 64 are allowed"),
        ({"LenWidth": 65}, "LenWidth is 65; 8 to 64 are allowed"),
    ],
)
def test_an_illegal_parameter_is_refused(
    parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint(stream.TOP, stream.sources(), parameters, log)
    assert said in log.read_text()
