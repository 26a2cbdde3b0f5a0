# SPDX-License-Identifier: Apache-2.0
"""The plain data of an instruction set, and what follows from an encoding alone.

An encoding is a pattern, read from the highest bit to the lowest as manuals print it: constant
bits (``0110011``), whole fields (``rd:5``) and slices of a field (``imm[12|10:5]``). Match, mask
and the extraction of operands follow from it. Nothing here knows a register or an opcode.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

Execute = Callable[[Any, Any], None]
"""Semantics: takes the machine's state and the operands; changes the state."""

Operands = SimpleNamespace
"""The operands of a decoded instruction, an attribute per field."""

TOKEN = re.compile(r"(?P<bits>[01]+)|(?P<name>[a-z]\w*)(?::(?P<width>\d+)|\[(?P<slices>[\d:|]+)\])")


@dataclass(frozen=True)
class OperandType:
    """What the number in a field stands for.

    Attributes:
        signed: whether it is in two's complement.
        names: how values are written; those without a name are written as numbers.
        closed: whether only named values are legal.
        short: what a field narrower than the names need counts from (x8 in ``rd:3``).
        relative: whether it is an offset in bytes.
        origin: where such an offset counts from, in bytes behind the instruction's address.
        register: whether it is a general register of the machine.
    """

    signed: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    closed: bool = False
    short: int = 0
    relative: bool = False
    origin: int = 0
    register: bool = False


@dataclass(frozen=True)
class Slice:
    """Bits of a word that are bits of an operand.

    Attributes:
        word: position of the lowest bit in the word.
        value: position of the lowest bit in the operand.
        width: number of bits.
    """

    word: int
    value: int
    width: int


@dataclass(frozen=True)
class Field:
    """An operand's place in the word.

    Attributes:
        name: of the operand.
        slices: in the order of the pattern.
        type: what the number stands for.
    """

    name: str
    slices: tuple[Slice, ...]
    type: OperandType

    @cached_property
    def bits(self) -> int:
        """Width of the operand, low bits that are always zero included."""
        return max(part.value + part.width for part in self.slices)

    @cached_property
    def scale(self) -> int:
        """What the operand is a multiple of."""
        return 1 << min(part.value for part in self.slices)

    @cached_property
    def base(self) -> int:
        """What is added to the bits: not 0 for a short register field."""
        return self.type.short if self.bits < (len(self.type.names) - 1).bit_length() else 0

    @cached_property
    def mask(self) -> int:
        """The bits of the word that hold the operand."""
        return sum(((1 << part.width) - 1) << part.word for part in self.slices)

    def extract(self, word: int) -> int:
        """The operand in a word."""
        value = 0
        for part in self.slices:
            value |= (word >> part.word & (1 << part.width) - 1) << part.value
        if self.type.signed and value >> (self.bits - 1):
            value -= 1 << self.bits
        return value + self.base

    def insert(self, value: int) -> int:
        """The word's bits for an operand.

        Raises:
            ValueError: the operand has no encoding.
        """
        raw = (value - self.base) & (1 << self.bits) - 1
        word = 0
        for part in self.slices:
            word |= (raw >> part.value & (1 << part.width) - 1) << part.word
        if self.extract(word) != value:
            raise ValueError(f"{self.name} = {value} is not legal; allowed: {self.describe()}")
        return word

    def legal(self, value: int) -> bool:
        """Whether the operand's type allows a value that the field can hold."""
        return not self.type.closed or value in self.type.names

    def describe(self) -> str:
        """The values that can be encoded, in words."""
        if self.type.closed:
            first, *_, last = self.type.names.values()
            return f"{self.type.names.get(self.base, first)} to " + self.type.names.get(
                self.base + (1 << self.bits) - 1, last
            )
        low, high = 0, (1 << self.bits) - self.scale
        if self.type.signed:
            low, high = -(1 << self.bits - 1), (1 << self.bits - 1) - self.scale
        return f"{low} to {high}" + (f", multiples of {self.scale}" if self.scale > 1 else "")


