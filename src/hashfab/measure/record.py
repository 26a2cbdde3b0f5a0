# SPDX-License-Identifier: Apache-2.0
"""The record of a measurement: its parts, and flat data that goes through JSON unchanged."""

from dataclasses import asdict, dataclass
from typing import Any

from hashfab.measure.energy import Energy
from hashfab.measure.physical import Physical
from hashfab.measure.profile import Profile
from hashfab.measure.stages.simulate import Speed


@dataclass(frozen=True)
class Provenance:
    """What produced a measurement.

    Attributes:
        source_hash: SHA-256 over the RTL and the harness.
        tools: the version of each tool.
        seed: of the messages and of place and route.
        settings: whatever else the figures depend on.
        recipe: the mapping that was kept.
    """

    source_hash: str
    tools: dict[str, str]
    seed: int
    settings: dict[str, Any]
    recipe: str | None


@dataclass(frozen=True)
class Measurement:
    """A design, a workload and a target with their figures.

    Attributes:
        design: canonical name.
        target: name.
        workload: canonical name.
        speed: the figures that need no target.
        physical: the figures that need no messages.
        energy: those that need both, if they were asked for and the target has them.
        profile: where the cycles go, if that was asked for and the design runs a program.
        placement: path of the placement's JSON.
        seconds: what computing it took.
        provenance: what produced it.
    """

    design: str
    target: str
    workload: str
    speed: Speed
    physical: Physical
    placement: str | None
    seconds: float
    provenance: Provenance
    energy: Energy | None = None
    profile: Profile | None = None

    @property
    def gbit_per_s(self) -> float:
        """Message bits, at the shortest period."""
        return self.speed.bits_per_cycle * self.physical.fmax_mhz / 1000

    def to_json(self) -> dict[str, Any]:
        """As flat JSON data, the figures of both parts side by side.

        What stands elsewhere is left out: the placement, and what each recipe gave.
        """
        physical = {
            key: value
            for key, value in asdict(self.physical).items()
            if key not in ("tried", "layout")
        }
        timing: dict[str, float | None] = {
            "period_ns": self.physical.period_ns,
            "fmax_mhz": self.physical.fmax_mhz,
            "gbit_per_s": self.gbit_per_s,
        }
        if not self.physical.timed:
            timing = dict.fromkeys(timing, None)
        return {
            "design": self.design,
            "target": self.target,
            "workload": self.workload,
            **physical,
            **asdict(self.speed),
            **timing,
            **(self.energy.to_json() if self.energy else {}),
            **({"profile": asdict(self.profile)} if self.profile else {}),
            "placement": self.placement,
            "seconds": self.seconds,
            "provenance": asdict(self.provenance),
        }
