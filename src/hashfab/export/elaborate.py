# SPDX-License-Identifier: Apache-2.0
"""What a design is made of: the files that it elaborates, its ports, and all of it as Verilog-2005.

Yosys reads the sources with slang for that, with ``SYNTHESIS`` defined: checkers that are bound to
a design from outside do not belong to it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.tools import yosys

SCRIPT = """\
# A table would be a memory with initial contents, which not every tool keeps.
proc -norom
write_json hierarchy.json
flatten
opt_clean -purge
# Multiplexers of two inputs: Verilog has no expression for the others.
bmuxmap
bwmuxmap
demuxmap
pmuxtree
opt_clean -purge
rename -top {name}
write_verilog -noattr {name}.v
"""


@dataclass(frozen=True)
class Port:
    """A port of a top.

    Attributes:
        name: of the port.
        direction: ``input`` or ``output``.
        bits: its width.
    """

    name: str
    direction: str
    bits: int


@dataclass(frozen=True)
class Elaborated:
    """A top with its parameters.

    Attributes:
        files: of its sources those that it is made of, packages first.
        ports: in their order.
        verilog: one module in Verilog-2005, without a header.
    """

    files: tuple[Path, ...]
    ports: tuple[Port, ...]
    verilog: str


def elaborate(
    top: str, sources: Sequence[Path], parameters: Mapping[str, int], name: str
) -> Elaborated:
    """Elaborate a top.

    Args:
        top: the module.
        sources: where it and all of its parts are found, packages first; no two of one name.
        parameters: of the top.
        name: of the module in Verilog.

    Raises:
        ToolMissing: Yosys is not installed.
        WorkFailed: it refuses the sources.
    """
    with paths.scratch("generate") as work:
        names = yosys.stage(work, sources)
        script = yosys.read(top, names, parameters).replace(
            "read_slang ", "read_slang --keep-hierarchy --no-proc ", 1
        )
        yosys.run(work, "generate", script + SCRIPT.format(name=name))
        modules = json.loads((work / "hierarchy.json").read_bytes())["modules"]
        verilog = (work / f"{name}.v").read_text()
    used = {module["attributes"]["src"].rpartition(":")[0] for module in modules.values()}
    ports = tuple(
        Port(port, each["direction"], len(each["bits"]))
        for port, each in modules[top]["ports"].items()
    )
    # The first line names the machine that Yosys was built on.
    return Elaborated(_closed(sources, used), ports, verilog.partition("\n")[2].lstrip())


SIMULATION = re.compile(r"^`ifndef SYNTHESIS$(.*?)^`endif$", re.DOTALL | re.MULTILINE)
"""What a simulator reads beside what Yosys does: assertions, and the checkers that they are in."""


def _closed(sources: Sequence[Path], used: Iterable[str]) -> tuple[Path, ...]:
    """The used files, and the packages and checkers that they and these name."""
    by_name = {path.stem: path for path in sources}
    packages = {name for name in by_name if name.endswith("_pkg")}
    found = {path for path in sources if path.name in set(used)}
    ahead = list(found)
    while ahead:
        text = _without_comments(ahead.pop().read_text())
        checks = " ".join(SIMULATION.findall(text))
        names = (_words(text) & packages) | (_words(checks) & set(by_name))
        new = {by_name[name] for name in names} - found
        ahead += new
        found |= new
    return tuple(path for path in sources if path in found)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
