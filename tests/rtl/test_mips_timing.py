# SPDX-License-Identifier: Apache-2.0
"""How long instructions take on the MIPS core, over memory that answers in the next cycle."""

from pathlib import Path

import pytest

from hashfab import designs, isa
from hashfab.isa.mips.machine import NUMBER
from hashfab.isa.program import DONE

from . import timing
from .timing import DATA, Code

CORES = {
    "mips32": isa.mips32(),
    "mips32-native": isa.mips32(isa.NATIVE),
    "mips32-copro": isa.mips32(isa.COPRO),
}

NOP: Code = [("sll", {"rd": 0, "rt": 0, "shamt": 0})]
DATA_REG, SEVEN, DONE_REG = 30, 29, 28


def cycles(code: Code, folder: Path, core: str = "mips32") -> list[int]:
    start: Code = [
        ("lui", {"rt": DONE_REG, "uimm": DONE >> 16}),
        ("addiu", {"rt": DATA_REG, "rs": 0, "imm": DATA}),
        ("addiu", {"rt": SEVEN, "rs": 0, "imm": 7}),
        *NOP * 4,
    ]
    end: Code = [
        *NOP * 4,
        ("sw", {"rs": DONE_REG, "rt": 0, "imm": DONE & 0xFFFF}),
        ("beq", {"rs": 0, "rt": 0, "offset": -4}),
        *NOP,
    ]
    return timing.cycles(designs.parse(core), CORES[core], start, code, end, folder)


def chained(mnemonic: str) -> tuple[str, dict[str, int]]:
    """An instruction that needs what itself gives."""
    return (mnemonic, {field.name: 5 for field in CORES["mips32"].instructions[mnemonic].fields})


@pytest.mark.parametrize(
    "mnemonic",
    [
        name
        for name, item in CORES["mips32"].instructions.items()
        if item.group in ("arithmetic", "compare", "logic", "shift")
    ],
)
def test_arithmetic_takes_one_cycle(mnemonic: str, tmp_path: Path) -> None:
    clear: Code = [("and", {"rd": 5, "rs": 0, "rt": 0})]
    assert cycles([*clear, *[chained(mnemonic)] * 8], tmp_path) == [1] * 9


OPERANDS = [(SEVEN, SEVEN), (SEVEN, 0), (0, SEVEN), (DATA_REG, SEVEN), (DONE_REG, DATA_REG)]


@pytest.mark.parametrize("mnemonic", ["mult", "multu", "madd", "maddu", "msub", "msubu"])
def test_a_product_takes_five_cycles_whatever_the_operands(mnemonic: str, tmp_path: Path) -> None:
    for rs, rt in OPERANDS:
        multiply = (mnemonic, {"rs": rs, "rt": rt})
        code: Code = [*NOP, multiply, ("mflo", {"rd": 5}), ("mfhi", {"rd": 6}), multiply, *NOP]
        assert cycles(code, tmp_path) == [5, 1, 1, 5, 1, 1]


def test_mul_takes_five_cycles_whatever_the_operands(tmp_path: Path) -> None:
    for rs, rt in OPERANDS:
        multiply = ("mul", {"rd": 5, "rs": rs, "rt": rt})
        use = ("addu", {"rd": 6, "rs": 5, "rt": 5})
        assert cycles([*NOP, multiply, multiply, use, *NOP], tmp_path) == [5, 5, 1, 1, 1]


@pytest.mark.parametrize("mnemonic", ["div", "divu"])
def test_a_quotient_takes_36_cycles_whatever_the_operands(mnemonic: str, tmp_path: Path) -> None:
    for rs, rt in OPERANDS:
        divide = (mnemonic, {"rs": rs, "rt": rt})
        for use in (("mflo", {"rd": 5}), ("mfhi", {"rd": 5}), ("mtlo", {"rs": 0})):
            assert cycles([divide, use, *NOP], tmp_path) == [35, 1, 1]
        assert cycles([divide, ("mult", {"rs": 0, "rt": 0}), *NOP], tmp_path) == [39, 1, 1]
        # Others go on beside it.
        others: Code = [*NOP * 10, ("mul", {"rd": 5, "rs": 0, "rt": 0}), ("mfhi", {"rd": 5})]
        assert cycles([divide, *others, *NOP], tmp_path) == [*[1] * 10, 5, 20, 1, 1]


