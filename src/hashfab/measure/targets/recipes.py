# SPDX-License-Identifier: Apache-2.0
"""Mapping recipes for standard cells: what ABC does between the netlist and the cells."""

from dataclasses import dataclass

SIZE = "topo; buffer -N 10; upsize -c; dnsize -c"
"""Buffer, then size for speed: without a target delay, ``upsize`` goes on while it gains. Sizes see
the library's wire loads (``-c``), as OpenSTA does; buffers do not, or ABC adds thousands."""


@dataclass(frozen=True)
class Recipe:
    """How a netlist becomes cells.

    Attributes:
        name: what measurements call it.
        abc: ABC commands, separated by semicolons.
        clock_gate: whether Yosys turns clock enables into clock gates first.
    """

    name: str
    abc: str
    clock_gate: bool = False


PLAIN = (
    Recipe("nf", f"strash; &get -n; &dch; &nf -R 10; &put; {SIZE}"),
    Recipe("if-nf", f"strash; &get -n; &if -g -K 6; &dch; &nf; &put; {SIZE}"),
    Recipe("balance-nf", f"strash; balance; &get -n; &dch -f; &nf; &put; {SIZE}"),
)
"""Without clock gates."""

GATED = tuple(Recipe(f"{plain.name}-gated", plain.abc, clock_gate=True) for plain in PLAIN)
"""In addition where the library has clock gates."""

GATE_SHARE = 1.03
"""Of the smallest area x period, what a mapping with clock gates may have and still be kept."""
