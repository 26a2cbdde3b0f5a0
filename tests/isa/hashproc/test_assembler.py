# SPDX-License-Identifier: Apache-2.0
"""The assembler: words and data that come of a text, and what it says of a wrong one."""

import re
from pathlib import Path

import pytest

from hashfab.isa.hashproc import disassembler, fuzz, library
from hashfab.isa.hashproc.assembler import assemble, assemble_file
from hashfab.isa.hashproc.description import ISA, WORD, Mode, context
from hashfab.isa.hashproc.program import bundle
from hashfab.isa.hashproc.reader import AssemblyError


def fields(text: str) -> dict[str, int]:
    """The fields of the first word of a program that are not zero."""
    word = assemble(text).program.words[0]
    operands = WORD.decode(word)
    assert operands is not None
    return {name: value for name, value in vars(operands).items() if value}


def test_the_word_is_laid_out_as_the_rtl_reads_it() -> None:
    """Every field at its place: opcode, K, M, D, repetitions, loop, options."""
    word = assemble(
        "REPEAT 17 {\n SHA2560 dm2[ar1+=5] dm3[ar2+=6%] > dm1[ar3++] -w\n SHA2561\n }\n HALT"
    ).program.words[0]
    k, m, d = (
        4 << 13 | 1 << 11 | 2 << 9 | 5,
        5 << 13 | 2 << 11 | 3 << 9 | 6,
        3 << 13 | 3 << 11 | 1 << 9,
    )
    assert word == 10 << 75 | k << 59 | m << 43 | d << 27 | 1 << 18 | 17 << 10 | 1 << 7
    word = assemble("LOAD0 -f 21\nLOAD1\nNOP dm0[300] -i 256\nHALT").program.words
    assert word[0] == 8 << 75 | 1 << 5 | 21
    assert word[2] == 1 << 72 | 300 << 59 | 255 << 19


@pytest.mark.parametrize(
    ("operand", "expected"),
    [
        ("dm2[18]", {"kmode": Mode.IMM, "kblock": 2, "kimm": 18}),
        ("dm0[0x1ff]", {"kmode": Mode.IMM, "kimm": 511}),
        ("dm2[ar3]", {"kmode": Mode.AR, "kblock": 2, "kar": 3}),
        ("dm2[ ar2 ++ ]", {"kmode": Mode.INC, "kblock": 2, "kar": 2}),
        ("dm0[ar1+=40]", {"kmode": Mode.ADD, "kar": 1, "kimm": 40}),
        ("dm0[ar1 += 2 * (STEP - 1) %]", {"kmode": Mode.MOD, "kar": 1, "kimm": 14}),
        ("-", {}),
        ("", {}),
    ],
)
def test_the_five_addressing_patterns(operand: str, expected: dict[str, int]) -> None:
    assert fields(f".equ STEP 8\nNOP {operand}\nHALT") == expected


def test_operands_that_only_m_or_d_have() -> None:
    assert fields("SHIFT - #0\nHALT") == {"opcode": 4, "mmode": Mode.ZERO}
    assert fields("SHIFT > out\nHALT") == {"opcode": 4, "dmode": Mode.OUT}
    assert fields("SET ar3 4\nHALT") == {"opcode": 2, "kar": 3, "kimm": 4, "dimm": 511}
    assert fields("SET ar3 4 5 6\nHALT") == {
        **{"opcode": 2, "kar": 3},
        **{"kimm": 4, "mimm": 5, "dimm": 6},
    }


def test_loops_cost_no_word() -> None:
    words = assemble(
        """
        REPEAT 2 { NOP
          REPEAT 3 { NOP ; here
            REPEAT blocks {
              NOP // there
              REPEAT 255 { SET ar0 1
                NOP } NOP } }
        }
        HALT
        """
    ).program.words
    found = [WORD.decode(word) for word in words]
    assert [(item.opens, item.count, item.ends) for item in found if item] == [
        *((1, 2, 0), (1, 3, 0), (1, 0, 0), (1, 255, 0)),
        *((0, 0, 1), (0, 0, 3), (0, 0, 0)),
    ]


def test_data_and_what_the_host_must_know() -> None:
    program = assemble(
        """
        .algorithm "toy-1"
        .input streams=2 word=8 words=16 swap
        .iv 0x0123456789abcdef, 2
        .chain 8 10
        .digest 12 big b a
        .pad 16 big
        .dm3 100 .word32 1, 0x203,
                 4
        .byte 5
        .dm0
        .word64 6
        .entry run
        run: HALT
        """
    ).program
    assert bundle(program).splitlines() == [
        "algorithm toy-1",
        "input 2 8 16 1",
        "chain 8 10",
        "iv 8 0123456789abcdef 0000000000000002",
        "digest 12 big 1 0",
        "pad 16 big",
        "entry run 0",
        "dm 0 0 0600000000000000",
        "dm 3 100 01000000030200000400000005",
        "pm 0 08000000000000000000",
    ]
    sponge = assemble(".sponge 136 0x06 24\n.input streams=1 word=8 words=17\nHALT").program
    assert bundle(sponge).splitlines()[:2] == ["input 1 8 17 0", "sponge 136 0x06 24"]


