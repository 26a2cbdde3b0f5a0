# SPDX-License-Identifier: Apache-2.0
"""Zbkb, of which Keccak uses the most (RISC-V Cryptography Extensions, volume I, 1.0.1)."""

from hashfab.isa.kit.model import Extension
from hashfab.isa.kit.semantics import rotate_left, table
from hashfab.isa.riscv.base import binary, row, shift, unary


def _reverse_bytes(value: int) -> int:
    return int.from_bytes(value.to_bytes(4, "little"), "big")


def _reverse_bits_of_bytes(value: int) -> int:
    return sum((value >> bit & 1) << (bit ^ 7) for bit in range(32))


def _zip(value: int) -> int:
    return sum((value >> bit & 1) << (2 * (bit & 15) + (bit >> 4)) for bit in range(32))


def _unzip(value: int) -> int:
    return sum((value >> bit & 1) << ((bit >> 1) + 16 * (bit & 1)) for bit in range(32))


_RRR = "rd, rs1, rs2"
_RR = "rd, rs1"

# fmt: off
ZBKB = Extension(
    "Zbkb",
    "bit manipulation for cryptography",
    (
        *table(
            "logic",
            row("andn", "0100000 rs2:5 rs1:5 111 rd:5 0110011", _RRR,
                binary(lambda a, b: a & ~b), "And with the complement of rs2."),
            row("orn", "0100000 rs2:5 rs1:5 110 rd:5 0110011", _RRR,
                binary(lambda a, b: a | ~b), "Or with the complement of rs2."),
            row("xnor", "0100000 rs2:5 rs1:5 100 rd:5 0110011", _RRR,
                binary(lambda a, b: ~(a ^ b)), "Complement of exclusive or."),
            row("packh", "0000100 rs2:5 rs1:5 111 rd:5 0110011", _RRR,
                binary(lambda a, b: a & 0xFF | (b & 0xFF) << 8), "The low bytes of rs1 and rs2."),
            row("pack", "0000100 rs2:5 rs1:5 100 rd:5 0110011", _RRR,
                binary(lambda a, b: a & 0xFFFF | b << 16), "The low halves of rs1 and rs2."),
            row("rev8", "011010011000 rs1:5 101 rd:5 0010011", _RR,
                unary(_reverse_bytes), "Bytes in reverse order."),
            row("brev8", "011010000111 rs1:5 101 rd:5 0010011", _RR,
                unary(_reverse_bits_of_bytes), "Bits of each byte in reverse order."),
            row("zip", "000010001111 rs1:5 001 rd:5 0010011", _RR,
                unary(_zip), "Interleave: low half to the even bits, high half to the odd ones."),
            row("unzip", "000010001111 rs1:5 101 rd:5 0010011", _RR,
                unary(_unzip), "Even bits to the low half, odd bits to the high half."),
        ),
        *table(
            "shift",
            row("rol", "0110000 rs2:5 rs1:5 001 rd:5 0110011", _RRR,
                binary(rotate_left), "Rotate left."),
            row("ror", "0110000 rs2:5 rs1:5 101 rd:5 0110011", _RRR,
                binary(lambda a, b: rotate_left(a, -b & 31)), "Rotate right."),
            row("rori", "0110000 shamt:5 rs1:5 101 rd:5 0010011", "rd, rs1, shamt",
                shift(lambda a, n: rotate_left(a, -n)), "Rotate right by a constant."),
        ),
    ),
)
# fmt: on
