# SPDX-License-Identifier: Apache-2.0
"""What the tests of the kit share: every extension at once, programs, and LLVM's assembler."""

import importlib.util
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from hashfab.isa import DASIP, LANE, OASIP, ZBKB, Hart, Instruction, InstructionSet, Memory, rv32

EVERYTHING = rv32(ZBKB, LANE, OASIP, DASIP)

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
        size = isa.length(int.from_bytes(code[position : position + 2], "little")) // 8
        yield int.from_bytes(code[position : position + size], "little")
        position += size


def compile_text(source: Path, *arguments: str) -> bytes:
    """What zig cc makes of a C or assembly file: the bytes of .text."""
    target = source.with_suffix(".o")
    zig = [sys.executable, "-m", "ziglang"]
    # Without -g0, LLVM 22 fails on a file that has nothing but .insn.
    options = ["-target", "riscv32-freestanding-none", "-g0", "-c", str(source), "-o", str(target)]
    subprocess.run([*zig, "cc", *options, *arguments], check=True, timeout=120)
    binary = source.with_suffix(".bin")
    copy = [*zig, "objcopy", "-O", "binary", "-j", ".text", str(target), str(binary)]
    subprocess.run(copy, check=True, timeout=120)
    return binary.read_bytes()


def hart(*program: tuple[str, dict[str, int]], isa: InstructionSet = EVERYTHING) -> Hart:
    """A hart with a program at 0 and 64 KiB of memory."""
    memory = Memory([range(0x1_0000)])
    code = bytearray()
    for mnemonic, operands in program:
        instruction = isa.instructions[mnemonic]
        code += instruction.encode(**operands).to_bytes(instruction.bits // 8, "little")
    memory.write(0, bytes(code))
    return Hart(isa, memory)
