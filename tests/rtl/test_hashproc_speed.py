# SPDX-License-Identifier: Apache-2.0
"""What the hash processor promises: bits per cycle of long messages with every stream busy.

Message bits over the cycles of the RTL from the host's first transfer for the first message to the
last word of the last digest. ``hashfab measure hashproc --workload 4x64KiB/md5`` measures the same.
"""

from pathlib import Path

import pytest

from hashfab import designs
from hashfab.designs import FAMILIES
from hashfab.measure import Workload, simulate
from hashfab.measure.simulate import Job
from hashfab.measure.stages import Simulate, Speed
from hashfab.papers import huo2016

LEAST_BITS_PER_CYCLE = {
    "md5": 15.9,
    "sha1": 12.7,
    "sha224": 15.9,
    "sha256": 15.9,
    "sha384": 12.7,
    "sha512": 12.7,
    "sha512-224": 12.7,
    "sha512-256": 12.7,
    "sha3-224": 47.5,
    "sha3-256": 44.9,
    "sha3-384": 34.3,
    "sha3-512": 23.7,
}


def speed(workload: Workload) -> Speed:
    """What the hash processor does with it."""
    return Simulate(designs.parse("hashproc"), workload, seed=1).compute((), Path())


@pytest.mark.parametrize(("name", "least"), LEAST_BITS_PER_CYCLE.items())
def test_bits_per_cycle(name: str, least: float) -> None:
    found = speed(huo2016.LOADS[name])
    assert found.bits_per_cycle >= least
    assert found.bound_bits_per_cycle is not None
    assert found.bits_per_cycle <= found.bound_bits_per_cycle


@pytest.mark.parametrize(("name", "most"), [("sha256", 4), ("sha512", 2)])
def test_each_stream_has_its_share(name: str, most: int) -> None:
    for streams in range(1, most + 1):
        load = Workload(2 * streams, 16 * 1024, name, streams=streams)
        found = speed(load)
        assert found.bound_bits_per_cycle is not None
        share = found.bound_bits_per_cycle * streams / most
        assert 0.97 * share <= found.bits_per_cycle <= share


def test_bounds_follow_from_steps_and_rounds() -> None:
    bound = FAMILIES["hashproc"].bound
    bounds = {
        name: bound(designs.parse("hashproc"), designs.ALGORITHMS[name])
        for name in LEAST_BITS_PER_CYCLE
    }
    assert bounds["md5"] == bounds["sha224"] == bounds["sha256"] == 16.0
    assert bounds["sha1"] == bounds["sha384"] == bounds["sha512"] == 12.8
    assert bounds["sha3-224"] == 48.0
    assert bounds["sha3-256"] == pytest.approx(45.33, abs=0.01)
    assert bounds["sha3-384"] == pytest.approx(34.67, abs=0.01)
    assert bounds["sha3-512"] == 24.0


def test_the_accesses_of_a_block_are_counted() -> None:
    def words(blocks: int) -> dict[str, int]:
        job = Job(designs.ALGORITHMS["sha3-256"], bytes(136 * blocks))
        return dict(simulate.run(designs.parse("hashproc"), [job]).report)

    one, eleven = words(1), words(11)
    found = {name: (eleven[name] - one[name]) / 10 for name in one if name.endswith("_words")}
    lanes, rounds = 17, 24
    assert found.pop("program_words") < rounds
    assert found == {
        "read_words": lanes,
        "write_words": 0,
        "store_words": lanes,
        "load_words": lanes + rounds,  # the round constants are in memory
    }
