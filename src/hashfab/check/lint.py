# SPDX-License-Identifier: Apache-2.0
"""Verilator's ``-Wall`` over every top at every corner of its parameters.

``python -m hashfab.check.lint`` prints what it checked and ends with 1 at a warning.
"""

import sys
import tempfile
from pathlib import Path

from hashfab import designs
from hashfab.errors import WorkFailed
from hashfab.measure import harnesses
from hashfab.tools import verilator


def main() -> int:
    """Lint everything; the exit code."""
    status = 0
    for family in designs.FAMILIES.values():
        points = family.corners()
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            for top in dict.fromkeys((family.top, harnesses.top(family))):
                for design in points:
                    parameters = family.rtl_parameters(design)
                    try:
                        verilator.lint(top, family.sources(), parameters, log)
                    except WorkFailed:
                        print(f"{design.name}:\n{log.read_text()}", file=sys.stderr)
                        status = 1
                print(f"{top}: {len(points)} corners at -Wall")
    return status


if __name__ == "__main__":
    sys.exit(main())
