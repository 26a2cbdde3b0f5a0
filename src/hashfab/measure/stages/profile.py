# SPDX-License-Identifier: Apache-2.0
"""Where a processor's cycles go while it hashes a message."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab.designs import algorithms
from hashfab.measure import profile
from hashfab.measure.profile import Profile, Share
from hashfab.measure.stages.simulate import Simulation

MESSAGE_BYTES = 1024


@dataclass(frozen=True)
class TakeApart(Simulation[Profile]):
    """Take the run of one message of the workload's algorithm apart; the design has a program."""

    title: ClassVar[str] = "profile"
    gives: ClassVar[str] = "profile"
    result: ClassVar[type[Any]] = Profile

    def settings(self) -> dict[str, Any]:
        """The length of the message."""
        return {"profile_bytes": MESSAGE_BYTES}

    def compute(self, given: tuple[Any, ...], work: Path) -> Profile:
        """Raises as ``profile.profile``."""
        algorithm = algorithms.get(self.workload.algorithm)
        return profile.profile(self.design, algorithm, MESSAGE_BYTES, self.seed)

    def decode(self, data: Mapping[str, Any]) -> Profile:
        """From JSON data."""
        shares = {
            key: tuple(Share(**share) for share in parts)
            for key, parts in data.items()
            if isinstance(parts, list)
        }
        return Profile(**{**data, **shares})
