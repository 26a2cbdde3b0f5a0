# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5, the default target."""

from typing import ClassVar

from hashfab.measure.targets.fpga import SMALL_ENABLE, Architecture, Delays, Fpga
from hashfab.tools import nextpnr

ARCHITECTURE = Architecture(
    synthesis="synth_ecp5 -nowidelut",
    # A carry cell takes two sites, a 16 x 4 memory four and two more for its write port.
    lut4_sites={"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6},
    flip_flops="TRELLIS_FF",
    combinational=("LUT4", "CCU2C", "PFUMX", "L6MUX21"),
    carry_in="CIN",
    # A net: between the 0.7 of a routed engine-s4 and the 1.15 of engine-n1.
    delays=Delays(clock_to_q=0.52, net=0.95, cell=0.24, carry=0.07),
    nextpnr=nextpnr.ECP5,
    ports=False,
    unshared=(
        f"dfflegalize -mince {SMALL_ENABLE} -cell $_DFF_?_ 01 -cell $_DFF_?P?_ r"
        " -cell $_SDFF_?P?_ r -cell $_DFFE_??_ 01 -cell $_DFFE_?P??_ r -cell $_SDFFE_?P??_ r"
    ),
)


class Ecp5(Fpga):
    """A device of the ECP5 family."""

    architecture: ClassVar[Architecture] = ARCHITECTURE


DEVICES = (
    Ecp5("ecp5", "LFE5U-85F", ("--85k", "--package", "CABGA756"), columns=126, rows=95, lut4=83640),
)
