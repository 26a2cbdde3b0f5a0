# SPDX-License-Identifier: Apache-2.0
"""Imports run one way through the rooms of the package, as pyproject.toml says."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LINTER = Path(sysconfig.get_path("scripts")) / "lint-imports"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package's modules, in a folder of their own."""
    source = ROOT / "src" / "hashfab"
    for path in source.rglob("*.py"):
        target = tmp_path / "hashfab" / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [LINTER, "--no-cache", "--config", ROOT / "pyproject.toml"]
    return subprocess.run(
        command,
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_directions_hold(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("designs/model.py", "from hashfab.tools import yosys"),
        ("tools/yosys.py", "from hashfab.designs import Design"),
        ("tools/zig.py", "from hashfab.isa import rv32"),
        ("isa/kit/model.py", "from hashfab.isa.riscv import base"),
        ("isa/mips/base.py", "from hashfab.isa.riscv import base"),
        ("measure/workload.py", "from hashfab.check import verify"),
        ("measure/record.py", "from hashfab import explore"),
        ("bus/__init__.py", "from hashfab import designs"),
    ],
)
def test_a_wrong_direction_is_found(copy: Path, module: str, line: str) -> None:
    """A room without a place among the layers is one as well."""
    path = copy / "hashfab" / module
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write(f"\n{line}\n")
    result = lint(copy)
    assert result.returncode == 1
    assert "hashfab." in result.stdout and "broken" in result.stdout.lower()
