# SPDX-License-Identifier: Apache-2.0
"""The part of a measurement that says what hashing costs: power and energy; docs/measuring.md."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

KINDS = ("leakage", "clock", "internal", "switching")
"""Of power. Clock is what the clock's nets and the pins at them cause, whether data moves or not;
internal and switching are what data causes, within cells and on nets."""


@dataclass(frozen=True)
class Energy:
    """Power and energy of the cells that the area counts; memories are not among them.

    Attributes:
        frequency_mhz: at which.
        power_mw: by kind, in the middle of long messages; their sum is the whole.
        idle_mw: with the clock on and nothing to do. A processor waits for its memory then.
        pj_per_byte: what a further byte of a long message costs.
        pj_per_hash64: what hashing a lone message of 64 bytes costs.
        clock_gates: how many there are.
        words_per_byte: words that pass the ports per further byte of a message, by port; the
            energy of memories can be had from them.
        messages: how many were hashed at once.
        message_bytes: of each.
        delays: whether cells had delays, so that glitches are in the figures.
    """

    frequency_mhz: float
    power_mw: Mapping[str, float]
    idle_mw: float
    pj_per_byte: float
    pj_per_hash64: float
    clock_gates: int
    words_per_byte: Mapping[str, float]
    messages: int
    message_bytes: int
    delays: bool = False

    @property
    def total_mw(self) -> float:
        """The whole power."""
        return sum(self.power_mw.values())

    @property
    def mb_per_mj(self) -> float:
        """Millions of bytes of long messages per millijoule."""
        return 1000 / self.pj_per_byte

    @property
    def gbit_per_s_per_w(self) -> float:
        """Throughput of long messages over power, which is bits over energy."""
        return 8000 / self.pj_per_byte

    def to_json(self) -> dict[str, Any]:
        """As flat JSON data; what could be mistaken for another part's figure says what it is."""
        data = asdict(self)
        for key in ("frequency_mhz", "messages", "message_bytes", "delays"):
            data[f"energy_{key}"] = data.pop(key)
        return {
            **data,
            "total_mw": self.total_mw,
            "mb_per_mj": self.mb_per_mj,
            "gbit_per_s_per_w": self.gbit_per_s_per_w,
        }


@dataclass(frozen=True)
class OperationEnergy:
    """Power and energy of an operation, from the job to its outputs in memory.

    Of the cells that the area counts; memories are not among them.

    Attributes:
        frequency_mhz: at which.
        power_mw: by kind, in the mean; their sum is the whole.
        uj: what one operation costs.
        clock_gates: how many there are.
        words: that pass the ports, by port; the energy of memories can be had from them.
    """

    frequency_mhz: float
    power_mw: Mapping[str, float]
    uj: float
    clock_gates: int
    words: Mapping[str, int]

    @property
    def total_mw(self) -> float:
        """The whole power."""
        return sum(self.power_mw.values())

    def to_json(self) -> dict[str, Any]:
        """As flat JSON data; what could be mistaken for another part's figure says what it is."""
        data = asdict(self)
        data["energy_frequency_mhz"] = data.pop("frequency_mhz")
        data["uj_per_run"] = data.pop("uj")
        return {**data, "total_mw": self.total_mw}
