# SPDX-License-Identifier: Apache-2.0
"""Running messages on the RTL and checking every digest."""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashfab import designs, paths
from hashfab.designs import Algorithm, Design, Sponge, algorithms
from hashfab.designs.guests import Guest
from hashfab.designs.model import Microprogram, Program
from hashfab.errors import CheckFailed, RequestError, WorkFailed
from hashfab.measure import harnesses
from hashfab.measure import microprogram as microprograms
from hashfab.measure import program as programs
from hashfab.measure.workload import Workload
from hashfab.tools import process, verilator
from hashfab.tools.verilator import Kind

MEMORY_MESSAGE_BYTES = (32 << 20) - (256 << 10) - 4096
MEMORY_OUTPUT_BYTES = (32 << 20) - 4096
"""What the memory beside a processor has room for; the same stands in ``processor.cpp``."""

SILENT = "it did not say why, as where logic never settles (a combinational loop)"

LEAST_CYCLES = 10_000
MOST_SECONDS = 3600.0
"""For a design that is not known to end: cycles beside those of its blocks, and of time."""


@dataclass(frozen=True)
class Job:
    """One message to hash.

    Attributes:
        algorithm: which.
        message: its bytes.
        length: bytes of output; the algorithm's default when None.
        domain: TurboSHAKE's domain byte; the algorithm's when None.
        align: byte offset of the message within a memory word.
        digest_align: the same of the digest.
    """

    algorithm: Algorithm
    message: bytes
    length: int | None = None
    domain: int | None = None
    align: int = 0
    digest_align: int = 0

    def expected(self) -> bytes:
        """The digest by an independent implementation."""
        return algorithms.reference(self.algorithm, self.message, self.length, self.domain)


@dataclass(frozen=True)
class Conditions:
    """What surrounds the design in a simulation.

    Attributes:
        latency: cycles from a memory request to its response.
        stall: percent of cycles in which a side of a handshake is not ready.
        reorder: whether the memory answers out of order.
        concurrent: messages offered at once; what the design can hold when None.
        seed: of the stalls and the order.
    """

    latency: int = 8
    stall: int = 0
    reorder: bool = False
    concurrent: int | None = None
    seed: int = 1


@dataclass(frozen=True)
class Gates:
    """A netlist to run instead of the RTL.

    Attributes:
        simulator: of it.
        activity: where the toggles of the time from first accept to last completion are written,
            a SAIF file; beside it, that of its first moment.
        idle: the same for the idle design after it, if that is watched.
        vectors: where the netlist's inputs and outputs in each cycle are written, if they are.
    """

    simulator: Path
    activity: Path
    idle: Path | None = None
    vectors: Path | None = None


@dataclass(frozen=True)
class Observer:
    """What watches a design from outside.

    Attributes:
        source: SystemVerilog that is bound to its top, and writes to ``+occupancy=FILE``.
        counts: that file.
    """

    source: Path
    counts: Path


@dataclass(frozen=True)
class Run:
    """What a simulation found, the digests being right.

    Attributes:
        cycles: first accept to last completion.
        latency: cycles of each job, accept to completion.
        digests: in the order of the jobs.
        report: everything that the harness printed.
    """

    cycles: int
    latency: tuple[int, ...]
    digests: tuple[bytes, ...]
    report: dict[str, Any]


def check_fits(design: Design, message_bytes: int, output_bytes: int) -> None:
    """Refuse a message or an output for which a simulated memory has no room.

    Raises:
        RequestError: the message says how long they may be.
    """
    if not isinstance(designs.family_of(design).program(design), Program):
        return
    for what, count, most in (
        ("message", message_bytes, MEMORY_MESSAGE_BYTES),
        ("output", output_bytes, MEMORY_OUTPUT_BYTES),
    ):
        if count > most:
            raise RequestError(
                f"{design.name} has no memory for {what}s of {count:,} bytes; "
                f"allowed: {most:,} bytes at most"
            )


def check(design: Design, workload: Workload) -> None:
    """Refuse a workload that a design does not serve, or has no memory for.

    Raises:
        RequestError: the message says what is allowed.
    """
    algorithm = algorithms.get(workload.algorithm)
    designs.check_serves(design, algorithm)
    check_fits(design, workload.message_bytes, algorithm.digest_bytes)


_substitutes: dict[Design, Path] = {}


