# SPDX-License-Identifier: Apache-2.0
"""z-scores after Schmidt and Izraelevitz 2015, with which unlike figures are weighed together.

The best design has the smallest sum of weighted z-scores (their Table 1). A z-score says by how
many standard deviations a figure lies above the mean; less is better for every figure here. Mean
and deviation are those of the whole table, all designs at every share of hashing, as they must have
been there: within one row, the z-scores of times are the same at 1 % hashing as at 100 %, and no
weight would let the plain core win at 70 % and lose at 80 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

SHARES = tuple(percent / 100 for percent in range(0, 101, 10))
"""Of hashing, the rows of the table."""


@dataclass(frozen=True)
class Scale:
    """Mean and standard deviation of a figure.

    Attributes:
        mean: of all its values.
        deviation: of the population; 0 where all values are the same.
    """

    mean: float
    deviation: float

    def z(self, value: float) -> float:
        """The z-score of a value; 0 where nothing tells values apart."""
        return (value - self.mean) / self.deviation if self.deviation else 0.0


def scale(values: Iterable[float]) -> Scale:
    """The scale of values, at least one."""
    all_ = list(values)
    mean = fmean(all_)
    # What rounding leaves of equal values is no difference.
    same = max(all_) - min(all_) <= 1e-12 * max(abs(value) for value in all_)
    return Scale(mean, 0.0 if same else pstdev(all_))


def weighed(zs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The sum of weighted z-scores; less is better."""
    return sum(weights[name] * z for name, z in zs.items())


def best(scores: Mapping[str, float]) -> str:
    """The name with the smallest score, the first of equals."""
    return min(scores, key=lambda name: scores[name])


def table(rows: Sequence[Mapping[str, Mapping[str, float]]]) -> list[dict[str, dict[str, float]]]:
    """The z-scores of a whole table: of each row, by design and figure."""
    figures = list(next(iter(rows[0].values())))
    scales = {
        figure: scale(design[figure] for row in rows for design in row.values())
        for figure in figures
    }
    return [
        {
            name: {figure: scales[figure].z(design[figure]) for figure in figures}
            for name, design in row.items()
        }
        for row in rows
    ]
