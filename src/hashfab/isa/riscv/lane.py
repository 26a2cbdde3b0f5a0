# SPDX-License-Identifier: Apache-2.0
"""Our extension: the 1600-bit state beside the core, behind the CV-X-IF interface (custom-0)."""

from functools import partial
from typing import Any

from hashfab.isa.kit import model
from hashfab.isa.kit.model import Extension, OperandType
from hashfab.isa.kit.semantics import MASK, rotate_left, table
from hashfab.isa.riscv.base import OPERANDS, RISCV

LANES = 25

OPERANDS = OPERANDS | {
    "lane": OperandType(names={number: str(number) for number in range(LANES)}, closed=True),
    "word": OperandType(names={number: str(number) for number in range(2 * LANES)}, closed=True),
    "turbo": OperandType(),
}

row = partial(model.instruction, OPERANDS)


def _round_constants() -> list[int]:
    """FIPS 202, algorithms 5 and 6: bit 2^j - 1 of round i is bit j + 7i of the LFSR's sequence."""
    register, constants = 1, []
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant |= 1 << ((1 << j) - 1)
            register = register << 1 ^ (0x171 if register >> 7 else 0)
        constants.append(constant)
    return constants


ROUND_CONSTANTS = _round_constants()


def permute(lanes: list[int], rounds: int) -> list[int]:
    """Keccak-p[1600, rounds] on lanes A[x, y] at index x + 5y (FIPS 202, 3.3)."""
    for constant in ROUND_CONSTANTS[24 - rounds :]:
        parity = [
            lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]
            for x in range(5)
        ]
        effect = [parity[x - 1] ^ rotate_left(parity[(x + 1) % 5], 1, 64) for x in range(5)]
        lanes = [lane ^ effect[index % 5] for index, lane in enumerate(lanes)]
        # rho and pi walk through the lanes in one cycle; the offsets are triangular numbers.
        moved = list(lanes)
        x, y = 1, 0
        for step in range(24):
            x, y, lane = y, (2 * x + 3 * y) % 5, lanes[x + 5 * y]
            moved[x + 5 * y] = rotate_left(lane, (step + 1) * (step + 2) // 2, 64)
        lanes = [
            moved[index]
            ^ ~moved[(index + 1) % 5 + index // 5 * 5] & moved[(index + 2) % 5 + index // 5 * 5]
            for index in range(LANES)
        ]
        lanes[0] ^= constant
    return lanes


def _absorb(s: Any, o: Any) -> None:
    s.lanes[o.lane] ^= s.x[o.rs2] << 32 | s.x[o.rs1]


def _permute(s: Any, o: Any) -> None:
    s.lanes = permute(s.lanes, 12 if o.turbo else 24)


def _absorb_permute(s: Any, o: Any) -> None:
    _absorb(s, o)
    _permute(s, o)


def _absorb_loaded(s: Any, o: Any) -> None:
    word = s.load(s.x[o.rs1] + 8 * o.lane & MASK, 4)
    s.lanes[o.lane] ^= s.x[o.rs2] << 32 | word


def _absorb_loaded_permute(s: Any, o: Any) -> None:
    _absorb_loaded(s, o)
    _permute(s, o)


def _get(s: Any, o: Any) -> None:
    s.write(o.rd, s.lanes[o.word // 2] >> 32 * (o.word % 2))


def _clear(s: Any, o: Any) -> None:
    s.lanes = [0] * LANES


# fmt: off
LANE = Extension(
    "lane",
    "the Keccak state in a coprocessor",
    (
        *table(
            "keccak",
            row("kabs", "0000000 rs2:5 rs1:5 000 lane:5 0001011", "rs1, rs2, lane",
                _absorb, "XOR rs2 (high word) and rs1 (low word) into a lane."),
            row("kperm", "0000000 00000 00000 001 0000 turbo:1 0001011", "turbo",
                _permute, "Start a permutation of 24 rounds, or 12 if turbo is 1."),
            row("kget", "0000000 0000 word:6 010 rd:5 0001011", "rd, word",
                _get, "Word of the state: word / 2 is the lane, an odd word its high half."),
            row("kclr", "0000000 00000 00000 011 00000 0001011", "",
                _clear, "Clear the state."),
            row("kabsp", "000000 turbo:1 rs2:5 rs1:5 100 lane:5 0001011", "rs1, rs2, lane, turbo",
                _absorb_permute, "As kabs, then start a permutation as kperm does."),
            source="hashfab",
        ),
        *table(
            "load",
            row("kabsl", "0000000 rs2:5 rs1:5 101 lane:5 0001011", "rs1, rs2, lane",
                _absorb_loaded,
                "XOR rs2 (high word) and the word at rs1 + 8 * lane (low word) into a lane."),
            row("kabslp", "000000 turbo:1 rs2:5 rs1:5 110 lane:5 0001011", "rs1, rs2, lane, turbo",
                _absorb_loaded_permute, "As kabsl, then start a permutation as kperm does."),
            source="hashfab",
        ),
    ),
    prose=(
        "Lane A[x, y] of FIPS 202 has the index x + 5y, 0 to 24; 25 to 31 are illegal.",
        "An instruction that finds a permutation running waits for its end; every other "
        "instruction of the core goes on. The cycles above leave that wait out.",
        "`kabsl` and `kabslp` are loads: the core makes the address, which must be a multiple of "
        "4, and memory's answer goes to the unit. After a bus error nothing has happened.",
        "Save the state with 50 `kget`; restore it with `kclr` and 25 `kabs` or `kabsl`.",
    ),
    state={"lanes": lambda: [0] * LANES},
    custom=RISCV,
    unit="lane",
)
# fmt: on
