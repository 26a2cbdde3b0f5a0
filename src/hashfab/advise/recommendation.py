# SPDX-License-Identifier: Apache-2.0
"""Which system to take for a run, why the others lose, and what would have to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hashfab.advise import limits as limiting
from hashfab.advise import score, words
from hashfab.advise.limits import system_figures
from hashfab.advise.system import Need, Run, System
from hashfab.errors import RequestError, shown, unknown
from hashfab.measure.limits import Limit

WEIGHTS = ("speed", "energy", "area")
"""What is weighed: the time of a run, its energy, the area of the system."""

MOST_WEIGHT = 1_000_000

NOTHING = "nothing"
"""The candidate that hashes nothing."""


def parse_weights(text: str | None, energy: bool) -> dict[str, float]:
    """Weights from ``speed=2,energy=1``; 1 for what is not said, no energy where it weighs 0.

    Args:
        text: as typed, or None.
        energy: whether the target has figures of energy; without, energy weighs nothing.

    Raises:
        RequestError: it says none; the message says what is allowed.
    """
    weights = {name: 1.0 for name in WEIGHTS if energy or name != "energy"}
    form = f"allowed: {', '.join(f'{name}=NUMBER' for name in weights)}"
    given: list[str] = []
    for part in text.split(",") if text is not None else []:
        name, _, number = part.partition("=")
        if name == "energy" and not energy:
            raise RequestError(f"weights {shown(text)}: the target has no energy; {form}")
        if name not in weights:
            raise RequestError(f"weights {shown(text)}: {unknown('weight', name, weights)}")
        if name in given:
            raise RequestError(f"weights {shown(text)} say {name} twice; {form}")
        given.append(name)
        plain = number.isascii() and number.replace(".", "", 1).isdigit() and len(number) < 20
        if not plain or float(number) > MOST_WEIGHT:
            raise RequestError(
                f"weights {shown(text)}: {shown(number)} is no weight; "
                f"allowed: a number, 0 to {MOST_WEIGHT:,}"
            )
        weights[name] = float(number)
    if not weights.get("energy", 1.0):
        del weights["energy"]  # It takes long to measure.
    if not any(weights.values()):
        raise RequestError(f"weights {shown(text)} are all 0; allowed: one above 0 at least")
    return weights


@dataclass(frozen=True)
class Wishes:
    """What is asked of a system beside the calls.

    Attributes:
        weights: of what is weighed; of energy only where the target has it.
        limits: that must hold.
        deadline_s: of a run; None for none.
        unit: of area.
    """

    weights: Mapping[str, float]
    limits: Sequence[Limit] = ()
    deadline_s: float | None = None
    unit: str = "GE"


@dataclass(frozen=True)
class Option:
    """A system and how it does.

    Attributes:
        system: it.
        need: what it needs for a run.
        zs: z-scores of what is weighed.
        score: their weighted sum; less is better.
        broken: why it may not be taken, a reason for each condition.
    """

    system: System
    need: Need
    zs: Mapping[str, float]
    score: float
    broken: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the design."""
        return self.system.name


@dataclass(frozen=True)
class Range:
    """Shares of hashing, in percent, at which one design is best; ``nothing`` where none may be."""

    first: int
    last: int
    name: str