def test_conditions() -> None:
    text = ".equ N {}\n.if N\nNOP -i N\n.if N - 1\nNOP\n.endif\n.endif\nHALT"
    assert [len(assemble(text.format(n)).program.words) for n in (0, 1, 2)] == [1, 2, 3]


def test_includes(tmp_path: Path) -> None:
    (tmp_path / "tail.inc").write_text("NOP -i N\nHALT\n")
    (tmp_path / "program.asm").write_text('.equ N 3\n.include "tail.inc"\n')
    made = assemble_file(tmp_path / "program.asm")
    assert len(made.program.words) == 2
    assert str(made.lines[0].place) == f"{tmp_path}/tail.inc:1:1"
    (tmp_path / "tail.inc").write_text("NOP -i N\n  NOPE\n")
    with pytest.raises(AssemblyError, match=rf"^{re.escape(str(tmp_path))}/tail.inc:2:3: "):
        assemble_file(tmp_path / "program.asm")
    (tmp_path / "tail.inc").write_text('.include "tail.inc"\n')
    with pytest.raises(AssemblyError, match="includes itself"):
        assemble_file(tmp_path / "program.asm")


WRONG = [
    ("NOPE", "1:1", "unknown instruction 'NOPE'", "SHA2560"),
    ("HALT\n  ?", "2:3", "'?' does not belong to the language", ""),
    ("HALT HALT", "1:6", "HALT has no operands", ""),
    ("NOP - - -", "1:9", "'-' is no option", "-i n, -w, -r, -f row"),
    ("NOP dm4[0]", "1:5", "'dm4' is no operand K", "[arN+=step%], or - for none"),
    ("NOP dm0[ar4]", "1:9", "'ar4' is no address register", "ar0, ar1, ar2, ar3"),
    ("NOP dm0[512]", "1:9", "address 512 is not legal", "0 to 511"),
    ("NOP dm0[ar1+=512]", "1:14", "step 512 is not legal", "0 to 511"),
    ("NOP dm0[3", "1:10", "the end of the line in an address", "']'"),
    ("NOP dm0[x]", "1:9", "'x' has no value", ""),
    ("NOP dm0[" + 21 * "(", "1:29", "too many parentheses", "20"),
    ("NOP dm0[089]", "1:9", "'089' is no number", "decimal or 0x"),
    ("NOP > out", "1:1", "NOP has no operand D", "NOP K"),
    ("CLEAR dm0[0]", "1:7", "CLEAR has no operands", ""),
    ("MD500 dm0[0]", "1:1", "MD500 needs the operand M", "#0"),
    ("SHA3 - #1", "1:9", "constant 1 is not legal", "0 to 0"),
    ("SHA3 > dm0[ar0] dm1[0]", "1:17", "'dm1' is no option", "-i n"),
    ("NOP -i 0", "1:8", "count of -i 0 is not legal", "1 to 256"),
    ("NOP -i 257", "1:8", "count of -i 257 is not legal", "1 to 256"),
    ("HALT -i 2", "1:6", "HALT has no option -i", ""),
    ("NOP -f 1", "1:5", "NOP has no option -f", ""),
    ("LOAD0 -f 31", "1:10", "row 31 is not legal", "0 to 30"),
    ("NOP dm1[0]", "1:5", "'dm1' is no operand K", "dm0, dm2 with"),
    ("SHA3 - dm2[0]", "1:8", "'dm2' is no operand M", "dm1, dm3 with"),
    ("SHA3 > dm4[0]", "1:8", "'dm4' is no operand D", "dm0, dm1, dm2, dm3 with"),
    ("LOAD0 dm2[0] -f 1", "1:1", "-f reads dm2 and dm3", "dm0 and dm1"),
    ("SHA3 dm0[ar1++] dm3[ar1]", "1:1", "ar1 is used by K and M and changes", "none changes"),
    ("SHA3 - dm3[ar0] > dm3[ar0+=1]", "1:1", "ar0 is used by M and D and changes", ""),
    ("LOAD0 -i 2", "1:1", "LOAD0 is repeated, but the contexts alternate", "REPEAT n"),
    ("SET ar0", "1:8", "the end of the line is no value", "a number"),
    ("SET 3 4", "1:5", "'3' is no address register", "ar0"),
    ("REPEAT 0 { NOP }", "1:8", "count of REPEAT 0 is not legal", "1 to 255"),
    ("REPEAT 256 { NOP }", "1:8", "count of REPEAT 256 is not legal", "1 to 255"),
    ("REPEAT 2 { }", "1:1", "a REPEAT without instructions", "at least one"),
    ("REPEAT 2 { NOP", "1:1", "this REPEAT has no end", ""),
    ("NOP }", "1:5", "} without REPEAT {", ""),
    ("REPEAT 2 { REPEAT 2 { NOP } }", "1:12", "two loops begin at one instruction", "-i"),
    (
        "REPEAT 1 { NOP\n" * 4 + "  REPEAT 1 { NOP\n",
        "5:3",
        "loops are nested too deep",
        "4 levels",
    ),
    (
        "REPEAT 1 { NOP\n" * 4 + "NOP }}}}",
        "5:8",
        "four loops end behind one instruction",
        "three",
    ),
    ("REPEAT 2 { NOP\nx: NOP }", "2:1", "a label in a REPEAT", "outside"),
    ("x: NOP\nx: HALT", "2:1", "the label 'x' stands twice", "once"),
    (".entry y\nx: HALT", "1:8", "there is no label 'y'", "labels: x"),
    (".entry y\nHALT\ny:", "1:8", "nothing stands behind the label 'y'", ""),
    ("NOP\n" * 257, "257:1", "the program is too long", "256 instructions"),
    ("NOP", "1:1", "the program goes on behind its last instruction", "HALT"),
    ("; nothing", "1:10", "the program has no instruction", "HALT"),
    (".word 1", "1:1", "unknown directive '.word'", ".word32"),
    (".word32 1", "1:1", "data without a place", ".dm0"),
    (".dm0\n.word32 0x100000000", "2:9", "value 4294967296 is not legal", "0 to 4294967295"),
    (".dm0 510\n.word32 1", "2:1", "dm0 is full", "512 bytes"),
    (".dm0\n.word32 1\n.dm0 3\n.byte 1", "4:1", "dm0[3] has data already", "once"),
    (".dm2 32\n.word32 1\n.chain 0 2\nHALT", "3:1", "rows 2 and 3 of dm2 have data", "without"),
    (".input streams=3 word=4 words=16", "1:1", "no layout of the input", "streams=4 word=4"),
    (".input streams=4 word=4 words=17", "1:1", "no layout of the input", "words=1..16"),
    (".input stream=4", "1:8", "'stream' is no parameter of .input", "streams, word, words, swap"),
    (".iv 1", "1:1", ".iv without .input", ""),
    (".chain 0 2\n.chain 0 2", "2:1", ".chain stands twice", "1:1"),
    (".digest 4 middle", "1:11", "'middle' is no byte order", "big, little"),
    (".digest 4 big i", "1:15", "'i' is no register", "a, b"),
    (".equ N 1\n.equ N 2", "2:6", "'N' has a value", "one"),
    (".if 1\nHALT", "1:1", "this .if has no end", ".endif"),
    (".if 0\nHALT", "1:1", "this .if has no end", ".endif"),
    (".endif", "1:1", ".endif without .if", ""),
    ('.include "x"', "1:1", ".include needs a file", ""),
    (".algorithm x", "1:12", "'x' is no name", '"sha3-256"'),
]


