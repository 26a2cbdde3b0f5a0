# SPDX-License-Identifier: Apache-2.0
"""Mapping recipes for standard cells: what ABC does between the netlist and the cells."""

SIZE = "topo; buffer -N 10; upsize -c; dnsize -c"
"""Buffer, then size for speed: without a target delay, ``upsize`` goes on while it gains. Sizes see
the library's wire loads (``-c``), as OpenSTA does; buffers do not, or ABC adds thousands."""

RECIPES = {
    "nf": f"strash; &get -n; &dch; &nf -R 10; &put; {SIZE}",
    "if-nf": f"strash; &get -n; &if -g -K 6; &dch; &nf; &put; {SIZE}",
    "balance-nf": f"strash; balance; &get -n; &dch -f; &nf; &put; {SIZE}",
}
"""ABC's commands, separated by semicolons, by the name that measurements call them."""
