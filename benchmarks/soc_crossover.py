# SPDX-License-Identifier: Apache-2.0
"""Is the accelerator worth it for this message? Cycles of one message, by its size.

``python benchmarks/soc_crossover.py [DESIGN ...]`` runs SHA3-256 on each design's RTL, digests
checked, and prints a row for each size. Of a system they are those of the driver's call, of a core
those from when its program sees a job to when it says that the digest is there: some 30 more.
"""

import random
import sys

from hashfab import designs
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

SIZES = (0, 64, 136, 256, 1024, 4096, 16384)
DESIGNS = (
    *("rv32", "rv32-zbkb", "rv32-dasip", "rv32-lane1", "rv32-lane5", "rv32-lane25"),
    *("soc-rv32-accel-d1n1t1w32", "soc-rv32-accel-d1n1t1w64", "soc-rv32-accel-d1n2t1w128"),
)


def main() -> None:
    """Run and print."""
    names = sys.argv[1:] or DESIGNS
    algorithm = designs.ALGORITHMS["sha3-256"]
    found = []
    for name in names:
        numbers = random.Random(1)
        jobs = [Job(algorithm, numbers.randbytes(size)) for size in SIZES]
        found.append(simulate.run(designs.parse(name), jobs, Conditions(latency=1)).latency)
    print(f"| message | {' | '.join(f'`{name}`' for name in names)} |")
    print(f"|{' --- |' * (1 + len(names))}")
    for size, cycles in zip(SIZES, zip(*found, strict=True), strict=True):
        print(f"| {size:,} B | {' | '.join(f'{each:,}' for each in cycles)} |")


if __name__ == "__main__":
    main()
