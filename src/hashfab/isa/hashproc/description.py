# SPDX-License-Identifier: Apache-2.0
"""The hash processor's instruction set: word layout, opcodes, addressing modes and semantics.

Every instruction has the same word of 80 bits: opcode, the operands K, M and D, and options.
After Huo and Liu 2016, section III.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from types import MappingProxyType

from hashfab.isa.hashproc.datapath import WAITING, Datapath
from hashfab.isa.kit.model import (
    Execute,
    Extension,
    Instruction,
    InstructionSet,
    OperandType,
    instruction,
)

BITS = 80
PROGRAM_WORDS = 256
BLOCKS = 4
BLOCK_BYTES = 512
ROW_BYTES = 16
"""What a block of data memory reads or writes in a cycle."""
ROWS = BLOCK_BYTES // ROW_BYTES
MESSAGE_BLOCK = 1
BUFFER_BYTES = BLOCK_BYTES // 2
"""The message memory is two buffers."""
ADDRESS_REGISTERS = 4
LOOP_DEPTH = 4
CONTEXTS = 2
WORD_BYTES = 8
"""Of the datapath; a word of 4 bytes is half of one."""
WAITING_WORDS = len(WAITING)
"""Of a sponge's next block, through all of which a word moves."""
SHAPES: Mapping[tuple[int, int], int] = {(4, 4): 16, (2, 8): 16, (1, 8): 32}
"""Streams and bytes of a word that the input side can lay out, with the most words of a block."""
OPERAND_BLOCKS = {"k": (0, 2), "m": (1, 3), "d": (0, 1, 2, 3)}
"""The blocks of data memory that an operand may be in: K and M never meet."""
STEP = 8
"""Opcodes from here on are steps: they turn the ring."""


class Mode(IntEnum):
    """How an operand is addressed; 1 to 5 are the paper's Table III."""

    NONE = 0
    IMM = 1
    AR = 2
    INC = 3
    ADD = 4
    MOD = 5
    OUT = 6
    ZERO = 7

    @property
    def register(self) -> bool:
        """Whether the address is in an address register."""
        return Mode.AR <= self <= Mode.MOD

    @property
    def updates(self) -> bool:
        """Whether the address register changes."""
        return Mode.INC <= self <= Mode.MOD

    @property
    def memory(self) -> bool:
        """Whether data memory is accessed."""
        return Mode.IMM <= self <= Mode.MOD


MODE_SUMMARY = {
    Mode.NONE: "no operand",
    Mode.IMM: "the immediate is the address",
    Mode.AR: "the address register is the address",
    Mode.INC: "then ar = ar + 1",
    Mode.ADD: "then ar = ar + s",
    Mode.MOD: "then ar = ar + s; ar = start if the sum is beyond end",
    Mode.OUT: "D goes to the output",
    Mode.ZERO: "M is zero",
}

MODE_SYNTAX = {
    Mode.NONE: "-",
    Mode.IMM: "dm0[18]",
    Mode.AR: "dm0[ar1]",
    Mode.INC: "dm0[ar1++]",
    Mode.ADD: "dm0[ar1+=8]",
    Mode.MOD: "dm0[ar1+=8%]",
    Mode.OUT: "out",
    Mode.ZERO: "#0",
}

OPERAND = "{0}mode:3 {0}ar:2 {0}block:2 {0}imm:9"
OPTIONS = "times:8 opens:1 count:8 ends:2 wait:1 release:1 final:1 row:5"
FIELDS = " ".join([*(OPERAND.format(name) for name in "kmd"), OPTIONS])
PATTERN = f"opcode:5 {FIELDS}"

WORD = instruction(
    {
        name: OperandType()
        for name in (
            "opcode",
            *(f"{operand}{part}" for operand in "kmd" for part in ("mode", "ar", "block", "imm")),
            "times",
            "opens",
            "count",
            "ends",
            "wait",
            "release",
            "final",
            "row",
        )
    },
    "word",
    PATTERN,
    "",
    lambda s, o: None,
    "Any word, its opcode a field.",
)

PROSE = {
    "opcode": "the instruction",
    "times": "repetitions - 1 (`-i n`)",
    "opens": "a loop begins here",
    "count": "its passes; 0: the register `blocks`",
    "ends": "loops that end behind this instruction",
    "wait": "wait until the input buffer is full (`-w`)",
    "release": "the input buffer has been read (`-r`)",
    "final": "add the chaining value (`-f`)",
    "row": "its row in dm2 and dm3",
}


def _modes(*modes: Mode) -> OperandType:
    return OperandType(names={int(mode): mode.name.lower() for mode in modes}, closed=True)


MEMORY = (Mode.NONE, Mode.IMM, Mode.AR, Mode.INC, Mode.ADD, Mode.MOD)
TYPES = {
    **{item.name: item.type for item in WORD.fields},
    "kmode": _modes(*MEMORY),
    "mmode": _modes(*MEMORY, Mode.ZERO),
    "dmode": _modes(*MEMORY, Mode.OUT),
}

