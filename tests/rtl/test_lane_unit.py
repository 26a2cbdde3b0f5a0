# SPDX-License-Identifier: Apache-2.0
"""The lane unit behind CV-X-IF: digests, random programs, and how long instructions take.

The Keccak of the model is held against ``hashlib``, which also gives the digests. Instructions
arrive with gaps; commits come in the cycle of the issue or later; answers of memory and results
wait; some instructions are killed, some find a bus error.
"""

import hashlib
import json
import random
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import xor
from pathlib import Path

import pytest

from hashfab import paths
from hashfab.errors import WorkFailed
from hashfab.tools import verilator, yosys

from . import covers

RTL = paths.rtl_dir()
SOURCES = [
    RTL / "keccak" / "keccak_pkg.sv",
    RTL / "keccak" / "keccak_round.sv",
    *(RTL / "common" / f"{name}_check.sv" for name in ("stream", "xif")),
    RTL / "lane" / "isa_lane_pkg.sv",
    RTL / "lane" / "lane_pkg.sv",
    *(
        RTL / "lane" / f"lane_{part}.sv"
        for part in ("decode", "rounds", "slices", "unit", "unit_bind")
    ),
]
HARNESS = Path(__file__).parent / "lane_unit.cpp"

LANES = [1, 5, 25]
PERMUTATION_CYCLES = {
    (1, 24): 368,
    (1, 12): 188,
    (5, 24): 74,
    (5, 12): 38,
    (25, 24): 24,
    (25, 12): 12,
}
ACCESS_CYCLES = {1: 8, 5: 2, 25: 1}

MASK = 2**64 - 1
RATE = 136


def rotl(lane: int, offset: int) -> int:
    return (lane << offset | lane >> 64 - offset) & MASK


