# SPDX-License-Identifier: Apache-2.0
"""What a campaign found: rates, survivors and their reasons."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hashfab.check.mutants.source import Mutation
from hashfab.errors import RequestError

LEAST_RATE = 0.95
"""Of the mutants that are not proved equivalent, so many are to be killed."""


@dataclass(frozen=True)
class Survivor:
    """A mutant that neither a test nor a proof told from the design.

    Attributes:
        mutation: what it is.
        reason: why no test sees it; None when nobody has said.
    """

    mutation: Mutation
    reason: str | None


@dataclass(frozen=True)
class Result:
    """A family's campaign.

    Attributes:
        family: its name.
        seed: of the choice.
        sites: mutations that could have been chosen.
        lines: on which these are.
        sampled: mutations that were chosen.
        killed: of these.
        equivalent: of these, by proof.
        survivors: the others.
        seconds: of wall time.
    """

    family: str
    seed: int
    sites: int
    lines: int
    sampled: int
    killed: int
    equivalent: tuple[Mutation, ...]
    survivors: tuple[Survivor, ...]
    seconds: float

    @property
    def rate(self) -> float:
        """Killed of those not proved equivalent."""
        return self.killed / (self.sampled - len(self.equivalent))

    @property
    def unexplained(self) -> list[Mutation]:
        """Survivors without a reason."""
        return [each.mutation for each in self.survivors if each.reason is None]

    @property
    def good(self) -> bool:
        """Whether enough are killed and the others explained."""
        return self.rate >= LEAST_RATE and not self.unexplained

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {**asdict(self), "rate": self.rate}


def table(results: list[Result]) -> str:
    """The figures, a line per family."""
    head = f"{'family':10} {'sites':>6} {'sampled':>8} {'equivalent':>11} {'killed':>7}"
    rows = [f"{head} {'survivors':>10} {'rate':>7} {'minutes':>8}"]
    for each in results:
        numbers = f"{each.sites:6} {each.sampled:8} {len(each.equivalent):11} {each.killed:7}"
        rows.append(
            f"{each.family:10} {numbers} {len(each.survivors):10} "
            f"{100 * each.rate:6.1f}% {each.seconds / 60:8.1f}"
        )
    return "\n".join(rows)


def entry(family: str, survivor: Survivor) -> str:
    """A survivor as the file of survivors has it; its reason is left to say if there is none."""
    lines = ["[[survivor]]", f'family = "{family}"']
    lines += [f"mutation = {json.dumps(survivor.mutation.key)}"]
    lines += [f"reason = {json.dumps(survivor.reason or '')}"]
    return "\n".join(lines) + "\n"


def reasons(path: Path, family: str) -> Mapping[str, str]:
    """The reasons that are written down for a family's survivors, by mutation; empty ones are none.

    Raises:
        RequestError: the file is not as it should be.
    """
    try:
        entries = tomllib.loads(path.read_text())["survivor"]
        mine = [each for each in entries if each["family"] == family]
        return {each["mutation"]: str(each["reason"]) for each in mine if each["reason"]}
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise RequestError(f"{path}: no list of survivors: {error}") from error
