# SPDX-License-Identifier: Apache-2.0
"""Toggles into power and energy."""

import json
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.measure.energy import KINDS, Energy
from hashfab.measure.physical import Physical
from hashfab.measure.stages.activity import (
    IDLE,
    KEPT,
    LONE,
    LONG,
    POWER_SETTINGS,
    SHORT,
    Activity,
    Toggles,
    clock_mhz,
    read,
)
from hashfab.measure.stages.delays import Delays
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target
from hashfab.measure.workload import Workload


@dataclass(frozen=True)
class Consumption(Stage[Energy]):
    """Find a design's power and energy.

    Attributes:
        target: one that has power.
        workload: whose algorithm is run under its conditions.
        seed: of the messages.
        frequency_mhz: of the clock; None for ``SHARE`` of the design's own.
        delays: whether cells have their delays, so that glitches count.
    """

    target: Target
    workload: Workload
    seed: int
    frequency_mhz: float | None = None
    delays: bool = False

    title: ClassVar[str] = "power"
    gives: ClassVar[str] = "energy"
    result: ClassVar[type[Any]] = Energy

    @property
    def where(self) -> str:
        """The target and the workload."""
        return f"{self.target.name}, {self.workload.name}"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping and activity."""
        watched = (self.design, self.target, self.workload, self.seed)
        activity = Delays(*watched, self.frequency_mhz) if self.delays else Activity(*watched)
        return (Map(self.design, self.target), activity)

    @property
    def outside(self) -> tuple[Path, ...]:
        """The target's."""
        return self.target.outside

    def inputs(self) -> dict[str, Any]:
        """The frequency; the rest is that of the stages before."""
        return {"frequency_mhz": self.frequency_mhz}

    def tools(self) -> dict[str, str]:
        """What the target finds power with."""
        return self.target.tools()

    def settings(self) -> dict[str, Any]:
        """The share of the highest frequency, and how a toggle's energy is found."""
        return POWER_SETTINGS

    def compute(self, given: tuple[Any, ...], work: Path) -> Energy:
        """Raises as ``Target.power``."""
        physical: Physical = given[0]
        toggles: Toggles = given[1]
        windows = toggles.windows
        frequency = clock_mhz(self.design, self.target, physical, self.frequency_mhz)
        mapped = read(self.design, self.target, work)
        states = json.loads((work / KEPT).read_text())
        names = (LONG, SHORT, LONE, IDLE)
        powers = self.target.power(mapped, [states[name] for name in names], frequency, work)
        # mW times cycles over MHz is nJ.
        joules = {
            name: [each * windows[name].cycles / frequency for each in astuple(power)]
            for name, power in zip(names, powers, strict=True)
        }
        # What the long messages have more than the short ones is blocks in the middle.
        long, short = windows[LONG], windows[SHORT]
        more = [a - b for a, b in zip(joules[LONG], joules[SHORT], strict=True)]
        bytes_ = long.messages * long.message_bytes - short.messages * short.message_bytes
        us = (long.cycles - short.cycles) / frequency
        return Energy(
            frequency_mhz=frequency,
            power_mw={kind: each / us for kind, each in zip(KINDS, more, strict=True)},
            idle_mw=sum(astuple(powers[names.index(IDLE)])),
            pj_per_byte=1000 * sum(more) / bytes_,
            pj_per_hash64=1000 * sum(joules[LONE]),
            clock_gates=len(self.target.gated_clocks(mapped)),
            words_per_byte={
                port: (count - short.words[port]) / bytes_ for port, count in long.words.items()
            },
            messages=long.messages,
            message_bytes=long.message_bytes,
            delays=self.delays,
        )
