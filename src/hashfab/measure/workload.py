# SPDX-License-Identifier: Apache-2.0
"""Workloads: which messages a design works on, and how they arrive."""

import re
from dataclasses import dataclass

from hashfab.designs import algorithms
from hashfab.errors import RequestError, shown

UNITS = {"B": 1, "KiB": 1024, "MiB": 1024 * 1024}
MOST_BYTES = 64 * 1024 * 1024
MOST_MESSAGES = 1 << 16
MOST_STREAMS = 64
FORM = (
    "MESSAGESxSIZE[/ALGORITHM][/latencyCYCLES][/streamsCOUNT], such as 8x8KiB/sha3-256/latency8 "
    f"(at most {MOST_MESSAGES:,} messages, {MOST_BYTES // UNITS['MiB']} MiB in all, "
    f"latency 1 to 1000, streams 1 to {MOST_STREAMS})"
)


@dataclass(frozen=True)
class Workload:
    """Messages of one size that are queued at once and fed in sequence.

    Attributes:
        messages: how many.
        message_bytes: the size of each.
        algorithm: its name.
        latency: cycles from a memory request to its response (accelerators).
        streams: messages that are under way at once, at the most; what the design can hold when
            None.
    """

    messages: int = 8
    message_bytes: int = 8192
    algorithm: str = "sha3-256"
    latency: int = 8
    streams: int | None = None

    @property
    def name(self) -> str:
        """Canonical; ``parse`` gives this workload back."""
        unit = max(
            (unit for unit, size in UNITS.items() if self.message_bytes % size == 0),
            key=lambda unit: UNITS[unit] if self.message_bytes else -UNITS[unit],
        )
        size = f"{self.message_bytes // UNITS[unit]}{unit}"
        streams = f"/streams{self.streams}" if self.streams else ""
        return f"{self.messages}x{size}/{self.algorithm}/latency{self.latency}{streams}"


DEFAULT = Workload()
"""The benchmark of schmidt2015: 8 messages of 8 KiB."""


def parse(text: str) -> Workload:
    """The workload that a text of the form ``FORM`` says.

    Raises:
        RequestError: it says none; the message says the form.
    """
    given = f"workload {shown(text)}"
    head, *rest = text.split("/", 4)
    match = re.fullmatch(rf"([0-9]{{1,9}})x([0-9]{{1,9}})({'|'.join(UNITS)})?", head)
    if not match:
        raise RequestError(f"{given} is not legal; allowed: {FORM}")
    values: dict[str, int | str] = {
        "messages": int(match[1]),
        "message_bytes": int(match[2]) * UNITS[match[3] or "B"],
    }
    for part in rest:
        number = re.fullmatch(r"(latency|streams)([0-9]{1,9})", part)
        key = number[1] if number else "algorithm"
        if key in values:
            raise RequestError(f"{given} says {key} twice; allowed: {FORM}")
        values[key] = int(number[2]) if number else algorithms.get(part).name
    workload = Workload(**values)  # type: ignore[arg-type]
    if not 1 <= workload.messages <= MOST_MESSAGES:
        raise RequestError(f"{given}: {workload.messages:,} messages; allowed: {FORM}")
    if workload.messages * workload.message_bytes > MOST_BYTES:
        raise RequestError(f"{given} has too many bytes; allowed: {FORM}")
    if not 1 <= workload.latency <= 1000:
        raise RequestError(f"{given}: latency {workload.latency}; allowed: {FORM}")
    if workload.streams is not None and not 1 <= workload.streams <= MOST_STREAMS:
        raise RequestError(f"{given}: streams {workload.streams}; allowed: {FORM}")
    return workload
