# SPDX-License-Identifier: Apache-2.0
"""Where the cycles of a design that runs no program go, as its ports tell; guests' too."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hashfab import designs, paths
from hashfab.designs import Algorithm, Design
from hashfab.designs.guests.interfaces import INTERFACES, Channel
from hashfab.measure import harnesses, simulate
from hashfab.measure.simulate import Conditions, Job, Observer

PHASES = ("in and out", "in", "out", "waiting", "computing", "empty")
"""What a cycle is spent on, as ``occupancy.sv`` counts: words pass; the design waits for memory or
for whoever takes its words; a job is inside; none is."""


ALONE = Conditions(latency=1)
"""Memory answers in the next cycle, and nobody keeps the design waiting."""


@dataclass(frozen=True)
class Roles:
    """What the channels of an interface are for.

    Attributes:
        begins, ends: those with which a job begins and ends.
        takes, gives: those by which words of messages or states pass.
        last: which of the words that begin and end a job are the last, expressions of the ports.
        asks, answers: those of memory.
    """

    begins: str
    ends: str
    takes: str
    gives: str
    last: tuple[str, str] = ("1'b1", "1'b1")
    asks: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


ROLES = {
    "engine": Roles("in", "out", "in", "out"),
    "stream": Roles("in", "out", "in", "out", ("s_axis_tlast", "m_axis_tlast")),
    "accel": Roles(
        "cmd", "done", "rd_rsp", "wr_req", asks=("rd_req", "wr_req"), answers=("rd_rsp", "wr_rsp")
    ),
}
"""By interface."""


@dataclass(frozen=True)
class Phase:
    """What cycles are spent on.

    Attributes:
        name: one of ``PHASES``.
        cycles: of it.
    """

    name: str
    cycles: int


@dataclass(frozen=True)
class Port:
    """A channel with valid and ready.

    Attributes:
        name: of it.
        cycles: in which something passes.
        waits: cycles in which an offer is not taken.
    """

    name: str
    cycles: int
    waits: int


@dataclass(frozen=True)
class Occupancy:
    """A run by its cycles.

    Attributes:
        design: that ran.
        algorithm: that it computed.
        messages: that were offered at once.
        message_bytes: of each of them.
        cycles: from the first job's start to the last one's end.
        phases: of these cycles, each of which is of one.
        ports: as the interface has them.
    """

    design: str
    algorithm: str
    messages: int
    message_bytes: int
    cycles: int
    phases: tuple[Phase, ...]
    ports: tuple[Port, ...]

    def kinds(self) -> list[tuple[str, tuple[Phase, ...] | tuple[Port, ...]]]:
        """The ways in which the run is taken apart, by name."""
        return [("phase", self.phases), ("port", self.ports)]


def occupancy(
    design: Design,
    algorithm: Algorithm,
    message_bytes: int,
    messages: int,
    seed: int,
    trace: Path | None = None,
    conditions: Conditions = ALONE,
) -> Occupancy:
    """Hash random messages on the RTL and count what its ports do.

    With ``trace``, the waveform goes to that file.

    Raises:
        RequestError: the design does not serve the algorithm.
        CheckFailed: a digest is wrong.
        WorkFailed: the simulator could not be built.
    """
    dealt = random.Random(seed)
    jobs = [Job(algorithm, dealt.randbytes(message_bytes)) for _ in range(messages)]
    with paths.scratch("occupancy") as folder:
        observer = Observer(folder / "occupancy_bind.sv", folder / "counts")
        observer.source.write_text(bound(design))
        run = simulate.run(design, jobs, conditions, trace=trace, observer=observer)
        lines = [tuple(map(int, line.split())) for line in observer.counts.read_text().splitlines()]
    names = [channel.name for channel in channels(design)]
    return Occupancy(
        design=design.name,
        algorithm=algorithm.name,
        messages=messages,
        message_bytes=message_bytes,
        cycles=run.cycles,
        phases=tuple(Phase(name, cycles) for name, (cycles,) in zip(PHASES, lines, strict=False)),
        ports=tuple(
            Port(name, *counts) for name, counts in zip(names, lines[len(PHASES) :], strict=True)
        ),
    )


def channels(design: Design) -> tuple[Channel, ...]:
    """The channels of its interface."""
    return INTERFACES[designs.family_of(design).interface].channels()


def bound(design: Design) -> str:
    """The observer, bound to the ports of a design's top."""
    family = designs.family_of(design)
    roles = ROLES[family.interface]
    by_name = {channel.name: channel for channel in channels(design)}
    listed = [*by_name.values()][::-1]
    gives = by_name[roles.gives]
    offers = [by_name[name] for name in dict.fromkeys((*roles.asks, roles.gives))]
    pins = {
        "clk_i": "clk_i",
        "rst_ni": "rst_ni",
        "valid_i": _joined(channel.valid for channel in listed),
        "ready_i": _joined(channel.ready for channel in listed),
        "begins_i": _passes(by_name[roles.begins]),
        "begins_last_i": roles.last[0],
        "ends_i": _passes(by_name[roles.ends]),
        "ends_last_i": roles.last[1],
        "takes_i": _passes(by_name[roles.takes]),
        "gives_i": _passes(gives),
        "offers_i": " || ".join(f"({each.valid} && !{each.ready})" for each in offers),
        "asks_i": _joined(_passes(by_name[name]) for name in roles.asks),
        "answers_i": _joined(_passes(by_name[name]) for name in roles.answers),
        "answered_i": " || ".join(by_name[name].valid for name in roles.answers) or "1'b0",
    }
    parameters = f".Channels({len(by_name)}), .Memories({max(1, len(roles.asks))})"
    connected = ",\n  ".join(f".{pin}({signal})" for pin, signal in pins.items())
    text = (harnesses.FOLDER / "occupancy.sv").read_text()
    return (
        f"{text}\nbind {harnesses.top(family)} hashfab_occupancy #({parameters}) u_occupancy (\n"
        f"  {connected}\n);\n"
    )


def _passes(channel: Channel) -> str:
    return f"{channel.valid} && {channel.ready}"


def _joined(signals: Iterable[str]) -> str:
    listed = list(signals)
    return f"{{{', '.join(listed)}}}" if listed else "1'b0"