@dataclass(frozen=True)
class Recommendation:
    """The answer.

    Attributes:
        run: what is asked for.
        systems: what could be measured, one at least.
        wishes: of the user.
        figures: of each design, by the names that limits have for them.
    """

    run: Run
    systems: tuple[System, ...]
    wishes: Wishes
    figures: Mapping[str, Mapping[str, float | None]]

    @cached_property
    def _scales(self) -> dict[str, score.Scale]:
        rows = [[self._weighed(self.run.need(s, h)) for s in self.systems] for h in score.SHARES]
        return {
            name: score.scale(values[name] for row in rows for values in row)
            for name in self.wishes.weights
        }

    def _weighed(self, need: Need) -> dict[str, float]:
        """The figures that are weighed."""
        values = {"speed": need.time_s, "energy": need.energy_j or 0.0, "area": need.area}
        return {name: values[name] for name in self.wishes.weights}

    def option(self, system: System, share: float | None = None) -> Option:
        """A system for the run, or for one with another share of hashing."""
        need = self.run.need(system, share)
        weighed = self._weighed(need)
        zs = {name: self._scales[name].z(value) for name, value in weighed.items()}
        total = score.weighed(zs, self.wishes.weights)
        return Option(system, need, zs, total, self._broken(system, need))

    def _broken(self, system: System, need: Need) -> tuple[str, ...]:
        reasons = []
        deadline, period = self.wishes.deadline_s, self.run.period_s
        took = f"a run takes {words.seconds(need.time_s)}"
        if deadline is not None and need.time_s > deadline:
            reasons.append(f"{took}, the deadline is {words.seconds(deadline)}")
        if period is not None and need.time_s > period:
            reasons.append(f"{took}, the rate leaves {words.seconds(period)}")
        figures = system_figures(self.figures[system.name], system, need, self.wishes.unit)
        for limit in self.wishes.limits:
            if not limit.holds(figures):
                reasons.append(f"not {limit.text}: {limiting.said(limit, figures)}")
        return tuple(reasons)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All systems, those that may be taken first, the best first."""
        found = [self.option(system) for system in self.systems]
        return tuple(sorted(found, key=lambda option: (bool(option.broken), option.score)))

    @property
    def chosen(self) -> Option | None:
        """The best that may be taken; None where none may."""
        best = self.options[0]
        return None if best.broken else best

    @property
    def runner_up(self) -> Option | None:
        """The next best that may be taken; None where there is none."""
        return next((option for option in self.options[1:] if not option.broken), None)

    @property
    def nearest(self) -> Option:
        """What comes nearest where nothing may be taken: fewest conditions broken, then score."""
        return min(self.options, key=lambda option: (len(option.broken), option.score))

    def why(self, option: Option) -> str:
        """One sentence: why an option is taken, or not."""
        if option.broken:
            return f"{words.listed(list(option.broken))}."
        chosen = self.chosen
        assert chosen is not None
        if option is chosen:
            return "The smallest sum of weighted z-scores."
        worse, better = self._compared(option, chosen)
        if not worse:
            return f"As good as {chosen.name}, or better: needs {words.listed(better)}."
        if not better:
            return f"Needs {words.listed(worse)}, and is better in nothing."
        return f"Needs {words.listed(worse)}; {words.listed(better)} does not make up for it."

    def _compared(self, option: Option, chosen: Option) -> tuple[list[str], list[str]]:
        """What an option needs more than the chosen one, and what less, with figures."""
        one, other = option.need, chosen.need
        unit = self.wishes.unit
        figures = [("time", one.time_s, other.time_s, words.seconds)]
        if one.energy_j is not None and other.energy_j is not None:
            figures.append(("energy", one.energy_j, other.energy_j, words.joules))
        figures.append(("area", one.area, other.area, lambda value: words.area(value, unit)))
        worse: list[str] = []
        better: list[str] = []
        for name, here, there, spell in figures:
            ratio = words.ratio(here, there)
            if ratio:
                said = f"{ratio} {name} ({spell(here)} instead of {spell(there)})"
                (worse if here > there else better).append(said)
        return worse, better

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """Which design is best at which share of hashing, in steps of 1 %."""
        found: list[Range] = []
        for percent in range(101):
            name = self.best_at(percent / 100)
            if found and found[-1].name == name:
                found[-1] = Range(found[-1].first, percent, name)
            else:
                found.append(Range(percent, percent, name))
        return tuple(found)

    def best_at(self, share: float) -> str:
        """The best design at a share of hashing; ``nothing`` where none may be taken."""
        options = [self.option(system, share) for system in self.systems]
        scores = {option.name: option.score for option in options if not option.broken}
        return score.best(scores) if scores else NOTHING

    def changes(self) -> list[str]:
        """What would have to change for the runner-up to win, each by itself."""
        chosen, second = self.chosen, self.runner_up
        if chosen is None or second is None:
            return []
        gap = second.score - chosen.score
        found = []
        for name, weight in self.wishes.weights.items():
            gain = chosen.zs[name] - second.zs[name]
            if gain > 0:
                needed = weight + gap / gain
                if self._wins(second, {**self.wishes.weights, name: needed * 1.0001 + 1e-9}):
                    found.append(
                        f"{name} weighed more than {words.three_digits(needed)} instead of "
                        f"{weight:g}"
                    )
        need = second.need
        unit = self.wishes.unit
        figures: list[tuple[str, float | None, str, Callable[[float], str]]] = [
            ("speed", need.time_s, "its run took", words.seconds),
            ("energy", need.energy_j, "its run took", words.joules),
            ("area", need.area, "its system had", lambda value: words.area(value, unit)),
        ]
        for name, value, said, spell in figures:
            weight = self.wishes.weights.get(name, 0.0)
            if value is not None and weight:
                left = value - gap * self._scales[name].deviation / weight
                if left > 0:
                    found.append(f"{said} {spell(left)} instead of {spell(value)}")
        for each in self.ranges:
            if each.name == second.name:
                found.append(f"hashing were {each.first} to {each.last} % of the time")
        return found

    def _wins(self, second: Option, weights: Mapping[str, float]) -> bool:
        """Whether an option has the smallest score with other weights."""
        scores = {
            option.name: score.weighed(option.zs, weights)
            for option in self.options
            if not option.broken
        }
        return score.best(scores) == second.name
