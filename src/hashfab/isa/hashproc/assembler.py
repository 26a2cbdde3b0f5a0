# SPDX-License-Identifier: Apache-2.0
"""The hash processor's assembler: text to a program.

A statement ends with its line; an operand list may go on after a comma. Comments begin with ``;``
or ``//``. docs/hashproc.md has the language.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hashfab import files
from hashfab.errors import RequestError
from hashfab.errors import shown as quoted
from hashfab.isa.hashproc import hazards
from hashfab.isa.hashproc.description import (
    ADDRESS_REGISTERS,
    BLOCK_BYTES,
    BLOCKS,
    ISA,
    LOOP_DEPTH,
    OPERAND_BLOCKS,
    PROGRAM_WORDS,
    ROWS,
    SHAPES,
    Mode,
    context,
)
from hashfab.isa.hashproc.program import Digest, Input, Padding, Program, Sponge
from hashfab.isa.hashproc.reader import Place, Reader, fail, listed, shown, tokens
from hashfab.isa.kit.model import Instruction

DIRECTIVES = (
    ".algorithm",
    ".input",
    ".iv",
    ".chain",
    ".digest",
    ".pad",
    ".sponge",
    ".entry",
    *(f".dm{block}" for block in range(BLOCKS)),
    ".byte",
    ".word32",
    ".word64",
    ".equ",
    ".if",
    ".endif",
    ".include",
)

MOST_BYTES = 1 << 20
"""Of a program's file."""

MOST_FILES = 64
"""That a program is made of."""

MOST_DEPTH = 8
"""Of files that include each other."""

MOST_ENTRIES = 16

OPTIONS = ("-i", "-w", "-r", "-f")
PATTERNS = "with [address], [arN], [arN++], [arN+=step] or [arN+=step%]"


@dataclass
class Statement:
    """An instruction on its way to a word.

    Attributes:
        item: the instruction.
        place: of its mnemonic.
        text: as it was written.
        fields: of the word.
    """

    item: Instruction
    place: Place
    text: str
    fields: dict[str, int]


@dataclass
class Loop:
    """A REPEAT that is open.

    Attributes:
        place: of the word REPEAT.
        count: passes; 0 for the register.
        start: address of its first instruction.
    """

    place: Place
    count: int
    start: int


class Line(NamedTuple):
    """A word of the listing.

    Attributes:
        pc: its address.
        text: the instruction as it was written.
        place: where.
    """

    pc: int
    text: str
    place: Place


class Assembled(NamedTuple):
    """A program, where its words come from, and the files that were read."""

    program: Program
    lines: tuple[Line, ...]
    files: tuple[Path, ...] = ()


def assemble_file(path: Path) -> Assembled:
    """Assemble a file.

    Raises:
        RequestError: it cannot be read.
        AssemblyError: it is no program.
    """
    text = files.read_text(path, MOST_BYTES, "program")
    assembled = assemble(text, str(path), path.parent)
    return assembled._replace(files=(path, *assembled.files))


def assemble(text: str, name: str = "program", folder: Path | None = None) -> Assembled:
    """Assemble a text.

    Args:
        text: the program.
        name: of the file, for messages.
        folder: where included files are; they are refused without one.

    Raises:
        AssemblyError: it is no program, or has a hazard.
    """
    assembler = _Assembler(folder=folder)
    assembler.read(text, name)
    return assembler.finish()


