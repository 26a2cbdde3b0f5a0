# SPDX-License-Identifier: Apache-2.0
"""The reference model: the microprograms on it against other implementations, and its cycles."""

import hashlib
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from Crypto.Hash import TurboSHAKE128, TurboSHAKE256, keccak

from hashfab.isa.hashproc import fuzz, library
from hashfab.isa.hashproc.assembler import assemble
from hashfab.isa.hashproc.description import ISA, LOOP_DEPTH, ROW_BYTES, Mode
from hashfab.isa.hashproc.machine import Machine, Segment, run
from hashfab.isa.hashproc.program import Program
from hashfab.isa.hashproc.sequencer import Sequencer

CHAINED = [name for name in library.ALGORITHMS if library.assembled(name).program.pad]
SPONGES = [name for name in library.ALGORITHMS if library.assembled(name).program.sponge]
BLOCK_CYCLES = {
    **dict.fromkeys(("md5", "sha224", "sha256"), 128),
    **dict.fromkeys(("sha1", "sha384", "sha512", "sha512-224", "sha512-256"), 160),
    # 21 words move in; a block of 21 words comes in no faster than that.
    **{"turboshake128": 22, "turboshake256": 21},
}
PLACES = ((3, 0, 1, 5), (2, 0, 2, 6), (3, 1, 0, 4), (2, 1, 3, 7))
"""Block, row, and the chaining words in its low and high half."""


def expected(name: str, message: bytes, size: int) -> bytes:
    """The digest by hashlib or PyCryptodome."""
    if name.startswith("turboshake"):
        made = (TurboSHAKE128 if name.endswith("128") else TurboSHAKE256).new()
        return bytes(made.update(message).read(size))
    if name == "keccak-256":
        return keccak.new(digest_bits=256, data=message).digest()
    if name.startswith("shake"):
        return hashlib.new(name.replace("shake", "shake_"), message).digest(size)  # type: ignore[call-arg]
    return hashlib.new(name.replace("-", "_"), message).digest()


def padded(program: Program, message: bytes) -> bytes:
    """The blocks of a message."""
    if program.sponge:
        rate = program.sponge.rate
        blocks = bytearray(message + bytes((program.sponge.domain,)))
        blocks += bytes(-len(blocks) % rate)
        blocks[-1] ^= 0x80
        return bytes(blocks)
    assert program.pad and program.input
    length = (8 * len(message)).to_bytes(program.pad.size, program.pad.order)  # type: ignore[arg-type]
    block = program.input.word * program.input.words
    return message + b"\x80" + bytes((-len(message) - 1 - len(length)) % block) + length


