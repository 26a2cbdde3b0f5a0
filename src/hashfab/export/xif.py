# SPDX-License-Identifier: Apache-2.0
"""The lane unit for other cores' CV-X-IF, ``rtl/xif``."""

from pathlib import Path

from hashfab.paths import rtl_dir

TOP = "lane_xif"
"""Its module; ``Lanes`` is its parameter."""

SOURCES = (
    "keccak/keccak_pkg.sv",
    "lane/isa_lane_pkg.sv",
    "lane/lane_pkg.sv",
    "common/stream_check.sv",
    "common/xif_check.sv",
    "keccak/keccak_round.sv",
    "lane/lane_decode.sv",
    "lane/lane_rounds.sv",
    "lane/lane_slices.sv",
    "lane/lane_unit.sv",
    "lane/lane_unit_bind.sv",
    "xif/lane_xif.sv",
    "xif/lane_xif_bind.sv",
)


def sources() -> tuple[Path, ...]:
    """Its SystemVerilog, packages first."""
    return tuple(rtl_dir() / name for name in SOURCES)
