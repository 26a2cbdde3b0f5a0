# SPDX-License-Identifier: Apache-2.0
"""A campaign: faults drawn at random over kinds, places and cycles, and what became of each."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hashfab.check.faults import sites
from hashfab.check.faults.bench import OUTCOMES, EngineBench, Strike
from hashfab.check.faults.sites import PARTS, PLACES, Sites
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.simulator import RUNS
from hashfab.designs import Design
from hashfab.errors import CheckFailed
from hashfab.tools import yosys

KINDS = ("flip", "two flips", "stuck")
"""One net inverted for a cycle; two nets of the same part and place in the same cycle; one at a
random value for a cycle. A register that is not loaded then keeps what it was given."""

MOST_WRONG = 0.001
"""Of the faults of a kind in a protected form, so many may lead to a wrong result unnoticed..."""

MOST_DOUBLE = {"parity": 0.05, "redo": MOST_WRONG}
"""... but of two flips in its data, by form. Two in one lane leave its parity as it was: that is
63 of 1599 pairs of bits of a state."""


@dataclass(frozen=True)
class Stratum:
    """Faults of one kind.

    Attributes:
        part: of ``PARTS``.
        place: of ``PLACES``.
        kind: of ``KINDS``.
    """

    part: str
    place: str
    kind: str


STRATA = tuple(Stratum(part, place, kind) for part in PARTS for place in PLACES for kind in KINDS)


@dataclass(frozen=True)
class Row:
    """What became of a kind of faults.

    Attributes:
        stratum: which.
        sites: nets to strike.
        outcomes: how many there were of each of ``OUTCOMES``.
    """

    stratum: Stratum
    sites: int
    outcomes: Mapping[str, int]

    @property
    def runs(self) -> int:
        """Of this kind."""
        return sum(self.outcomes.values())


@dataclass(frozen=True)
class Result:
    """A campaign.

    Attributes:
        design: the name.
        seed: of states, pauses and faults.
        rows: by kind of fault; those without a site are left out.
        seconds: of wall time, without synthesis.
    """

    design: str
    seed: int
    rows: tuple[Row, ...]
    seconds: float

    @property
    def runs(self) -> int:
        """Of all kinds."""
        return sum(row.runs for row in self.rows)

    def wrong(self, part: str) -> float:
        """The share of a part's faults that led to a wrong result unnoticed."""
        rows = [row for row in self.rows if row.stratum.part == part]
        return sum(row.outcomes["wrong"] for row in rows) / max(1, sum(row.runs for row in rows))

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "design": self.design,
            "seed": self.seed,
            "runs": self.runs,
            "seconds": round(self.seconds, 1),
            "runs_per_second": round(self.runs / self.seconds),
            "wrong": {part: self.wrong(part) for part in PARTS},
            "faults": [
                {
                    "part": row.stratum.part,
                    "place": row.stratum.place,
                    "kind": row.stratum.kind,
                    "sites": row.sites,
                    "runs": row.runs,
                    **row.outcomes,
                }
                for row in self.rows
            ],
        }


def tools() -> dict[str, str]:
    """With which a campaign works, and their versions."""
    return {"yosys": yosys.version()}


def run(
    design: Design, each: int, seed: int, progress: Callable[[int, int], None] | None = None
) -> Result:
    """Strike a design's gates.

    Args:
        design: what.
        each: runs for each kind of fault.
        seed: of states, pauses and faults.
        progress: is told the runs done and of all.

    Raises:
        RequestError: no campaign is known for the design.
        ToolMissing: Yosys or g++ is not installed.
        CheckFailed: without faults, the gates do not compute what they should.
    """
    sites.data_of(design)
    gates = synthesis.gates(design)
    return strike(
        design, EngineBench(design, gates, seed), sites.of(design, gates), each, seed, progress
    )


def strike(
    design: Design,
    bench: EngineBench,
    where: Sites,
    each: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """A campaign on a bench."""
    begin = time.monotonic()
    numbers = np.random.default_rng([seed, 1])
    strata = [one for one in STRATA if len(where.nets[one.part, one.place]) > 1]
    queue = [stratum for stratum in strata for _ in range(each)]
    counts: dict[Stratum, Counter[str]] = {stratum: Counter() for stratum in strata}
    for first in range(0, len(queue), RUNS):
        batch = queue[first : first + RUNS]
        strikes: dict[int, list[Strike]] = {}
        for run, stratum in enumerate(batch):
            cycle = int(numbers.integers(bench.clean.ends[run] + 1))
            strikes.setdefault(cycle, []).extend(_draw(run, stratum, where, numbers))
        found = bench.run(strikes)
        for stratum, outcome in zip(batch, found.tolist(), strict=False):
            counts[stratum][OUTCOMES[outcome]] += 1
        if progress:
            progress(first + len(batch), len(queue))
    rows = tuple(
        Row(
            stratum,
            len(where.nets[stratum.part, stratum.place]),
            {outcome: counts[stratum][outcome] for outcome in OUTCOMES},
        )
        for stratum in strata
    )
    return Result(design.name, seed, rows, time.monotonic() - begin)


def _draw(
    run: int, stratum: Stratum, where: Sites, numbers: np.random.Generator
) -> Sequence[Strike]:
    """The faults of one run."""
    nets = where.nets[stratum.part, stratum.place]
    count = 2 if stratum.kind == "two flips" else 1
    value = int(numbers.integers(2)) if stratum.kind == "stuck" else None
    if count == 1:
        chosen = [int(numbers.integers(len(nets)))]
    else:
        chosen = numbers.choice(len(nets), count, replace=False).tolist()
    return [Strike(run, int(nets[site]), value) for site in chosen]


def check(design: Design, result: Result) -> None:
    """See that a protected form keeps what it promises; a plain one promises nothing.

    Raises:
        CheckFailed: too many faults of a kind led to a wrong result unnoticed.
    """
    form = str(dict(design.parameters).get("protect", "none"))
    if form == "none":
        return
    for row in result.rows:
        double = row.stratum.part == "data" and row.stratum.kind == "two flips"
        most = MOST_DOUBLE[form] if double else MOST_WRONG
        share = row.outcomes["wrong"] / row.runs
        if share > most:
            raise CheckFailed(
                f"{result.design}: {row.stratum.part} {row.stratum.place}, {row.stratum.kind}: "
                f"{100 * share:.2f} % lead to a wrong result that nobody notices; "
                f"allowed: {100 * most:g} %"
            )
