# SPDX-License-Identifier: Apache-2.0
"""What the tests of the kit share: every extension at once, programs, and LLVM's assembler."""

import importlib.util
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from hashfab.designs import CORES
from hashfab.isa import Hart, Instruction, InstructionSet, Memory, Mips


def everything(core: str) -> InstructionSet:
    """A core's instructions with those of all its extensions."""
    return CORES[core].instructions.extended(*CORES[core].added)


EVERYTHING = everything("rv32")
MIPS_EVERYTHING = everything("mips32")

CUSTOM = pytest.mark.parametrize(
    "extension",
    [item for core in CORES.values() for item in core.added if item.custom],
    ids=lambda item: item.name,
)
"""The extensions that stock tools do not know."""

RISCV_TARGET = "riscv32-freestanding-none"
MIPS_TARGET = "mipsel-freestanding-eabi"

needs_zig = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None, reason="ziglang, the C compiler, is not installed"
)


def random_operands(instruction: Instruction, rng: random.Random) -> dict[str, int]:
    """Operands that have an encoding."""
    while True:
        word = rng.getrandbits(instruction.bits) & ~instruction.mask | instruction.match
        operands = instruction.decode(word)
        if operands is not None:
            return vars(operands)


def words(isa: InstructionSet, code: bytes) -> Iterable[int]:
    """The instructions of a piece of code."""
    position = 0
    while position < len(code):
        parcel = code[position : position + isa.parcel // 8]
        size = isa.length(int.from_bytes(parcel, "little")) // 8
        yield int.from_bytes(code[position : position + size], "little")
        position += size


def compile_text(source: Path, *arguments: str, target: str = RISCV_TARGET) -> bytes:
    """What zig cc makes of a C or assembly file: the bytes of .text."""
    output = source.with_suffix(".o")
    # Without -g0, LLVM 22 fails on a file that has nothing but .insn.
    options = ["-target", target, "-g0", "-c", str(source), "-o", str(output)]
    zig = [sys.executable, "-m", "ziglang"]
    subprocess.run([*zig, "cc", *options, *arguments], check=True, timeout=120)
    with output.open("rb") as file:
        return bytes(ELFFile(file).get_section_by_name(".text").data())


def hart(*program: tuple[str, dict[str, int]], isa: InstructionSet = EVERYTHING) -> Hart:
    """A hart with a program at 0 and 64 KiB of memory."""
    memory = Memory([range(0x1_0000)])
    code = bytearray()
    for mnemonic, operands in program:
        instruction = isa.instructions[mnemonic]
        code += instruction.encode(**operands).to_bytes(instruction.bits // 8, "little")
    memory.write(0, bytes(code))
    return Hart(isa, memory)


def mips(*program: tuple[str, dict[str, int]], isa: InstructionSet = MIPS_EVERYTHING) -> Mips:
    """A MIPS processor with a program at 0 and 64 KiB of memory."""
    memory = Memory([range(0x1_0000)])
    words = [isa.instructions[mnemonic].encode(**operands) for mnemonic, operands in program]
    memory.write(0, b"".join(word.to_bytes(4, "little") for word in words))
    return Mips(isa, memory)
