# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on 32-bit words that the semantics of several instruction sets need."""

from dataclasses import replace
from typing import Any

from hashfab.isa.kit.model import Instruction

MASK = 0xFFFF_FFFF


def table(group: str, *rows: Instruction, **more: Any) -> tuple[Instruction, ...]:
    """Rows that have a profile's class, and other attributes, in common."""
    return tuple(replace(item, group=group, **more) for item in rows)


def signed(value: int) -> int:
    """A register's value as a number in two's complement."""
    return value - (1 << 32) if value >> 31 else value


def rotate_left(value: int, amount: int, width: int = 32) -> int:
    """``value`` rotated to the left by ``amount`` modulo ``width`` bits."""
    amount %= width
    return (value << amount | value >> (width - amount)) & (1 << width) - 1


def quotient(a: int, b: int) -> int:
    """Rounded towards zero; -1 for a division by zero (RISC-V volume I, table 7.1)."""
    if b == 0:
        return -1
    magnitude = abs(a) // abs(b)
    return magnitude if (a < 0) == (b < 0) else -magnitude


def remainder(a: int, b: int) -> int:
    """What ``quotient`` leaves; the dividend for a division by zero."""
    return a if b == 0 else a - b * quotient(a, b)
