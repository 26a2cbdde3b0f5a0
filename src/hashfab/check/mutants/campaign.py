# SPDX-License-Identifier: Apache-2.0
"""Sampled mutations of a family, all in one simulator per design, and what its quick test sees.

A simulator holds every sampled mutation, each behind a comparison with its number, and takes the
number of the one that is alive as ``+mutant=N``; 0 is the design as it is. So a mutant costs a run
and no build.
"""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hashfab import designs, paths
from hashfab.check.mutants import equivalence, quick, source
from hashfab.check.mutants.source import Mutation
from hashfab.designs import Design
from hashfab.errors import CheckFailed, WorkFailed
from hashfab.measure import harnesses, simulate
from hashfab.tools import process, verilator

PACKAGE = "hashfab_mutant_pkg"

PACKAGE_TEXT = f"""\
package {PACKAGE};
  function automatic int unsigned selected();
    if ($value$plusargs("mutant=%d", selected) == 0) selected = 0;
  endfunction
  int unsigned Selected = selected();
endpackage
"""
"""Which mutation is alive: chosen when a simulation starts."""

PROCESSOR_SECONDS = 20
"""Of one simulation at the most, as a mutant may never end; the longest takes 6 s."""


@dataclass(frozen=True)
class Fate:
    """What became of a mutant.

    Attributes:
        mutation: what it is.
        design: whose test saw it; of a survivor, the first of those that have it.
        noticed: what the test said; None of a survivor.
    """

    mutation: Mutation
    design: str
    noticed: str | None


@dataclass(frozen=True)
class Sample:
    """Mutations of a family.

    Attributes:
        family: its name.
        sites: how many mutations there are in all.
        lines: how many lines these are on.
        chosen: by number, from 1 on.
        where: the numbers that each design has.
    """

    family: str
    sites: int
    lines: int
    chosen: Mapping[int, Mutation]
    where: Mapping[Design, frozenset[int]]


def sample(family: str, points: Sequence[Design], count: int, seed: int) -> Sample:
    """Choose mutations: as evenly over the lines of the source as their number allows.

    Which one of a line is chosen, and which lines when there are more of them than mutations,
    follows from the seed and the mutation's text, so that an edit elsewhere changes little.

    Args:
        family: of the designs.
        points: the designs.
        count: of mutations, if there are as many.
        seed: of the choice.
    """
    kind = designs.family(family)
    found = {
        design: source.find(harnesses.top(kind), kind.sources(), kind.rtl_parameters(design))
        for design in points
    }
    # Where a mutation of one expression reads differently in another design, the first one counts.
    union: dict[tuple[str, int, int, str], Mutation] = {}
    for mutation in (each for mutations in found.values() for each in mutations):
        union.setdefault(_place(mutation), mutation)
    ranked = sorted(
        union.values(),
        key=lambda each: hashlib.sha256(f"{seed} {each.key} {each.operator}".encode()).digest(),
    )
    turns: Counter[tuple[str, str]] = Counter()
    order = []
    for rank, mutation in enumerate(ranked):
        line = mutation.file, mutation.context
        order.append((turns[line], rank, mutation))
        turns[line] += 1
    taken = sorted(mutation for _, _, mutation in sorted(order)[:count])
    chosen = dict(enumerate(taken, start=1))
    numbers = {_place(mutation): number for number, mutation in chosen.items()}
    where = {
        design: frozenset(numbers[_place(each)] for each in mutations if _place(each) in numbers)
        for design, mutations in found.items()
    }
    lines = {(each.file, each.line) for each in union.values()}
    return Sample(family, len(union), len(lines), chosen, where)


def _place(mutation: Mutation) -> tuple[str, int, int, str]:
    return mutation.file, mutation.start, mutation.end, mutation.operator


def folder(name: str) -> Path:
    """Where a campaign's files are."""
    return paths.build_dir() / "mutants" / name


def write_sources(chosen: Sample, place: Path) -> list[Path]:
    """The family's sources with the mutations in them, written to a place; packages first."""
    place.mkdir(parents=True, exist_ok=True)
    files = [place / f"{PACKAGE}.sv"]
    files[0].write_text(PACKAGE_TEXT)
    for path in designs.family(chosen.family).sources():
        mine = {n: each for n, each in chosen.chosen.items() if each.file == path.name}
        copy = place / path.name
        copy.write_bytes(source.instrumented(path.read_bytes(), PACKAGE, mine))
        files.append(copy)
    return files


