# SPDX-License-Identifier: Apache-2.0
"""The hash processor's permutation networks, at every byte address of every block; its loops."""

import random

import pytest

from hashfab import designs
from hashfab.check.trace import Trace, trace
from hashfab.isa.hashproc.assembler import assemble
from hashfab.isa.hashproc.program import bundle

DESIGN = designs.parse("hashproc")
BLOCK = 512
BUFFER = 256
WORD = 8
LINE = 16
INPUT = ".input streams=2 word=8 words=16\n"
WAITING = 21  # words of the waiting block: shifts from M to the output


def run(text: str, memory: dict[int, bytes], data: bytes = b"") -> Trace:
    """Run a program with these blocks of data memory and this input."""
    records = bundle(assemble(text).program)
    for block, content in memory.items():
        records += f"dm {block} 0 {content.hex()}\n"
    records += "start 0 1\n" + (f"data {data.hex()}\n" if data else "")
    return trace(DESIGN, records, seed=1, stall=20)


def word_at(content: bytes, address: int) -> bytes:
    """The 8 bytes from an address on; behind the last byte comes the first."""
    return (content + content)[address : address + WORD]


@pytest.mark.parametrize("block", [0, 2])
def test_k_is_read_at_every_address(block: int) -> None:
    content = random.Random(block).randbytes(BLOCK)
    text = f"SET ar0 0\nNOP dm{block}[ar0++] -i 256\nNOP dm{block}[ar0++] -i 256\nHALT\n"
    found = run(text, {block: content})
    words = [record.k.to_bytes(WORD, "little") for record in found.records[1:-1]]
    assert words == [word_at(content, address) for address in range(BLOCK)]


def as_input(content: bytes) -> bytes:
    """The input that fills a buffer with this: the words of one stream, then of the other."""
    words = [content[i : i + WORD] for i in range(0, BUFFER, WORD)]
    return b"".join(words[::2] + words[1::2])


@pytest.mark.parametrize("block", [1, 3])
def test_m_is_read_at_every_address(block: int) -> None:
    message = block == 1
    content = random.Random(block).randbytes(BUFFER if message else BLOCK)
    text = INPUT if message else ""
    text += f"SET ar0 0\nCLEAR\nNOP {'-w' if message else ''}\n"
    text += f"SHIFT - dm{block}[ar0++] > out -i 256\n" * (len(content) // 256)
    text += f"SHIFT - #0 > out -i {WAITING}\nHALT\n"
    found = run(text, {} if message else {block: content}, as_input(content) if message else b"")
    beats = [beat[:WORD] for beat in found.out]
    assert beats[WAITING:] == [word_at(content, address) for address in range(len(content))]


@pytest.mark.parametrize("block", [0, 2, 3])
def test_d_is_written_at_every_address(block: int) -> None:
    """A result at 37 i modulo 512 goes over what was written there before."""
    numbers = random.Random(block)
    message = numbers.randbytes(BUFFER)
    expected = bytearray(numbers.randbytes(BLOCK))
    text = f"{INPUT}SET ar0 0\nSET ar1 0\nSET ar2 0\nCLEAR\nNOP -w\n"
    text += f"SHIFT - dm1[ar0+=8] -i {WAITING}\n"
    text += f"SHIFT - dm1[ar0+=8] > dm{block}[ar1+=37] -i 256\n" * 2
    read = "SHIFT - " if block == 3 else "NOP "
    text += f"NOP\nNOP\n{read}dm{block}[ar2+=8] -i {BLOCK // WORD}\nHALT\n"
    found = run(text, {block: bytes(expected)}, as_input(message))
    for i in range(BLOCK):
        line = word_at(message, WORD * i % BUFFER) + bytes(LINE - WORD)
        for j, byte in enumerate(line):
            expected[(37 * i + j) % BLOCK] = byte
    records = found.records[-1 - BLOCK // WORD : -1]
    values = [record.m if block == 3 else record.k for record in records]
    assert b"".join(value.to_bytes(WORD, "little") for value in values) == bytes(expected)


@pytest.mark.parametrize(
    ("count", "blocks", "passes"),
    [
        *((str(count), 9, count) for count in (1, 2, 3, 4, 254, 255)),
        *(("blocks", blocks, blocks) for blocks in (1, 2, 3, 4, 255, 256, 700)),
    ],
)
def test_a_loop_of_one_instruction_is_done_as_often_as_it_says(
    count: str, blocks: int, passes: int
) -> None:
    """It begins and ends at once, when its count has not been stored yet."""
    records = bundle(assemble(f"SET ar0 0\nREPEAT {count} {{\nNOP\n}}\nNOP\nHALT\n").program)
    found = trace(DESIGN, f"{records}start 0 {blocks}\n", seed=1)
    assert [record.pc for record in found.records] == [0, *[1] * passes, 2, 3]
