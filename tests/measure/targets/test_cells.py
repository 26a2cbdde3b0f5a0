# SPDX-License-Identifier: Apache-2.0
"""The power of cells that OpenSTA takes for nearly still."""

import pytest

from hashfab.errors import WorkFailed
from hashfab.measure.netlist import Cell
from hashfab.measure.targets.cells import per_toggle
from hashfab.tools.opensta import Power


def power(toggles: float, internal: float, pin: str = "X") -> Power:
    return Power(internal, 0.5 * internal, 0.0, {pin: toggles})


def test_what_a_toggle_takes() -> None:
    kinds = {"a": "and", "b": "and", "c": "and", "still": "and", "other": "xor", "q": "dff"}
    cells = [Cell(name, kind, {"X": name, "Q": name}) for name, kind in kinds.items()]
    busy = {
        "a": power(0.5, 1e-6),
        "b": power(1.0, 4e-6),
        "c": power(0.02, 6e-8),
        # Its inputs move, and hardly ever agree.
        "still": power(1e-12, 1e-6),
        "other": power(0.0, 0.0),
        "q": power(1.0, 1.0, "Q"),
    }
    found = per_toggle(cells, busy)
    assert found.keys() == {"a", "b", "c", "still", "other"}
    assert found["a"] == pytest.approx((2e-6, 1e-6))
    assert found["c"] == pytest.approx((3e-6, 1.5e-6))
    assert found["still"] == pytest.approx((3e-6, 1.5e-6))
    assert found["other"] == found["still"]


@pytest.mark.parametrize("moving", [0, 1])
def test_a_netlist_in_which_most_is_still_has_no_energy_of_a_toggle(moving: int) -> None:
    """As OpenSTA takes all behind a clock gate to be, if the clock ends there."""
    names = ("a", "b", "c")
    busy = {name: power(float(i < moving), 1e-6) for i, name in enumerate(names)}
    with pytest.raises(WorkFailed, match=f"cells for still, only {moving} for busy"):
        per_toggle([Cell(name, "and", {"X": name}) for name in names], busy)