@dataclass
class _Assembler(Reader):
    """What has been read so far.

    Attributes:
        folder: where included files are.
        statements: instructions.
        loops: that are open.
        labels: addresses by name.
        entries: names that were declared, and where.
        data: bytes by block and address.
        location: where data goes next.
        found: directives that may stand only once, and where.
        including: files that are being read.
        included: files that were read.
        last: where the program ends.
        conditions: each .if that is open.
    """

    folder: Path | None = None
    statements: list[Statement] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    entries: dict[str, Place] = field(default_factory=dict)
    data: dict[tuple[int, int], int] = field(default_factory=dict)
    location: tuple[int, int] | None = None
    found: dict[str, Place] = field(default_factory=dict)
    including: list[str] = field(default_factory=list)
    included: list[Path] = field(default_factory=list)
    conditions: list[Place] = field(default_factory=list)
    last: Place | None = None
    algorithm: str = ""
    input: Input | None = None
    chain: tuple[int, int] | None = None
    iv: tuple[int, ...] = ()
    digest: Digest | None = None
    pad: Padding | None = None
    sponge: Sponge | None = None

    # Statements

    def read(self, text: str, name: str) -> None:
        """Read a file."""
        outer = self.tokens, self.position
        self.tokens, self.position = tokens(text, name), 0
        self.including.append(name)
        depth = len(self.loops)
        while self.position < len(self.tokens):
            token = self.token
            if token.kind == "newline":
                self.position += 1
            elif token.kind == "directive":
                self._directive()
            elif token.text == "}":
                self._close(depth)
            elif token.text == "REPEAT":
                self._repeat()
            elif token.kind == "name" and self.tokens[self.position + 1].text == ":":
                self._label()
            elif token.kind == "name":
                self._instruction()
            else:
                fail(
                    token.place,
                    f"{shown(token)} begins no statement; allowed: an instruction, "
                    "a directive, a label, REPEAT, or } at the end of one",
                )
        if len(self.loops) > depth:
            fail(self.loops[-1].place, "this REPEAT has no end; allowed: { ... } in one file")
        if self.conditions and self.conditions[-1].file == name:
            fail(self.conditions[-1], "this .if has no end; allowed: .if ... .endif in one file")
        self.including.pop()
        self.last = self.tokens[-1].place
        self.tokens, self.position = outer

    def _label(self) -> None:
        token = self.next()
        self.next()
        if token.text in self.labels:
            fail(token.place, f"the label {shown(token)} stands twice; allowed: once")
        if self.loops:
            fail(token.place, "a label in a REPEAT; allowed: outside, as segments begin there")
        self.labels[token.text] = len(self.statements)

    def _repeat(self) -> None:
        place = self.next().place
        count = 0 if self.accept("blocks") else self.number("count of REPEAT", 1, 255)
        self.expect("{", "after REPEAT")
        if len(self.loops) == LOOP_DEPTH:
            fail(place, f"loops are nested too deep; allowed: {LOOP_DEPTH} levels")
        if self.loops and self.loops[-1].start == len(self.statements):
            fail(
                place,
                "two loops begin at one instruction, whose word has place for one; "
                "allowed: an instruction between them, or -i for a loop of one instruction",
            )
        self.loops.append(Loop(place, count, len(self.statements)))

    def _close(self, depth: int) -> None:
        token = self.next()
        if len(self.loops) == depth:
            fail(token.place, "} without REPEAT {")
        loop = self.loops.pop()
        if loop.start == len(self.statements):
            fail(loop.place, "a REPEAT without instructions; allowed: at least one")
        first, last = self.statements[loop.start], self.statements[-1]
        first.fields |= {"opens": 1, "count": loop.count}
        last.fields["ends"] = last.fields.get("ends", 0) + 1
        if last.fields["ends"] > 3:
            fail(token.place, "four loops end behind one instruction; allowed: three")

    def _instruction(self) -> None:
        token = self.next()
        item = ISA.instructions.get(token.text)
        if item is None:
            fail(
                token.place,
                f"unknown instruction {shown(token)}; "
                f"allowed: REPEAT, {', '.join(ISA.instructions)}",
            )
        if len(self.statements) == PROGRAM_WORDS:
            fail(token.place, f"the program is too long; allowed: {PROGRAM_WORDS} instructions")
        begin = self.position
        fields: dict[str, int] = {}
        if item.mnemonic == "SET":
            self._set(fields)
        else:
            self._operands(item, token.place, fields)
        while not self.end():
            self._option(item, fields)
        words = [token.text, *(part.text for part in self.tokens[begin : self.position])]
        statement = Statement(item, token.place, _spaced(words), fields)
        self._check(statement)
        self.statements.append(statement)

    def _set(self, fields: dict[str, int]) -> None:
        fields["kar"] = self._register()
        fields["kimm"] = self.number("value", 0, BLOCK_BYTES - 1)
        fields["mimm"], fields["dimm"] = 0, BLOCK_BYTES - 1
        if not self.end() and self.token.kind != "option":
            fields["mimm"] = self.number("start", 0, BLOCK_BYTES - 1)
            fields["dimm"] = self.number("end", 0, BLOCK_BYTES - 1)

    def _register(self) -> int:
        names = [f"ar{number}" for number in range(ADDRESS_REGISTERS)]
        return names.index(self.word("address register", names))

    def _operands(self, item: Instruction, place: Place, fields: dict[str, int]) -> None:
        if not item.syntax and not self.end() and self.token.kind != "option":
            fail(self.token.place, f"{item.mnemonic} has no operands")
        for name in "km":
            if self.end() or self.token.kind == "option" or self.token.text == ">":
                break
            self._operand(name, fields)
        if self.accept(">"):
            self._operand("d", fields)
        for name in "kmd":
            mode = fields.get(f"{name}mode", 0)
            if mode in item.never.get(f"{name}mode", ()):
                if mode:
                    fail(
                        place,
                        f"{item.mnemonic} has no operand {name.upper()}; allowed: {_usage(item)}",
                    )
                fail(
                    place,
                    f"{item.mnemonic} needs the operand {name.upper()}; allowed: {_allowed(name)}",
                )

    def _operand(self, name: str, fields: dict[str, int]) -> None:
        token = self.next()
        if token.text == "-" and name != "d":
            return
        if token.text == "#" and name == "m":
            self.number("constant", 0, 0)
            fields["mmode"] = Mode.ZERO
            return
        if token.text == "out" and name == "d":
            fields["dmode"] = Mode.OUT
            return
        blocks = {f"dm{number}": number for number in OPERAND_BLOCKS[name]}
        if token.text not in blocks:
            fail(
                token.place,
                f"{shown(token)} is no operand {name.upper()}; allowed: {_allowed(name)}",
            )
        fields[f"{name}block"] = blocks[token.text]
        self.expect("[", f"after {token.text}")
        if re.fullmatch(r"ar\d+", self.token.text):
            fields[f"{name}ar"] = self._register()
            mode = Mode.AR
            if self.accept("++"):
                mode = Mode.INC
            elif self.accept("+="):
                fields[f"{name}imm"] = self.number("step", 0, BLOCK_BYTES - 1)
                mode = Mode.MOD if self.accept("%") else Mode.ADD
        else:
            fields[f"{name}imm"] = self.number("address", 0, BLOCK_BYTES - 1)
            mode = Mode.IMM
        fields[f"{name}mode"] = mode
        self.expect("]", "in an address")

    def _option(self, item: Instruction, fields: dict[str, int]) -> None:
        token = self.next()
        if token.text not in OPTIONS:
            fail(token.place, f"{shown(token)} is no option; allowed: -i n, -w, -r, -f row")
        if token.text == "-i":
            fields["times"] = self.number("count of -i", 1, 256) - 1
        elif token.text == "-f":
            fields["final"], fields["row"] = 1, self.number("row", 0, ROWS - 2)
        else:
            fields["wait" if token.text == "-w" else "release"] = 1
        for name in ("times", "wait", "release", "final"):
            if fields.get(name, 0) in item.never.get(name, ()):
                fail(token.place, f"{item.mnemonic} has no option {token.text}")

    def _check(self, statement: Statement) -> None:
        """What is wrong in one instruction by itself."""
        item, place, fields = statement.item, statement.place, statement.fields
        modes = {name: Mode(fields.get(f"{name}mode", 0)) for name in "kmd"}
        users: dict[int, str] = {}
        for name, mode in modes.items():
            if mode.register:
                register = fields[f"{name}ar"]
                users[register] = users.get(register, "") + name
        for register, names in users.items():
            if len(names) > 1 and any(modes[name].updates for name in names):
                fail(
                    place,
                    f"ar{register} is used by {' and '.join(names.upper())} and changes; "
                    "allowed: several uses if none changes it",
                )
        if context(item) is not None and fields.get("times", 0):
            fail(
                place,
                f"{item.mnemonic} is repeated, but the contexts alternate; "
                "allowed: REPEAT n { ... } with both contexts",
            )
        if fields.get("final") and any(
            modes[name].memory and fields[f"{name}block"] >= 2 for name in "km"
        ):
            fail(place, "-f reads dm2 and dm3, and so does an operand; allowed: dm0 and dm1")

    # Directives

    def _directive(self) -> None:
        token = self.next()
        name = token.text
        if name not in DIRECTIVES:
            fail(token.place, f"unknown directive {shown(token)}; allowed: {', '.join(DIRECTIVES)}")
        handlers: dict[str, Callable[[Place], None]] = {
            ".byte": lambda place: self._data(place, 1),
            ".word32": lambda place: self._data(place, 4),
            ".word64": lambda place: self._data(place, 8),
            ".equ": self._equ,
            ".include": self._include,
            ".entry": self._entry,
            ".if": self._if,
            ".endif": self._endif,
        }
        if name in handlers:
            handlers[name](token.place)
        elif name.startswith(".dm"):
            address = 0 if self.end() else self.number("address", 0, BLOCK_BYTES - 1)
            self.location = (int(name[3:]), address)
            if self.token.kind == "directive":
                return
        else:
            if name in self.found:
                fail(
                    token.place,
                    f"{name} stands twice; allowed: once, and there is one at {self.found[name]}",
                )
            self.found[name] = token.place
            getattr(self, f"_{name[1:]}")(token.place)
        self.finish_statement()

    def _equ(self, place: Place) -> None:
        token = self.next()
        if token.kind != "name":
            fail(token.place, f"{shown(token)} is no name; allowed: .equ NAME VALUE")
        if token.text in self.symbols:
            fail(token.place, f"{shown(token)} has a value; allowed: one .equ for a name")
        self.symbols[token.text] = self.number("value", -(1 << 64), (1 << 64) - 1)

    def _if(self, place: Place) -> None:
        holds = self.number("condition", -(1 << 64), (1 << 64) - 1) != 0
        self.finish_statement()
        if holds:
            self.conditions.append(place)
            return
        depth = 1
        while depth:
            if self.position == len(self.tokens) - 1:
                fail(place, "this .if has no end; allowed: .if ... .endif in one file")
            text = self.next().text
            depth += (text == ".if") - (text == ".endif")

    def _endif(self, place: Place) -> None:
        if not self.conditions:
            fail(place, ".endif without .if")
        self.conditions.pop()

    def _include(self, place: Place) -> None:
        token = self.next()
        if token.kind != "string" or self.folder is None:
            fail(place, '.include needs a file; allowed: .include "file" in a program of a file')
        name = token.text[1:-1]
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            fail(
                token.place,
                f"{quoted(name)} is not in the program's folder; allowed: a file in it, "
                "or in a folder below",
            )
        if str(path) in self.including:
            fail(token.place, f"{quoted(name)} includes itself; allowed: other files")
        if len(self.including) > MOST_DEPTH or len(self.included) == MOST_FILES:
            fail(
                token.place,
                f"too many files are included; allowed: {MOST_FILES}, {MOST_DEPTH} levels deep",
            )
        self.included.append(path)
        try:
            text = files.read_text(path, MOST_BYTES, "included file")
        except RequestError as error:
            fail(token.place, str(error))
        self.finish_statement()
        self.read(text, str(path))

    def _entry(self, place: Place) -> None:
        token = self.next()
        if token.kind != "name":
            fail(token.place, f"{shown(token)} is no label; allowed: .entry LABEL")
        if len(self.entries) == MOST_ENTRIES:
            fail(token.place, f"too many entries; allowed: {MOST_ENTRIES}")
        self.entries[token.text] = token.place

    def _values(self, bits: int) -> list[int]:
        values = []
        while True:
            values.append(self.number("value", 0, (1 << bits) - 1))
            if not self.accept(","):
                return values
            while self.token.kind == "newline" and self.position + 1 < len(self.tokens):
                self.position += 1

    def _data(self, place: Place, size: int) -> None:
        if self.location is None:
            fail(place, "data without a place; allowed: after .dm0, .dm1, .dm2 or .dm3")
        block, address = self.location
        for value in self._values(8 * size):
            for byte in value.to_bytes(size, "little"):
                if address == BLOCK_BYTES:
                    fail(place, f"dm{block} is full; allowed: {BLOCK_BYTES} bytes")
                if (block, address) in self.data:
                    fail(place, f"dm{block}[{address}] has data already; allowed: once")
                self.data[block, address] = byte
                address += 1
        self.location = (block, address)

    def _algorithm(self, place: Place) -> None:
        token = self.next()
        if token.kind != "string":
            fail(token.place, f'{shown(token)} is no name; allowed: .algorithm "sha3-256"')
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", token.text[1:-1]):
            fail(
                token.place,
                f"{shown(token)} is no name of an algorithm; allowed: lower-case letters, digits "
                "and -, 32 at most",
            )
        self.algorithm = token.text[1:-1]

    def _input(self, place: Place) -> None:
        values: dict[str, int] = {}
        swap = False
        while not self.end():
            key = self.word("parameter of .input", ("streams", "word", "words", "swap"))
            if key == "swap":
                swap = True
                continue
            self.expect("=", f"after {key}")
            low, high = {"streams": (1, 4), "word": (4, 8), "words": (1, 32)}[key]
            values[key] = self.number(key, low, high)
        shape = (values.get("streams", 0), values.get("word", 0))
        if shape not in SHAPES or not 1 <= values.get("words", 0) <= SHAPES[shape]:
            fail(
                place,
                "this is no layout of the input; allowed: "
                + ", ".join(
                    f"streams={streams} word={word} words=1..{words}"
                    for (streams, word), words in SHAPES.items()
                )
                + ", and swap",
            )
        self.input = Input(values["streams"], values["word"], values["words"], swap)

    def _chain(self, place: Place) -> None:
        self.chain = (self.number("row", 0, ROWS - 2), self.number("row", 0, ROWS - 2))

    def _iv(self, place: Place) -> None:
        if self.input is None:
            fail(place, ".iv without .input; allowed: behind it, as it says how long a word is")
        self.iv = tuple(self._values(8 * self.input.word))

    def _digest(self, place: Place) -> None:
        size = self.number("size", 1, 1 << 16)
        order = self.word("byte order", ("big", "little"))
        registers = []
        while not self.end():
            registers.append("abcdefgh".index(self.word("register", tuple("abcdefgh"))))
        self.digest = Digest(size, order, tuple(registers))

    def _pad(self, place: Place) -> None:
        size = self.number("size of the length", 1, 16)
        self.pad = Padding(size, self.word("byte order", ("big", "little")))

    def _sponge(self, place: Place) -> None:
        rate = self.number("rate", 8, 168)
        domain = self.number("domain", 1, 0xFF)
        self.sponge = Sponge(rate, domain, self.number("number of rounds", 1, 24))

    # The whole

    def finish(self) -> Assembled:
        """The program, if nothing is wrong with the whole of it."""
        for name, place in self.entries.items():
            if name not in self.labels:
                known = listed(self.labels) or "none"
                fail(place, f"there is no label {quoted(name)}; labels: {known}")
            if self.labels[name] == len(self.statements):
                fail(place, f"nothing stands behind the label {quoted(name)}")
        if self.chain:
            for row in self.chain:
                for block in (2, 3):
                    if any((block, 16 * row + byte) in self.data for byte in range(32)):
                        fail(
                            self.found[".chain"],
                            f"rows {row} and {row + 1} of dm{block} have "
                            "data; allowed: rows without",
                        )
        if not self.statements and self.last:
            fail(self.last, "the program has no instruction; allowed: HALT at the end")
        if self.statements[-1].item.mnemonic != "HALT":
            fail(
                self.statements[-1].place,
                "the program goes on behind its last instruction; allowed: HALT at the end",
            )
        words = tuple(
            statement.item.encode(**{name: int(value) for name, value in statement.fields.items()})
            for statement in self.statements
        )
        entries = {name: self.labels[name] for name in self.entries}
        program = Program(
            words,
            self.data,
            entries,
            self.algorithm,
            self.input,
            self.chain,
            self.iv,
            self.digest,
            self.pad,
            self.sponge,
        )
        found = next(hazards.find(program), None)
        if found is not None:
            fail(self.statements[found.pc].place, found.text)
        lines = tuple(
            Line(pc, statement.text, statement.place)
            for pc, statement in enumerate(self.statements)
        )
        return Assembled(program, lines, tuple(self.included))


def _allowed(name: str) -> str:
    """What may be written for an operand."""
    blocks = ", ".join(f"dm{number}" for number in OPERAND_BLOCKS[name])
    more = {"k": "- for none", "m": "#0, - for none", "d": "out"}[name]
    return f"{blocks} {PATTERNS}, or {more}"


def _usage(item: Instruction) -> str:
    return f"{item.mnemonic} {item.syntax}".rstrip()


def _spaced(words: Sequence[str]) -> str:
    text = " ".join(words)
    text = re.sub(r" ?(\[|\]|\+\+|\+=|%) ?", r"\1", text)
    return re.sub(r"\](?=\S)", "] ", text).replace("# ", "#").strip()
