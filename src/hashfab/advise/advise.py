# SPDX-License-Identifier: Apache-2.0
"""From a demand to a recommendation: measures what may be taken, and weighs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashfab import designs
from hashfab.advise import words
from hashfab.advise.demand import Demand
from hashfab.advise.limits import ENERGIES, design_figures
from hashfab.advise.recommendation import NOTHING, Option, Recommendation, Wishes
from hashfab.advise.system import Candidate, Run, System, assemble, part
from hashfab.advise.whole import Whole, WholeRun, whole
from hashfab.designs import Design
from hashfab.measure import Measurement, Request
from hashfab.measure.call import Call
from hashfab.measure.limits import Limit
from hashfab.measure.runner import Failure, Outcomes, Runner
from hashfab.measure.stages import Calls, Costs, Stage
from hashfab.measure.store import Result
from hashfab.measure.targets import Target

MOST_WHOLE_CYCLES = 150_000_000
"""Of hashing, by the sum of a candidate's calls, for its whole run to be done: some minutes."""

DOES_NOTHING = "Hashes nothing: what is left where no design may be taken."


@dataclass(frozen=True)
class Advice:
    """A recommendation with what it rests on.

    Attributes:
        demand: what is asked for.
        target: the technology.
        core: the plain core that is there.
        candidates: that were looked at.
        recommendation: over what could be measured; None where nothing could.
        left_out: why each of the other candidates was not weighed, by name.
        sampled: the calls of which a part was simulated.
        measurements: of the parts, by design.
        wholes: the whole runs, by candidate; the figures of other candidates are sums.
        summed: those candidates with the sum of their calls in the place of the whole run.
        too_long: the candidates, by name, whose whole runs were not done for their length.
    """

    demand: Demand
    target: Target
    core: str
    candidates: tuple[Candidate, ...]
    recommendation: Recommendation | None
    left_out: Mapping[str, str]
    sampled: tuple[Call, ...]
    measurements: Mapping[str, Measurement]
    wholes: Mapping[str, WholeRun]
    summed: Mapping[str, System]
    too_long: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """The design to take, or ``nothing``."""
        found = self.recommendation.chosen if self.recommendation else None
        return found.name if found else NOTHING

    @property
    def reference(self) -> str | None:
        """The design that other times are compared with."""
        return self.recommendation.run.reference.name if self.recommendation else None

    @property
    def served(self) -> dict[str, int]:
        """How many of the calls each candidate computes."""
        return {
            each.name: sum(
                call.count
                for call in self.demand.calls
                if call.algorithm in designs.family_of(each.design).algorithms
            )
            for each in self.candidates
        }

    @property
    def nearest(self) -> str | None:
        """What comes nearest where nothing may be taken; None where something may."""
        if self.recommendation is None:
            return max(self.served, key=lambda name: self.served[name])
        return None if self.recommendation.chosen else self.recommendation.nearest.name

    def notes(self) -> list[str]:
        """What the figures rest on."""
        demand, found = self.demand, self.recommendation
        clock = "its own clock" if demand.clock_mhz is None else f"{demand.clock_mhz:g} MHz at most"
        notes = [
            f"Each design and {self.core} run at {clock}, an extended core at {self.core}'s at the "
            f"most; what stands beside the core takes {demand.handover_cycles} cycles of it for "
            f"each call{' of a sum' if self.wholes else ''}.",
            f"Area is the whole system's: a design beside {self.core} counts with it, an extended "
            f"core instead of it; added is what {self.core} alone does not have.",
        ]
        notes += self._whole_notes()
        if self.sampled:
            names = words.listed([call.name for call in self.sampled])
            notes.append(
                f"Of {names} a representative part was simulated, from which the whole follows."
            )
        if found and found.options[0].need.energy_j is not None:
            notes.append(
                "Energy is of the cells, from their activity in long messages; what waits has its "
                "clock on; memories are not in it."
            )
        if found and self.reference != self.core:
            notes.append(
                f"No program of {self.core} does these calls: {self.reference}, the slowest that "
                "does, stands in for it."
            )
        if found and found.options[0].need.energy_j is None:
            notes.append(
                "Energy is not asked for."
                if self.target.has_power
                else f"{self.target.name} has no figures of energy: speed and area are weighed."
            )
        return notes

    def _whole_notes(self) -> list[str]:
        """Which figures are of whole runs, where the demand has operations."""
        demand, found = self.demand, self.recommendation
        if not demand.operations or not found:
            return []
        names = words.listed(list(dict.fromkeys(each.name for each in demand.operations)))
        long = (
            f"whole runs on {words.listed(list(self.too_long))} would hash for more than "
            f"{MOST_WHOLE_CYCLES / 1e6:.0f} million cycles"
        )
        if not self.wholes and self.too_long:
            return [
                f"All figures are sums of calls: {long}. What {names} do beside hashing is not in "
                "them."
            ]
        if not self.wholes:
            return [
                f"{self.core} does not run {names}: all figures are sums of calls, and what these "
                "operations do beside hashing is not in them."
            ]
        by_kind: dict[str, list[str]] = {"own": [], "system": [], "sum": []}
        for option in found.options:
            run = self.wholes.get(option.name)
            kind = "sum" if run is None else "own" if run.design == option.name else "system"
            by_kind[kind].append(option.name)
        said = f"Figures of {words.listed(by_kind['own'])} are of whole runs of {names}"
        if by_kind["system"]:
            said += (
                f"; so are those of {words.listed(by_kind['system'])}, in the reference system "
                f"with {self.core} and its driver, at the slower one's clock"
            )
        if by_kind["sum"]:
            said += (
                f". Those of {words.listed(by_kind['sum'])} are sums: of calls run one by one, and "
                f"of what the operations do beside hashing on {found.run.other_of}"
            )
        if self.too_long:
            said += f"; {long}"
        return [f"{said}."]

    def sum_s(self, option: Option) -> float | None:
        """What a whole run would take by the sum of its calls and the reference's other work."""
        if self.recommendation is None or option.name not in self.summed:
            return None
        return self.recommendation.run.need(self.summed[option.name]).time_s

    def speedup(self, option: Option, share: float | None = None) -> float:
        """How many times as fast as the reference a whole run is."""
        assert self.recommendation is not None
        run = self.recommendation.run
        return run.time_s / run.need(option.system, share).time_s

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        found = self.recommendation
        options = found.options if found else ()
        measured = [
            {
                "design": option.name,
                "area": option.need.area,
                "added_area": option.system.added,
                "time_s": option.need.time_s,
                "hash_s": option.system.hash_s,
                "energy_j": option.need.energy_j,
                "idle_mw": option.system.idle_mw,
                "speedup": self.speedup(option),
                "score": option.score,
                "whole_run": option.name in self.wholes,
                "sum_s": self.sum_s(option),
                "may_be_taken": not option.broken,
                "why": found.why(option) if found else "",
            }
            for option in options
        ]
        others = [
            {"design": name, "score": None, "may_be_taken": name == NOTHING, "why": why}
            for name, why in self.left_out.items()
        ]
        return {
            "workload": self.demand.to_json(),
            "target": self.target.name,
            "area_unit": self.target.unit,
            "core": self.core,
            "reference": self.reference,
            "weights": dict(found.wishes.weights) if found else None,
            "limits": [limit.text for limit in found.wishes.limits] if found else [],
            "hashing_share": found.run.share if found else None,
            "candidates": measured + others,
            "chosen": self.chosen,
            "nearest": self.nearest,
            "notes": self.notes(),
            "runner_up": found.runner_up.name if found and found.runner_up else None,
            "runner_up_wins_if": found.changes() if found else [],
            "table": [
                {"design": option.name, "z": dict(option.zs), "score": option.score}
                for option in options
            ],
            "by_share": [vars(each) for each in found.ranges] if found else [],
            "sampled": [call.name for call in self.sampled],
            "whole_runs": {name: each.to_json() for name, each in self.wholes.items()},
            "measurements": {name: each.to_json() for name, each in self.measurements.items()},
        }


