# SPDX-License-Identifier: Apache-2.0
"""Systems: a core that does all the work there is, with or without hash hardware.

A run of a demand is hashing and other work. What a system needs for both, in time, energy and
area, follows from measurements of its parts: cycles of the demand's calls on the RTL, or of its
operations where the system runs them whole, period, area, and power, busy and idle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashfab import designs
from hashfab.designs import Core, Design, soc
from hashfab.errors import RequestError
from hashfab.measure import Measurement


@dataclass(frozen=True)
class Candidate:
    """A design that may be taken.

    Attributes:
        design: what hashes.
        core: that is there; the design itself where that is a core.
    """

    design: Design
    core: Design

    @property
    def name(self) -> str:
        """The design's."""
        return self.design.name

    @property
    def beside(self) -> bool:
        """Whether it stands beside the core, which then hands calls over."""
        return self.design != self.core


def candidates(core: str, names: Sequence[str] = ()) -> list[Candidate]:
    """What may be taken where a plain core is there: software on it, then hash hardware.

    A core's extension replaces the core. Without names, hardware is the presets of each family but
    those of bare permutations, which neither pad a message nor fetch it, and other cores.

    Args:
        core: the name of its family.
        names: of designs, instead of the presets.

    Raises:
        RequestError: a name is none of a design, or of one that cannot stand there.
    """
    plain = designs.make(core, {})
    found = {plain: Candidate(plain, plain)}
    for design in map(designs.parse, names):
        why = _no_candidate(design, core)
        if why:
            raise RequestError(f"{design.name} is no candidate: {why}")
        if design not in found and design.name in (each.name for each in found):
            raise RequestError(f"two guests are {design.name}; allowed: a name for each")
        found[design] = _candidate(design, plain)
    if not names:
        presets = [name for family in designs.FAMILIES.values() for name in family.presets]
        for design in map(designs.parse, presets):
            if (
                not _no_candidate(design, core)
                and dict(design.parameters).get("program") != "compact"
            ):
                found[design] = _candidate(design, plain)
    return list(found.values())


def _candidate(design: Design, plain: Design) -> Candidate:
    return Candidate(design, design if design.family == plain.family else plain)


def _no_candidate(design: Design, core: str) -> str | None:
    """Why a design cannot be taken beside or instead of a plain core; None if it can."""
    family = designs.family_of(design)
    if isinstance(family, Core) and family.name != core:
        return f"another core, {core}, is there; --core {family.name} says otherwise"
    if not family.whole_message:
        return "a bare permutation, which neither pads a message nor fetches it"
    if family.interface == "stream":
        return "a sponge between streams, which has no way to a message in memory"
    if isinstance(family, soc.Soc):
        return f"a system with a core of its own; {soc.accel(design).name} is its accelerator"
    return None


@dataclass(frozen=True)
class Part:
    """A design at its clock.

    Attributes:
        mhz: its clock.
        area: in the target's unit.
        busy_mw: its power while it hashes; None where the target has none.
        idle_mw: while it waits.
    """

    mhz: float
    area: float
    busy_mw: float | None
    idle_mw: float | None


def part(found: Measurement, most_mhz: float | None) -> Part:
    """A measured design at its own clock, or at a slower one that a system has.

    All power but leakage goes with the clock.
    """
    mhz = min(found.physical.fmax_mhz, most_mhz or found.physical.fmax_mhz)
    energy = found.energy
    if energy is None:
        return Part(mhz, found.physical.area, None, None)
    leakage = energy.power_mw["leakage"]

    def at_clock(power: float) -> float:
        return leakage + (power - leakage) * mhz / energy.frequency_mhz

    return Part(mhz, found.physical.area, at_clock(energy.total_mw), at_clock(energy.idle_mw))


@dataclass(frozen=True)
class System:
    """A candidate with what it needs.

    Attributes:
        name: of the design.
        hash_s: for the calls of a run.
        core_mhz: the clock of the core that does the other work.
        hash_mw: power of the system while it hashes; None where the target has none.
        other_mw: while it does other work.
        idle_mw: while it waits for the next run.
        area: of the system, the core included, in the target's unit.
        added: what of that the plain core does not have.
        other_s: for the other work of a run; None where it was not run, which then takes as many
            cycles as on the reference's core.
    """

    name: str
    hash_s: float
    core_mhz: float
    hash_mw: float | None
    other_mw: float | None
    idle_mw: float | None
    area: float
    added: float
    other_s: float | None = None


def assemble(
    candidate: Candidate,
    cycles: float,
    handover: float,
    hasher: Part,
    core: Part,
    plain_area: float,
) -> System:
    """A system from its parts.

    Args:
        candidate: what.
        cycles: of the calls of a run, on the design.
        handover: cycles of the core for a run, where the design stands beside it.
        hasher: the design.
        core: the one that does the other work; the same for an extended core.
        plain_area: of the plain core.
    """
    hash_s = cycles / (hasher.mhz * 1e6)
    if not candidate.beside:
        busy, idle = hasher.busy_mw, hasher.idle_mw
        added = hasher.area - plain_area
        return System(candidate.name, hash_s, hasher.mhz, busy, busy, idle, hasher.area, added)
    return System(
        name=candidate.name,
        hash_s=hash_s + handover / (core.mhz * 1e6),
        core_mhz=core.mhz,
        hash_mw=_sum(hasher.busy_mw, core.idle_mw),
        other_mw=_sum(hasher.idle_mw, core.busy_mw),
        idle_mw=_sum(hasher.idle_mw, core.idle_mw),
        area=hasher.area + core.area,
        added=hasher.area,
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True)
class Need:
    """What a system needs for a run; less is better.

    Attributes:
        time_s: of a run.
        energy_j: of a run, the wait for the next one included; None where the target has none.
        area: of the system.
    """

    time_s: float
    energy_j: float | None
    area: float


@dataclass(frozen=True)
class Run:
    """A run as the reference does it, from which all others follow.

    Attributes:
        reference: the plain core's system; the slowest one where no program of it hashes.
        other_s: the reference's time for other work.
        period_s: from one run to the next; None where the next one starts at once.
        other_of: the system whose whole run says what other work there is, by name; None where
            none was run.
    """

    reference: System
    other_s: float
    period_s: float | None = None
    other_of: str | None = None

    @property
    def time_s(self) -> float:
        """Of a run."""
        return self.reference.hash_s + self.other_s

    @property
    def share(self) -> float:
        """Of hashing in that time."""
        return self.reference.hash_s / self.time_s

    def need(self, system: System, share: float | None = None) -> Need:
        """What a system needs for the run, or for one as long with another share of hashing."""
        hashed = self.share if share is None else share
        slower = system.hash_s / self.reference.hash_s
        hash_s = self.time_s * hashed * slower
        other_s = self.time_s * (1 - hashed) * self._other(system)
        time_s = hash_s + other_s
        energy_j = None
        if system.hash_mw is not None and system.other_mw is not None:
            rest_s = max(0.0, (self.period_s or 0.0) - time_s)
            spent = hash_s * system.hash_mw + other_s * system.other_mw
            energy_j = (spent + rest_s * (system.idle_mw or 0.0)) / 1000
        return Need(time_s, energy_j, system.area)

    def _other(self, system: System) -> float:
        """How many times the reference's time a system takes for other work."""
        if system.other_s is not None and self.other_s:
            return system.other_s / self.other_s
        return self.reference.core_mhz / system.core_mhz
