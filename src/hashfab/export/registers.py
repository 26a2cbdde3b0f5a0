# SPDX-License-Identifier: Apache-2.0
"""The accelerator's registers on a control bus, made from ``rtl/bus/hash_accel.rdl``."""

from pathlib import Path

from hashfab import designs, paths
from hashfab.errors import unknown
from hashfab.export import tops
from hashfab.export.tops import Control, Memory
from hashfab.tools import peakrdl
from hashfab.tools.peakrdl import Register

MODULE = tops.REGISTERS
"""Of the register block; its package is this and ``_pkg``."""

CONTROLS = tops.CONTROLS
"""The control buses that there are tops for."""


def description() -> Path:
    """The description in SystemRDL."""
    return paths.rtl_dir() / "bus" / "hash_accel.rdl"


def described() -> tuple[Register, ...]:
    """The registers, by offset. Raises as ``hardware``."""
    return peakrdl.registers(description())


def hardware(bus: str, folder: Path) -> list[Path]:
    """Write the register block, ``hash_accel_regs``, and its package.

    Args:
        bus: one of ``peakrdl.BUSES``; there are tops for those of ``CONTROLS``.
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


def sources(
    control: Control, folder: Path, memory: Memory = tops.MEMORIES["axi4"]
) -> tuple[Path, ...]:
    """The SystemVerilog of the accelerator on its buses, packages first.

    Args:
        control: the control bus.
        folder: register block and top are written there.
        memory: the memory bus.
    """
    place = paths.rtl_dir() / "bus"
    made = [*hardware(control.interface, folder), tops.write(control, memory, folder)]
    own = [place / f"{name}.sv" for name in ("hash_accel_control", *control.modules)]
    own += [place / f"{name}.sv" for name in memory.modules]
    files = [*designs.FAMILIES["accel"].sources(), *made, *sorted(place.glob("bus_*.sv")), *own]
    # The accelerator may have a checker inside that ports have, too.
    files += [path for path in checkers(control, memory) if path not in files]
    return tuple(sorted(files, key=lambda path: not path.stem.endswith("_pkg")))


def checkers(control: Control, memory: Memory) -> tuple[Path, ...]:
    """What watches the ports of the accelerator on its buses: checkers, and what binds them."""
    rtl = paths.rtl_dir()
    names = [*dict.fromkeys((*control.checkers, *memory.checkers)), control.binder, memory.binder]
    places = [rtl / ("common" if name == "stream_check" else "bus") for name in names]
    return tuple(place / f"{name}.sv" for place, name in zip(places, names, strict=True))