TABLE_IV = ("SHA5120", "SHA5121", "SHA2560", "SHA2561", "SHA110", "MD500", "MD530", "SHA3")
"""The instructions that the paper's Table IV names."""

NO_OPERAND = {
    name: tuple(int(mode) for mode in Mode if mode is not Mode.NONE)
    for name in ("kmode", "mmode", "dmode")
}
ONLY_K = {name: NO_OPERAND[name] for name in ("mmode", "dmode")}
NO_FINAL = {"final": (1,)}


def _row(
    mnemonic: str,
    opcode: int,
    operands: str,
    execute: Execute,
    summary: str,
    group: str,
    never: Mapping[str, tuple[int, ...]],
    source: str,
) -> Instruction:
    return instruction(
        TYPES,
        mnemonic,
        f"{opcode:05b} {FIELDS}",
        operands,
        execute,
        summary,
        group=group,
        never=never,
        source=source,
    )


def _nothing(s: Datapath, o: object) -> None:
    """Sequencer and address generator do what there is to do."""


def _control() -> Iterator[Instruction]:
    """Without effect on the ring."""
    yield _row(
        "NOP", 0, "K", _nothing, "Nothing; K is loaded if given.", "control", ONLY_K | NO_FINAL, ""
    )
    yield _row(
        "HALT",
        1,
        "",
        _nothing,
        "The segment ends.",
        "control",
        NO_OPERAND | NO_FINAL | {"wait": (1,), "times": tuple(range(1, 256))},
        "",
    )
    yield _row(
        "SET",
        2,
        "arN VALUE START END",
        _nothing,
        "An address register, its start and its end.",
        "control",
        NO_OPERAND | NO_FINAL,
        "",
    )
    yield _row(
        "CLEAR",
        3,
        "",
        lambda s, o: s.clear(),
        "Both sides, KR and MR are zero, context 0 is in side 1.",
        "control",
        NO_OPERAND | NO_FINAL,
        "",
    )
    yield _row(
        "SHIFT",
        4,
        "K M > D",
        lambda s, o: s.shift(),
        "The waiting block moves by a word: M enters, D leaves.",
        "sha3",
        NO_FINAL,
        "",
    )
    yield _row(
        "COPY",
        5,
        "K",
        lambda s, o: s.copy(),
        f"The first {WAITING_WORDS} lanes become the waiting block.",
        "sha3",
        ONLY_K | NO_FINAL,
        "",
    )


def _keccak() -> Iterator[Instruction]:
    yield _row(
        "SHA3",
        6,
        "K M > D",
        lambda s, o: s.keccak(False),
        "A round of Keccak, K its constant; the waiting block moves if M or D is given.",
        "sha3",
        NO_FINAL,
        "Table IV",
    )
    yield _row(
        "SHA3A",
        7,
        "K M > D",
        lambda s, o: s.keccak(True),
        "As SHA3, the waiting block XORed into the state first.",
        "sha3",
        NO_FINAL,
        "",
    )


def _pair(
    name: str,
    number: int,
    execute: Execute,
    summary: str,
    source: str = "",
    never: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
) -> Iterator[Instruction]:
    """A step of either context."""
    group = name[:-1] if name[:-1] in ("SHA1", "MD5") else name
    for y in (0, 1):
        mnemonic = f"{name}{y}"
        named = "Table IV" if mnemonic in TABLE_IV else source
        text = f"Context {y}: {summary}"
        yield _row(mnemonic, number + y, "K M > D", execute, text, group.lower(), never, named)


def _steps() -> Iterator[Instruction]:
    yield from _pair(
        "LOAD", 8, lambda s, o: s.load(), "a to h move by a word, M (or 0) enters at a."
    )
    text = "a step of SHA-224/256, in both halves."
    yield from _pair("SHA256", 10, lambda s, o: s.sha2(32), text)
    yield from _pair("SHA512", 12, lambda s, o: s.sha2(64), "a step of SHA-384/512.")
    for x in range(4):

        def sha1(s: Datapath, o: object, x: int = x) -> None:
            s.sha1(x)

        text = f"a step of SHA-1's round {x + 1}, in both halves."
        yield from _pair(f"SHA1{x}", 16 + 2 * x, sha1, text, source="Fig. 9")
    for x in range(4):

        def md5(s: Datapath, o: object, x: int = x) -> None:
            s.md5(x)

        text = f"a step of MD5's round {x + 1}, in both halves."
        yield from _pair(f"MD5{x}", 24 + 2 * x, md5, text, never={"mmode": (0,)})


HASHPROC = Extension(
    "hashproc",
    "programmable hash processor after Huo and Liu 2016",
    (*_control(), *_keccak(), *_steps()),
)

ISA = InstructionSet("hashproc", (HASHPROC,), lambda parcel: BITS, BITS)


def opcode(item: Instruction) -> int:
    """The number of an instruction."""
    return item.match >> BITS - 5


def context(item: Instruction) -> int | None:
    """The context that a step works on; None for what is no step."""
    return opcode(item) & 1 if opcode(item) >= STEP else None