@dataclass(frozen=True)
class Instruction:
    """One instruction.

    Attributes:
        mnemonic: as the assembler spells it.
        pattern: the encoding, see the module.
        syntax: the operands as the assembler writes them: ``rd, imm(rs1)``.
        execute: the semantics; that of the expansion for a compressed instruction.
        summary: one line of prose.
        fields: the operands of the pattern.
        group: the class that a profile counts it under.
        cycles: least and most, with memory that answers in one cycle.
        source: where it comes from, a paper's table for instance.
        never: values of operands that this encoding does not have.
        expands: for a compressed instruction, the one that it stands for, in assembly.
        stock: how stock assemblers write it, if they know it (under another name, perhaps).
    """

    mnemonic: str
    pattern: str
    syntax: str
    execute: Execute
    summary: str
    fields: tuple[Field, ...]
    group: str = ""
    cycles: tuple[int, int] = (1, 1)
    source: str = ""
    never: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    expands: str = ""
    stock: str = ""

    @cached_property
    def bits(self) -> int:
        """Width of the word."""
        return sum(width for _, width in _tokens(self.pattern))

    @cached_property
    def mask(self) -> int:
        """The bits that are constant."""
        return (1 << self.bits) - 1 & ~sum(operand.mask for operand in self.fields)

    @cached_property
    def match(self) -> int:
        """The values of the constant bits."""
        word, position = 0, self.bits
        for token, width in _tokens(self.pattern):
            position -= width
            if token["bits"]:
                word |= int(token["bits"], 2) << position
        return word

    @cached_property
    def field(self) -> Mapping[str, Field]:
        """The fields by name."""
        return {operand.name: operand for operand in self.fields}

    def legal(self, operands: Operands) -> bool:
        """Whether this encoding has these operands."""
        values = vars(operands)
        return all(item.legal(values[item.name]) for item in self.fields) and not any(
            values[name] in excluded for name, excluded in self.never.items()
        )

    def decode(self, word: int) -> Operands | None:
        """The operands in a word, or None if it is not this instruction."""
        if word & self.mask != self.match:
            return None
        operands = Operands(**{item.name: item.extract(word) for item in self.fields})
        return operands if self.legal(operands) else None

    def encode(self, **operands: int) -> int:
        """The word for these operands; those that are left out are zero.

        Raises:
            ValueError: an operand is unknown or has no encoding.
        """
        unknown = operands.keys() - self.field.keys()
        if unknown:
            known = ", ".join(self.field)
            raise ValueError(f"{self.mnemonic} has no {', '.join(unknown)}; it has {known}")
        word = self.match
        try:
            for item in self.fields:
                word |= item.insert(operands.get(item.name, item.base))
        except ValueError as error:
            raise ValueError(f"{self.mnemonic}: {error}") from error
        if self.decode(word) is None:
            raise ValueError(f"{self.mnemonic} has no encoding for {operands}")
        return word


@dataclass(frozen=True)
class Register:
    """A control and status register that an extension adds.

    Attributes:
        name: as documentation spells it.
        read: its value, from the machine.
        write: changes it, on the machine.
        summary: one line of prose.
    """

    name: str
    read: Callable[[Any], int]
    write: Callable[[Any, int], None]
    summary: str


@dataclass(frozen=True)
class Architecture:
    """What generated files must know of a family of processors.

    Attributes:
        name: of the folders of its hardware and its software.
        directive: the assembler's, for an instruction's word.
        numbered: what precedes the number of a register.
        widths: of the fields of its usual format, from the highest bit down.
    """

    name: str
    directive: str
    numbered: str
    widths: tuple[int, ...]


@dataclass(frozen=True)
class Extension:
    """Instructions that come together.

    Attributes:
        name: as it is chosen and printed.
        summary: one line.
        instructions: in the order of the manual.
        prose: paragraphs for the documentation: how the source is read, what software must know.
        state: what it adds to the machine: a name, and what makes the value after reset.
        registers: control and status registers that it adds, by number.
        after: called with the machine after an instruction has been executed, before it retires.
        custom: the architecture that it extends, where stock tools do not know it, so that its
            decoder, a header and macros are generated.
        unit: the folder of its hardware, where that is not the architecture's.
    """

    name: str
    summary: str
    instructions: tuple[Instruction, ...]
    prose: tuple[str, ...] = ()
    state: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    registers: Mapping[int, Register] = field(default_factory=dict)
    after: Callable[[Any], None] | None = None
    custom: Architecture | None = None
    unit: str | None = None

    @property
    def notice(self) -> str:
        """What stands at the head of files that are generated from it."""
        assert self.custom is not None
        description = f"src/hashfab/isa/{self.custom.name}/{self.name}.py"
        return f"Generated from {description} by `python -m hashfab.designs.generate`."


