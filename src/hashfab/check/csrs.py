# SPDX-License-Identifier: Apache-2.0
"""A RISC-V core's control and status registers in RVFI, beside those of the reference simulator.

riscv-formal's rules (docs/csrs.md there): each record has the values before and after its
instruction; counters have 64 bits, and what counts happens between two instructions.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from hashfab.isa.riscv.hart import CSRS, NUMBER, RETIRED, Hart

RECORD = struct.Struct("<18I4Q")
"""``CsrRecord`` of the harness."""

WORDS = ("mstatus", "misa", "mie", "mtvec", "mscratch", "mepc", "mcause", "mtval", "mip")
COUNTERS = ("mcycle", "minstret")
HALVES = {NUMBER[f"{name}{half}"]: (name, half) for name in COUNTERS for half in ("", "h")}
DOUBLE = (1 << 64) - 1


class Checker:
    """Follows a run, instruction by instruction.

    Args:
        hart: the reference, which is stepped by whoever compares the rest.
        path: the harness's records.
    """

    def __init__(self, hart: Hart, path: Path) -> None:
        self._hart = hart
        self._records = RECORD.iter_unpack(_whole(path))
        self._cycle = 0  # mcycle at the next instruction is above
        self._before: dict[str, int] = {}

    def before(self) -> None:
        """To be called before each step of the reference, behind an interrupt."""
        self._before = self._state()

    def differences(self, rd: int) -> Iterator[str]:
        """What differs, a line each; to be called behind each step.

        Args:
            rd: what the instruction wrote to its destination on the RTL; 0 if it has none.
        """
        record = next(self._records, None)
        if record is None:
            yield "the RTL reports no registers"
            return
        names = (*WORDS, *COUNTERS)
        found_before = dict(zip(names, record[::2], strict=True))
        found_after = dict(zip(names, record[1::2], strict=True))
        after = self._state()
        written = self._hart.written
        if written not in HALVES or HALVES[written][0] != "minstret":
            after["minstret"] = self._before["minstret"]
        for name, value in self._before.items():
            if found_before[name] != value:
                yield f"{name} before: the RTL says {found_before[name]:#x}, not {value:#x}"
            if found_after[name] != after[name]:
                yield f"{name} after: the RTL says {found_after[name]:#x}, not {after[name]:#x}"
        yield from self._clock(found_before["mcycle"], found_after["mcycle"])
        if found_before["mip"] != found_after["mip"] or found_before["mip"] & ~0x888:
            yield f"mip: {found_before['mip']:#x}, then {found_after['mip']:#x}"
        accessed = self._hart.accessed
        if rd and accessed in HALVES:
            name, half = HALVES[accessed]
            shown = found_before[name] >> (32 if half else 0) & 0xFFFF_FFFF
            if shown != rd:
                yield f"{name}{half}: {shown:#x} in RVFI, {rd:#x} was read"

    def _state(self) -> dict[str, int]:
        """What does not depend on the clock."""
        hart = self._hart
        state = {name: hart.csrs[NUMBER[name]] for name in WORDS if not CSRS[NUMBER[name]].sampled}
        return state | {"minstret": hart.counters[RETIRED] & DOUBLE}

    def _clock(self, before: int, after: int) -> Iterator[str]:
        """Cycles go on between instructions; only a write of mcycle changes it in one."""
        if not 0 < (before - self._cycle & DOUBLE) < 1 << 31:
            yield f"mcycle: {before:#x}, {self._cycle:#x} at the instruction before"
        name, half = HALVES.get(self._hart.written or 0, ("", ""))
        stays = DOUBLE if name != "mcycle" else 0xFFFF_FFFF if half else 0xFFFF_FFFF << 32
        if (before ^ after) & stays:
            yield f"mcycle: from {before:#x} to {after:#x} by an instruction that does not write it"
        # A value that is written is there in the next cycle; there the next instruction may be.
        self._cycle = after if name != "mcycle" else after - 1 & DOUBLE


def _whole(path: Path) -> bytes:
    """A simulation that failed may have stopped within a record."""
    data = path.read_bytes() if path.exists() else b""
    return data[: len(data) - len(data) % RECORD.size]
