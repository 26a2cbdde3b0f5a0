# SPDX-License-Identifier: Apache-2.0
"""Demands: what software asks of a hash function, as a ``WORKLOAD.toml`` says it.

A file has one or more ``[[call]]`` tables, each with calls that are alike; beside them, at the top,
the programs that make these calls where designs run them whole, the work between the calls, and how
fast it has to be. A ``measure.Workload`` is something else: the messages that a design is
benchmarked with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from hashfab import files
from hashfab.designs import algorithms, schemes
from hashfab.designs.schemes import Operation
from hashfab.errors import RequestError, printable, shown, unknown
from hashfab.measure.call import Call
from hashfab.toml import Document

MOST_FILE_BYTES = 1 << 20
MOST_CALLS = 64
"""Tables of a file."""
MOST_COUNT = 1 << 32
MOST_MESSAGE_BYTES = 1 << 40
MOST_OUTPUT_BYTES = 1 << 16
MOST_AT_ONCE = 64
MOST_ALIGN = 7
MOST_CYCLES = 1 << 50
MOST_OPERATIONS = 64

TOP_KEYS = (
    "title",
    "call",
    "operations",
    "other_cycles",
    "other_share",
    "rate_per_s",
    "deadline_ms",
    "clock_mhz",
    "handover_cycles",
)
NUMBERS = TOP_KEYS[TOP_KEYS.index("other_cycles") :]
CALL_KEYS = ("algorithm", "message_bytes", "output_bytes", "count", "at_once", "align")
EXCLUDING = (
    ("other_cycles", "other_share"),
    ("operations", "other_share"),
    ("rate_per_s", "deadline_ms"),
)

HANDOVER_CYCLES = 102
"""Of the core, to hand a call over to hardware beside it and to take note of its end: the mean of
the accelerator's driver on ``rv32``, as the reference system runs it (docs/soc.md)."""


@dataclass(frozen=True)
class Demand:
    """What one run of a piece of software asks for.

    Attributes:
        name: as typed, or of the file.
        title: one line.
        calls: of hash functions.
        operations: that make these calls, as often as a run does them; a design that runs them is
            measured by whole runs. None of them where the calls are all that is known.
        other_cycles: of the core, that a run spends on work beside calls and operations; None if
            said as a share.
        other_share: the same as a share of the time of a run with plain software; None if said in
            cycles.
        rate_per_s: runs per second that have to be done; None for as many as possible.
        deadline_ms: for one run; None for none.
        clock_mhz: of the system, at the most; None for each part's own.
        handover_cycles: of the core, for each call that hardware beside it works on.
    """

    name: str
    title: str
    calls: tuple[Call, ...]
    operations: tuple[Operation, ...] = ()
    other_cycles: float | None = None
    other_share: float | None = None
    rate_per_s: float | None = None
    deadline_ms: float | None = None
    clock_mhz: float | None = None
    handover_cycles: int = HANDOVER_CYCLES

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(call.algorithm for call in self.calls))

    @property
    def messages(self) -> int:
        """Calls in all."""
        return sum(call.count for call in self.calls)

    @property
    def message_bytes(self) -> int:
        """Of all messages."""
        return sum(call.count * call.message_bytes for call in self.calls)

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "name": self.name,
            "title": self.title,
            "calls": [
                {key: getattr(call, key) for key in CALL_KEYS if getattr(call, key) is not None}
                for call in self.calls
            ],
            "operations": [operation.name for operation in self.operations],
            **{key: getattr(self, key) for key in NUMBERS},
        }


def ready() -> tuple[str, ...]:
    """The names of the demands that ship with hashfab."""
    folder = resources.files(__package__).joinpath("workloads")
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in folder.iterdir()
            if entry.name.endswith(".toml")
        )
    )


def get(given: str) -> Demand:
    """A ready demand by its name, or one from a file.

    Raises:
        RequestError: there is neither, or the file does not describe one; the message names the
            file, the line and the key, and says what is allowed.
    """
    if given in ready():
        source = resources.files(__package__).joinpath("workloads", f"{given}.toml")
        return parse(source.read_text(encoding="utf-8"), given, given)
    path = Path(given)
    if not given or ("/" not in given and not given.endswith(".toml") and not _exists(path)):
        raise RequestError(f"{unknown('workload', given, ready())}, or a file WORKLOAD.toml")
    text = files.read_text(path, MOST_FILE_BYTES, "workload")
    return parse(text, printable(str(path)), printable(path.stem))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def parse(text: str, file: str, name: str) -> Demand:
    """The demand that ``text`` describes; errors call it ``file``. Raises as ``get`` does."""
    return _Reader(Document(text, file, "call")).demand(name)


