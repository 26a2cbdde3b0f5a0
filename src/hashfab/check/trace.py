# SPDX-License-Identifier: Apache-2.0
"""A microprogram on the RTL, instruction by instruction, for comparison with its model."""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.designs import Design
from hashfab.errors import CheckFailed
from hashfab.measure import simulate
from hashfab.tools import process

WORDS = struct.Struct("<QII2Q24Q27Q")
"""``RvfiRecord`` of the harness."""


@dataclass(frozen=True)
class Record:
    """An instruction in EX1, and what it finds there.

    Attributes:
        cycle: when, from reset on.
        pc: of the instruction.
        opcode: of the instruction.
        k: operand register K.
        m: operand register M.
        side1: a to h, w[0] to w[14], wr.
        side2: pa pb pc pe pf pg, s1 c1 s2 c2, v[1] to v[14], vx, ws, wc.
    """

    cycle: int
    pc: int
    opcode: int
    k: int
    m: int
    side1: tuple[int, ...]
    side2: tuple[int, ...]


@dataclass(frozen=True)
class Trace:
    """What a run did.

    Attributes:
        cycles: from the start to the end.
        out: what came out, 16 bytes a beat.
        records: the instructions in order, each repetition by itself.
    """

    cycles: int
    out: tuple[bytes, ...]
    records: tuple[Record, ...]


def trace(design: Design, bundle: str, seed: int = 1, stall: int = 0) -> Trace:
    """Run a bundle that says where to start, and on which input.

    Args:
        design: a microprogrammed one.
        bundle: records as the harness reads them, ``start`` and ``data`` among them.
        seed: of the stalls.
        stall: percent of cycles in which a side of a handshake is not ready.

    Raises:
        WorkFailed: the simulator could not be built.
        CheckFailed: the program did not end, or the harness found something else wrong.
    """
    binary = simulate.build(design)
    with paths.scratch("trace") as folder:
        program, jobs, rvfi = (folder / name for name in ("program", "jobs", "rvfi"))
        program.write_text(bundle)
        jobs.write_text("")
        arguments: list[str | Path] = [binary, "--jobs", jobs, "--program", program]
        arguments += ["--rvfi", rvfi, "--seed", str(seed), "--stall", str(stall)]
        result = process.execute(arguments)
        if result.returncode != 0:
            raise CheckFailed(f"{design.name}, seed {seed}: {result.stderr.strip()}")
        report = json.loads(result.stdout)
        records = tuple(_records(rvfi.read_bytes()))
    out = tuple(bytes.fromhex(beat) for beat in report["out"])
    return Trace(report["cycles"], out, records)


def _records(data: bytes) -> Iterator[Record]:
    for cycle, pc, opcode, k, m, *words in WORDS.iter_unpack(data):
        yield Record(cycle, pc, opcode, k, m, tuple(words[:24]), tuple(words[24:]))
