# SPDX-License-Identifier: Apache-2.0
"""Where faults strike: control, checks and data apart.

A register is data when it holds bits of a state, and a check when a protected form compares a state
with it; both are said by their names. All others are control. A gate is data when it lies on a path
from data (a register, or the input) to data (a register, or the output), a check when it depends on
data or a check otherwise, and control when it depends on neither.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hashfab.check.netlist.circuit import Gates, Nets
from hashfab.designs import Design
from hashfab.errors import RequestError

PARTS = ("control", "check", "data")
PLACES = ("register", "gate")


@dataclass(frozen=True)
class Data:
    """What a family's data is.

    Attributes:
        registers: the names of the registers that hold it, without module and index.
        checks: those of the registers with which it is compared.
        inputs: the ports by which it comes.
        outputs: the ports by which it leaves.
    """

    registers: tuple[str, ...]
    checks: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


WHOLE = ("state_q", "copy_q", "start_q", "linear_q", "parity_q", "end_q")
FOLDED = ("ring_q", "memory_q", "source_q", "rotated_q", "previous_q", "first_q", "effect_q")

FAMILIES: Mapping[str, Data] = {
    "engine": Data((*WHOLE, *FOLDED), ("carried_q", "folded_q"), ("data_i",), ("data_o",))
}


@dataclass(frozen=True)
class Sites:
    """The nets that faults strike, by part and place.

    Attributes:
        nets: those of each of ``PARTS`` in each of ``PLACES``.
    """

    nets: Mapping[tuple[str, str], Nets]


def data_of(design: Design) -> Data:
    """What a design's data is.

    Raises:
        RequestError: nobody has said that.
    """
    found = FAMILIES.get(design.family)
    if found is None or dict(design.parameters).get("shares", 1) != 1:
        raise RequestError(
            f"no campaign is known for {design.name}; "
            f"allowed: designs of {', '.join(FAMILIES)} whose state is not in shares"
        )
    return found


def of(design: Design, gates: Gates) -> Sites:
    """The sites of a design. Raises as ``data_of``."""
    data = data_of(design)
    registers, driven = gates.registers, gates.table[:, 1]
    stems = [_stem(name) for name in registers.names]
    # A register that is an output has the output's name.
    held = np.isin(stems, (*data.registers, *data.outputs))
    compared = np.isin(stems, data.checks)
    begins = [*registers.q[held], *(net for port in data.inputs for net in gates.inputs[port])]
    ends = [*registers.d[held], *(net for port in data.outputs for net in gates.outputs[port])]
    on_path = (reached(gates, begins) & reaching(gates, ends))[driven]
    checking = reached(gates, [*begins, *registers.q[compared]])[driven] & ~on_path
    return Sites(
        {
            ("control", "register"): registers.q[~held & ~compared],
            ("check", "register"): registers.q[compared],
            ("data", "register"): registers.q[held],
            ("control", "gate"): driven[~on_path & ~checking],
            ("check", "gate"): driven[checking],
            ("data", "gate"): driven[on_path],
        }
    )


def reached(gates: Gates, nets: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which nets depend on some nets, through gates."""
    found = np.zeros(gates.nets, bool)
    found[list(nets)] = True
    # The constant 0, which unused operands name, depends on nothing.
    found[:2] = False
    for row in gates.table.tolist():
        if found[row[2:]].any():
            found[row[1]] = True
    return found


def reaching(gates: Gates, nets: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """On which nets some nets depend, through gates."""
    found = np.zeros(gates.nets, bool)
    found[list(nets)] = True
    for row in reversed(gates.table.tolist()):
        if found[row[1]]:
            found[row[2:]] = True
    return found


def _stem(name: str) -> str:
    """``state_q`` of ``gen_rounds.u_engine.state_q[17]``."""
    return re.sub(r"(\[\d+\])+$", "", name).rpartition(".")[2]
