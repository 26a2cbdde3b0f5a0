# SPDX-License-Identifier: Apache-2.0
"""The lane unit for other cores: what was offloaded before an exception is applied once.

A model of a core (``lane_xif.cpp``) offloads ahead of instructions that trap, kills what it
offloaded, and offloads it again behind the handler. Digests are compared with ``hashlib``, states
with the model of ``rtl.test_lane_unit``; a unit that takes an offloaded instruction for a
committed one keeps every rule of the port and must give a wrong digest.
"""

import hashlib
import json
import random
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from hashfab import paths
from hashfab.check import lint
from hashfab.errors import WorkFailed
from hashfab.export import xif
from hashfab.tools import verilator, yosys
from rtl import covers
from rtl.test_lane_unit import RATE, Program, digest

HARNESS = Path(__file__).parent / "lane_xif.cpp"
LANES = (1, 5, 25)
KABSL = (5, 6)


class Offloaded(Program):
    """Instructions for the unit, and among them instructions of the core's own that trap."""

    def trap(self, times: int, words: range) -> None:
        """Add one that traps; each time, the handler reads these words of the state."""
        self.lines.append(f"{times:x} {len(words):x} {words.start:x} t")
        for _ in range(times):
            for word in words:
                self.expected.append(self.word(word))

    def word(self, number: int) -> str:
        """A word of the state."""
        return f"{self.state[number // 2] >> 32 * (number % 2) & 0xFFFFFFFF:08x}"

    def maybe_trap(self, numbers: random.Random, most: int = 2) -> None:
        """Add one that traps up to three times, or not at all, or nothing.

        Its handler reads so many words at the most.
        """
        if numbers.random() < 0.5:
            first = numbers.randrange(48)
            words = range(first, first + numbers.randrange(most + 1))
            self.trap(numbers.choice([0, 1, 1, 3]), words)

    def load(self, numbers: random.Random) -> None:
        """Add kabsl or kabslp, legal but for this port."""
        word = numbers.choice(KABSL) << 12 | numbers.randrange(25) << 7 | 0b0001011
        self.lines.append(f"{word:08x} {numbers.getrandbits(32):08x} 0 f")

    def random_step(self, numbers: random.Random) -> None:
        """Add any instruction."""
        self.maybe_trap(numbers)
        rounds = numbers.choice([24, 12])
        lane, data = numbers.randrange(25), numbers.getrandbits(64)
        match numbers.choices(range(7), [10, 1, 10, 1, 2, 2, 2])[0]:
            case 0:
                self.kabs(lane, data)
            case 1:
                self.kperm(rounds)
            case 2:
                self.kget(numbers.randrange(50), numbers.randrange(32))
            case 3:
                self.kclr()
            case 4:
                self.kabsp(lane, data, rounds)
            case 5:
                self.foreign(numbers)
            case _:
                self.load(numbers)


def sha3_256(message: bytes, numbers: random.Random, traps: bool = True) -> Offloaded:
    """SHA3-256 with exceptions anywhere, or none."""
    padded = bytearray(message + b"\x06" + bytes(-(len(message) + 1) % RATE))
    padded[-1] |= 0x80
    program = Offloaded()
    steps: list[Callable[[], None]] = [program.kclr]
    for start in range(0, len(padded), RATE):
        block = padded[start : start + RATE]
        lanes = [int.from_bytes(block[i : i + 8], "little") for i in range(0, RATE, 8)]
        last = len(lanes) - 1
        steps += [partial(program.kabs, i, lane) for i, lane in enumerate(lanes[:last])]
        if numbers.random() < 0.5:
            steps.append(partial(program.kabsp, last, lanes[last], 24))
        else:
            steps.append(partial(program.kabs, last, lanes[last]))
            steps.append(partial(program.kperm, 24))
    for step in steps:
        if traps:
            program.maybe_trap(numbers)
        step()
    for word in range(8):
        if traps:
            # What is read last is the digest.
            program.maybe_trap(numbers, most=0)
        program.kget(word)
    return program


@dataclass(frozen=True)
class Run:
    """What a program gave.

    Attributes:
        words: that were read, in order.
        killed: accepted instructions that were.
        reissued: instructions that were accepted again.
    """

    words: list[str]
    killed: int
    reissued: int


def run(
    lanes: int,
    program: Program,
    tmp_path: Path,
    stall: int = 0,
    seed: int = 1,
    report: Path | None = None,
    sources: tuple[Path, ...] | None = None,
) -> Run:
    """Run a program on the unit behind the model of a core."""
    found = execute(lanes, program, tmp_path, stall, seed, report, sources)
    assert found.returncode == 0, found.stderr
    printed = json.loads(found.stdout)
    return Run(printed["results"], printed["killed"], printed["reissued"])


