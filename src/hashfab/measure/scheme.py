# SPDX-License-Identifier: Apache-2.0
"""Operations of post-quantum schemes on the RTL of a processor, every output checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashfab import designs
from hashfab.designs import CORES, Design
from hashfab.designs.model import Program
from hashfab.designs.schemes import MlDsa, MlKem, Operation, Scheme, SlhDsa
from hashfab.errors import CheckFailed, RequestError
from hashfab.measure import program as programs
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Gates
from hashfab.tools.verilator import Kind

STATUS_BYTES = 4
"""Of the status before the outputs: 0 if they are there, 1 if the inputs were refused."""


@dataclass(frozen=True)
class Executed:
    """Operations that ran, their outputs being right.

    Attributes:
        outputs: of each; None where the inputs were refused.
        cycles: of each.
        report: everything that the harness printed.
    """

    outputs: tuple[bytes | None, ...]
    cycles: tuple[int, ...]
    report: dict[str, Any]


ON_ACCELERATOR = "soc"
"""Below it are the folders of schemes again, with what takes the place of hashing on a system."""


STREAM = ("hash_stream.c",)
"""Of the driver, for messages in pieces; what a scheme does not call is not linked."""


ON_LANES = "riscv/pqc"
"""With what takes the place of SLH-DSA's hashing on a core with the lane unit, under ``sw``."""


def program(design: Design, scheme: Scheme) -> Program:
    """A scheme over a design's own Keccak, or over a system's accelerator.

    Raises:
        RequestError: the design is no core and no system, or a system does not run the scheme.
    """
    own = designs.family_of(design).program(design)
    if isinstance(own, Program) and design.family == "soc" and _on_accelerator(design, scheme):
        return replace(
            own,
            sources=(*own.sources, *STREAM, "accelerator.c", "sponge.c", *scheme.sources),
            shared=(
                *(f"{ON_ACCELERATOR}/{folder}" for folder in scheme.folders),
                *scheme.folders,
                *own.shared,
                "common",
            ),
            macros=scheme.macros,
        )
    if design.family not in CORES:
        allowed = f"{', '.join(CORES)}, soc"
        if ending := ENDINGS.get(type(scheme)):
            allowed += f" with an accelerator whose name ends in {ending}"
        raise RequestError(
            f"{design.name} does not run {scheme.name}; allowed: designs of {allowed}"
        )
    assert isinstance(own, Program)
    lanes = isinstance(scheme, SlhDsa) and "keccak_lane.S" in own.sources
    return replace(
        own,
        sources=(*own.sources, *scheme.sources),
        shared=(*((ON_LANES,) if lanes else ()), *scheme.folders, *own.shared),
        small=False,
        macros=scheme.macros,
    )


ENDINGS: Mapping[type[Scheme], str] = {MlDsa: "r or rc", SlhDsa: "rc"}
"""Of accelerators that have what a scheme needs: states in memory for messages in parts, chains."""


def _on_accelerator(design: Design, scheme: Scheme) -> bool:
    """Whether a system's accelerator has what takes the place of a scheme's hashing."""
    if isinstance(scheme, SlhDsa):
        return bool(design.number("chain") and design.number("resume"))
    return isinstance(scheme, MlKem) or bool(design.number("resume"))


def runs(design: Design, scheme: Scheme) -> bool:
    """Whether a design runs a scheme as a whole program."""
    try:
        program(design, scheme)
    except RequestError:
        return False
    return True


def run(
    design: Design,
    operation: Operation,
    inputs: Sequence[bytes],
    conditions: Conditions | None = None,
    profile: Path | None = None,
    trace: Path | None = None,
    rvfi: Path | None = None,
    gates: Gates | None = None,
) -> Executed:
    """Run an operation on the RTL, or on a netlist of it, once for each of the inputs.

    Args:
        design: a core or a system.
        operation: which.
        inputs: each as ``Operation.inputs`` gives them, right or wrong.
        conditions: of the simulation.
        profile: where cycles are written, by program counter.
        trace: where the waveform of the whole run is written, an FST file.
        rvfi: where a record of each instruction is written.
        gates: a netlist.

    Raises:
        RequestError: as ``program``.
        WorkFailed: the simulator or the program could not be built.
        CheckFailed: an output is wrong, or another check did not hold.
    """
    image = programs.build(program(design, operation.scheme)).image
    lines = []
    offset = 0
    for each in inputs:
        length = STATUS_BYTES + operation.output_bytes
        lines.append(f"8 {operation.number:02x} 24 {length} 0 0 {offset} {len(each)} 0\n")
        offset += len(each)
    more: list[str | Path] = ["--program", image, "--max-cycles", str(operation.scheme.most_cycles)]
    if profile is not None:
        more += ["--profile", profile]
    if trace is not None:
        more += ["--trace", trace]
    if rvfi is not None:
        more += ["--rvfi", rvfi]
    if gates is not None:
        binary = gates.simulator
    else:
        binary = simulate.build(design, Kind.RTL if trace is None else Kind.WAVEFORM)
    report = simulate.execute(
        design,
        binary,
        "".join(lines),
        b"".join(inputs),
        conditions or Conditions(latency=1),
        more,
        gates,
    )
    outputs = tuple(_output(bytes.fromhex(text)) for text in report["digests"])
    for index, (each, output) in enumerate(zip(inputs, outputs, strict=True)):
        if output != operation.reference(each):
            raise CheckFailed(f"{design.name}: wrong output of {operation.name}, run {index}")
    return Executed(outputs, tuple(report["latency"]), report)


def _output(written: bytes) -> bytes | None:
    """What a program wrote, without its status."""
    status = int.from_bytes(written[:STATUS_BYTES], "little")
    if status not in (0, 1):
        raise CheckFailed(f"a program of a scheme ended with status {status}")
    return None if status else written[STATUS_BYTES:]
