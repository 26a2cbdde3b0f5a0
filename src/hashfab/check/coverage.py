# SPDX-License-Identifier: Apache-2.0
"""What simulations reached of the RTL, as a page: lines, branches, toggles and covers.

``make coverage`` runs the tests with simulators that count, then ``python -m
hashfab.check.coverage FOLDER``, which reads what they left in FOLDER/runs and writes
FOLDER/index.html. It ends with 1 where a family is below what is asked, a hole has no reason, or
a reason has no hole.
"""

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import jinja2

from hashfab import entry, paths
from hashfab.check import reports
from hashfab.errors import WorkFailed
from hashfab.tools import verilator

FAMILIES = {
    "engine": ("engine", "keccak", "common"),
    "accel": ("accel",),
    "hashproc": ("hashproc",),
    "rv32": ("riscv", "lane", "core"),
    "mips32": ("mips", "core"),
}
"""The folders of the RTL that are a family's own, and those that it shares with its kind."""

LEAST = {"lines": 95.0, "branches": 90.0}
"""Percent."""

MERGED = "merged.json"
CHOICES = {"case", "elsif"}
"""Points that Verilator counts as lines and that are a branch's."""

NOT_HARDWARE = re.compile(r"(_check|_bind|core_rvfi)\.sv$")
"""What only a simulation has; its covers count, its lines do not."""


class Point(NamedTuple):
    """Something that is counted.

    Attributes:
        file: below the RTL's folder.
        line: where.
        column: where in it.
        kind: ``line``, ``branch``, ``toggle`` or ``user``.
        what: the choice, the bit and its edge, or the cover's name.
        lines: those that go with it, as in ``3-5,9``.
    """

    file: str
    line: int
    column: int
    kind: str
    what: str
    lines: str


Counts = dict[Point, int]


def read(path: Path) -> Counts:
    """The counts of one simulation, those of the RTL that ships with hashfab."""
    counts: Counts = defaultdict(int)
    # Simulators are built where links lead to the folders of the RTL: a file is known by its name.
    root = paths.rtl_dir()
    files = {file.name: str(file.relative_to(root)) for file in root.glob("*/*.sv")}
    for text in path.read_text(errors="replace").splitlines():
        if not text.startswith("C '"):
            continue
        record, _, count = text[3:].rpartition("' ")
        keys = dict(part.partition("\x02")[::2] for part in record.split("\x01") if part)
        file = files.get(Path(keys["f"]).name)
        if file is not None:
            point = Point(
                file,
                int(keys["l"]),
                int(keys.get("n", 0)),
                keys["t"],
                keys.get("o", ""),
                keys.get("S", ""),
            )
            counts[point] += int(count)
    return dict(counts)


def gather(folder: Path) -> Counts:
    """All counts of a folder together, in one file in the place of many."""
    merged = folder / MERGED
    counts: Counts = defaultdict(int)
    if merged.is_file():
        for entry in json.loads(merged.read_text()):
            counts[Point(*entry[:-1])] += entry[-1]
    found = sorted(folder.glob("*.covers"))
    for path in found:
        for point, count in read(path).items():
            counts[point] += count
    if found:
        draft = merged.with_suffix(".draft")
        draft.write_text(json.dumps([[*point, count] for point, count in counts.items()]))
        draft.replace(merged)
    for path in found:
        path.unlink()
    return dict(counts)


