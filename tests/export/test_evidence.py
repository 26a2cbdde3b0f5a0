# SPDX-License-Identifier: Apache-2.0
"""Which of what is stored goes with a design."""

from dataclasses import dataclass
from typing import Any

import pytest

from hashfab import designs
from hashfab.export import evidence
from hashfab.measure import store, targets

ENGINE = designs.parse("engine-n1")


@dataclass(frozen=True)
class Made:
    """In the place of a request: its stages are words."""

    design: Any
    target: Any
    energy: bool

    @property
    def stages(self) -> tuple[str, ...]:
        return ("speed", "area", "energy") if self.energy else ("speed", "area")

    def measurement(self, known: dict[str, str]) -> list[str]:
        return [self.target.name, *known]


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ({"speed"}, []),
        ({"speed", "energy"}, []),
        ({"speed", "area"}, ["speed", "area"]),
        ({"speed", "area", "energy"}, ["speed", "area", "energy"]),
    ],
)
def test_what_is_stored_is_taken_with_energy_if_that_is_there(
    there: set[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ecp5 = targets.TARGETS["ecp5"]
    monkeypatch.setattr(targets, "TARGETS", {"ecp5": ecp5})
    monkeypatch.setattr(evidence, "Request", Made)
    monkeypatch.setattr(evidence, "stored", lambda stage, place: stage if stage in there else None)
    monkeypatch.setattr(store, "default", lambda: None)
    found: list[Any] = list(evidence.measurements(ENGINE))
    assert found == ([["ecp5", *expected]] if expected else [])
