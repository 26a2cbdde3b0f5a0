# SPDX-License-Identifier: Apache-2.0
"""The generator of fresh random words, against a model of Trivium written from its specification.

De Canniere and Preneel, Trivium Specifications, eSTREAM 2006. The model itself is held against
eSTREAM's test vectors, which the RTL gives as well.
"""

import json
import re
import subprocess
from collections import deque
from itertools import product
from pathlib import Path
from random import Random

import pytest

from hashfab import designs, paths
from hashfab.designs import engine
from hashfab.designs.engine import FRESH_BITS, SEED_BITS, SEED_WORDS
from hashfab.tools import verilator

from .covers import named, reached

STEPS = (64, 128, 320)
SETUP = 1152

VECTORS = {
    ("80000000000000000000", "00000000000000000000"): (
        "38EB86FF730D7A9CAF8DF13A4420540DBB7B651464C87501552041C249F29A64"
        "D2FBF515610921EBE06C8F92CECF7F8098FF20CCCC6A62B97BE8EF7454FC80F9"
    ),
    ("00400000000000000000", "00000000000000000000"): (
        "61208D286BC1DC431171EDA5CAF79D9560B18ACEF26484417B651A47A3F7A803"
        "53F79AF8656DA4301A5E5A02E04265B182C67F5891220349F8CD1CD06597B77E"
    ),
    ("0053A6F94C9FF24598EB", "0D74DB42A91077DE45AC"): (
        "F4CD954A717F26A7D6930830C4E7CF0819F80E03F25F342C64ADC66ABA7F8A8E"
        "6EAA49F23632AE3CD41A7BD290A0132F81C6D4043B6E397D7388F3A03B5FE358"
    ),
}
"""The first 64 bytes of the key stream by key and initial value: eSTREAM's sets 1 and 6."""


def stream(seed: bytes, bits: int) -> int:
    """The first bits of the key stream of a key of 10 bytes and an initial value of 10."""
    key, value = (f"{int.from_bytes(part, 'little'):080b}" for part in (seed[:10], seed[10:]))
    # s[0] is s1: K1 is the first digit.
    s = [*map(int, key), *[0] * 13, *map(int, value), *[0] * 4, *[0] * 108, 1, 1, 1]
    assert len(s) == 288
    found = 0
    for number in range(-SETUP, bits):
        t1 = s[65] ^ s[92]
        t2 = s[161] ^ s[176]
        t3 = s[242] ^ s[287]
        if number >= 0:
            found |= (t1 ^ t2 ^ t3) << number
        t1 ^= s[90] & s[91] ^ s[170]
        t2 ^= s[174] & s[175] ^ s[263]
        t3 ^= s[285] & s[286] ^ s[68]
        s = [t3, *s[:92], t1, *s[93:176], t2, *s[177:287]]
    return found


def words(seed: bytes, steps: int, count: int) -> list[int]:
    """The random words of a seed: setting up takes whole cycles, and so more bits with some."""
    skipped = -SETUP % steps
    found = stream(seed, skipped + FRESH_BITS * count) >> skipped
    return [found >> FRESH_BITS * at & (1 << FRESH_BITS) - 1 for at in range(count)]


def events(
    folder: Path, seeds: list[bytes], steps: int, count: int, **options: int | Path
) -> list[str]:
    """What happens at the ports of a generator that gives some words of each seed."""
    files = [
        path
        for path in designs.FAMILIES["engine"].sources()
        if path.stem.startswith(("trivium", "keccak_pkg", "stream_check"))
    ]
    binary = verilator.build(
        "trivium_words",
        files,
        Path(__file__).parent / "trivium.cpp",
        {"Steps": steps, "SeedWords": count},
        {},
    )
    data = folder / "seeds"
    data.write_bytes(b"".join(seeds))
    command: list[str | Path] = [binary, "--jobs", data]
    for name, value in options.items():
        command += [f"--{name.replace('_', '-')}", str(value)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 0, ran.stderr
    found: list[str] = json.loads(ran.stdout)["events"]
    return found


def check(found: list[str], seeds: list[bytes], steps: int, count: int) -> None:
    """Each word is the next one of its seed; none is given without a seed, or behind its last."""
    left = deque(seeds)
    due: deque[int] = deque()
    for event in found:
        if event == "reset":
            due.clear()
        elif event == "seed":
            # Only the last word of the seed before may wait to be taken.
            assert len(due) <= 1
            due.extend(words(left.popleft(), steps, count))
        else:
            assert due, "a word without a seed"
            assert int(event, 16) == due.popleft()
    assert not left and not due


def test_the_model_gives_the_published_key_streams() -> None:
    for (key, value), expected in VECTORS.items():
        found = stream(bytes.fromhex(key + value), 512)
        assert found.to_bytes(64, "little").hex().upper() == expected


@pytest.mark.parametrize("steps", [64, 128])
def test_the_published_key_streams(steps: int, tmp_path: Path) -> None:
    for (key, value), expected in VECTORS.items():
        found = events(tmp_path, [bytes.fromhex(key + value)], steps, 1)
        assert found[0] == "seed" and len(found) == 2
        assert int(found[1], 16).to_bytes(80, "little")[:64].hex().upper() == expected


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        pytest.param(*each, marks=[] if each in ((64, 2), (128, 2), (320, 8)) else pytest.mark.long)
        for each in product(STEPS, (1, 2, 3, 8))
    ],
)
def test_words_of_a_seed_are_counted_and_then_it_asks(
    steps: int, count: int, seed: int, tmp_path: Path
) -> None:
    numbers = Random(seed)
    seeds = [numbers.randbytes(SEED_BITS // 8) for _ in range(4)]
    for stall in (0, 50, 90):
        found = events(tmp_path, seeds, steps, count, stall=stall, seed=seed)
        check(found, seeds, steps, count)


@pytest.mark.parametrize("steps", STEPS)
def test_a_reset_forgets_the_seed_and_its_words(steps: int, seed: int, tmp_path: Path) -> None:
    """In the setup, while the first words are made and wait, and between two seeds."""
    numbers = Random(seed)
    seeds = [numbers.randbytes(SEED_BITS // 8) for _ in range(3)]
    for at in (1, 2, 5, 9, 14, 18, 19, 24, 28, 29, 40, 60):
        for stall in (0, 50):
            options = {"stall": stall, "seed": seed, "reset_at": at}
            found = events(tmp_path, seeds, steps, 2, **options)
            assert "reset" in found
            check(found, seeds, steps, 2)


def test_the_catalogue_knows_how_many_words_a_seed_gives() -> None:
    text = (paths.rtl_dir() / "engine" / "keccak_engine.sv").read_text()
    (words,) = re.findall(r"parameter +int unsigned SeedWords += (\d+),", text)
    assert int(words) == SEED_WORDS
    assert engine.entropy(designs.parse("engine-n1x2g64")) == 24 * SEED_BITS / SEED_WORDS
    assert engine.entropy(designs.parse("engine-n1x2")) == 24 * FRESH_BITS


def test_every_cover_is_reached(tmp_path: Path) -> None:
    reports = {stall: tmp_path / str(stall) for stall in (0, 80)}
    for stall, report in reports.items():
        events(tmp_path, [bytes(range(20))] * 2, 320, 8, stall=stall, covers=report)
    wanted = {each for each in named(["engine"]) if each[0] == "trivium_words"}
    assert wanted and wanted <= reached(reports.values())
