# SPDX-License-Identifier: Apache-2.0
"""The programs of the processors, on the reference simulator."""

import hashlib
import random

import pytest

from hashfab import designs
from hashfab.designs import instruction_set
from hashfab.isa import Hart, Memory, Mips
from hashfab.measure import program

MAILBOX, DONE = 0x4000_0000, 0x4000_0020
RAM = range(0, 0x40_0000)
MESSAGE, OUTPUT = 0x4_0000, 0x20_0000
BYTES = 139

CORES = [*designs.FAMILIES["mips32"].presets, "rv32", "rv32-compact", "rv32-zbkb"]


def run(name: str, message: bytes) -> Hart | Mips:
    """Hash a message with SHA3-256; what the digest and the message left is erased."""
    design = designs.parse(name)
    built = designs.family(design.family).program(design)
    assert built is not None
    memory = Memory([RAM, range(MAILBOX, MAILBOX + 0x2C)])
    memory.write(0, program.build(built).image.read_bytes())
    memory.write(MESSAGE, message)
    job = (1, 136, 0x06, 24, MESSAGE, len(message), OUTPUT, 32)
    for index, word in enumerate(job):
        memory.write(MAILBOX + 4 * index, word.to_bytes(4, "little"))
    machine = (Mips if name.startswith("mips32") else Hart)(instruction_set(design), memory)
    while not memory.words.get(DONE >> 2):
        assert machine.step().cause is None
    assert memory.read(OUTPUT, 32) == hashlib.sha3_256(message).digest()
    memory.write(MESSAGE, bytes(len(message)))
    memory.write(OUTPUT, bytes(32))
    return machine


@pytest.mark.parametrize("name", CORES)
def test_nothing_of_the_message_is_left(name: str) -> None:
    numbers = random.Random(3)
    one, other = (run(name, numbers.randbytes(BYTES)) for _ in range(2))
    assert one.memory.words == other.memory.words
    states = [state for extension in one.isa.extensions for state in extension.state]
    assert [getattr(one, state) for state in states] == [getattr(other, state) for state in states]
