# SPDX-License-Identifier: Apache-2.0
"""States in memory: streams of commands that begin and end with one, on accelerators with ``r``.

Each stream is a message in pieces and an output in pieces; streams are interleaved at random, and
every piece of output is compared with what ``hashlib`` or PyCryptodome computes of the whole.
``HASHFAB_SEED`` repeats a random test.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from Crypto.Hash import cSHAKE128, cSHAKE256

from hashfab import designs
from hashfab.designs import SPONGES, Design, Sponge, algorithms
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions

from . import covers
from .commands import Fault, options, simulated, write

RESTORE, SAVE, OWN = 1, 2, 4
STATE_BYTES = 200

DESIGNS = ["accel-d1n1t1w64r", "accel-d2s2t4w256b1r"]
EACH = [*DESIGNS, pytest.param("accel-d1n2t2w32r", marks=pytest.mark.long)]
"""Between them: one context and several, stages and rounds, one buffer, each end of the widths."""
MORE = ["accel-d1n24t2w128r", "accel-d1s4t4w64r", "accel-d8n1t8w256b8r", "accel-d1s3t8w32b1r"]
POINTS = [*EACH, *(pytest.param(name, marks=pytest.mark.long) for name in MORE)]

CONDITIONS = [
    Conditions(latency=1),
    Conditions(latency=8, stall=40, seed=2),
    Conditions(latency=20, stall=10, reorder=True, seed=3),
]
SEED = int(os.environ.get("HASHFAB_SEED", "1"))


@dataclass(frozen=True)
class Command:
    """A command on a state.

    Attributes:
        sponge: the algorithm.
        message: its bytes.
        flags: of ``RESTORE``, ``SAVE`` and ``OWN``.
        domain: the domain byte; with ``OWN``, 0 is no padding.
        state: which.
        output: what it is to write.
        align: of message, output and state, in a word.
        code: of the algorithm, instead of the sponge's.
        faults: accesses that memory answers with an error.
    """

    sponge: Sponge
    message: bytes
    flags: int
    domain: int
    state: int
    output: bytes = b""
    align: tuple[int, int, int] = (0, 0, 0)
    code: int | None = None
    faults: frozenset[Fault] = frozenset()

    @property
    def flagged(self) -> bool:
        """Whether it must end with an error."""
        return self.code is not None or bool(self.faults) or self.domain > 0x7F


@dataclass
class Stream:
    """A message, and the commands that hash it.

    Attributes:
        commands: in their order.
        block: the rate's bytes of the state in the end, where they are known.
    """

    commands: list[Command] = field(default_factory=list)
    block: bytes | None = None


def prefix(rate: int, function: bytes, custom: bytes) -> bytes:
    """What cSHAKE absorbs before the message, without the zeros at its end (SP 800-185, 3.3)."""

    def left_encode(value: int) -> bytes:
        size = max(1, (value.bit_length() + 7) // 8)
        return bytes([size]) + value.to_bytes(size, "big")

    strings = (left_encode(8 * len(each)) + each for each in (function, custom))
    return left_encode(rate) + b"".join(strings)


def cuts(numbers: random.Random, total: int, rate: int) -> list[int]:
    """Sizes of whole blocks that a message begins with."""
    left, found = total // rate, []
    while left and numbers.random() < 0.7:
        found.append(rate * (size := numbers.randint(1, min(left, 3))))
        left -= size
    return found


def stream(numbers: random.Random, state: int) -> Stream:
    """One of any algorithm, in pieces of any size."""
    sponge = SPONGES[numbers.choice(sorted(SPONGES))]
    rate = sponge.block_bytes
    size = numbers.choice([0, 1, rate - 1, rate, 2 * rate, numbers.randrange(5 * rate)])
    message = numbers.randbytes(size)
    lengths = [numbers.choice([0, 1, rate, rate + 1, numbers.randrange(3 * rate)])]
    if not sponge.xof:
        lengths = [sponge.digest_bytes]
    while sponge.xof and numbers.random() < 0.6:
        lengths.append(numbers.choice([0, rate - 1, rate, numbers.randrange(1, 3 * rate)]))
    # A piece begins with a block of its own.
    starts, blocks = [], 0
    for length in lengths:
        starts.append(blocks * rate)
        blocks += max(1, -(-length // rate))
    wanted = blocks * rate if sponge.xof else sponge.digest_bytes

    found = Stream()
    own = 0
    domain = numbers.randrange(1, 0x80) if sponge.any_domain else sponge.domain
    started = False

    def place() -> tuple[int, int, int]:
        return numbers.randrange(32), numbers.randrange(32), state % 32

    def add(message: bytes, flags: int, domain: int, output: bytes = b"") -> None:
        nonlocal started
        restore = RESTORE if started else 0
        started = True
        found.commands.append(
            Command(sponge, message, flags | restore, domain, state, output, place())
        )

    if sponge.xof and not sponge.any_domain and numbers.random() < 0.4:
        # cSHAKE: a prefix, which is filled up with zeros.
        function, custom = numbers.randbytes(numbers.randrange(4)), numbers.randbytes(5)
        new = cSHAKE128 if sponge.name == "shake128" else cSHAKE256
        assert function or custom
        expected = new._new(message, custom, function).read(wanted)
        add(prefix(rate, function, custom), SAVE | OWN, 0)
        own, domain = OWN, 0x04
    elif not sponge.any_domain and numbers.random() < 0.4:
        # Any algorithm's domain byte may be the command's.
        pairs = {"sha3-256": "keccak-256", "keccak-256": "sha3-256"}
        other = SPONGES[pairs.get(sponge.name, sponge.name)]
        own, domain = OWN, other.domain
        expected = algorithms.reference(other, message, wanted if sponge.xof else None)
    else:
        expected = algorithms.reference(
            sponge,
            message,
            wanted if sponge.xof else None,
            domain if sponge.any_domain else None,
        )
        own = OWN if numbers.random() < 0.2 else 0

    at = 0
    for piece in cuts(numbers, size, rate):
        add(message[at : at + piece], SAVE | OWN, 0)
        at += piece
    for number, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        last = number == len(lengths) - 1
        flags = SAVE if not last or numbers.random() < 0.5 else 0
        output = expected[start : start + length]
        if number == 0:
            add(message[at:], flags | own, domain, output)
        else:
            add(b"", flags | OWN, 0, output)
    if found.commands[-1].flags & SAVE and sponge.xof:
        found.block = expected[-rate:]
    return found


def interleaved(numbers: random.Random, streams: Sequence[Stream]) -> list[Command]:
    """The commands of all streams; of each in their order."""
    order = [k for k, each in enumerate(streams) for _ in each.commands]
    numbers.shuffle(order)
    left = [iter(each.commands) for each in streams]
    return [next(left[k]) for k in order]


def run(
    design: Design, commands: Sequence[Command], conditions: Conditions, folder: Path, *more: object
) -> dict[str, Any]:
    """Run commands: who is flagged is known, and what the others write."""
    lines, data = [], bytearray()
    for each in commands:
        sponge = each.sponge
        code = sponge.code if each.code is None else each.code
        lines.append(
            f"{sponge.block_bytes} {each.domain:02x} {sponge.rounds} {len(each.output)} "
            f"{each.align[0]} {each.align[1]} {len(data)} {len(each.message)} {code} "
            f"{each.flags} {each.state} {each.align[2]}"
        )
        data += each.message
    write(folder, lines, bytes(data), (each.faults for each in commands))
    report = simulated(simulate.build(design), folder, *options(design, conditions, folder), *more)
    assert report["state_clear"]
    assert report["errors"] == [int(each.flagged) for each in commands]
    for each, digest in zip(commands, report["digests"], strict=True):
        if not each.flagged:
            assert digest == each.output.hex(), each
    return report


def check(design: Design, count: int, seed: int, conditions: Conditions, folder: Path) -> int:
    """Random streams, all under way at once; how many commands they were."""
    numbers = random.Random(seed)
    streams = [stream(numbers, state) for state in range(count)]
    commands = interleaved(numbers, streams)
    report = run(design, commands, conditions, folder)
    used = sorted({each.state for each in commands if each.flags & (RESTORE | SAVE)})
    for state, content in zip(used, report["states"], strict=True):
        block = streams[state].block
        if block is not None:
            assert bytes.fromhex(content)[: len(block)] == block
    return len(commands)


@pytest.mark.parametrize("name", POINTS)
def test_streams_give_what_whole_messages_do(name: str, tmp_path: Path) -> None:
    for number, conditions in enumerate(CONDITIONS):
        check(designs.parse(name), 120, SEED + number, conditions, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("name", ["accel-d1n1t1w64r", "accel-d2s2t4w256b1r"])
def test_ten_thousand_streams(name: str, part: int, tmp_path: Path) -> None:
    conditions = replace(CONDITIONS[part % 3], seed=part)
    check(designs.parse(name), 1000, 100 * SEED + part, conditions, tmp_path)


def under_way(design: Design, count: int, folder: Path) -> None:
    """All streams have begun before the first goes on, and none ends before all went on."""
    sponge = SPONGES["shake128"]
    rate = sponge.block_bytes
    messages = [random.Random(k).randbytes(2 * rate + k % rate) for k in range(count)]
    outputs = [algorithms.reference(sponge, each, 2 * rate) for each in messages]
    commands = [
        *(Command(sponge, m[:rate], SAVE | OWN, 0, k) for k, m in enumerate(messages)),
        *(
            Command(sponge, m[rate:], RESTORE | SAVE, 0, k, outputs[k][:9])
            for k, m in enumerate(messages)
        ),
        *(Command(sponge, b"", RESTORE | OWN, 0, k, outputs[k][rate:]) for k in range(count)),
    ]
    run(design, commands, Conditions(latency=8), folder)


@pytest.mark.parametrize(
    "count", [200, pytest.param(4096, marks=pytest.mark.long)], ids=["200", "4096"]
)
def test_thousands_of_messages_are_under_way_on_a_few_contexts(count: int, tmp_path: Path) -> None:
    under_way(designs.parse("accel-d1n1t1w64r"), count, tmp_path)


def words(design: Design, command: Command) -> Iterator[Fault]:
    """Every access to the state of a command."""
    word = design.number("width") // 8
    chunk = min(8, word)
    at = command.align[2] % word
    pieces = {"restore": [(0, 168), (168, 200)]}
    pieces["save"] = [(k, k + chunk) for k in range(0, STATE_BYTES, chunk)]
    for kind, flag in (("restore", RESTORE), ("save", SAVE)):
        times: Counter[int] = Counter()
        for start, end in pieces[kind] if command.flags & flag else ():
            for index in range((at + start) // word, (at + end - 1) // word + 1):
                times[index] += 1
                yield kind, index, times[index]


@pytest.mark.parametrize("conditions", CONDITIONS[::2], ids=["in-order", "any-order"])
@pytest.mark.parametrize("name", EACH)
def test_an_error_on_any_word_of_a_state_ends_its_command_alone(
    name: str, conditions: Conditions, tmp_path: Path
) -> None:
    """What could not be restored is not saved over, and the same command is right the next time."""
    design = designs.parse(name)
    sponge = SPONGES["shake256"]
    rate = sponge.block_bytes
    message = random.Random(SEED).randbytes(3 * rate)
    whole = algorithms.reference(sponge, message, rate + 32)
    for align in (0, 5):
        places = (3, 1, align)
        middle = Command(sponge, message[rate:], RESTORE | SAVE, 0, 0, whole[:32], places)
        commands = []
        for number, fault in enumerate(words(design, middle)):
            start = Command(sponge, message[:rate], SAVE | OWN, 0, number, b"", places)
            this = replace(middle, state=number)
            failing = replace(this, faults=frozenset([fault]))
            end = Command(sponge, b"", RESTORE | OWN, 0, number, whole[rate:], places)
            # An error of a save leaves a state that is not to be used.
            after = [this, end] if fault[0] == "restore" else []
            commands += [start, failing, Command(sponge, b"", 0, 0, 0, digest(b"")), *after]
        run(design, commands, conditions, tmp_path)


def digest(message: bytes) -> bytes:
    """32 bytes of SHAKE256."""
    return algorithms.reference(SPONGES["shake256"], message, 32)


@pytest.mark.parametrize("name", EACH)
def test_what_is_illegal_touches_neither_state_nor_memory(name: str, tmp_path: Path) -> None:
    sponge = SPONGES["shake256"]
    good = Command(sponge, b"message", 0, 0, 0, digest(b"message"))
    illegal = [
        replace(good, flags=flags, state=number, code=code)
        for number, (flags, code) in enumerate((f, c) for f in range(8) for c in (9, 15))
    ]
    illegal += [replace(good, flags=OWN | SAVE | RESTORE, domain=d) for d in (0x80, 0xFF)]
    run(
        designs.parse(name),
        [each for bad in illegal for each in (bad, good)],
        CONDITIONS[0],
        tmp_path,
    )


@pytest.mark.parametrize("name", EACH)
def test_a_reset_leaves_nothing_of_a_state(name: str, tmp_path: Path) -> None:
    sponge = SPONGES["shake256"]
    rate = sponge.block_bytes
    message = random.Random(SEED).randbytes(2 * rate)
    commands = [
        Command(sponge, message[:rate], SAVE | OWN, 0, 0),
        Command(sponge, message[rate:], RESTORE | SAVE, 0, 0, digest(message)),
    ]
    whole = run(designs.parse(name), commands, Conditions(latency=1), tmp_path)["cycles"]
    for cycle in range(4, whole - 2, 7):
        run(designs.parse(name), commands, Conditions(latency=1), tmp_path, "--reset-at", cycle)


SAVE_AND_RESTORE = 60
"""Cycles and beats of the port that they may take at 64 bits, beyond the command's own."""


