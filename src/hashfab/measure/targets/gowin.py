# SPDX-License-Identifier: Apache-2.0
"""Gowin Arora: the GW2A-18 of small boards."""

from typing import ClassVar

from hashfab.measure.targets.fpga import Architecture, Delays, Fpga
from hashfab.tools import nextpnr

PINS = "pins.cst"

ARCHITECTURE = Architecture(
    synthesis="synth_gowin -family gw2a -noiopads -nowidelut",
    # A step of a carry chain takes a site, a 16 x 4 memory four and two more for its write port.
    lut4_sites={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1, "RAM16SDP4": 6},
    flip_flops="DFF",
    combinational=("LUT1", "LUT2", "LUT3", "LUT4", "ALU"),
    carry_in="CIN",
    # So that the estimate of engine-slice is within the estimate's error of its routed 3.9 ns.
    delays=Delays(clock_to_q=0.23, net=0.3, cell=0.36, carry=0.06),
    nextpnr=nextpnr.GOWIN,
    ports=True,
    clock_pad="iopadmap -bits -inpad IBUF O:I",
    pins={PINS: 'IO_LOC "clk_i" H11;\n'},
)


class Gw2a(Fpga):
    """A device of the GW2A family."""

    architecture: ClassVar[Architecture] = ARCHITECTURE


DEVICES = (
    Gw2a(
        "gowin",
        "GW2A-18",
        ("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18", "--vopt", f"cst={PINS}"),
        columns=56,
        rows=55,
        lut4=20736,
    ),
)
