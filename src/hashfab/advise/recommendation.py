# SPDX-License-Identifier: Apache-2.0
"""Which system to take for a run, why the others lose, and what would have to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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

STEP, LEAST_FACTOR, BISECTIONS = 0.9, 0.001, 12
"""How a change is looked for: by so much at a time, down to so much, then by halves."""

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


Change = Callable[[System, float], System]
"""Makes one figure of a system less by a factor."""


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
        if not worse and not better:
            return f"Within {100 * words.SAME:g} % of {chosen.name} in everything."
        if not worse:
            return (
                f"Needs {words.listed(better)}; what it needs more of the rest is less than "
                f"{100 * words.SAME:g} %, and weighs more."
            )
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
        for name, said, change, value in self._figures(second):
            factor = self._least_change(second, change) if self.wishes.weights.get(name) else None
            if factor is not None:
                found.append(f"{said} {value(factor)} instead of {value(1.0)}")
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

    def _figures(self, option: Option) -> list[tuple[str, str, Change, Callable[[float], str]]]:
        """What of an option may be less: its weight, words, how a factor changes it, its value."""
        system, need, unit = option.system, option.need, self.wishes.unit
        found: list[tuple[str, str, Change, Callable[[float], str]]] = [
            ("speed", "its hashing took", _faster, lambda f: words.seconds(f * system.hash_s)),
            ("area", "its system had", _smaller, lambda f: words.area(f * need.area, unit)),
        ]
        energy = need.energy_j
        if energy is not None:
            found.append(("energy", "its run took", _thriftier, lambda f: words.joules(f * energy)))
        return found

    def _least_change(self, second: Option, change: Change) -> float | None:
        """The factor next to 1 with which an option wins; None where none does.

        What changes moves mean and deviation as well, so that each factor is a table of its own.
        """

        def wins(factor: float) -> bool:
            changed = change(second.system, factor)
            systems = tuple(changed if each is second.system else each for each in self.systems)
            is_reference = self.run.reference is second.system
            run = replace(self.run, reference=changed) if is_reference else self.run
            taken = replace(self, run=run, systems=systems).chosen
            return taken is not None and taken.name == second.name

        above = 1.0
        while above > LEAST_FACTOR and not wins(above * STEP):
            above *= STEP
        below = above * STEP
        if above <= LEAST_FACTOR:
            return None
        for _ in range(BISECTIONS):
            middle = (above + below) / 2
            above, below = (above, middle) if wins(middle) else (middle, below)
        return below


def _faster(system: System, factor: float) -> System:
    """A system that hashes in less time, with as much energy."""
    power = None if system.hash_mw is None else system.hash_mw / factor
    return replace(system, hash_s=system.hash_s * factor, hash_mw=power)


def _thriftier(system: System, factor: float) -> System:
    """A system with less power, whatever it does."""
    powers = ("hash_mw", "other_mw", "idle_mw")
    changed = {
        name: getattr(system, name) * factor for name in powers if getattr(system, name) is not None
    }
    return replace(system, **changed)


def _smaller(system: System, factor: float) -> System:
    """A system with less area, of which as much less is added."""
    return replace(
        system, area=system.area * factor, added=system.added - system.area * (1 - factor)
    )
