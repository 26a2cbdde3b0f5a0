# SPDX-License-Identifier: Apache-2.0
"""Words and programs to assembly."""

from collections.abc import Iterator

from hashfab.isa.hashproc.description import ISA, Mode
from hashfab.isa.hashproc.program import Program
from hashfab.isa.kit.decode import decode
from hashfab.isa.kit.model import Operands

PER_LINE = 8
"""Words of data in a line."""


def instruction(word: int) -> str:
    """The assembly of one word, without the loops that begin or end there.

    Returns:
        The assembly; ``illegal`` and the word if it is not legal.
    """
    decoded = decode(ISA, word)
    if decoded is None:
        return f"illegal {word:#x}"
    item, fields = decoded
    if item.mnemonic == "SET":
        return f"SET ar{fields.kar} {fields.kimm} {fields.mimm} {fields.dimm}" + _options(fields)
    k, m = (_operand(fields, name) for name in "km")
    parts = [item.mnemonic, *([k, m] if m != "-" else [k] if k != "-" else [])]
    if fields.dmode:
        parts += [">", _operand(fields, "d")]
    return " ".join(parts) + _options(fields)


def program(item: Program) -> str:
    """A program that assembles to this one.

    Args:
        item: its loops are nested as the assembler makes them.
    """
    entries = (f".entry {name}" for name in item.entries)
    lines = (text for _, text in code(item))
    return "\n".join([*_head(item), *_data(item), *entries, *lines]) + "\n"


def _operand(fields: Operands, name: str) -> str:
    mode = Mode(getattr(fields, f"{name}mode"))
    if mode is Mode.NONE:
        return "-"
    if mode is Mode.ZERO:
        return "#0"
    if mode is Mode.OUT:
        return "out"
    number, step = getattr(fields, f"{name}ar"), getattr(fields, f"{name}imm")
    address = {
        Mode.IMM: f"{step}",
        Mode.AR: f"ar{number}",
        Mode.INC: f"ar{number}++",
        Mode.ADD: f"ar{number}+={step}",
        Mode.MOD: f"ar{number}+={step}%",
    }[mode]
    return f"dm{getattr(fields, f'{name}block')}[{address}]"


def _options(fields: Operands) -> str:
    text = f" -i {fields.times + 1}" if fields.times else ""
    text += " -w" if fields.wait else ""
    text += " -r" if fields.release else ""
    return text + (f" -f {fields.row}" if fields.final else "")


def _head(item: Program) -> Iterator[str]:
    if item.algorithm:
        yield f'.algorithm "{item.algorithm}"'
    if item.input:
        shape = item.input
        swap = " swap" if shape.swap else ""
        yield f".input streams={shape.streams} word={shape.word} words={shape.words}{swap}"
    if item.iv:
        yield f".iv {', '.join(map(hex, item.iv))}"
    if item.chain:
        yield ".chain {} {}".format(*item.chain)
    if item.digest:
        registers = " ".join("abcdefgh"[number] for number in item.digest.registers)
        yield f".digest {item.digest.size} {item.digest.order} {registers}".rstrip()
    if item.pad:
        yield f".pad {item.pad.size} {item.pad.order}"
    if item.sponge:
        yield f".sponge {item.sponge.rate} {item.sponge.domain:#04x} {item.sponge.rounds}"


def _data(item: Program) -> Iterator[str]:
    for block, address, data in item.runs():
        yield f".dm{block} {address}"
        words = [
            int.from_bytes(data[place : place + 4], "little")
            for place in range(0, len(data) // 4 * 4, 4)
        ]
        for place in range(0, len(words), PER_LINE):
            yield f"  .word32 {', '.join(map(hex, words[place : place + PER_LINE]))}"
        if rest := data[4 * len(words) :]:
            yield f"  .byte {', '.join(map(hex, rest))}"


def code(item: Program) -> Iterator[tuple[int | None, str]]:
    """The lines of a program's instructions, each with the address of its word, if it has one."""
    labels: dict[int, list[str]] = {}
    for name, pc in item.entries.items():
        labels.setdefault(pc, []).append(name)
    depth = 1
    for pc, word in enumerate(item.words):
        yield from ((None, f"{name}:") for name in labels.get(pc, ()))
        opens, count, ends = _loops(word)
        if opens:
            yield None, f"{'  ' * depth}REPEAT {count or 'blocks'} {{"
            depth += 1
        yield pc, f"{'  ' * depth}{instruction(word)}"
        for _ in range(ends):
            depth -= 1
            yield None, f"{'  ' * depth}}}"


def _loops(word: int) -> tuple[int, int, int]:
    decoded = decode(ISA, word)
    if decoded is None:
        return 0, 0, 0
    fields = decoded.operands
    return fields.opens, fields.count, fields.ends
