# SPDX-License-Identifier: Apache-2.0
"""The programs of the processors, on the reference simulator."""

import hashlib
import random

import pytest

from hashfab import designs
from hashfab.designs import schemes
from hashfab.designs.model import Program
from hashfab.designs.schemes import SCHEMES, MlKem, Operation
from hashfab.isa import Hart, Memory, Mips, decode
from hashfab.measure import program, scheme
from hashfab.tools import zig

MAILBOX, DONE = 0x4000_0000, 0x4000_0020
RAM = range(0, 0x40_0000)
MESSAGE, OUTPUT = 0x4_0000, 0x20_0000
BYTES = 139

CORES = [*designs.FAMILIES["mips32"].presets, "rv32", "rv32-compact", "rv32-zbkb"]


def run(
    name: str, software: Program, parameters: tuple[int, int, int], message: bytes, output: bytes
) -> Hart | Mips:
    """Run a program, whose output is known, on a message; both are erased behind it."""
    design = designs.parse(name)
    memory = Memory([RAM, range(MAILBOX, MAILBOX + 0x2C)])
    memory.write(0, program.build(software).image.read_bytes())
    memory.write(MESSAGE, message)
    job = (1, *parameters, MESSAGE, len(message), OUTPUT, len(output))
    for index, word in enumerate(job):
        memory.write(MAILBOX + 4 * index, word.to_bytes(4, "little"))
    machine = (Mips if name.startswith("mips32") else Hart)(designs.instruction_set(design), memory)
    while not memory.words.get(DONE >> 2):
        assert machine.step().cause is None
    assert memory.read(OUTPUT, len(output)) == output
    memory.write(MESSAGE, bytes(len(message)))
    memory.write(OUTPUT, bytes(len(output)))
    return machine


def hashed(name: str, message: bytes) -> Hart | Mips:
    """Hash a message with SHA3-256."""
    design = designs.parse(name)
    built = designs.family(design.family).program(design)
    assert isinstance(built, Program)
    return run(name, built, (136, 0x06, 24), message, hashlib.sha3_256(message).digest())


def executed(name: str, operation: Operation, seed: int) -> Hart | Mips:
    """Run an operation of a scheme."""
    inputs = operation.inputs(seed)
    output = operation.reference(inputs)
    assert output is not None
    built = scheme.program(designs.parse(name), operation.scheme)
    status = bytes(scheme.STATUS_BYTES)
    return run(name, built, (8, operation.number, 24), inputs, status + output)


def check_alike(one: Hart | Mips, other: Hart | Mips) -> None:
    """What was left behind is the same, in memory and in an extension."""
    words = one.memory.words.keys() | other.memory.words.keys()
    left = {word for word in words if one.memory.words.get(word) != other.memory.words.get(word)}
    assert left == set()
    states = [state for extension in one.isa.extensions for state in extension.state]
    assert [getattr(one, state) for state in states] == [getattr(other, state) for state in states]


@pytest.mark.parametrize("name", CORES)
def test_nothing_of_the_message_is_left(name: str) -> None:
    numbers = random.Random(3)
    check_alike(*(hashed(name, numbers.randbytes(BYTES)) for _ in range(2)))


@pytest.mark.parametrize("kind", MlKem.kinds)
@pytest.mark.parametrize(
    "name", ["rv32-lane25", *(pytest.param(each, marks=pytest.mark.long) for each in CORES)]
)
def test_nothing_of_a_key_is_left(name: str, kind: str) -> None:
    operation = Operation(SCHEMES["ml-kem-768"], kind)
    check_alike(*(executed(name, operation, seed) for seed in range(2)))


@pytest.mark.parametrize("kind", ["keygen", pytest.param("sign", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "name", ["rv32-lane25", *(pytest.param(each, marks=pytest.mark.long) for each in CORES)]
)
def test_nothing_of_a_signing_key_is_left(name: str, kind: str) -> None:
    operation = Operation(SCHEMES["ml-dsa-44"], kind)
    check_alike(*(executed(name, operation, seed) for seed in range(2)))


@pytest.mark.parametrize(
    ("name", "operation"),
    [
        ("rv32-lane25", "slh-dsa-shake-128f/keygen"),
        # Values of 32 bytes do not fit into the registers.
        pytest.param("rv32-lane25", "slh-dsa-shake-256f/keygen", marks=pytest.mark.long),
        pytest.param("rv32-lane25", "slh-dsa-shake-128f/sign", marks=pytest.mark.long),
        pytest.param("rv32-dasip", "slh-dsa-shake-128f/keygen", marks=pytest.mark.long),
    ],
)
def test_nothing_of_a_hash_based_key_is_left(name: str, operation: str) -> None:
    found = schemes.parse(operation)
    assert found is not None
    check_alike(*(executed(name, found, seed) for seed in range(2)))


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("core", designs.CORES)
def test_a_core_has_every_instruction_of_a_scheme(core: str, name: str) -> None:
    """Compilers know some that it has not: loads of unaligned words on MIPS."""
    isa = designs.instruction_set(designs.parse(core))
    built = program.build(scheme.program(designs.parse(core), SCHEMES[name]))
    image = built.image.read_bytes()
    for start, end, file in zig.sources(built.elf):
        # Assembly may have room between its parts.
        while file.endswith(".c") and start < end:
            bytes_ = isa.length(int.from_bytes(image[start : start + 2], "little")) // 8
            word = int.from_bytes(image[start : start + bytes_], "little")
            assert decode(isa, word) is not None, f"{file}, {start:#x}: {word:#x}"
            start += bytes_
