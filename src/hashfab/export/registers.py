# SPDX-License-Identifier: Apache-2.0
"""The accelerator's registers on a control bus, made from ``rtl/bus/hash_accel.rdl``."""

from dataclasses import dataclass
from pathlib import Path

from hashfab import designs, paths
from hashfab.errors import unknown
from hashfab.tools import peakrdl
from hashfab.tools.peakrdl import Register

MODULE = "hash_accel_regs"
"""Of the register block; its package is this and ``_pkg``."""


@dataclass(frozen=True)
class Control:
    """A control bus that the accelerator has a top for.

    Attributes:
        name: as PeakRDL has it.
        top: the module in ``rtl/bus`` with the accelerator, this bus and an AXI4 port to memory.
    """

    name: str
    top: str

    @property
    def module(self) -> str:
        """The name in letters that Verilog knows."""
        return self.name.replace("-", "_")


CONTROLS = {
    each.name: each
    for each in (Control("apb4", "hash_accel_apb4"), Control("axi4-lite", "hash_accel_axi4_lite"))
}


def description() -> Path:
    """The description in SystemRDL."""
    return paths.rtl_dir() / "bus" / "hash_accel.rdl"


def described() -> tuple[Register, ...]:
    """The registers, by offset. Raises as ``hardware``."""
    return peakrdl.registers(description())


def hardware(bus: str, folder: Path) -> list[Path]:
    """Write the register block, ``hash_accel_regs``, and its package.

    Args:
        bus: one of ``peakrdl.BUSES``; the tops in ``rtl/bus`` exist for those of ``CONTROLS``.
        folder: where they go; it is made if it is not there.

    Returns:
        The SystemVerilog files, the package first.

    Raises:
        RequestError: there is no such bus.
        ToolMissing: PeakRDL is not installed.
        WorkFailed: the description is wrong.
    """
    if bus not in peakrdl.BUSES:
        raise unknown("control bus", bus, peakrdl.BUSES)
    folder.mkdir(parents=True, exist_ok=True)
    return peakrdl.hardware(description(), bus, MODULE, folder)


def header(folder: Path) -> Path:
    """Write the C header, ``hash_accel_regs.h``. Raises as ``hardware``."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{MODULE}.h"
    peakrdl.header(description(), path)
    return path


def sources(control: Control, folder: Path) -> tuple[Path, ...]:
    """The SystemVerilog of the accelerator on a bus, packages first.

    Args:
        control: whose top it is.
        folder: the register block is written there.
    """
    top = {each.top for each in CONTROLS.values()} - {control.top}
    files = [*designs.FAMILIES["accel"].sources(), *hardware(control.name, folder)]
    files += sorted((paths.rtl_dir() / "bus").glob("*.sv"))
    found = [path for path in files if path.stem.removesuffix("_bind") not in top]
    return tuple(sorted(found, key=lambda path: not path.stem.endswith("_pkg")))