@pytest.mark.parametrize(("text", "place", "wrong", "allowed"), WRONG, ids=lambda x: str(x)[:30])
def test_what_is_wrong_and_what_is_allowed(text: str, place: str, wrong: str, allowed: str) -> None:
    with pytest.raises(AssemblyError) as error:
        assemble(text, "file.asm")
    message = str(error.value)
    assert message.startswith(f"file.asm:{place}: ")
    assert wrong in message
    assert allowed in message.partition(wrong)[2]


def test_every_instruction_can_be_written_as_it_is_shown() -> None:
    """Disassembling what was assembled gives the text."""
    for item in ISA.instructions.values():
        text = item.mnemonic
        if item.mnemonic == "SET":
            text += " ar1 2 3 4"
        elif item.syntax == "K":
            text += " dm0[ar0+=8%]"
        elif item.syntax:
            text += " dm2[ar0+=8%] dm3[ar1++] > dm2[ar2]"
        other = item.mnemonic[:-1] + "1 - #0" if context(item) == 0 else ""
        first = "LOAD0" if context(item) == 1 else ""
        words = assemble(f"{first}\n{text}\n{other}\nHALT").program.words
        assert disassembler.instruction(words[1 if first else 0]) == text


@pytest.mark.parametrize("seed", range(20))
def test_disassembled_programs_assemble_to_themselves(seed: int) -> None:
    program = fuzz.case(seed).program
    assert assemble(disassembler.program(program)).program == program


@pytest.mark.parametrize("name", library.ALGORITHMS)
def test_disassembled_microprograms_assemble_to_themselves(name: str) -> None:
    program = library.assembled(name).program
    assert assemble(disassembler.program(program)).program == program


def test_a_word_that_is_no_instruction() -> None:
    for word in (14 << 75, 31 << 75, 7 << 72, 6 << 56):
        assert disassembler.instruction(word) == f"illegal {word:#x}"
