# SPDX-License-Identifier: Apache-2.0
"""The model against QEMU's user mode: random sequences, and what traps."""

import random
from pathlib import Path

import pytest

from hashfab.isa import mips32
from hashfab.isa.mips.machine import Code

from .qemu import (
    A0,
    A1,
    A2,
    ENTRY,
    EXIT,
    HEADERS,
    SPACE,
    V0,
    WRITE,
    executable,
    needs_qemu,
    on_model,
    on_qemu,
)

ISA = mips32()
FP, RA = 30, 31
DATA = ENTRY + 0x1_0000
DATA_BYTES = 0x1000

SIGNALS = {
    Code.ADDRESS_LOAD: 7,  # SIGBUS
    Code.ADDRESS_STORE: 7,
    Code.DATA_BUS: 11,  # SIGSEGV
    Code.BREAKPOINT: 5,  # SIGTRAP
    Code.RESERVED: 4,  # SIGILL
    Code.COPROCESSOR: 4,
    Code.OVERFLOW: 8,  # SIGFPE
    Code.TRAP: 5,
}
"""What Linux makes of an exception."""


class Sequence:
    """Random instructions that user mode allows, from any values to all registers written.

    Register FP points to the middle of the data throughout.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words: list[int] = []
        self.mnemonics: set[str] = set()

    def emit(self, mnemonic: str, **operands: int) -> None:
        self.mnemonics.add(mnemonic)
        self.words.append(ISA.instructions[mnemonic].encode(**operands))

    def constant(self, register: int, value: int) -> None:
        self.emit("lui", rt=register, uimm=value >> 16)
        self.emit("ori", rt=register, rs=register, uimm=value & 0xFFFF)

    def value(self) -> int:
        corners = (0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)
        return self.random.choice((*corners, *(self.random.getrandbits(32) for _ in range(10))))

    def register(self) -> int:
        return self.random.choice([n for n in range(32) if n != FP])

    def plain(self) -> None:
        """Neither a branch nor a trap."""
        group = self.random.choice(
            ("arithmetic", "compare", "logic", "shift", "multiply", "move", "load", "store")
        )
        item = self.random.choice(
            [
                item
                for item in ISA.instructions.values()
                if item.group == group and item.mnemonic not in ("add", "addi", "sub")
            ]
        )
        values = {
            field.name: self.register()
            if field.type.register
            else field.extract(self.random.getrandbits(32))
            for field in item.fields
        }
        if "same" in values:
            values["same"] = values["rd"]
        if group in ("load", "store"):
            size = {"b": 1, "h": 2, "w": 4}[item.mnemonic[1]]
            offset = self.random.randrange(-DATA_BYTES // 2, DATA_BYTES // 2)
            values |= {"rs": FP, "imm": offset - offset % size}
        self.emit(item.mnemonic, **values)

    def divide(self) -> None:
        """By an odd number, and not below zero: QEMU has results of its own for those."""
        rt = self.random.randrange(1, FP)
        self.emit("srl", rd=rt, rt=rt, shamt=self.random.randrange(1, 31))
        self.emit("ori", rt=rt, rs=rt, uimm=1)
        self.emit(self.random.choice(("div", "divu")), rs=self.register(), rt=rt)

    def branch(self) -> None:
        """Forward, over some."""
        every = [item for item in ISA.instructions.values() if item.group == "branch"]
        item = self.random.choice(every)
        over = self.random.randrange(4)
        registers = {name: self.register() for name in ("rs", "rt") if name in item.field}
        self.emit(item.mnemonic, offset=4 + 4 * over, **registers)
        for _ in range(1 + over):
            self.plain()

    def jump(self) -> None:
        over = self.random.randrange(4)
        name = self.random.choice(("j", "jal", "jr", "jalr"))
        length = 2 if name in ("j", "jal") else 4
        target = ENTRY + 4 * (len(self.words) + length + over)
        if name in ("j", "jal"):
            self.emit(name, target=target)
        else:
            register = self.random.randrange(1, FP)
            self.constant(register, target)
            link = {"rd": self.random.choice([0, RA])} if name == "jalr" else {}
            self.emit(name, rs=register, **link)
        for _ in range(1 + over):
            self.plain()

    def file(self, count: int) -> bytes:
        """The executable: it writes HI, LO, all registers and the data."""
        for register in range(1, 32):
            self.constant(register, self.value())
        self.emit("mthi", rs=self.register())
        self.emit("mtlo", rs=self.register())
        self.constant(FP, DATA + DATA_BYTES // 2)
        kinds = (*[self.plain] * 6, self.divide, self.branch, self.branch, self.jump)
        while len(self.words) < count:
            self.random.choice(kinds)()
        self.emit("sll")  # where the last ones may go
        self.constant(FP, DATA + DATA_BYTES)
        for register in range(32):
            self.emit("sw", rs=FP, rt=register, imm=4 * register)
        for index, name in enumerate(("mfhi", "mflo")):
            self.emit(name, rd=1)
            self.emit("sw", rs=FP, rt=1, imm=4 * (32 + index))
        self.constant(V0, WRITE)
        self.constant(A0, 1)
        self.constant(A1, DATA)
        self.constant(A2, DATA_BYTES + 4 * 34)
        self.emit("syscall")
        return executable(self.ended())

    def ended(self) -> bytes:
        """The code with what leaves the program."""
        self.constant(V0, EXIT)
        self.constant(A0, 0)
        self.emit("syscall")
        code = b"".join(word.to_bytes(4, "little") for word in self.words)
        assert len(code) < DATA - ENTRY < SPACE - HEADERS
        return code


@needs_qemu
@pytest.mark.parametrize("seed", range(10))
def test_random_sequences(seed: int, tmp_path: Path) -> None:
    file = Sequence(seed).file(8000)
    code, written = on_qemu(file, tmp_path)
    assert (code, len(written)) == (0, DATA_BYTES + 4 * 34)
    assert on_model(file) == (code, written)


def test_the_sequences_have_every_instruction_of_user_mode() -> None:
    found: set[str] = set()
    for seed in range(10):
        sequence = Sequence(seed)
        sequence.file(8000)
        found |= sequence.mnemonics
    groups = ("trap", "system", "order")
    every = {name for name, item in ISA.instructions.items() if item.group not in groups}
    assert every - {"add", "addi", "sub"} <= found


@needs_qemu
@pytest.mark.parametrize(
    "mnemonic",
    [
        "add",
        "addi",
        "sub",
        "break",
        "lw",
        "lh",
        "lhu",
        "sh",
        "sw",
        "teq",
        "tne",
        "tge",
        "tgeu",
        "tlt",
        "tltu",
        "teqi",
        "tnei",
        "tgei",
        "tgeiu",
        "tlti",
        "tltiu",
    ],
)
def test_it_traps_when_qemu_does(mnemonic: str, tmp_path: Path) -> None:
    """A signal stands for the exception; where there is none the register is the same."""
    rng = random.Random(mnemonic)
    item = ISA.instructions[mnemonic]
    ends = set()
    for _ in range(12):
        sequence = Sequence(rng.getrandbits(32))
        a = sequence.value()
        b = rng.choice((a, a ^ 1, sequence.value()))
        values = {"rs": 8, "rt": 9, "rd": 10}
        if item.group in ("load", "store"):
            a = rng.choice((DATA, DATA + 4, DATA, 0x9000_0000)) + rng.choice((0, 0, 1, 2, 3))
        elif "imm" in item.field:
            values["imm"] = (a & 0xFFFF ^ 0x8000) - 0x8000 + rng.choice((0, 0, -1))
            values["imm"] = max(-0x8000, values["imm"])
        sequence.constant(8, a)
        sequence.constant(9, b)
        operands = {name: value for name, value in values.items() if name in item.field}
        sequence.emit(mnemonic, **operands)
        # The first byte of the result is what it exits with.
        sequence.emit("or", rd=16, rs=9, rt=10)
        sequence.constant(V0, EXIT)
        sequence.emit("andi", rt=A0, rs=16, uimm=0x7F)
        sequence.emit("syscall")
        file = executable(sequence.ended())
        code = on_model(file)[0]
        assert on_qemu(file, tmp_path)[0] == (-SIGNALS[Code(-code)] if code < 0 else code)
        ends.add(code < 0)
    assert ends == ({True} if mnemonic == "break" else {True, False})


@needs_qemu
@pytest.mark.parametrize(
    "word",
    [
        0xFFFFFFFF,
        0x0000000E,  # a function that is nobody's
        0x0000002C,  # dadd, of 64 bits
        0x7C021C20,  # seb, of release 2
        0x70642010,  # andnot, of the extension
        0x44820000,  # mtc1
        0xC4820000,  # lwc1
        0x48820000,  # mtc2
        0xC8820000,  # lwc2
        0xE8820000,  # swc2
    ],
)
def test_words_that_are_no_instructions(word: int, tmp_path: Path) -> None:
    sequence = Sequence(0)
    sequence.constant(4, DATA)
    sequence.words.append(word)
    file = executable(sequence.ended())
    code = Code(-on_model(file)[0])
    assert code in (Code.RESERVED, Code.COPROCESSOR)
    assert on_qemu(file, tmp_path)[0] == -SIGNALS[code]
