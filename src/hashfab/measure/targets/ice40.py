# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40: small devices, for what fits on them."""

from typing import ClassVar

from hashfab.measure.targets.fpga import Architecture, Delays, Fpga
from hashfab.tools import nextpnr


def _architecture(device: str, delays: Delays) -> Architecture:
    return Architecture(
        synthesis=f"synth_ice40 -abc9 -device {device}",
        # A carry cell shares its site with the look-up table behind it.
        lut4_sites={"SB_LUT4": 1},
        flip_flops="SB_DFF",
        combinational=("SB_LUT4", "SB_CARRY"),
        carry_in="CI",
        delays=delays,
        nextpnr=nextpnr.ICE40,
        ports=True,
    )


class Hx(Fpga):
    """A fast device."""

    architecture: ClassVar[Architecture] = _architecture(
        "hx", Delays(clock_to_q=0.54, net=1.4, cell=0.4, carry=0.13)
    )


class Up(Fpga):
    """A device of low power."""

    architecture: ClassVar[Architecture] = _architecture(
        "u", Delays(clock_to_q=1.39, net=3.0, cell=1.2, carry=0.28)
    )


DEVICES = (
    Hx("ice40-hx8k", "iCE40HX8K", ("--hx8k", "--package", "ct256"), columns=34, rows=34, lut4=7680),
    Up("ice40-up5k", "iCE40UP5K", ("--up5k", "--package", "sg48"), columns=26, rows=32, lut4=5280),
)
