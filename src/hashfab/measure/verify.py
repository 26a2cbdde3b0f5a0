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

    Lengths are zero, one, and those at and beside one and two blocks, and a random one; XOFs also
    squeeze several blocks and stop at and beside a block's end; alignments and TurboSHAKE's domain
    bytes are random.
    """
    numbers = random.Random(seed)
    chosen: list[Job] = []
    for name in names:
        algorithm = algorithms.get(name)
        rate = algorithm.rate_bytes
        lengths = [0, 1, rate - 1, rate, rate + 1, 2 * rate - 1, 2 * rate]
        lengths.append(numbers.randrange(2 * rate, 6 * rate))
        chosen += [_job(algorithm, length, None, numbers) for length in lengths]
        if algorithm.xof:
            outputs = [1, rate - 1, rate, rate + 1, 3 * rate]
            chosen += [
                _job(algorithm, numbers.randrange(2 * rate), output, numbers) for output in outputs
            ]
    numbers.shuffle(chosen)
    return chosen


def _job(algorithm: Algorithm, length: int, output: int | None, numbers: random.Random) -> Job:
    return Job(
        algorithm,
        numbers.randbytes(length),
        output,
        numbers.randrange(1, 0x80) if algorithm.any_domain else None,
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
    names = designs.family(design.family).algorithms
    messages = jobs(names, seed)
    simulate.run(design, messages, Conditions(latency=5, stall=30, reorder=True, seed=seed))
    return dict(Counter(job.algorithm.name for job in messages))