def keccak_p(state: list[int], rounds: int) -> list[int]:
    """The last ``rounds`` of Keccak-f[1600] (FIPS 202, 3.3 and 3.4) on lanes 5 y + x."""
    lfsr = 1
    for number in range(24):
        constant = 0
        for j in range(7):
            constant |= (lfsr & 1) << 2**j - 1
            lfsr = lfsr << 1 ^ (lfsr >> 7) * 0x171
        if number < 24 - rounds:
            continue
        c = [reduce(xor, state[x::5]) for x in range(5)]
        a = [lane ^ c[(i + 4) % 5] ^ rotl(c[(i + 1) % 5], 1) for i, lane in enumerate(state)]
        b = [a[0]] * 25
        x, y = 1, 0
        for t in range(24):
            source = a[5 * y + x]
            x, y = y, (2 * x + 3 * y) % 5
            b[5 * y + x] = rotl(source, (t + 1) * (t + 2) // 2 % 64)
        state = [
            b[y + x] ^ ~b[y + (x + 1) % 5] & b[y + (x + 2) % 5] & MASK
            for y in range(0, 25, 5)
            for x in range(5)
        ]
        state[0] ^= constant
    return state


@dataclass
class Program:
    """Instructions, and what the unit must answer."""

    lines: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    state: list[int] = field(default_factory=lambda: [0] * 25)

    def put(
        self,
        funct3: int,
        *,
        rd: int = 0,
        fields: int = 0,
        funct7: int = 0,
        data: int = 0,
        fate: str = "c",
    ) -> None:
        """Add an instruction by its fields; ``fields`` are rs2 and rs1."""
        word = funct7 << 25 | fields << 15 | funct3 << 12 | rd << 7 | 0b0001011
        self.lines.append(f"{word:08x} {data & 0xFFFFFFFF:08x} {data >> 32:08x} {fate}")

    def kabs(self, lane: int, data: int, fate: str = "c") -> None:
        """Lane ^= data."""
        self.put(0, rd=lane, data=data, fate=fate)
        if fate == "c":
            self.state[lane] ^= data

    def kperm(self, rounds: int, fate: str = "c") -> None:
        """Permute."""
        self.put(1, rd=int(rounds == 12), fate=fate)
        if fate == "c":
            self.state = keccak_p(self.state, rounds)

    def kget(self, word: int, rd: int = 1, fate: str = "c") -> None:
        """Read word 0..49 of the state."""
        self.put(2, rd=rd, fields=word, fate=fate)
        if fate == "c":
            self.expected.append(f"{self.state[word // 2] >> 32 * (word % 2) & 0xFFFFFFFF:08x}")

    def kclr(self, fate: str = "c") -> None:
        """Clear the state."""
        self.put(3, fate=fate)
        if fate == "c":
            self.state = [0] * 25

    def kabsp(self, lane: int, data: int, rounds: int, fate: str = "c") -> None:
        """Lane ^= data, then permute."""
        self.put(4, rd=lane, funct7=int(rounds == 12), data=data, fate=fate)
        if fate == "c":
            self.state[lane] ^= data
            self.state = keccak_p(self.state, rounds)

    def kabsl(self, lane: int, data: int, fate: str = "c") -> None:
        """Lane ^= data, whose low word comes from memory."""
        self.put(5, rd=lane, data=data, fate=fate)
        if fate == "c":
            self.state[lane] ^= data

    def kabslp(self, lane: int, data: int, rounds: int, fate: str = "c") -> None:
        """The same, then permute."""
        self.put(6, rd=lane, funct7=int(rounds == 12), data=data, fate=fate)
        if fate == "c":
            self.state[lane] ^= data
            self.state = keccak_p(self.state, rounds)

    def save(self) -> None:
        """Read the whole state."""
        for word in range(50):
            self.kget(word)

    def foreign(self, numbers: random.Random) -> None:
        """A word that is not the unit's: another opcode, or a field out of its range."""
        custom = 0b0001011
        word = numbers.choice(
            [
                numbers.getrandbits(25) << 7 | numbers.choice([0x13, 0x0A, 0x2B, 0x5B, 0x7B, 0x03]),
                7 << 12 | custom,
                numbers.randrange(25, 32) << 7 | numbers.choice([0, 4, 5, 6]) << 12 | custom,
                numbers.randrange(50, 64) << 15 | 2 << 12 | custom,
                numbers.randrange(2, 32) << 7 | 1 << 12 | custom,
                1 << 25 | numbers.choice([0, 1, 2, 3, 5]) << 12 | custom,
                2 << 25 | numbers.choice([4, 6]) << 12 | custom,
            ]
        )
        self.lines.append(f"{word:08x} {numbers.getrandbits(32):08x} 0 f")

    def random_step(self, numbers: random.Random) -> None:
        """Add any instruction, one in seven killed."""
        fate = "k" if numbers.random() < 0.15 else "c"
        rounds = numbers.choice([24, 12])
        lane, data = numbers.randrange(25), numbers.getrandbits(64)
        loaded = "e" if fate == "c" and numbers.random() < 0.15 else fate
        kind = numbers.choices(range(8), [10, 1, 10, 1, 2, 8, 2, 3])[0]
        match kind:
            case 0:
                self.kabs(lane, data, fate)
            case 1:
                self.kperm(rounds, fate)
            case 2:
                self.kget(numbers.randrange(50), numbers.randrange(32), fate)
            case 3:
                self.kclr(fate)
            case 4:
                self.kabsp(lane, data, rounds, fate)
            case 5:
                self.kabsl(lane, data, loaded)
            case 6:
                self.kabslp(lane, data, rounds, loaded)
            case _:
                self.foreign(numbers)


def run(
    lanes: int,
    program: Program,
    tmp_path: Path,
    stall: int = 0,
    seed: int = 1,
    reset_at: int = 0,
    report_covers: Path | None = None,
) -> tuple[list[str], list[int]]:
    """The words that the unit gave and the cycle in which each instruction was issued."""
    binary = verilator.build("lane_unit", SOURCES, HARNESS, {"Lanes": lanes}, {})
    path = tmp_path / "program"
    path.write_text("\n".join(program.lines) + "\n")
    command = [str(binary), "--jobs", str(path)]
    command += ["--stall", str(stall), "--seed", str(seed), "--reset-at", str(reset_at)]
    command += ["--covers", str(report_covers)] if report_covers else []
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 0, found.stderr
    report = json.loads(found.stdout)
    return report["results"], report["issued"]


def sha3_256(message: bytes, numbers: random.Random, context_switch: bool = False) -> Program:
    """SHA3-256 by kabs and kabsp or kperm; with ``context_switch``, saved and restored midway."""
    padded = bytearray(message + b"\x06" + bytes(-(len(message) + 1) % RATE))
    padded[-1] |= 0x80
    program = Program()
    program.kclr()
    for start in range(0, len(padded), RATE):
        block = padded[start : start + RATE]
        lanes = [int.from_bytes(block[i : i + 8], "little") for i in range(0, RATE, 8)]
        for i, lane in enumerate(lanes[:-1]):
            program.kabs(i, lane)
        if numbers.random() < 0.5:
            program.kabsp(len(lanes) - 1, lanes[-1], 24)
        else:
            program.kabs(len(lanes) - 1, lanes[-1])
            program.kperm(24)
        if context_switch:
            saved = list(program.state)
            program.save()
            program.kabsp(numbers.randrange(25), numbers.getrandbits(64), 12)
            program.kclr()
            for i, lane in enumerate(saved):
                program.kabs(i, lane)
    for word in range(8):
        program.kget(word)
    return program


def digest(words: Sequence[str]) -> str:
    return b"".join(int(word, 16).to_bytes(4, "little") for word in words[-8:]).hex()


@pytest.mark.parametrize("context_switch", [False, True], ids=["straight", "switched"])
@pytest.mark.parametrize("size", [0, 135, 136, 300])
@pytest.mark.parametrize("lanes", LANES)
def test_sha3_256(lanes: int, size: int, context_switch: bool, tmp_path: Path) -> None:
    numbers = random.Random(size)
    message = numbers.randbytes(size)
    program = sha3_256(message, numbers, context_switch)
    words, _ = run(lanes, program, tmp_path, stall=20 if context_switch else 0)
    assert digest(words) == digest(program.expected) == hashlib.sha3_256(message).hexdigest()


@pytest.mark.parametrize("stall", [0, 30, 80])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lanes", LANES)
def test_random_programs(lanes: int, seed: int, stall: int, tmp_path: Path) -> None:
    numbers = random.Random(seed)
    program = Program()
    program.save()  # zero after reset
    for _ in range(300):
        program.random_step(numbers)
    program.save()
    words, _ = run(lanes, program, tmp_path, stall, seed)
    assert words == program.expected


def test_random_programs_reach_every_cover(tmp_path: Path) -> None:
    reports = []
    for lanes in (5, 25):
        for seed, stall in enumerate((0, 30, 80)):
            numbers = random.Random(seed)
            program = Program()
            for _ in range(300):
                program.random_step(numbers)
            reports.append(tmp_path / f"{lanes}-{seed}")
            run(lanes, program, tmp_path, stall, seed, report_covers=reports[-1])
    wanted = covers.named(["lane"])
    assert wanted
    assert wanted - covers.reached(reports) == set()


@pytest.mark.parametrize("lanes", LANES)
def test_a_reset_at_any_time_clears_everything(lanes: int, tmp_path: Path) -> None:
    program = Program()
    program.save()
    program.kabs(24, MASK)
    program.kabsp(0, 1, 24)
    program.save()
    _, issued = run(lanes, program, tmp_path)
    permuting = issued[-50] - PERMUTATION_CYCLES[lanes, 24]
    for cycle in (permuting - 1, permuting + 5, issued[-50], issued[-20] + 1):
        words, _ = run(lanes, program, tmp_path, reset_at=cycle)
        assert words == program.expected


@pytest.mark.parametrize("rounds", [24, 12])
@pytest.mark.parametrize("lanes", LANES)
def test_cycles(lanes: int, rounds: int, tmp_path: Path) -> None:
    """From one issue to the next, in which the instruction itself takes its own cycles."""
    access = ACCESS_CYCLES[lanes]
    permutation = PERMUTATION_CYCLES[lanes, rounds]
    program = Program()
    for lane in range(3):
        program.kabs(lane, 0x0123456789ABCDEF)
    program.kabsl(3, MASK)
    program.kabsl(4, 1)
    program.kabslp(3, MASK, rounds)
    program.kabsp(3, MASK, rounds)
    program.kabs(4, 1)
    program.kperm(rounds)
    program.kclr()
    program.kget(0)
    program.kget(1)
    program.kget(49)
    _, issued = run(lanes, program, tmp_path)
    spent = [later - sooner for sooner, later in pairwise(issued)]
    kabs, kabsp, kperm = access, access + permutation, 1 + permutation
    assert spent == [*[kabs] * 5, kabsp, kabsp, kabs, kperm, *[access] * 3]


@pytest.mark.parametrize("lanes", LANES)
def test_cycles_do_not_depend_on_data(lanes: int, tmp_path: Path) -> None:
    def issued(seed: int) -> list[int]:
        program = Program()
        data = random.Random(seed)
        steps = random.Random(0)
        for _ in range(60):
            lane = steps.randrange(25)
            program.kabs(lane, data.getrandbits(64))
            program.kabsp(lane, data.getrandbits(64), steps.choice([24, 12]))
            program.kabsl(lane, data.getrandbits(64))
            program.kget(steps.randrange(50))
        return run(lanes, program, tmp_path)[1]

    assert issued(1) == issued(2)


@pytest.mark.long  # `make lint` has the unit in its cores
@pytest.mark.parametrize("lanes", LANES)
def test_clean_at_wall(lanes: int, tmp_path: Path) -> None:
    verilator.lint("lane_unit", SOURCES, {"Lanes": lanes}, tmp_path / "log")


def test_every_module_elaborates_in_yosys(tmp_path: Path) -> None:
    names = yosys.stage(tmp_path, SOURCES)
    script = ""
    for lanes in LANES:
        line = yosys.read("lane_unit", names, {"Lanes": lanes})
        script += f"design -reset\n{line.replace('read_slang', 'read_slang --keep-hierarchy')}ls\n"
    log = yosys.run(tmp_path, "elaborate", script)
    found = {name.split("$")[0] for name in re.findall(r"^ +(\w\S*)$", log, re.MULTILINE)}
    assert {"lane_unit", "lane_decode", "lane_rounds", "lane_slices"} <= found


@pytest.mark.parametrize("lanes", [0, 2, pytest.param(24, marks=pytest.mark.long)])
def test_other_parameters_are_refused_at_elaboration(lanes: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint("lane_unit", SOURCES, {"Lanes": lanes}, log)
    assert f"Lanes is {lanes}; 1, 5, 25 are allowed" in log.read_text()
