# SPDX-License-Identifier: Apache-2.0
"""A space too large to enumerate, searched: Optuna's NSGA-II over what designs cost and give."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from hashfab.designs import Design, Value
from hashfab.explore.space import Pruned, Table

if TYPE_CHECKING:
    from optuna import Study, Trial

POPULATION = 32
"""Designs of a generation, which are measured side by side."""

OBJECTIVES = 4
"""Costs that a design is judged by: area, latency, and throughput and frequency negated."""

MOST_TRIES = 20
"""Combinations looked at for each design that is new."""

MOST_REPAIRS = 600
"""Neighbours of an illegal combination that are looked at."""


class Search:
    """Proposes designs, and learns what became of them.

    Attributes:
        pruned: the combinations that it came across and that are no designs.
    """

    def __init__(self, tables: Sequence[Table], seed: int = 1) -> None:
        import optuna  # Slow to import.

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.pruned: dict[str, Pruned] = {}
        self._known: dict[Design, Sequence[float] | None] = {}
        self._asked: dict[Design, list[tuple[Study, Trial]]] = {}
        self._studies: list[tuple[Table, Study]] = []
        self._random = random.Random(seed)
        for index, table in enumerate(tables):
            sampler = optuna.samplers.NSGAIISampler(population_size=POPULATION, seed=seed + index)
            directions = [optuna.study.StudyDirection.MINIMIZE] * OBJECTIVES
            study = optuna.create_study(sampler=sampler, directions=directions)
            self._studies.append((table, study))

    def ask(self, count: int) -> list[Design]:
        """Up to so many designs that it has not asked for before; none when it finds no more."""
        found: list[Design] = []
        for attempt in range(MOST_TRIES * count):
            if len(found) == count:
                break
            table, study = self._studies[attempt % len(self._studies)]
            trial, given = _suggested(table, study)
            design = table.make(given)
            if isinstance(design, Pruned):
                self.pruned.setdefault(f"{table.family} {given}", design)
                _tell(study, trial, None)
                near = self._legal(table, given)
                if near is None:
                    continue
                given, design = near
                study.enqueue_trial(given)
                trial, _ = _suggested(table, study)
            if design in self._known:
                _tell(study, trial, self._known[design])
            else:
                if design not in self._asked:
                    found.append(design)
                self._asked.setdefault(design, []).append((study, trial))
        return found

    def _legal(
        self, table: Table, given: dict[str, Value]
    ) -> tuple[dict[str, Value], Design] | None:
        """A combination that is a design and differs in few values; None if none was met."""
        names = list(table.axes)
        for attempt in range(MOST_REPAIRS):
            some = self._random.sample(names, min(len(names), 1 + attempt * 6 // MOST_REPAIRS))
            other = given | {name: self._random.choice(table.axes[name]) for name in some}
            design = table.make(other)
            if not isinstance(design, Pruned):
                return other, design
        return None

    def tell(self, design: Design, costs: Sequence[float] | None) -> None:
        """What a design that was asked for costs, less being better; None if it is no good."""
        self._known[design] = costs
        for study, trial in self._asked.pop(design):
            _tell(study, trial, costs)


def _suggested(table: Table, study: Study) -> tuple[Trial, dict[str, Value]]:
    """A trial and its combination."""
    trial = study.ask()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Its choices are those that it is given.
        given = {n: trial.suggest_categorical(n, values) for n, values in table.axes.items()}
    return trial, cast("dict[str, Value]", given)


def _tell(study: Study, trial: Trial, costs: Sequence[float] | None) -> None:
    from optuna.trial import TrialState

    if costs is None:
        study.tell(trial, state=TrialState.FAIL)
    else:
        study.tell(trial, list(costs))
