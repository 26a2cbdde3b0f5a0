# SPDX-License-Identifier: Apache-2.0
"""A design as gates: Yosys's generic ones, optimized by ABC or as they are written."""

import gzip
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashfab import designs, files, paths
from hashfab.check.netlist import circuit
from hashfab.check.netlist.circuit import Gates
from hashfab.designs import Design
from hashfab.tools import yosys

CLOCK = "clk_i"

SCRIPT = """\
hierarchy -check -top {top}
proc
flatten
opt_expr
opt_clean
memory_map
opt -full -nodffe -nosdff
techmap
opt -fast -nodffe -nosdff
dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN?_ x
{optimize}
opt_clean -purge
write_json netlist.json
"""

ABC = "abc -g simple"
"""AND, OR, XOR, MUX and the inverted ones. What is computed twice from the same nets is shared, as
synthesis for a chip does: what is to stand twice has to outlive that."""


def gates(design: Design, optimized: bool = True) -> Gates:
    """A design's circuit, made unless the same one was made before.

    Args:
        design: what.
        optimized: by ABC; otherwise each gate is one that the RTL spells.

    Raises:
        ToolMissing: Yosys is not installed.
        WorkFailed: it does not take the design, or the design has more than gates.
    """
    family = designs.family_of(design)
    return of_top(family.top, family.sources(), family.rtl_parameters(design), optimized)


def of_top(
    top: str, sources: Sequence[Path], parameters: Mapping[str, int], optimized: bool = True
) -> Gates:
    """The circuit of a top module, whose clock is ``clk_i``. Raises as ``gates``."""
    script = SCRIPT.format(top=top, optimize=ABC if optimized else "")
    digest = hashlib.sha256(repr((yosys.version(), script, top, *parameters.items())).encode())
    for path in sources:
        digest.update(f"{path.name}\n{path.stat().st_size}\n".encode() + path.read_bytes())
    key = digest.hexdigest()[:32]
    kept = paths.build_dir() / "netlists" / f"{key}.json.gz"
    with paths.exclusive(paths.build_dir() / "locks" / key):
        if kept.is_file():
            text = gzip.decompress(kept.read_bytes()).decode()
        else:
            with paths.scratch("gates") as work:
                names = yosys.stage(work, sources)
                yosys.run(work, "gates", yosys.read(top, names, parameters) + script)
                text = (work / "netlist.json").read_text()
            paths.make_dir(kept.parent)
            files.write(kept, gzip.compress(text.encode(), mtime=0))
    return circuit.read(text, top, CLOCK)
