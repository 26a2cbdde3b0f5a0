# SPDX-License-Identifier: Apache-2.0
"""The head of an answer, in words: which design to take, and the figures of all."""

from __future__ import annotations

from hashfab.advise import words
from hashfab.advise.advise import Advice
from hashfab.advise.recommendation import Option, Recommendation


def sentence(found: Advice, recommendation: Recommendation) -> str:
    """What to take, in a sentence or two."""
    chosen = recommendation.chosen
    if chosen is None:
        nearest = recommendation.nearest
        return (
            f"Take nothing: no design meets every condition. The nearest is {nearest.name}: "
            f"{recommendation.why(nearest)}"
        )
    parts = [f"{words.seconds(chosen.need.time_s)} a run"]
    if chosen.name != found.reference:
        parts[0] += f", {words.three_digits(found.speedup(chosen))} times as fast as "
        parts[0] += f"{found.reference}"
    if chosen.need.energy_j is not None:
        parts.append(words.joules(chosen.need.energy_j))
    area = words.area(chosen.need.area, found.target.unit)
    if chosen.system.added > 0:
        area += f", {words.area(chosen.system.added, found.target.unit)} of it added"
    said = f"Take {chosen.name}: {'; '.join([*parts, area])}."
    if chosen.name == found.core:
        said = f"Take no hardware, but software on {found.core}: {'; '.join([*parts, area])}."
    if found.reference != found.core:
        said += f" Plain software was not weighed: {found.core} has no program for these calls."
    return said


def figures(found: Advice, recommendation: Recommendation) -> tuple[list[str], list[list[str]]]:
    """Columns and rows of what each design needs; no energy where there is none."""
    unit = found.target.unit
    rows = []
    for option in recommendation.options:
        mark = " *" if option is recommendation.chosen else " x" if option.broken else ""
        rows.append(
            [
                f"{option.name}{mark}",
                words.seconds(option.need.time_s),
                words.three_digits(found.speedup(option)),
                words.joules(option.need.energy_j),
                words.area(option.need.area, unit),
                words.area(option.system.added, unit),
            ]
        )
    columns = ["design", "time", "speed-up", "energy", "area", "added"]
    if all(row[3] == "-" for row in rows):
        columns.pop(3)
        rows = [[*row[:3], *row[4:]] for row in rows]
    return columns, rows


def difference(found: Advice, option: Option) -> str | None:
    """By how much the sum of calls is off a whole run; None where the figures are a sum."""
    summed = found.sum_s(option)
    return None if summed is None else f"{100 * (summed / option.need.time_s - 1):+.1f} %"


def runner_up(recommendation: Recommendation) -> str | None:
    """What would have to change for the runner-up to win; None where there is none."""
    second = recommendation.runner_up
    if second is None:
        return None
    changes = [f"if {change}" for change in recommendation.changes()]
    said = f"{words.listed(changes, 'or')}." if changes else "by no single change."
    return f"The runner-up, {second.name}, would win {said}"