@pytest.mark.parametrize("align", range(8))
def test_what_save_and_restore_cost(align: int, tmp_path: Path) -> None:
    """At 64 bits, a state that is aligned; another one straddles words."""
    design = designs.parse("accel-d1n1t1w64r")
    sponge = SPONGES["shake128"]
    message = bytes(4 * sponge.block_bytes)
    found = []
    for flags in (OWN, OWN | SAVE, OWN | SAVE | RESTORE):
        # Of zeros, a state that was never saved stands for another one.
        command = Command(sponge, message, flags, 0, 0, b"", (0, 0, align))
        report = run(design, [command], Conditions(latency=1), tmp_path)
        found.append((report["read_words"], report["write_words"], report["cycles"]))
    plain, saved, both = found
    beats = both[0] + both[1] - plain[0] - plain[1]
    assert beats == (50 if align == 0 else 2 * 25 + 2 + 25)
    print(f"align {align}: {beats} beats, {saved[2] - plain[2]} + {both[2] - saved[2]} cycles")
    if align == 0:
        assert beats <= SAVE_AND_RESTORE
        assert both[2] - plain[2] <= SAVE_AND_RESTORE


def test_cycles_do_not_depend_on_what_is_in_a_state(tmp_path: Path) -> None:
    sponge = SPONGES["shake128"]
    cycles = set()
    for seed in range(4):
        start = random.Random(seed).randbytes(sponge.block_bytes)
        whole = algorithms.reference(sponge, start, 40)
        commands = [
            Command(sponge, start, SAVE | OWN, 0, 0, b"", (1, 2, 3)),
            Command(sponge, b"", RESTORE | SAVE, 0, 0, whole, (1, 2, 3)),
        ]
        report = run(designs.parse("accel-d1n1t1w64r"), commands, Conditions(latency=4), tmp_path)
        cycles.add(report["cycles"])
    assert len(cycles) == 1


def test_every_cover_of_states_is_reached(tmp_path: Path) -> None:
    """With what the tests above run."""
    for name in DESIGNS:
        design = designs.parse(name)
        check(design, 60, SEED, Conditions(latency=1), tmp_path)
        command = Command(SPONGES["shake256"], b"", RESTORE | SAVE, 0, 0, bytes(32))
        failing = [replace(command, faults=frozenset([each])) for each in words(design, command)]
        run(design, failing, Conditions(latency=1), tmp_path)
    wanted = covers.of_states()
    assert len(wanted) >= 5
    assert wanted - covers.reached(tmp_path.glob("*.covers")) == set()
