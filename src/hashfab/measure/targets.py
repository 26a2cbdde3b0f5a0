# SPDX-License-Identifier: Apache-2.0
"""The targets: a technology and how it is timed. Adding one is an entry here."""

import os
from dataclasses import dataclass
from pathlib import Path

from hashfab.errors import RequestError, ToolMissing, unknown

QFLOW = Path("/usr/share/qflow/tech")


@dataclass(frozen=True)
class Fpga:
    """A device that nextpnr knows.

    Attributes:
        name: of the target.
        device: what people call the device.
        columns, rows: its grid, in tiles.
        lut4: its LUT4 sites.
    """

    name: str
    device: str
    columns: int
    rows: int
    lut4: int


@dataclass(frozen=True)
class Cells:
    """A standard-cell library.

    Attributes:
        name: of the target.
        pdk: the folder's path under ``$PDK_ROOT``, or None for a Debian package's cells.
        liberty: the library's path under ``pdk``.
        nand: the 2-input NAND whose area is one gate equivalent.
        driver: the buffer that drives every input.
        load_ff: the load of every output in fF.
        clock_gates: cell and pins (enable, clock, gated clock, scan enables...) for Yosys's
            ``clockgate -pos``, or None.
        unused: cells that a digital block does not use, as patterns.
    """

    name: str
    pdk: str | None
    liberty: str
    nand: str
    driver: str
    load_ff: float
    clock_gates: tuple[str, str] | None = None
    unused: tuple[str, ...] = ()

    def library(self) -> Path:
        """The Liberty file.

        Raises:
            RequestError: ``$PDK_ROOT`` is not set or does not hold it.
            ToolMissing: the Debian package is not installed.
        """
        if self.pdk is None:
            path = QFLOW / self.liberty
            if not path.is_file():
                raise ToolMissing(
                    f"target {self.name} needs {path}, which is not there; install it "
                    "(Debian: apt-get install qflow-tech-osu018)"
                )
            return path
        root = os.environ.get("PDK_ROOT")
        if not root:
            raise RequestError(
                f"target {self.name} needs the variable PDK_ROOT, which is not set; "
                f"allowed: a folder that holds {self.pdk}/{self.liberty}"
            )
        path = Path(root).resolve() / self.pdk / self.liberty
        if not path.is_file():
            raise RequestError(
                f"target {self.name} needs {path}, which is not there; "
                f"PDK_ROOT must hold {self.pdk}/{self.liberty}"
            )
        return path


TARGETS: dict[str, Fpga | Cells] = {
    target.name: target
    for target in (
        Fpga("ecp5", "LFE5U-85F", 126, 95, 83640),
        Cells(
            "sg13g2",
            "ihp-sg13g2",
            "libs.ref/sg13g2_stdcell/lib/sg13g2_stdcell_typ_1p20V_25C.lib",
            nand="sg13g2_nand2_1",
            driver="sg13g2_buf_4",
            load_ff=6.0,
            clock_gates=("sg13g2_lgcp_1", "GATE:CLK:GCLK"),
        ),
        Cells(
            "sky130",
            "sky130A",
            "libs.ref/sky130_fd_sc_hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib",
            nand="sky130_fd_sc_hd__nand2_1",
            driver="sky130_fd_sc_hd__buf_4",
            load_ff=6.0,
            clock_gates=("sky130_fd_sc_hd__dlclkp_1", "GATE:CLK:GCLK"),
            unused=("sky130_fd_sc_hd__lpflow*", "sky130_fd_sc_hd__probe*"),
        ),
        Cells(
            "osu018",
            None,
            "osu018/osu018_stdcells.lib",
            nand="NAND2X1",
            driver="BUFX4",
            load_ff=20.0,
        ),
    )
}

DEFAULT = "ecp5"


def get(name: str) -> Fpga | Cells:
    """The target of that name.

    Raises:
        RequestError: there is none.
    """
    if name not in TARGETS:
        raise unknown("target", name, TARGETS)
    return TARGETS[name]