@dataclass(frozen=True)
class _Reader:
    """Turns the data of a file into a demand, and says where it goes wrong."""

    document: Document

    def demand(self, name: str) -> Demand:
        data = self.document.data()
        self.known(data, TOP_KEYS, None)
        tables = data.get("call")
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.error("call", None, "needs at least one [[call]] table")
        if not tables or len(tables) > MOST_CALLS:
            raise self.error(
                "call", None, f"{len(tables)} calls; allowed: 1 to {MOST_CALLS} [[call]] tables"
            )
        title = data.get("title", name)
        if not isinstance(title, str):
            raise self.error("title", None, f"{shown(title)} is not legal; allowed: a text")
        for one, other in EXCLUDING:
            if one in data and other in data:
                raise self.error(other, None, f"stands beside {one}; allowed: one of them")
        return Demand(
            name=name,
            title=printable(title),
            calls=tuple(self.call(table, index) for index, table in enumerate(tables)),
            operations=self.operations(data),
            other_cycles=self.number(data, "other_cycles", 0, MOST_CYCLES),
            other_share=self.number(data, "other_share", 0, 0.999999),
            rate_per_s=self.number(data, "rate_per_s", 1e-9, 1e9),
            deadline_ms=self.number(data, "deadline_ms", 1e-6, 1e12),
            clock_mhz=self.number(data, "clock_mhz", 1e-3, 1e5),
            handover_cycles=self.integer(
                data, "handover_cycles", None, 0, 1_000_000, HANDOVER_CYCLES
            ),
        )

    def operations(self, data: Mapping[str, Any]) -> tuple[Operation, ...]:
        if "operations" not in data:
            return ()
        names = data["operations"]
        if not isinstance(names, list) or not 1 <= len(names) <= MOST_OPERATIONS:
            raise self.error(
                "operations",
                None,
                f"{shown(names)} is not legal; allowed: a list of 1 to {MOST_OPERATIONS} names",
            )
        return tuple(self.operation(name) for name in names)

    def operation(self, name: object) -> Operation:
        try:
            found = schemes.parse(name) if isinstance(name, str) else None
        except RequestError as error:
            raise self.error("operations", None, str(error)) from None
        if found is None:
            raise self.error("operations", None, str(schemes.unknown_operation(name)))
        return found

    def call(self, table: Mapping[str, Any], index: int) -> Call:
        self.known(table, CALL_KEYS, index)
        for key in ("algorithm", "message_bytes"):
            if key not in table:
                raise self.error(None, index, f"{key} is missing")
        name = table["algorithm"]
        if not isinstance(name, str) or name not in algorithms.ALGORITHMS:
            error = unknown("algorithm", name, algorithms.ALGORITHMS)
            raise self.error("algorithm", index, str(error))
        count = self.integer(table, "count", index, 1, MOST_COUNT, 1)
        output = None
        if "output_bytes" in table:
            output = self.integer(table, "output_bytes", index, 1, MOST_OUTPUT_BYTES, 0)
            algorithm = algorithms.get(name)
            if output != algorithm.digest_bytes:
                try:
                    algorithms.output_bytes(algorithm, output)
                except RequestError as error:
                    raise self.error("output_bytes", index, str(error)) from None
        return Call(
            algorithm=name,
            message_bytes=self.integer(table, "message_bytes", index, 0, MOST_MESSAGE_BYTES, 0),
            output_bytes=output if algorithms.is_xof(algorithms.get(name)) else None,
            count=count,
            at_once=self.integer(table, "at_once", index, 1, min(count, MOST_AT_ONCE), 1),
            align=self.integer(table, "align", index, 0, MOST_ALIGN, 0),
        )

    def known(self, data: Mapping[str, Any], keys: tuple[str, ...], index: int | None) -> None:
        for key in data:
            if key not in keys:
                raise self.error(key, index, f"unknown key; allowed are {', '.join(keys)}")

    def integer(
        self,
        data: Mapping[str, Any],
        key: str,
        index: int | None,
        low: int,
        high: int,
        default: int,
    ) -> int:
        value = data.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.error(
                key, index, f"{shown(value)} is not legal; allowed: an integer, {low} to {high:,}"
            )
        return value

    def number(self, data: Mapping[str, Any], key: str, low: float, high: float) -> float | None:
        if key not in data:
            return None
        value = data[key]
        if type(value) not in (int, float) or not low <= value <= high:
            raise self.error(
                key, None, f"{shown(value)} is not legal; allowed: a number, {low:g} to {high:g}"
            )
        return float(value)

    def error(self, key: str | None, index: int | None, message: str) -> RequestError:
        return self.document.error(key, index, message)
