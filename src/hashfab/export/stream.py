# SPDX-License-Identifier: Apache-2.0
"""The sponge between two AXI4-Streams, ``rtl/stream``."""

from pathlib import Path

from hashfab.paths import rtl_dir

TOP = "hash_axis"
"""Its module; ``RoundsPerCycle`` and ``LenWidth`` are its parameters."""

SOURCES = (
    "keccak/keccak_pkg.sv",
    "accel/accel_pkg.sv",
    "common/stream_check.sv",
    "keccak/keccak_round.sv",
    "keccak/keccak_rounds.sv",
    "accel/accel_stages.sv",
    "common/clock_gate.sv",
    "accel/accel_unit.sv",
    "stream/hash_axis.sv",
    "stream/hash_axis_bind.sv",
)


def sources() -> tuple[Path, ...]:
    """Its SystemVerilog, packages first."""
    return tuple(rtl_dir() / name for name in SOURCES)