def execute(
    lanes: int,
    program: Program,
    tmp_path: Path,
    stall: int,
    seed: int,
    report: Path | None,
    sources: tuple[Path, ...] | None,
) -> subprocess.CompletedProcess[str]:
    """The same, whatever comes of it."""
    binary = verilator.build(xif.TOP, sources or xif.sources(), HARNESS, {"Lanes": lanes}, {})
    path = tmp_path / "program"
    path.write_text("\n".join(program.lines) + "\n")
    command = [str(binary), "--jobs", str(path), "--stall", str(stall), "--seed", str(seed)]
    command += ["--covers", str(report)] if report else []
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("stall", [0, 30, 70])
@pytest.mark.parametrize("size", [0, 136, 500])
@pytest.mark.parametrize("lanes", LANES)
def test_a_digest_with_exceptions_is_hashlibs(
    lanes: int, size: int, stall: int, tmp_path: Path, seed: int
) -> None:
    numbers = random.Random(seed + size)
    message = numbers.randbytes(size)
    program = sha3_256(message, numbers)
    found = run(lanes, program, tmp_path, stall, seed)
    assert found.words == program.expected
    assert digest(found.words) == hashlib.sha3_256(message).hexdigest()
    # What was killed was offloaded before, and all of it again.
    assert found.killed > 0 and found.reissued > 0


@pytest.mark.parametrize("stall", [0, 40, 80])
@pytest.mark.parametrize("lanes", LANES)
def test_random_programs_with_exceptions(lanes: int, stall: int, tmp_path: Path, seed: int) -> None:
    numbers = random.Random(seed + stall)
    program = Offloaded()
    program.save()  # zero after reset
    for _ in range(400):
        program.random_step(numbers)
    program.save()
    report = tmp_path / "covers"
    found = run(lanes, program, tmp_path, stall, seed, report)
    assert found.words == program.expected
    assert found.killed > 0
    assert covers.named(["xif"]) <= covers.reached([report])


COMMITS = """\
    .x_commit_valid_i,
    .x_commit_id_i,
    .x_commit_kill_i,
"""

RESULT = """\
    .x_result_valid_o,
    .x_result_ready_i,
"""

AT_ISSUE = """\
    .x_commit_valid_i(x_issue_valid_i && x_issue_ready_o),
    .x_commit_id_i   (x_issue_id_i),
    .x_commit_kill_i (1'b0),
"""

DROPPED = """\
    .x_result_valid_o(valid),
    .x_result_ready_i(known_q[x_result_id_o] && (dropped_q[x_result_id_o] || x_result_ready_i)),
"""

FATES = """\
  logic        valid;
  logic [15:0] known_q, dropped_q;
  assign x_result_valid_o = valid && known_q[x_result_id_o] && !dropped_q[x_result_id_o];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, dropped_q} <= '0;
    end else begin
      if (x_issue_valid_i && x_issue_ready_o) known_q[x_issue_id_i] <= 1'b0;
      if (x_commit_valid_i) begin
        known_q[x_commit_id_i]   <= 1'b1;
        dropped_q[x_commit_id_i] <= x_commit_kill_i;
      end
    end
  end

  lane_unit #(
"""


def broken(tmp_path: Path, *changes: tuple[str, str]) -> tuple[Path, ...]:
    """The sources, with other texts in the wrapper."""
    text = (paths.rtl_dir() / "xif" / "lane_xif.sv").read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    changed = tmp_path / "lane_xif.sv"
    changed.write_text(text)
    return tuple(changed if path.name == changed.name else path for path in xif.sources())


@pytest.mark.parametrize("lanes", [1, 25])
def test_a_unit_that_applies_what_is_offloaded_gives_a_wrong_digest(
    lanes: int, tmp_path: Path, seed: int
) -> None:
    # It drops the results of what is killed, as the port's rules ask for, and keeps the effect.
    sources = broken(tmp_path, (COMMITS, AT_ISSUE), (RESULT, DROPPED), ("  lane_unit #(\n", FATES))
    message = random.Random(seed).randbytes(300)
    expected = hashlib.sha3_256(message).hexdigest()
    calm = sha3_256(message, random.Random(seed), traps=False)
    assert digest(run(lanes, calm, tmp_path, 20, seed, sources=sources).words) == expected
    program = sha3_256(message, random.Random(seed))
    found = run(lanes, program, tmp_path, 20, seed, sources=sources)
    assert found.killed > 0
    assert digest(found.words) != expected
    assert digest(run(lanes, program, tmp_path, 20, seed).words) == expected


def test_a_unit_that_overlooks_kills_is_noticed_at_the_port(tmp_path: Path, seed: int) -> None:
    change = (".x_commit_kill_i,\n", ".x_commit_kill_i     (1'b0),\n")
    program = sha3_256(random.Random(seed).randbytes(300), random.Random(seed))
    sources = broken(tmp_path, change)
    found = execute(25, program, tmp_path, 20, seed, None, sources)
    assert found.returncode == 1
    # Which of the two depends on whether another instruction's result is due.
    assert re.search("a result that nothing asked for|the result's id is wrong", found.stderr)


@pytest.mark.long  # `make lint` does it
def test_it_is_clean_at_wall() -> None:
    assert lint.units() == 0


@pytest.mark.parametrize("parameters", lint.UNIT_CORNERS)
def test_it_elaborates_in_yosys(parameters: dict[str, int], tmp_path: Path) -> None:
    names = yosys.stage(tmp_path, xif.sources())
    yosys.run(tmp_path, "elaborate", yosys.read(xif.TOP, names, parameters))


@pytest.mark.parametrize("lanes", [0, 2, pytest.param(24, marks=pytest.mark.long)])
def test_an_illegal_parameter_is_refused(lanes: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint(xif.TOP, xif.sources(), {"Lanes": lanes}, log)
    assert f"lane_xif: Lanes is {lanes}; 1, 5, 25 are allowed" in log.read_text()