def test_loads_and_stores(tmp_path: Path) -> None:
    load = ("lw", {"rs": DATA_REG, "rt": 5, "imm": 0})
    store = ("sw", {"rs": DATA_REG, "rt": SEVEN, "imm": 4})
    use = ("addu", {"rd": 6, "rs": 5, "rt": 5})
    assert cycles([load, load, store, load, store, store, load], tmp_path) == [1] * 7
    # What uses a load at once waits for a cycle: as an operand, to be stored, as an address.
    assert cycles([load, use, load, *NOP, use], tmp_path) == [2, 1, 1, 1, 1]
    for late in (("sw", {"rs": DATA_REG, "rt": 5, "imm": 4}), ("lw", {"rs": 5, "rt": 6, "imm": 0})):
        assert cycles([load, late, *NOP], tmp_path) == [2, 1, 1]
    # What writes the same register does not.
    for free in (("addiu", {"rs": 0, "rt": 5, "imm": 1}), ("lw", {"rs": 0, "rt": 5, "imm": 0})):
        assert cycles([load, free, *NOP], tmp_path) == [1, 1, 1]


def test_branches_and_jumps(tmp_path: Path) -> None:
    equal = {"rs": 0, "rt": 0}
    link = ("bgezal", {"rs": 0, "offset": 4})  # to behind its slot
    assert cycles([("bne", equal | {"offset": 8}), *NOP * 2], tmp_path) == [1, 1, 1]
    assert cycles([("bnel", equal | {"offset": 8}), *NOP * 2], tmp_path) == [0, 2, 1]
    for branch in ("beq", "beql"):
        assert cycles([(branch, equal | {"offset": 4}), *NOP * 2], tmp_path) == [1, 2, 1]
        assert cycles([(branch, equal | {"offset": 8}), *NOP * 3], tmp_path) == [1, 0, 2, 1]
    # What a branch compares may come from the instruction before it.
    before = ("addiu", {"rs": 0, "rt": 5, "imm": 1})
    back = ("bne", {"rs": 5, "rt": 0, "offset": 4})
    assert cycles([before, back, *NOP * 2], tmp_path) == [1, 1, 2, 1]
    jump = ("jalr", {"rs": 31, "rd": 5, "hint": 0})
    to_jump = ("addiu", {"rs": 31, "rt": 31, "imm": 12})
    assert cycles([link, *NOP, to_jump, jump, *NOP * 2], tmp_path) == [1, 2, 1, 1, 2, 1]


def test_coprocessor_0(tmp_path: Path) -> None:
    write = ("mtc0", {"rt": 31, "cp0": NUMBER["EPC"], "sel": 0})
    read = ("mfc0", {"rt": 5, "cp0": NUMBER["EPC"], "sel": 0})
    use = ("addu", {"rd": 6, "rs": 5, "rt": 5})
    assert cycles([write, read, use, *NOP], tmp_path) == [1] * 4
    link = ("bgezal", {"rs": 0, "offset": 4})
    target = ("addiu", {"rs": 31, "rt": 31, "imm": 12})
    code: Code = [link, *NOP, target, write, ("eret", {}), *NOP * 2]
    assert cycles(code, tmp_path) == [1, 2, 1, 1, 3, 1, 1]


def test_native(tmp_path: Path) -> None:
    code: Code = [
        ("rot1", {"rs": 5, "rt": 6}),
        ("rot2", {"rd": 5, "rs": 6, "rt": 5}),
        ("mfleast", {"rd": 6}),
        ("andnot", {"rd": 5, "rs": 5, "rt": 6}),
    ]
    assert cycles(code * 3, tmp_path, "mips32-native") == [1] * 12


def test_copro(tmp_path: Path) -> None:
    at = {"rs": DATA_REG, "imm": 0}
    load = ("lwau", at | {"au": 1})
    results: Code = [
        ("xor5", at),
        ("chi", at | {"index": 3}),
        ("rot", at),
        ("mfc2", {"rt": 5, "cp2": 1}),
    ]
    least = ("swleast", at)
    writes: Code = [load, ("mtc2", {"rt": 5, "cp2": 1})]
    assert cycles([*results * 2, least, *results], tmp_path, "mips32-copro") == [1] * 13
    assert cycles([results[2], least, results[2], load], tmp_path, "mips32-copro") == [1] * 4
    for write in writes:
        for result in results:
            assert cycles([write, result, *NOP], tmp_path, "mips32-copro") == [2, 1, 1]
            assert cycles([write, *NOP, result, *NOP], tmp_path, "mips32-copro") == [1] * 4
        assert cycles([write, least, *writes], tmp_path, "mips32-copro") == [1] * 4