def advise(
    demand: Demand,
    target: Target,
    core: str,
    chosen: Sequence[Candidate],
    weights: Mapping[str, float],
    limits: Sequence[Limit],
    runner: Runner,
) -> Advice:
    """Measure every candidate with a demand's calls, and weigh them.

    Args:
        demand: what is asked for.
        target: the technology.
        core: the family of the core that is there.
        chosen: the candidates, software on the plain core among them.
        weights: of what is weighed; energy is measured where it weighs or is limited.
        limits: that must hold.
        runner: does the stages.

    Raises:
        RequestError: the work cannot be done here.
        WorkFailed: the core itself cannot be measured.
    """
    left_out: dict[str, str] = {}
    serving: list[Candidate] = []
    for candidate in chosen:
        unserved = _unserved(candidate, demand)
        if unserved:
            left_out[candidate.name] = unserved
        else:
            serving.append(candidate)
    energy = "energy" in weights or any(limit.figures & ENERGIES for limit in limits)
    plain = designs.make(core, {})
    parts = dict.fromkeys([plain, *(candidate.design for candidate in serving)])
    requests = {design: Request(design, target=target, energy=energy) for design in parts}
    calls = {candidate: Calls(candidate.design, demand.calls) for candidate in serving}
    possible = _runs(serving, demand, plain)
    by_calls = {calls[candidate]: run for candidate, run in possible.items()}

    def settle(outcomes: Outcomes, new: Iterable[Stage[Any]]) -> Iterator[Stage[Any]]:
        """Run whole what does not take too long, by the sum of its calls."""
        for stage in new:
            outcome = outcomes[stage]
            if not isinstance(stage, Calls) or not isinstance(outcome, Result):
                continue
            if sum(stage.decode(outcome.data).cycles) <= MOST_WHOLE_CYCLES:
                yield from by_calls[stage].stages if stage in by_calls else ()

    outcomes = runner.run(calls.values(), settle)
    runs = {each: run for each, run in possible.items() if set(run.stages) <= outcomes.keys()}
    found = runner.measure(requests.values())
    measured: dict[str, Measurement] = {}
    for design, request in requests.items():
        outcome = found[request]
        if isinstance(outcome, Measurement):
            measured[design.name] = outcome
        elif design == plain:
            raise outcome.error()
    there = part(measured[plain.name], demand.clock_mhz)
    systems: list[System] = []
    wholes: dict[str, WholeRun] = {}
    summed: dict[str, System] = {}
    sampled: set[Call] = set()
    for candidate in serving:
        run = runs.get(candidate)
        wanted: list[Stage[Any]] = [calls[candidate], *(run.stages if run else ())]
        every = [*(outcomes[stage] for stage in wanted), found[requests[candidate.design]]]
        failure = next((each for each in every if isinstance(each, Failure)), None)
        if failure is not None:
            left_out[candidate.name] = f"Could not be measured: {failure.why}."
            continue
        done = {stage: each for stage, each in outcomes.items() if isinstance(each, Result)}
        costs: Costs = calls[candidate].decode(done[calls[candidate]].data)
        pairs = zip(demand.calls, costs.simulated, strict=True)
        sampled |= {call for call, simulated in pairs if not simulated}
        # What mapping makes a core's extension faster by is chance; a system has one clock.
        most = there.mhz if run or not candidate.beside else demand.clock_mhz
        hasher = part(measured[candidate.name], most)
        beside = part(measured[plain.name], hasher.mhz) if run else there
        handover = float(demand.messages * demand.handover_cycles)
        system = assemble(candidate, sum(costs.cycles), handover, hasher, beside, there.area)
        if run:
            summed[candidate.name] = system
            wholes[candidate.name] = took = run.decode(done)
            system = assemble(candidate, took.hash_cycles, 0.0, hasher, beside, there.area)
            other = took.other_cycles + (demand.other_cycles or 0.0)
            system = replace(system, other_s=other / (system.core_mhz * 1e6))
        systems.append(system)
    left_out[NOTHING] = DOES_NOTHING
    recommendation = None
    if systems:
        recommendation = Recommendation(
            run=run_of(demand, systems, plain.name, there.mhz),
            systems=tuple(systems),
            wishes=Wishes(
                weights, tuple(limits), _scaled(demand.deadline_ms, 1e-3), unit=target.unit
            ),
            figures={system.name: design_figures(measured[system.name]) for system in systems},
        )
    return Advice(
        demand=demand,
        target=target,
        core=plain.name,
        candidates=tuple(chosen),
        recommendation=recommendation,
        left_out=left_out,
        sampled=tuple(call for call in demand.calls if call in sampled),
        measurements=measured,
        wholes=wholes,
        summed=summed,
        too_long=tuple(
            each.name for each in possible if each not in runs and each.name not in left_out
        ),
    )