@dataclass(frozen=True)
class InstructionSet:
    """Extensions that one machine has.

    Attributes:
        name: of the set.
        extensions: in the order of the manual.
        length: bits of an instruction, given its first parcel.
        parcel: bits that instructions are multiples of.
        machine: makes what executes it, from the set and a memory; None where it takes more.
    """

    name: str
    extensions: tuple[Extension, ...]
    length: Callable[[int], int]
    parcel: int
    machine: Callable[..., Any] | None = None

    def extended(self, *extensions: Extension) -> "InstructionSet":
        """The set with further extensions, which its name says."""
        name = "_".join((self.name, *(extension.name.lower() for extension in extensions)))
        return replace(self, name=name, extensions=(*self.extensions, *extensions))

    @cached_property
    def registers(self) -> Mapping[int, Register]:
        """The control and status registers that extensions add, by number."""
        return {
            number: register
            for extension in self.extensions
            for number, register in extension.registers.items()
        }

    @cached_property
    def instructions(self) -> Mapping[str, Instruction]:
        """Every instruction by mnemonic."""
        every = (item for extension in self.extensions for item in extension.instructions)
        return {item.mnemonic: item for item in every}

    @cached_property
    def by_mask(self) -> tuple[tuple[int, int, Mapping[int, tuple[Instruction, ...]]], ...]:
        """Width and mask, and the instructions of that mask by match: what decoding looks up."""
        table: dict[tuple[int, int], dict[int, tuple[Instruction, ...]]] = {}
        for item in self.instructions.values():
            matches = table.setdefault((item.bits, item.mask), {})
            matches[item.match] = (*matches.get(item.match, ()), item)
        return tuple((bits, mask, matches) for (bits, mask), matches in table.items())


def instruction(
    types: Mapping[str, OperandType],
    mnemonic: str,
    pattern: str,
    syntax: str,
    execute: Execute,
    summary: str,
    **more: Any,
) -> Instruction:
    """An instruction whose fields are those of its pattern.

    Args:
        types: the type of each field that a pattern may name.
        mnemonic: see ``Instruction``, as the others.
        pattern: the encoding.
        syntax: the operands in assembly.
        execute: the semantics.
        summary: one line of prose.
        more: further attributes of ``Instruction``.
    """
    found: dict[str, tuple[Slice, ...]] = {}
    position = sum(width for _, width in _tokens(pattern))
    for token, width in _tokens(pattern):
        position -= width
        if token["name"]:
            low = position + width
            for high_bit, low_bit in _ranges(token):
                low -= high_bit - low_bit + 1
                part = Slice(low, low_bit, high_bit - low_bit + 1)
                found[token["name"]] = (*found.get(token["name"], ()), part)
    fields = tuple(Field(name, slices, types[name]) for name, slices in found.items())
    return Instruction(mnemonic, pattern, syntax, execute, summary, fields, **more)


def operand_names(syntax: str) -> list[str]:
    """The operands that a syntax mentions, in order."""
    return re.findall(r"[a-z]\w*", syntax)


def _tokens(pattern: str) -> Iterator[tuple[re.Match[str], int]]:
    for text in pattern.split():
        token = TOKEN.fullmatch(text)
        if token is None:
            raise ValueError(
                f"'{text}' in '{pattern}' is neither bits, name:width nor name[slices]"
            )
        if token["bits"]:
            yield token, len(token["bits"])
        else:
            yield token, sum(high - low + 1 for high, low in _ranges(token))


def _ranges(token: re.Match[str]) -> Iterator[tuple[int, int]]:
    if token["width"]:
        yield int(token["width"]) - 1, 0
    else:
        for text in token["slices"].split("|"):
            high, _, low = text.partition(":")
            yield int(high), int(low or high)
