# SPDX-License-Identifier: Apache-2.0
"""How long instructions take on the RISC-V core, over memory that answers in the next cycle."""

from pathlib import Path

import pytest

from hashfab import designs, isa
from hashfab.isa.program import DONE

from . import timing
from .timing import DATA, Code

ISA = isa.rv32(isa.ZBKB)


def nop() -> tuple[str, dict[str, int]]:
    return ("addi", {"rd": 0, "rs1": 0, "imm": 0})


def cycles(code: Code, folder: Path) -> list[int]:
    start: Code = [
        ("lui", {"rd": 31, "uimm": DONE >> 12}),
        ("addi", {"rd": 30, "rs1": 0, "imm": DATA >> 1}),
        ("addi", {"rd": 29, "rs1": 0, "imm": 7}),
        *[nop()] * 4,
    ]
    end: Code = [
        *[nop()] * 4,
        ("sw", {"rs1": 31, "rs2": 0, "imm": DONE & 0xFFF}),
        ("jal", {"rd": 0, "offset": 0}),
    ]
    return timing.cycles(designs.parse("rv32-zbkb"), ISA, start, code, end, folder)


@pytest.mark.parametrize(
    "mnemonic",
    [
        name
        for name, item in ISA.instructions.items()
        if item.group in ("arithmetic", "logic", "shift", "compare") and item.bits == 32
    ],
)
def test_arithmetic_takes_one_cycle(mnemonic: str, tmp_path: Path) -> None:
    fields = {item.name: 1 for item in ISA.instructions[mnemonic].fields}
    fields |= {"rd": 5} | ({"rs1": 5} if "rs1" in fields else {})
    # Each needs what the one before gives.
    assert cycles([(mnemonic, fields)] * 8, tmp_path) == [1] * 8


@pytest.mark.parametrize("mnemonic", ["mul", "mulh", "mulhsu", "mulhu"])
def test_a_product_takes_one_cycle_more_for_what_uses_it_at_once(
    mnemonic: str, tmp_path: Path
) -> None:
    product = (mnemonic, {"rd": 5, "rs1": 29, "rs2": 30})
    use = ("add", {"rd": 6, "rs1": 5, "rs2": 5})
    again = (mnemonic, {"rd": 5, "rs1": 5, "rs2": 30})
    assert cycles([product, product, product, nop(), use], tmp_path) == [1] * 5
    assert cycles([product, use, use, nop()], tmp_path) == [2, 1, 1, 1]
    assert cycles([product, again, again, nop()], tmp_path) == [2, 2, 1, 1]
    store = ("sw", {"rs1": 30, "rs2": 5, "imm": 4})
    assert cycles([product, store, nop()], tmp_path) == [2, 1, 1]


@pytest.mark.parametrize("mnemonic", ["div", "divu", "rem", "remu"])
def test_division_takes_34_cycles_whatever_the_operands(mnemonic: str, tmp_path: Path) -> None:
    for dividend, divisor in ((29, 29), (29, 0), (0, 29), (30, 29), (31, 30)):
        code: Code = [nop(), (mnemonic, {"rd": 5, "rs1": dividend, "rs2": divisor}), nop()]
        assert cycles(code, tmp_path) == [34, 1, 1]


def test_loads_and_stores(tmp_path: Path) -> None:
    load = ("lw", {"rd": 5, "rs1": 30, "imm": 0})
    store = ("sw", {"rs1": 30, "rs2": 29, "imm": 4})
    use = ("add", {"rd": 6, "rs1": 5, "rs2": 5})
    assert cycles([load, load, store, load, store, store, load], tmp_path) == [1] * 7
    # What uses a load at once waits for a cycle.
    assert cycles([load, use, load, nop(), use], tmp_path) == [2, 1, 1, 1, 1]
    assert cycles([load, ("sw", {"rs1": 30, "rs2": 5, "imm": 4}), nop()], tmp_path) == [2, 1, 1]


def test_branches_and_jumps(tmp_path: Path) -> None:
    def taken(offset: int) -> tuple[str, dict[str, int]]:
        return ("beq", {"rs1": 0, "rs2": 0, "offset": offset})

    half = ("c.addi", {"rd": 5, "imm": 1})
    assert cycles([("bne", {"rs1": 0, "rs2": 0, "offset": 8}), nop()], tmp_path) == [1, 1]
    # To the next word; over an instruction; to an odd halfword, 16 and 32 bits long.
    assert cycles([taken(4), nop()], tmp_path) == [2, 1]
    assert cycles([taken(8), nop(), nop()], tmp_path) == [0, 2, 1]
    assert cycles([taken(6), half, half, nop()], tmp_path) == [0, 2, 1, 1]
    assert cycles([taken(6), half, nop(), half], tmp_path) == [0, 3, 1, 1]
    assert cycles([("jal", {"rd": 1, "offset": 4}), nop()], tmp_path) == [2, 1]
    jump: Code = [("auipc", {"rd": 5, "uimm": 0}), ("jalr", {"rd": 1, "rs1": 5, "imm": 8}), nop()]
    assert cycles(jump, tmp_path) == [1, 2, 1]


def test_access_to_a_csr_waits_for_what_comes_before(tmp_path: Path) -> None:
    read = ("csrrs", {"rd": 5, "csr": 0x340, "rs1": 0})
    write = ("csrrw", {"rd": 0, "csr": 0x340, "rs1": 29})
    # As with a load, the cycle counts where it is caused: at the instruction before.
    assert cycles([nop(), read, nop(), read, write, nop()], tmp_path) == [2, 1, 2, 2, 1, 1]
    # Behind a jump, the writeback stage is empty.
    jump = ("jal", {"rd": 0, "offset": 4})
    assert cycles([jump, read, nop()], tmp_path) == [2, 1, 1]