def lines_of(point: Point) -> Iterator[int]:
    """The source lines that are reached when a point is."""
    for part in filter(None, point.lines.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


@dataclass(frozen=True)
class Waiver:
    """Why something need not be reached.

    Attributes:
        file: below the RTL's folder.
        text: part of the source line; that of a function's head stands for the whole function.
        reason: one sentence.
    """

    file: str
    text: str
    reason: str

    def lines(self, source: Sequence[str]) -> set[int]:
        """The numbers of the lines that it is about."""
        found = set()
        for number, line in enumerate(source, start=1):
            if self.text in line:
                found.add(number)
                if line.lstrip().startswith("function "):
                    ends = (n for n in range(number, len(source)) if "endfunction" in source[n - 1])
                    found |= set(range(number, next(ends, number) + 1))
        return found


def waivers() -> list[Waiver]:
    """All of them, from ``rtl/coverage.toml``."""
    data = tomllib.loads((paths.rtl_dir() / "coverage.toml").read_text())
    return [Waiver(**entry) for entry in data.get("waiver", [])]


@dataclass
class Part:
    """A part of a whole.

    Attributes:
        reached: how many.
        all: of how many.
    """

    reached: int = 0
    all: int = 0

    def add(self, reached: bool) -> None:
        """Count one."""
        self.reached += reached
        self.all += 1

    def __iadd__(self, other: "Part") -> "Part":
        self.reached += other.reached
        self.all += other.all
        return self

    @property
    def percent(self) -> float:
        """100 for a part of nothing."""
        return 100 * self.reached / self.all if self.all else 100.0

    def __str__(self) -> str:
        return f"{self.percent:.1f} % ({self.reached:,} of {self.all:,})" if self.all else "-"


@dataclass
class File:
    """What was reached of a file.

    Attributes:
        name: below the RTL's folder.
        source: its lines.
        hits: by line, how often.
        holes: by line, what was not reached: the line itself, or choices in it.
        reasons: by line, why that need not be.
        parts: lines, branches, toggles, covers.
    """

    name: str
    source: Sequence[str]
    hits: dict[int, int] = field(default_factory=dict)
    holes: dict[int, list[str]] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    parts: dict[str, Part] = field(
        default_factory=lambda: {n: Part() for n in ("lines", "branches", "toggles", "covers")}
    )

    @property
    def unexplained(self) -> dict[int, list[str]]:
        """The holes without a reason."""
        return {line: what for line, what in self.holes.items() if line not in self.reasons}


def take_apart(name: str, counts: Mapping[Point, int], reasons: Iterable[Waiver]) -> File:
    """One file's counts."""
    found = File(name, (paths.rtl_dir() / name).read_text().splitlines())
    hardware = not NOT_HARDWARE.search(name)
    for point, count in sorted(counts.items()):
        if point.kind == "user":
            found.parts["covers"].add(count > 0)
            if count == 0:
                found.holes.setdefault(point.line, []).append(f"cover {point.what}")
        elif not hardware:
            continue
        elif point.kind == "toggle":
            found.parts["toggles"].add(count > 0)
        else:
            for line in lines_of(point):
                found.hits[line] = max(count, found.hits.get(line, 0))
            if point.kind == "branch" or point.what in CHOICES:
                found.parts["branches"].add(count > 0)
                if count == 0:
                    found.holes.setdefault(point.line, []).append(f"branch: {point.what}")
    for line, count in found.hits.items():
        found.parts["lines"].add(count > 0)
        if count == 0:
            found.holes.setdefault(line, []).append("line")
    for waiver in reasons:
        for line in waiver.lines(found.source) & found.holes.keys():
            found.reasons[line] = waiver.reason
    return found


def stale(files: Mapping[str, File], reasons: Iterable[Waiver]) -> list[str]:
    """The waivers of these files without a hole."""
    return [
        f"{waiver.file}: nothing is missed at '{waiver.text}'"
        for waiver in reasons
        if waiver.file in files
        and not waiver.lines(files[waiver.file].source) & files[waiver.file].holes.keys()
    ]


def total(files: Iterable[File]) -> dict[str, Part]:
    """The sum over files."""
    parts = {name: Part() for name in ("lines", "branches", "toggles", "covers")}
    for file in files:
        for name, part in file.parts.items():
            parts[name] += part
    return parts


def complaints(families: Mapping[str, Sequence[File]], reasons: Sequence[Waiver]) -> list[str]:
    """What is wrong, a line each."""
    said = []
    for family, files in families.items():
        for name, part in total(files).items():
            if part.percent < LEAST.get(name, 0.0):
                said.append(f"{family}: {part} of {name}; at least {LEAST[name]:.0f} % are asked")
    every = {file.name: file for files in families.values() for file in files}
    for file in every.values():
        for line, what in sorted(file.unexplained.items()):
            said.append(f"rtl/{file.name}:{line}: not reached: {', '.join(what)}")
    return said + stale(every, reasons)


def page(families: Mapping[str, Sequence[File]], said: Sequence[str]) -> str:
    """The page."""
    text = (Path(__file__).parent / "coverage.html").read_text()
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    every = {file.name: file for files in families.values() for file in files}
    return environment.from_string(text).render(
        families={name: (total(files), files) for name, files in families.items()},
        files=every.values(),
        complaints=said,
        least=LEAST,
    )


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> int:
    """Read the counts in FOLDER and write its page."""
    counts: Counts = defaultdict(int)
    left = (path for pattern in ("*.json", "*.covers") for path in folder.rglob(pattern))
    for runs in sorted({path.parent for path in left}):
        for point, count in gather(runs).items():
            counts[point] += count
    if not counts:
        raise WorkFailed(f"{folder}: nothing was counted; run `make coverage`")
    by_file: dict[str, Counts] = defaultdict(dict)
    for point, count in counts.items():
        by_file[point.file][point] = count
    reasons = waivers()
    files = {
        name: take_apart(name, found, [w for w in reasons if w.file == name])
        for name, found in sorted(by_file.items())
        if (paths.rtl_dir() / name).is_file()
    }
    families = {
        family: [file for name, file in files.items() if name.partition("/")[0] in folders]
        for family, folders in FAMILIES.items()
    }
    families = {name: found for name, found in families.items() if found}
    said = complaints(families, reasons)
    (folder / "index.html").write_text(page(families, said))
    entries = [
        {"family": name} | {kind: [part.reached, part.all] for kind, part in total(found).items()}
        for name, found in families.items()
    ]
    reports.keep("coverage", "family", entries, {"verilator": verilator.version()})
    for family, found in families.items():
        parts = ", ".join(f"{name} {part}" for name, part in total(found).items())
        print(f"{family:8}  {parts}")
    for text in said:
        print(text, file=sys.stderr)
    print(folder / "index.html")
    return 1 if said else 0


if __name__ == "__main__":
    entry.run(main)
