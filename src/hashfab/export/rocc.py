# SPDX-License-Identifier: Apache-2.0
"""The accelerator as a RoCC coprocessor of Rocket, ``rtl/bus/hash_accel_rocc.sv``."""

from pathlib import Path

from hashfab import designs
from hashfab.paths import rtl_dir

TOP = "hash_accel_rocc"
"""Its module.

Its parameters are the accelerator's without ``Width``, ``Resume`` and ``Chain``, and others."""

MODULES = ("bus_pkg", "rocc_pkg", "bus_fifo", "bus_filter", "rocc_control", "rocc_memory", TOP)
"""What is in ``rtl/bus`` for it."""


def sources() -> tuple[Path, ...]:
    """Its SystemVerilog, packages first."""
    own = [rtl_dir() / "bus" / f"{name}.sv" for name in MODULES]
    files = [*designs.FAMILIES["accel"].sources(), *own]
    # The accelerator may have a checker inside that ports have, too.
    files += [path for path in checkers() if path not in files]
    return tuple(sorted(files, key=lambda path: not path.stem.endswith("_pkg")))


def checkers() -> tuple[Path, ...]:
    """What watches its ports: checkers, and what binds them."""
    rtl = rtl_dir()
    bus = rtl / "bus"
    return rtl / "common" / "stream_check.sv", bus / "rocc_check.sv", bus / f"{TOP}_bind.sv"
