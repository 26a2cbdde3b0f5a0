# SPDX-License-Identifier: Apache-2.0
"""Ng Lai Boon, Hardware Acceleration of Secure Hash Algorithm 3, UTM, 2020.

Its four cases, in high-level synthesis for a Xilinx device, are points of the engine family:

- I, rolled loops over a memory: ``engine-lane``, a lane per cycle out of a memory.
- II, the loops of the five steps unrolled, the state still an array in a memory: ``engine-plane``.
  A step works on the lanes of a plane at once, but no cycle reaches all 25 lanes.
- III, the array partitioned by 25, each lane a register of its own: ``engine-n1``, a round per
  cycle.
- IV, the four-stage sub-pipeline: ``engine-s4``.

The text that we have holds the abstract's figures only, which are those of case IV.
"""

from hashfab.measure import DEFAULT
from hashfab.papers.model import Paper, Points, Row

FMAX_MHZ = 722.5
STATE_GBIT_PER_S = 47.7

STATES = 4
"""States that the paper's sub-pipeline holds."""

CASES = (
    ("I", "engine-lane", "rolled loops over a memory"),
    ("II", "engine-plane", "loops unrolled"),
    ("III", "engine-n1", "state array partitioned by 25"),
    ("IV", "engine-s4", "4-stage sub-pipeline"),
)

NOT_PRINTED = "the paper's available text prints this figure for case IV only"
NO_AREA = "the paper's available text prints no area"
DEVICE = (
    "published from high-level synthesis for a Xilinx device; measured by open tools on another "
    "technology, with the state's load and unload and 12- and 24-round modes included"
)


def rows(points: Points) -> list[Row]:
    """The four cases."""
    found: list[Row] = []
    for case, name, meaning in CASES:
        point = points.of(name)
        item = f"case {case}: {meaning} ({name})"
        last = case == "IV"
        state_bits = point.speed.state_bits_per_cycle or 0.0
        fmax = point.physical.fmax_mhz
        found += [
            Row(
                item,
                "cycles for 4 states",
                "cycles",
                round(STATES * 1600 * FMAX_MHZ / STATE_GBIT_PER_S / 1000) if last else None,
                STATES * 1600 / state_bits,
                "derived: 4 x 1600 bit x 722.5 MHz / 47.7 Gbit/s; one cycle more than four states "
                "need, here the next state enters as one leaves"
                if last
                else NOT_PRINTED,
            ),
            Row(
                item,
                "frequency",
                "MHz",
                FMAX_MHZ if last else None,
                fmax,
                DEVICE if last else NOT_PRINTED,
            ),
            Row(
                item,
                "throughput, whole 1600-bit state",
                "Gbit/s",
                STATE_GBIT_PER_S if last else None,
                state_bits * fmax / 1000,
                "the paper counts all 1600 bits of the state, capacity included; the rest is the "
                "frequency's ratio"
                if last
                else NOT_PRINTED,
            ),
            Row(
                item,
                "throughput, rate of SHA3-256",
                "Gbit/s",
                None,
                point.gbit_per_s,
                "message bits only (1088 of 1600); the paper does not count this way",
            ),
            Row(
                item,
                "area",
                points.target.unit,
                None,
                point.physical.area,
                NO_AREA,
            ),
        ]
    return found


PAPER = Paper(
    "ng2020",
    "Hardware Acceleration of Secure Hash Algorithm 3",
    tuple((name, DEFAULT) for _, name, _ in CASES),
    rows,
)