def _runs(serving: Sequence[Candidate], demand: Demand, plain: Design) -> dict[Candidate, Whole]:
    """The whole runs that there are; none where the plain core, the reference, runs none."""
    found = {each: run for each in serving if (run := whole(each, demand)) is not None}
    return found if plain in (each.design for each in found) else {}


def run_of(demand: Demand, systems: Sequence[System], plain: str, core_mhz: float) -> Run:
    """A run as plain software does it, or the slowest system where no software was measured."""
    whole = [system for system in systems if system.other_s is not None]
    slowest = max(whole or systems, key=lambda system: system.hash_s)
    reference = next((system for system in systems if system.name == plain), slowest)
    # Where the reference's whole run takes too long, another core's says what it does beside.
    worker = reference
    if reference.other_s is None and whole:
        worker = max(whole, key=lambda system: system.other_s or 0.0)
    if worker.other_s is not None:
        other_s = worker.other_s * worker.core_mhz / reference.core_mhz
    elif demand.other_share is not None:
        other_s = reference.hash_s * demand.other_share / (1 - demand.other_share)
    else:
        other_s = (demand.other_cycles or 0.0) / (core_mhz * 1e6)
    period_s = None if demand.rate_per_s is None else 1 / demand.rate_per_s
    return Run(reference, other_s, period_s, worker.name if worker.other_s is not None else None)


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _unserved(candidate: Candidate, demand: Demand) -> str | None:
    """Why a candidate cannot do a demand's calls, or None."""
    served = designs.family_of(candidate.design).algorithms
    missing = [name for name in demand.algorithms if name not in served]
    if not missing:
        return None
    calls = sum(call.count for call in demand.calls if call.algorithm in served)
    what = "has no program for" if not candidate.beside else "does not compute"
    return (
        f"It {what} {words.listed(missing, 'or')}: it serves {calls:,} of "
        f"{demand.messages:,} calls."
    )
