# SPDX-License-Identifier: Apache-2.0
"""The record of a measurement: flat data that goes through JSON unchanged."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Provenance:
    """What produced a measurement.

    Attributes:
        source_hash: SHA-256 over the RTL and the harness.
        tools: the version of each tool.
        seed: of the messages and of place and route.
        settings: whatever else the figures depend on.
        recipe: the mapping that was kept.
    """

    source_hash: str
    tools: dict[str, str]
    seed: int
    settings: dict[str, Any]
    recipe: str | None


@dataclass(frozen=True)
class Measurement:
    """A design, a workload and a target with their figures; None where a target has none.

    Attributes:
        design: canonical name.
        target: name.
        workload: canonical name.
        area_ge: gate equivalents, area / area of the library's 2-input NAND.
        area_um2: cell area in um2.
        lut4: LUT4 sites, those spent on carry chains and distributed memory counted.
        ff: flip-flops.
        period_ns: shortest clock period.
        fmax_mhz: its inverse.
        bits_per_cycle: message bits per cycle over the workload (accelerators), or rate bits per
            cycle in the steady state (engines).
        gbit_per_s: bits_per_cycle at fmax_mhz.
        cycles: of the workload, first accept to last completion.
        latency_cycles: accept to completion of a lone 64-byte message (accelerators), or of one
            permutation (engines).
        state_bits_per_cycle: engines: the same as bits_per_cycle with all 1600 bits counted.
        port_utilization: accelerators: words read / cycles of the workload.
        bound_bits_per_cycle: what no schedule can beat.
        recipe: the mapping that was kept.
        placed: whether the period comes from place and route.
        placement: path of the placement's JSON.
        seconds: what computing it took.
        provenance: what produced it.
    """

    design: str
    target: str
    workload: str
    area_ge: float | None
    area_um2: float | None
    lut4: int | None
    ff: int | None
    period_ns: float | None
    fmax_mhz: float | None
    bits_per_cycle: float
    gbit_per_s: float | None
    cycles: int
    latency_cycles: int
    state_bits_per_cycle: float | None
    port_utilization: float | None
    bound_bits_per_cycle: float | None
    recipe: str | None
    placed: bool
    placement: str | None
    seconds: float
    provenance: Provenance

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Measurement":
        """The inverse of ``to_json``."""
        return Measurement(**{**data, "provenance": Provenance(**data["provenance"])})
