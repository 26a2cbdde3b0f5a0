# SPDX-License-Identifier: Apache-2.0
"""Every adder of the hash processor, with a carry from each bit through all above it.

Random words hardly ever do that: a carry from bit 32 to bit 63 comes once in 2^31 sums. For each
bit, X is ones from it upwards and Y the bit alone; the words of the rest are zero. RTL and
reference model are compared word by word.
"""

from collections.abc import Iterator, Sequence

import pytest

from hashfab import designs
from hashfab.check import hashproc_lockstep as lockstep
from hashfab.isa.hashproc.assembler import assemble
from hashfab.isa.hashproc.fuzz import Case

Pair = tuple[int, int]

ONES = (1 << 64) - 1
HALF = (1 << 32) - 1

WIDE: tuple[Pair, ...] = (
    *((ONES << bit & ONES, 1 << bit) for bit in range(64)),
    *((ONES >> 1, 1 << bit) for bit in (0, 31, 62)),  # up to the sign
    *((x, y) for x in (0, 1 << 63, ONES) for y in (0, 1 << 63, ONES)),
)
NARROW: tuple[Pair, ...] = (
    *(((HALF << bit & HALF) * (HALF + 2), (HALF + 2) << bit) for bit in range(32)),
    *(((HALF << bit & HALF) << 32, 1 << 32 + bit) for bit in range(32)),
    *((HALF << bit & HALF, 1 << bit) for bit in range(32)),  # nothing goes on into the upper half
    *((x, y) for x in (0, 1 << 31, HALF) for y in (0, 1 << 31, HALF)),
)
OPERATIONS = {
    "SHA5120": WIDE,
    "SHA2560": NARROW,
    "SHA100": NARROW,
    "MD500": NARROW,
    "LOAD0": NARROW,
}

PAIRS = 7  # that a program has room for
Y_BYTES = 448  # where the Ys are in dm3


def sums(operation: str, number: int, x: int, y: int) -> Iterator[str]:
    """Instructions in which one pair meets in every adder; constants are at 8 * number in dm0."""
    k = f"dm0[{8 * number}]" if operation != "LOAD0" else "-"
    zero = "dm0[504]" if operation != "LOAD0" else "-"
    row, at_x, at_y = 2 * number, f"dm3[{32 * number}]", f"dm3[{Y_BYTES + 8 * number}]"
    # The result is in side 1 when the second of them is in EX1.
    look = ["LOAD1", "LOAD0"]

    def wait(times: int) -> list[str]:
        return [f"REPEAT {times} {{", "LOAD1", "LOAD0", "}", "LOAD1"]

    # Y is the constant, X the chaining value: the second half's sums.
    yield from ["CLEAR", f"{operation} {k} #0 -f {row}", *look]
    # Y is every register, X the chaining value: what is added to registers as they are.
    yield from ["CLEAR", f"LOAD0 - {at_y}", "REPEAT 14 {", "LOAD1", f"LOAD0 - {at_y}", "}"]
    yield from ["LOAD1", f"{operation} {zero} #0 -f {row}", *look]
    # X is h, Y the constant: the first half's sums.
    yield from ["CLEAR", f"LOAD0 - {at_x}", *wait(7), f"{operation} {k} #0", *look]
    # X and Y are W(t - 6) and W(t - 15): the message schedule's sum.
    yield from ["CLEAR", f"LOAD0 - {at_y}", *wait(8), f"LOAD0 - {at_x}", *wait(5)]
    yield from [f"{operation} {zero} #0", *look]


def case(operation: str, pairs: Sequence[Pair]) -> Case:
    lines = [".input streams=1 word=8 words=16", ".dm0"]
    lines += [f".word64 {y:#x}" for _, y in pairs]
    lines += [".dm0 504", ".word64 0"]
    for block in (2, 3):
        lines += [f".dm{block}", *(".word64 " + ", ".join([f"{x:#x}"] * 4) for x, _ in pairs)]
    lines += [f".dm3 {Y_BYTES}", *(f".word64 {y:#x}" for _, y in pairs)]
    lines += [".entry run", "run:"]
    for number, (x, y) in enumerate(pairs):
        lines += sums(operation, number, x, y)
    # A program ends with context 0 in side 1.
    lines += ["LOAD1", "CLEAR", "HALT"]
    return Case(assemble("\n".join(lines) + "\n").program, 1, bytes(8))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_carries_from_every_bit(operation: str) -> None:
    design = designs.parse("hashproc")
    every = OPERATIONS[operation]
    for pairs in (every[i : i + PAIRS] for i in range(0, len(every), PAIRS)):
        outcome = lockstep.compare(design, case(operation, pairs), f"{operation} {pairs}")
        assert outcome.instructions > 80 * len(pairs)
