# SPDX-License-Identifier: Apache-2.0
"""Toggles into power and energy."""

import json
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import designs
from hashfab.errors import RequestError
from hashfab.measure import netlist
from hashfab.measure.energy import KINDS, Energy
from hashfab.measure.physical import Physical
from hashfab.measure.stages.activity import IDLE, KEPT, LONE, LONG, SHORT, Activity, Toggles
from hashfab.measure.stages.map import Map
from hashfab.measure.stages.stage import Stage
from hashfab.measure.targets import Target
from hashfab.measure.workload import Workload

SHARE = 0.8
"""Of the highest frequency, where none is said."""


@dataclass(frozen=True)
class Consumption(Stage[Energy]):
    """Find a design's power and energy.

    Attributes:
        target: one that has power.
        workload: whose algorithm is run under its conditions.
        seed: of the messages.
        frequency_mhz: of the clock; None for ``SHARE`` of the design's own.
    """

    target: Target
    workload: Workload
    seed: int
    frequency_mhz: float | None = None

    title: ClassVar[str] = "power"
    result: ClassVar[type[Any]] = Energy

    @property
    def where(self) -> str:
        """The target and the workload."""
        return f"{self.target.name}, {self.workload.name}"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        """Mapping and activity."""
        return (
            Map(self.design, self.target),
            Activity(self.design, self.target, self.workload, self.seed),
        )

    def inputs(self) -> dict[str, Any]:
        """The frequency; the rest is that of the stages before."""
        return {"frequency_mhz": self.frequency_mhz}

    def tools(self) -> dict[str, str]:
        """What the target finds power with."""
        return self.target.tools()

    def settings(self) -> dict[str, Any]:
        """The share of the highest frequency."""
        return {"frequency_share": SHARE, "power": "gated clocks by their own activity"}

    def compute(self, given: tuple[Any, ...], work: Path) -> Energy:
        """Raises as ``Target.power``."""
        physical: Physical = given[0]
        toggles: Toggles = given[1]
        windows = toggles.windows
        frequency = self.frequency_mhz or SHARE * physical.fmax_mhz
        if frequency > physical.fmax_mhz:
            raise RequestError(
                f"{self.design.name} on {self.target.name} does not reach {frequency:g} MHz; "
                f"allowed: {physical.fmax_mhz:.1f} MHz at most"
            )
        keeps = self.target.keeps
        assert keeps is not None
        mapped = netlist.read(work / keeps, designs.family(self.design.family).top)
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
        )
