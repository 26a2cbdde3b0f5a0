# SPDX-License-Identifier: Apache-2.0
"""Known answers: messages around every rate boundary, on a design's RTL, under stalls."""

import random
from collections import Counter

from hashfab import designs
from hashfab.designs import Algorithm, Design, algorithms
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job


def jobs(names: tuple[str, ...], seed: int) -> list[Job]:
    """Messages of every named algorithm in a random order.

    Lengths are zero, one, those at and beside one and two blocks, the longest that padding leaves
    in one and in two blocks and one more, and a random one; XOFs also squeeze several blocks and
    stop at and beside a block's end; alignments and TurboSHAKE's domain bytes are random.
    """
    numbers = random.Random(seed)
    chosen: list[Job] = []
    for name in names:
        algorithm = algorithms.get(name)
        block = algorithm.block_bytes
        lengths = {0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block}
        for blocks in (1, 2):
            fits = blocks * block - algorithm.least_padding
            lengths |= {fits, fits + 1}
        lengths.add(numbers.randrange(2 * block, 6 * block))
        chosen += [_job(algorithm, length, None, numbers) for length in sorted(lengths)]
        if algorithms.is_xof(algorithm):
            outputs = [1, block - 1, block, block + 1, 3 * block]
            chosen += [
                _job(algorithm, numbers.randrange(2 * block), output, numbers) for output in outputs
            ]
    numbers.shuffle(chosen)
    return chosen


def _job(algorithm: Algorithm, length: int, output: int | None, numbers: random.Random) -> Job:
    return Job(
        algorithm,
        numbers.randbytes(length),
        output,
        numbers.randrange(1, 0x80) if algorithms.any_domain(algorithm) else None,
        numbers.randrange(32),
        numbers.randrange(32),
    )


def verify(design: Design, seed: int) -> dict[str, int]:
    """Run ``jobs`` on a design, with stalls, a slow memory and answers out of order.

    Returns:
        The number of messages by algorithm; every digest was right.

    Raises:
        CheckFailed: a digest is wrong, or the harness found something else wrong.
        WorkFailed: the simulator could not be built.
    """
    names = designs.family_of(design).algorithms
    messages = jobs(names, seed)
    simulate.run(design, messages, Conditions(latency=5, stall=30, reorder=True, seed=seed))
    return dict(Counter(job.algorithm.name for job in messages))
