# SPDX-License-Identifier: Apache-2.0
"""Which registers and gates are data: what the names say is what the structure says."""

import numpy as np
import pytest

from hashfab import designs
from hashfab.check.faults import sites
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.circuit import Gates
from hashfab.errors import RequestError


def tainted(gates: Gates) -> set[int]:
    """Registers that the data input ever reaches."""
    begins = set(map(int, gates.inputs["data_i"]))
    while True:
        found = sites.reached(gates, begins)
        more = set(gates.registers.q[found[gates.registers.d]].tolist()) - begins
        if not more:
            return begins & set(gates.registers.q.tolist())
        begins |= more


@pytest.mark.parametrize(
    "name",
    [
        "engine-n1",
        pytest.param("engine-s4", marks=pytest.mark.long),
        pytest.param("engine-plane", marks=pytest.mark.long),
        pytest.param("engine-lane", marks=pytest.mark.long),
        pytest.param("engine-slice", marks=pytest.mark.long),
    ],
)
def test_a_plain_engines_data_is_what_its_input_reaches(name: str) -> None:
    design = designs.parse(name)
    gates = synthesis.gates(design)
    nets = sites.of(design, gates).nets
    assert set(nets["data", "register"].tolist()) == tainted(gates)
    every = np.concatenate(list(nets.values()))
    assert len(every) == len(set(every.tolist())) == len(gates.table) + len(gates.registers.q)


def test_control_of_an_engine_is_small() -> None:
    design = designs.parse("engine-n1")
    nets = sites.of(design, synthesis.gates(design)).nets
    assert len(nets["control", "register"]) == 13
    assert len(nets["control", "gate"]) < 200


def test_other_families_are_refused() -> None:
    design = designs.parse("engine-n1")
    other = designs.parse("mips32")
    with pytest.raises(RequestError, match="no campaign is known for mips32; allowed: designs of"):
        sites.of(other, synthesis.gates(design))