@contextmanager
def substituted(simulators: Mapping[Design, Path]) -> Iterator[None]:
    """Let ``build`` give other simulators for these designs: of RTL that has a defect."""
    kept = dict(_substitutes)
    _substitutes.update(simulators)
    try:
        yield
    finally:
        _substitutes.clear()
        _substitutes.update(kept)


def build(design: Design, kind: Kind = Kind.RTL, observer: Observer | None = None) -> Path:
    """The design's simulator, of its RTL. Raises as ``verilator.build``."""
    if design in _substitutes:
        return _substitutes[design]
    family = designs.family_of(design)
    harness = harnesses.of(design)
    return verilator.build(
        harnesses.top(family),
        [*family.sources(), *([] if observer is None else [observer.source])],
        harness.main,
        family.rtl_parameters(design),
        harness.macros(design),
        kind,
        ports=harness.ports,
        inline=harness.inline,
    )


def run(
    design: Design,
    jobs: Sequence[Job],
    conditions: Conditions | None = None,
    profile: Path | None = None,
    trace: Path | None = None,
    gates: Gates | None = None,
    observer: Observer | None = None,
) -> Run:
    """Hash messages on the RTL, or on a netlist of it.

    Args:
        design: what.
        jobs: the messages.
        conditions: of the simulation.
        profile: where a processor's cycles are written, by program counter.
        trace: where the waveform of the whole run is written, an FST file.
        gates: a netlist.
        observer: what else watches the RTL.

    Raises:
        RequestError: the design does not serve an algorithm, or has no memory for a job.
        ToolMissing: the simulator cannot be built here.
        WorkFailed: the build failed.
        CheckFailed: a check in the harness did not hold, or a digest is wrong.
    """
    for algorithm in dict.fromkeys(job.algorithm for job in jobs):
        designs.check_serves(design, algorithm)
    for job in jobs:
        output = algorithms.output_bytes(job.algorithm, job.length)
        check_fits(design, len(job.message), output)
    conditions = conditions or Conditions()
    if gates is not None:
        binary = gates.simulator
    else:
        binary = build(design, Kind.RTL if trace is None else Kind.WAVEFORM, observer)
    program = designs.family_of(design).program(design)
    more: list[str | Path] = []
    if (each := designs.family_of(design).block_cycles) is not None:
        blocks = sum(map(_blocks, jobs))
        most = LEAST_CYCLES + blocks * each * 100 // (100 - conditions.stall)
        more += ["--max-cycles", str(most)]
    if profile is not None:
        more += ["--profile", profile]
    if trace is not None:
        more += ["--trace", trace]
    if observer is not None:
        more.append(f"+occupancy={observer.counts}")
    with paths.scratch("program") as folder:
        if isinstance(program, Microprogram):
            text, lines, data = _microprogrammed(jobs)
            bundles = folder / "bundles"
            bundles.write_text(text)
            more += ["--program", bundles]
        else:
            lines, data = _sponges(jobs)
        if isinstance(program, Program):
            more += ["--program", programs.build(program).image]
        try:
            report = execute(design, binary, lines, data, conditions, more, gates)
        except CheckFailed as error:
            raise CheckFailed(f"{error.message}{_misfits(design)}") from None
    digests = tuple(bytes.fromhex(text) for text in report["digests"])
    for number, (job, digest) in enumerate(zip(jobs, digests, strict=True)):
        if digest != job.expected():
            raise CheckFailed(
                f"{design.name}: wrong digest for message {number} "
                f"({job.algorithm.name}, {len(job.message)} bytes): {digest.hex()}, "
                f"expected {job.expected().hex()}{_misfits(design)}"
            )
    return Run(report["cycles"], tuple(report["latency"]), digests, report)


def _misfits(design: Design) -> str:
    """What of a guest's ports does not fit its interface, which may be why it fails."""
    family = designs.family_of(design)
    if not isinstance(family, Guest):
        return ""
    with paths.scratch("misfits") as folder:
        found = verilator.misfits(
            harnesses.top(family),
            family.sources(),
            family.rtl_parameters(design),
            family.joint,
            folder / "log",
        )
    return f"; of its top, {'; '.join(found)}" if found else ""


def _blocks(job: Job) -> int:
    """The blocks of a message with its padding, and of its output."""
    block = job.algorithm.block_bytes
    output = algorithms.output_bytes(job.algorithm, job.length)
    return len(job.message) // block + 1 + output // block