def build(chosen: Sample, files: Sequence[Path]) -> dict[Design, Path]:
    """The simulator of each design, with all mutations in it.

    Raises:
        WorkFailed: one could not be built.
    """
    family = designs.family(chosen.family)
    return {
        design: verilator.build(
            harnesses.top(family),
            files,
            harnesses.of(design).main,
            family.rtl_parameters(design),
            harnesses.of(design).macros(design),
            inline=harnesses.of(design).inline,
        )
        for design in chosen.where
    }


def _launcher(binary: Path, number: int, place: Path) -> Path:
    """A program that is the simulator with one mutation alive, and that ends in any case."""
    path = place / f"{binary.parent.name}-{number}"
    path.write_text(
        f'#!/bin/sh\nulimit -t {PROCESSOR_SECONDS}\nexec "{binary}" +mutant={number} "$@"\n'
    )
    path.chmod(0o755)
    return path


@dataclass(frozen=True)
class _Work:
    family: str
    number: int
    mutation: Mutation
    simulators: Mapping[Design, Path]
    figures: Mapping[Design, quick.Figures]


def _try(work: _Work) -> Fate:
    """Run the quick test of each design that has the mutation, until one sees it."""
    place = folder("run") / str(os.getpid())
    place.mkdir(parents=True, exist_ok=True)
    launchers = {d: _launcher(b, work.number, place) for d, b in work.simulators.items()}
    noticed = None
    name = next(iter(launchers)).name
    try:
        with simulate.substituted(launchers):
            for design in launchers:
                name = design.name
                figures = quick.test(design)
                if figures != work.figures[design]:
                    raise CheckFailed(f"{name}: other cycles than the design as it is")
            quick.directed(work.family)
    except CheckFailed as error:
        noticed = error.message
    shutil.rmtree(place)
    return Fate(work.mutation, name, noticed)


def run(
    chosen: Sample, simulators: Mapping[Design, Path], processes: int
) -> Iterator[tuple[int, Fate]]:
    """The fate of every mutant by its number, in no order.

    Raises:
        WorkFailed: the quick test fails on the design as it is.
    """
    figures: dict[Design, quick.Figures] = {}
    for design, binary in simulators.items():
        with simulate.substituted({design: binary}):
            try:
                figures[design] = quick.test(design)
            except CheckFailed as error:
                raise WorkFailed(f"no mutation, and {error.message}") from error
    with simulate.substituted(simulators):
        try:
            quick.directed(chosen.family)
        except CheckFailed as error:
            raise WorkFailed(f"no mutation, and {error.message}") from error
    works = []
    for number, mutation in chosen.chosen.items():
        mine = {d: b for d, b in simulators.items() if number in chosen.where[d]}
        works.append(_Work(chosen.family, number, mutation, mine, figures))
    with ProcessPoolExecutor(processes) as pool:
        for work, fate in zip(works, pool.map(_try, works), strict=True):
            yield work.number, fate


def prove(chosen: Sample, numbers: Sequence[int], processes: int) -> dict[int, bool]:
    """Which of some mutants are proved to do what the design does, in every design that has them.

    Raises:
        WorkFailed: a tool failed.
    """
    with process.threads(processes) as pool:
        verdicts = pool.map(lambda number: _proved(chosen, number), numbers)
        return dict(zip(numbers, verdicts, strict=True))


def _proved(chosen: Sample, number: int) -> bool:
    family = designs.family(chosen.family)
    files, mutation = family.sources(), chosen.chosen[number]
    for design, mine in chosen.where.items():
        if number not in mine:
            continue
        parameters = family.rtl_parameters(design)
        # Without the memories beside the design, unless the mutation is there.
        inside = {_place(each) for each in source.find(family.top, files, parameters)}
        top = family.top if _place(mutation) in inside else harnesses.top(family)
        if not equivalence.proved(top, files, parameters, mutation):
            return False
    return True
