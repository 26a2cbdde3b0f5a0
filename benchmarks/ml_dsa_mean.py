# SPDX-License-Identifier: Apache-2.0
"""The mean signature of ML-DSA: cycles of many, each of another key and message, on a design's RTL.

``python benchmarks/ml_dsa_mean.py [DESIGN [SCHEME [COUNT]]]`` prints a line every ten signatures,
each of them checked. A hundred take a quarter of an hour where hashing is fast.
"""

import sys
from statistics import mean

from hashfab import designs
from hashfab.designs.schemes import SCHEMES, SEED_BYTES, MlDsa, Operation
from hashfab.measure import scheme as running

DEFAULTS = ("rv32-lane25", "ml-dsa-65", "100")
AT_ONCE = 10


def attempts(scheme: MlDsa, inputs: bytes) -> int:
    """That a signature takes."""
    rnd, rest = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
    return scheme.signed(rest[: scheme.sk_bytes], rnd, rest[scheme.sk_bytes :])[1]


def main() -> None:
    """Sign and print."""
    name, scheme_name, count = (*sys.argv[1:], *DEFAULTS[len(sys.argv) - 1 :])
    design, scheme = designs.parse(name), SCHEMES[scheme_name]
    assert isinstance(scheme, MlDsa)
    sign = Operation(scheme, "sign")
    cycles: list[int] = []
    tries: list[int] = []
    while len(cycles) < int(count):
        seeds = range(len(cycles) + 1, min(len(cycles) + AT_ONCE, int(count)) + 1)
        inputs = [sign.inputs(seed) for seed in seeds]
        cycles += running.run(design, sign, inputs).cycles
        tries += [attempts(scheme, each) for each in inputs]
        print(
            f"{design.name}, {sign.name}: {len(cycles)} signatures, {mean(tries):.2f} attempts, "
            f"mean {mean(cycles):,.0f} cycles, {min(cycles):,} to {max(cycles):,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