def execute(
    design: Design,
    binary: Path,
    lines: str,
    data: bytes,
    conditions: Conditions,
    more: Sequence[str | Path] = (),
    gates: Gates | None = None,
) -> dict[str, Any]:
    """Run a simulator.

    Args:
        design: that it simulates.
        binary: the simulator.
        lines: the jobs, as its harness reads them.
        data: their messages.
        conditions: of the simulation.
        more: further arguments.
        gates: what is watched of a netlist.

    Returns:
        What the harness printed.

    Raises:
        WorkFailed: it did not end by itself.
        CheckFailed: a check in it did not hold.
    """
    concurrent = conditions.concurrent or harnesses.of(design).in_flight(design)
    with paths.scratch("jobs") as folder:
        list_file, data_file = folder / "jobs", folder / "data"
        list_file.write_text(lines)
        data_file.write_bytes(data)
        arguments: list[str | Path] = [binary, "--jobs", list_file, "--data", data_file]
        arguments += ["--seed", str(conditions.seed), "--latency", str(conditions.latency)]
        arguments += ["--stall", str(conditions.stall), "--concurrent", str(concurrent)]
        arguments += ["--reorder"] if conditions.reorder else []
        arguments += more
        known = designs.family_of(design).block_cycles is None
        limit_s = None if known else MOST_SECONDS
        try:
            result = _watched(arguments, gates, limit_s)
        except process.GivenUp as error:
            raise WorkFailed(f"simulation of {design.name} failed: {error.message}") from None
    if result.returncode < 0:
        raise WorkFailed(
            f"the simulation of {design.name} was ended by signal {-result.returncode}"
        )
    if result.returncode != 0:
        said = (result.stderr.strip() or result.stdout.strip()).splitlines() or [SILENT]
        raise CheckFailed(f"simulation of {design.name} failed: {said[-1]}")
    try:
        report: dict[str, Any] = json.loads(result.stdout)
    except ValueError:
        raise WorkFailed(
            f"the simulation of {design.name} gave no result; 'hashfab clean' frees a simulator "
            "that is damaged"
        ) from None
    return report


def _watched(
    arguments: list[str | Path], gates: Gates | None, limit_s: float | None
) -> subprocess.CompletedProcess[str]:
    """Run a simulator.

    Of those of a netlist, the run that ends last is that of the toggles while messages are under
    way.
    """
    if gates is None:
        return process.execute(arguments, limit_s=limit_s)
    if gates.vectors:
        arguments = [*arguments, f"+vectors={gates.vectors}"]
    for option, path in (("--idle", gates.idle), ("--activity", gates.activity)):
        if path is None:
            continue
        first = [*arguments, option, verilator.first(path), "--first"]
        for each in (first, [*arguments, option, path]):
            result = process.execute(each, limit_s=limit_s)
            if result.returncode != 0:
                return result
    return result


def _sponges(jobs: Sequence[Job]) -> tuple[str, bytes]:
    """The lines and the data of jobs for a design that pads, or whose harness does."""
    lines = []
    offset = 0
    for job in jobs:
        sponge = job.algorithm
        assert isinstance(sponge, Sponge)
        domain = sponge.domain if job.domain is None else job.domain
        length = algorithms.output_bytes(sponge, job.length)
        lines.append(
            f"{sponge.block_bytes} {domain:02x} {sponge.rounds} {length} {job.align} "
            f"{job.digest_align} {offset} {len(job.message)} {sponge.code}\n"
        )
        offset += len(job.message)
    return "".join(lines), b"".join(job.message for job in jobs)


def _microprogrammed(jobs: Sequence[Job]) -> tuple[str, str, bytes]:
    """The programs of the jobs' algorithms, and the lines and the data of the padded jobs."""
    names = list(dict.fromkeys(job.algorithm.name for job in jobs))
    text = "".join(f"bundle\n{microprograms.bundle(name)}" for name in names)
    lines = []
    data = bytearray()
    for job in jobs:
        padded = algorithms.padded(job.algorithm, job.message, job.domain)
        length = algorithms.output_bytes(job.algorithm, job.length)
        blocks = len(padded) // job.algorithm.block_bytes
        lines.append(f"{names.index(job.algorithm.name)} {length} {len(data)} {blocks}\n")
        data += padded
    return text, "".join(lines), bytes(data)
