# SPDX-License-Identifier: Apache-2.0
"""Icarus Verilog: a netlist whose cells have delays, event by event."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hashfab.errors import WorkFailed
from hashfab.tools import process

INSTALL = "install your system's package for Icarus Verilog (Debian: apt-get install iverilog)"


@cache
def version() -> str:
    """Icarus Verilog's version, such as ``11.0``.

    Raises:
        ToolMissing: it is not installed.
    """
    with TemporaryDirectory() as folder:
        text = process.run([process.find("iverilog", INSTALL), "-V"], Path(folder) / "log")
    return text.split()[3]


def run(top: str, sources: Sequence[Path], work: Path) -> str:
    """Simulate a top, with the delays of specify blocks, and return what it printed.

    Args:
        top: the top module.
        sources: Verilog.
        work: the folder in which it runs; it keeps logs.

    Raises:
        ToolMissing: Icarus Verilog is not installed.
        WorkFailed: it failed.
    """
    program = work / f"{top}.vvp"
    arguments: list[str | Path] = [process.find("iverilog", INSTALL), "-g2012", "-gspecify"]
    arguments += ["-s", top, "-o", program, *sources]
    process.run(arguments, work / "iverilog.log", work)
    return process.run([process.find("vvp", INSTALL), "-n", program], work / "vvp.log", work)


@dataclass
class _Bit:
    value: str = "x"
    since: int = 0
    high: int = 0
    toggles: int = 0


def toggles(dump: Path) -> dict[str, tuple[int, float]]:
    """Of each signal of one bit in a VCD file: toggles and the share of time at 1.

    Raises:
        WorkFailed: a signal is neither 0 nor 1.
    """
    from vcd.reader import TokenKind, tokenize  # Slow to import.

    names: dict[str, str] = {}
    bits: dict[str, _Bit] = {}
    first: int | None = None
    now = 0
    with dump.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR:
                names[token.var.reference] = token.var.id_code
                bits.setdefault(token.var.id_code, _Bit())
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.time_change
                first = now if first is None else first
            elif token.kind is TokenKind.CHANGE_SCALAR:
                bit = bits[token.scalar_change.id_code]
                if bit.value == "1":
                    bit.high += now - bit.since
                bit.toggles += bit.value in "01" and token.scalar_change.value != bit.value
                bit.value, bit.since = token.scalar_change.value, now
    span = max(1, now - (first or 0))
    found = {}
    for name, code in names.items():
        bit = bits[code]
        if bit.value not in "01":
            raise WorkFailed(f"signal {name} has no value in the simulation with delays", dump)
        high = bit.high + (now - bit.since if bit.value == "1" else 0)
        found[name] = (bit.toggles, high / span)
    return found