def hash_streams(name: str, messages: Sequence[bytes]) -> tuple[list[bytes], Segment]:
    """The digests of messages of as many blocks each, side by side."""
    program = library.assembled(name).program
    shape, digest = program.input, program.digest
    assert shape and digest and program.chain
    machine = Machine(program)
    copies = 1 if shape.word == 8 else 1 << 32 | 1
    iv = [word * copies for word in (*program.iv, 0, 0, 0, 0)[:8]]
    for first in program.chain:
        for block, row, low, high in PLACES:
            address = ROW_BYTES * (first + row)
            line = iv[low] | iv[high] << 64
            machine.memory[block][address : address + ROW_BYTES] = line.to_bytes(
                ROW_BYTES, "little"
            )
    texts = [padded(program, message) for message in messages]
    size = shape.word * shape.words
    assert len({len(text) for text in texts}) == 1
    count = len(texts[0]) // size
    data = b"".join(t[size * n : size * n + size] for n in range(count) for t in texts)
    segment = run(machine, program.entries["run"], count, data)
    state = [[0] * 8, [0] * 8]
    for number, beat in enumerate(segment.out):
        words = state[number % 2]
        words[3 - number // 2], words[7 - number // 2] = beat & (1 << 64) - 1, beat >> 64
    bits = 8 * shape.word
    per = 64 // bits
    digests = [
        b"".join(
            (state[s // per][register] >> bits * (s % per) & (1 << bits) - 1).to_bytes(
                shape.word,
                digest.order,  # type: ignore[arg-type]
            )
            for register in digest.registers
        )[: digest.size]
        for s in range(shape.streams)
    ]
    return digests, segment


@pytest.mark.parametrize("name", CHAINED)
def test_chained_functions(name: str) -> None:
    program = library.assembled(name).program
    assert program.input
    rng = random.Random(1)
    block = program.input.word * program.input.words
    cycles = []
    for count in (1, 2, 5):
        most = block * count - 9 - (8 if program.input.word == 8 else 0)
        messages = [
            rng.randbytes(rng.randint(max(0, most - block + 1), most))
            for _ in range(program.input.streams)
        ]
        digests, segment = hash_streams(name, messages)
        assert digests == [expected(name, message, 0) for message in messages]
        cycles.append(segment.cycles)
    assert (cycles[2] - cycles[1]) / 3 == cycles[1] - cycles[0] == BLOCK_CYCLES[name]


@pytest.mark.parametrize("name", SPONGES)
def test_sponges(name: str) -> None:
    program = library.assembled(name).program
    assert program.sponge
    rng = random.Random(2)
    cycles = []
    for count in (1, 2, 5):
        low = program.sponge.rate * (count - 1)
        message = rng.randbytes(rng.randint(low, low + program.sponge.rate - 1))
        machine = Machine(program)
        data = padded(program, message)
        entry = "absorb1" if count == 1 else "absorb"
        segment = run(machine, program.entries[entry], max(1, count - 1), data)
        beats = list(segment.out)
        cycles.append(segment.cycles)
        if "shake" in name:
            beats += run(machine, program.entries["squeeze1"], 1).out
            beats += run(machine, program.entries["squeeze"], 2).out
        found = b"".join(beat.to_bytes(16, "little")[:8] for beat in beats)
        if "shake" in name:
            assert len(found) == 5 * program.sponge.rate
        size = len(found) if "shake" in name else len(expected(name, message, 0))
        assert found[:size] == expected(name, message, size)
    assert (cycles[2] - cycles[1]) / 3 == BLOCK_CYCLES.get(name, 24)


@pytest.mark.parametrize("name", ["sha3-256", "turboshake128"])
def test_a_message_goes_on_in_another_segment(name: str) -> None:
    program = library.assembled(name).program
    assert program.sponge
    rate = program.sponge.rate
    message = bytes(n % 251 for n in range(5 * rate + 9))
    data = padded(program, message)
    for cut, entry in ((3, "more"), (5, "more1")):
        machine = Machine(program)
        run(machine, program.entries["absorb"], cut - 1, data[: cut * rate])
        beats = run(machine, program.entries[entry], 6 - cut - 1 or 1, data[cut * rate :]).out
        digest = b"".join(beat.to_bytes(16, "little")[:8] for beat in beats)[:32]
        assert digest == expected(name, message, 32)


def test_output_that_is_not_taken_and_input_that_is_late_change_no_beat() -> None:
    program = library.assembled("sha3-256").program
    data = padded(program, bytes(range(250)))
    smooth = run(Machine(program), program.entries["absorb"], 1, data)
    for seed in range(3):
        rng = random.Random(seed)
        machine = Machine(program)
        machine.start(program.entries["absorb"], 1)
        beats, position = [], 0
        while machine.busy:
            offered = data[position : position + 8] if rng.random() < 0.5 else b""
            ready = rng.random() < 0.5
            seen = machine.cycle(offered or None, ready)
            position += 8 * bool(offered and seen.in_ready)
            beats += [seen.out_data] if seen.out_valid and ready else []
        assert beats == smooth.out
        assert machine.cycles > smooth.cycles


def trace(text: str, blocks: int = 1) -> list[tuple[int, int | None]]:
    """Program counters and addresses of K."""
    sequencer = Sequencer(assemble(text).program.words)
    sequencer.start(0, blocks)
    found = []
    while not sequencer.halted:
        issue = sequencer.issue()
        found.append((issue.pc, issue.k))
    return found[:-1]


def test_loops_four_deep_and_repetitions() -> None:
    text = (
        "REPEAT 3 { NOP\n REPEAT 2 { NOP\n REPEAT blocks { NOP\n REPEAT 4 { NOP -i 5\n NOP } } }\n"
        "NOP }\nHALT"
    )
    counts = Counter(pc for pc, _ in trace(text, 7))
    assert counts == {0: 3, 1: 6, 2: 42, 3: 42 * 4 * 5, 4: 42 * 4, 5: 3}
    assert len(trace("NOP -i 256\nHALT")) == 256
    assert len(trace("REPEAT 255 { NOP -i 9 }\nHALT")) == 255 * 9
    assert len(trace("REPEAT blocks { NOP }\nHALT", 300)) == 300


@pytest.mark.parametrize(
    ("operand", "expected"),
    [
        ("dm0[18]", [18] * 5),
        ("dm0[ar0]", [500] * 5),
        ("dm0[ar0++]", [500, 501, 502, 503, 504]),
        ("dm0[ar0+=5]", [500, 505, 510, 3, 8]),
        ("dm0[ar0+=5%]", [500, 505, 100, 105, 110]),
        ("dm0[ar0+=300%]", [500, 100, 400, 100, 400]),
    ],
)
def test_address_registers(operand: str, expected: list[int]) -> None:
    found = trace(f"SET ar0 500 100 509\nNOP {operand} -i 5\nHALT")
    assert [k for _, k in found[1:]] == expected


@pytest.mark.parametrize("block", [0, 1, 2, 3])
def test_every_unaligned_vector(block: int) -> None:
    """A store at any address is read back at any address; it wraps, in dm1 inside the buffer."""
    size = 256 if block == 1 else 512
    operand = "" if block % 2 == 0 else "- "
    for address in [*range(size - 18, size), *range(18), 100]:
        words = "".join(f"LOAD0 - dm3[{200 + 8 * n}]\nLOAD1\n" for n in range(8))
        text = f"""
        .input streams=1 word=8 words=32
        .dm3 200 .word64 0xa1a2a3a4a5a6a7a8, 1, 2, 3, 0xb1b2b3b4b5b6b7b8, 5, 6, 7
        NOP -w
        {words}
        LOAD0 > dm{block}[{address}]  ; h is the first word, d the fifth
        LOAD1
        CLEAR
        NOP
        SHIFT {operand}dm{block}[{address}]
        SHIFT {operand}dm{block}[{(address + 8) % size}]
        SHIFT {operand}dm{block}[{(address + 3) % size}]
        HALT
        """
        records = run(Machine(assemble(text).program), 0, 1, bytes(256)).records[-4:-1]
        low, high = 0xB1B2B3B4B5B6B7B8, 0xA1A2A3A4A5A6A7A8
        found = [record.mr if operand else record.kr for record in records]
        assert found == [low, high, (low | high << 64) >> 24 & (1 << 64) - 1]


def test_the_random_programs_reach_everything() -> None:
    mnemonics: set[str] = set()
    modes: set[tuple[str, int]] = set()
    ends: set[int] = set()
    depth = times = 0
    options: Counter[str] = Counter()
    for seed in range(16):
        program = fuzz.case(seed).program
        level = 0
        for word in program.words:
            decoded = next(
                (item, found) for item in ISA.instructions.values() if (found := item.decode(word))
            )
            item, fields = decoded
            mnemonics.add(item.mnemonic)
            modes |= {(name, getattr(fields, f"{name}mode")) for name in "kmd"}
            ends.add(fields.ends)
            times = max(times, fields.times)
            level += fields.opens
            depth = max(depth, level)
            level -= fields.ends
            for name in ("wait", "release", "final"):
                options[name] += getattr(fields, name)
    assert mnemonics == set(ISA.instructions)
    memory = {int(mode) for mode in Mode if mode.memory or mode is Mode.NONE}
    assert {mode for name, mode in modes if name == "k"} == memory
    assert {mode for name, mode in modes if name == "m"} == memory | {Mode.ZERO}
    assert {mode for name, mode in modes if name == "d"} == memory | {Mode.OUT}
    assert ends == {0, 1, 2, 3} and depth == LOOP_DEPTH and times == 255
    assert all(options[name] > 10 for name in ("wait", "release", "final"))
