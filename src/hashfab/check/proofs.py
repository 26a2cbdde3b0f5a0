# SPDX-License-Identifier: Apache-2.0
"""The formal proofs: ``python -m hashfab.check.proofs [--quick] [--jobs N] [--list] [NAME...]``.

A proof is a folder of ``formal`` with a ``proof.toml``; a NAME is a folder (``engine_control``) or
one of its cases (``engine_control.n1``). Yosys reads the SystemVerilog through slang and writes the
assertions as an AIGER file; ABC, which runs inside Yosys, decides them. Models, logs and
counterexamples stay in ``formal/<folder>.<case>`` of the build folder.

Exit code: 0 all hold, 1 one does not or a tool failed, 2 the request was wrong.

Keys of ``proof.toml``:

=========  ========================================================================================
title      what is proved
top        the property module
sources    the files to read, as patterns from the root of the repository, packages first
registers  a control bus: the accelerator's register block on it, made by PeakRDL, is read as well
without    files that the patterns match and the proof replaces by one of its own
method     ``unbounded``: runs of every length (property-directed reachability);
           ``bounded``: every run of ``depth`` cycles, the first being the cycle of reset;
           ``unrolled``: the same, where control does not depend on inputs: the run becomes one
           combinational network, decided by structural hashing and SAT sweeping
case       one table per instance: ``name``; ``parameters``; ``depth``; ``seconds``, about what it
           takes on one core; ``quick``, whether ``--quick`` runs it; any key above, for it alone
=========  ========================================================================================

The cover of a property module must be reached within ``depth`` cycles, against vacuous proofs.
"""

import json
import os
import shutil
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from hashfab import entry, errors, paths
from hashfab.check import reports
from hashfab.errors import CheckFailed, RequestError, WorkFailed
from hashfab.export import registers
from hashfab.tools import process, yosys

TIMEOUT_S = 3600
"""For one decision, on a machine that may have other work."""

METHODS = {
    "unbounded": ("strash", "pdr"),
    "bounded": ("strash", "scorr", "dc2", "bmc3 -F {depth}"),
    "unrolled": ("strash", "frames -i -F {depth}", "strash", "iprove"),
}
"""ABC's commands for each method."""

WITNESS = ("strash", "bmc3 -F {depth}")

MODEL = """\
hierarchy -check -top {top}
flatten
delete -output
async2sync
chformal -lower
memory_map -formal
setundef -undriven -anyseq
opt -full
write_rtlil model.il
"""

# The `abc` pass maps a carrier gate while ABC's own commands read and decide the real model.
DECIDE = """\
read_rtlil model.il
{select}
dffunmap
techmap
setundef -anyseq
aigmap
opt_clean
write_aiger -I -zinit -ywmap {kind}.map {kind}.aig
design -reset
read_verilog carrier.v
simplemap
abc -script {kind}.abc
"""

CARRIER = """\
module carrier (input a, input b, output y);
  assign y = a & b;
endmodule
"""

# cover(x) becomes assert(!x): the counterexample is the witness.
COVER_MAP = """\
(* techmap_celltype = "$cover" *)
module cover_to_assert (input A, input EN);
  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""

SELECT = {
    "assert": "chformal -cover -remove",
    "cover": "chformal -assert -remove\ntechmap -map cover_map.v",
}


@dataclass(frozen=True)
class Proof:
    """One case of one folder.

    Attributes:
        folder: its name under ``formal``.
        case: its name in the folder's ``proof.toml``.
        title: what is proved.
        top: the property module.
        sources: SystemVerilog, packages first.
        registers: the control bus whose register block is read before them; None for none.
        method: a key of ``METHODS``.
        parameters: of the property module.
        depth: cycles; None for a proof without a bound and without a cover.
        seconds: about what it takes on one core.
        quick: whether it belongs to the short selection.
    """

    folder: str
    case: str
    title: str
    top: str
    sources: tuple[Path, ...]
    registers: str | None
    method: str
    parameters: tuple[tuple[str, int], ...]
    depth: int | None
    seconds: float
    quick: bool

    @property
    def name(self) -> str:
        """What the command line calls it."""
        return f"{self.folder}.{self.case}"

    @property
    def scope(self) -> str:
        """How far it reaches."""
        return "unbounded" if self.method == "unbounded" else f"{self.depth} cycles"

    @property
    def directory(self) -> Path:
        """Where its models, logs and counterexamples go."""
        return paths.build_dir() / "formal" / self.name


@dataclass(frozen=True)
class Verdict:
    """ABC's answer.

    Attributes:
        status: ``snl_UNSAT`` (holds), ``snl_SAT`` (broken) or another word (undecided).
        frames: the last cycle that it covered.
        output: number of the property that it broke, -1 for none.
        properties: their names.
    """

    status: str
    frames: int
    output: int
    properties: tuple[str, ...]


def find_sources(
    root: Path, path: Path, patterns: Sequence[str], without: Sequence[str]
) -> tuple[Path, ...]:
    """Expand the patterns of the proof at ``path``, each file once.

    Raises:
        RequestError: one matches nothing.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(root.glob(pattern))
        if not matches:
            raise RequestError(f"{path}: no file matches {pattern}")
        found.update(dict.fromkeys(matches))
    for name in without:
        if root / name not in found:
            raise RequestError(f"{path}: 'without' names {name}, which no pattern matches")
        del found[root / name]
    return tuple(found)


def _case(data: dict[str, Any], path: Path, root: Path) -> Proof:
    if data["method"] not in METHODS:
        raise errors.unknown(f"method in {path}", data["method"], METHODS)
    bus = data.get("registers")
    if bus is not None and bus not in registers.CONTROLS:
        raise errors.unknown(f"control bus in {path}", bus, registers.CONTROLS)
    if data["method"] != "unbounded" and "depth" not in data:
        raise RequestError(f"{path}: case {data['name']} needs a depth")
    return Proof(
        folder=path.parent.name,
        case=data["name"],
        title=data["title"],
        top=data["top"],
        sources=find_sources(root, path, data["sources"], data.get("without", [])),
        registers=bus,
        method=data["method"],
        parameters=tuple(data.get("parameters", {}).items()),
        depth=data.get("depth"),
        seconds=data["seconds"],
        quick=data.get("quick", False),
    )


def load(root: Path) -> list[Proof]:
    """Every case of every folder of ``formal`` under ``root``.

    Raises:
        RequestError: there is none, or a ``proof.toml`` lacks a key or has a wrong one.
    """
    proofs = []
    for path in sorted(root.glob("formal/*/proof.toml")):
        try:
            data = tomllib.loads(path.read_text())
            proofs += [_case(data | case, path, root) for case in data["case"]]
        except tomllib.TOMLDecodeError as error:
            raise RequestError(f"{path} is no TOML: {error}") from None
        except KeyError as error:
            raise RequestError(f"{path}: the key {error} is missing") from None
    if not proofs:
        raise RequestError(f"there is no formal/*/proof.toml in {root}; run in a clone of hashfab")
    return proofs


def select(proofs: Sequence[Proof], names: Sequence[str], quick: bool) -> list[Proof]:
    """What ``names`` ask for, all for none; of these only the quick ones if asked for.

    Raises:
        RequestError: a name is unknown, or nothing is left.
    """
    for name in names:
        if not any(name in (proof.name, proof.folder) for proof in proofs):
            raise errors.unknown("proof", name, dict.fromkeys(proof.folder for proof in proofs))
    asked = [p for p in proofs if not names or p.name in names or p.folder in names]
    chosen = [proof for proof in asked if proof.quick or not quick]
    if not chosen:
        raise RequestError(f"no quick proof among {', '.join(names) or 'all'}; leave out --quick")
    return chosen


def build_model(proof: Proof) -> None:
    """Elaborate the property module into ``model.il``."""
    work = proof.directory
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "carrier.v").write_text(CARRIER)
    (work / "cover_map.v").write_text(COVER_MAP)
    names = yosys.stage(work, proof.sources)
    if proof.registers:
        bus = registers.CONTROLS[proof.registers].interface
        names = [*(path.name for path in registers.hardware(bus, work)), *names]
    script = yosys.read(proof.top, names, dict(proof.parameters)) + MODEL.format(top=proof.top)
    yosys.run(work, "model", script, TIMEOUT_S)


def decide(proof: Proof, kind: str, commands: Sequence[str]) -> Verdict:
    """Let ABC decide the model's asserts or covers (``kind``)."""
    work = proof.directory
    script = ["backup", f"read_aiger {kind}.aig", "fold"]
    script += [command.format(depth=proof.depth) for command in commands]
    script += [f"write_status {kind}.status", f"write_cex -a {kind}.cex", "restore"]
    (work / f"{kind}.abc").write_text("\n".join(script) + "\n")
    yosys.run(work, kind, DECIDE.format(kind=kind, select=SELECT[kind]), TIMEOUT_S)

    properties = json.loads((work / f"{kind}.map").read_text())["asserts"]
    names = tuple(path[-1].removeprefix("\\") for path in properties)
    status = work / f"{kind}.status"
    if not status.exists():
        raise WorkFailed("ABC gave no verdict", work / f"{kind}.log")
    fields = status.read_text().split()  # snl_SAT <frames> <name> <output> <frame>
    output = int(fields[3]) if fields[0] == "snl_SAT" else -1
    return Verdict(fields[0], int(fields[1]), output, names)


def write_trace(proof: Proof) -> Path:
    """Write the inputs of the counterexample, cycle by cycle, to a text file."""
    trace = proof.directory / "counterexample.txt"
    trace.write_text(yosys.show_witness(proof.directory, "assert"))
    return trace


def prove(proof: Proof) -> str:
    """Decide a proof that holds; how far it reaches.

    Raises:
        CheckFailed: the property does not hold, or says nothing.
        ToolMissing: Yosys is not installed.
        WorkFailed: a tool failed, or could not decide.
    """
    build_model(proof)
    verdict = decide(proof, "assert", METHODS[proof.method])
    if not verdict.properties:
        raise CheckFailed("no assertion is left to prove")
    if verdict.status == "snl_SAT":
        cycle, index = divmod(verdict.output, len(verdict.properties))
        if proof.method == "unrolled":
            raise CheckFailed(f"{verdict.properties[index]} is false in cycle {cycle}")
        raise CheckFailed(f"{verdict.properties[index]} is false", write_trace(proof))
    complete = proof.method == "bounded" and verdict.frames == (proof.depth or 0) - 1
    if verdict.status != "snl_UNSAT" and not complete:
        raise WorkFailed(f"undecided ({verdict.status}, {verdict.frames} cycles)")

    if proof.method == "unrolled" or proof.depth is None:
        return proof.scope
    cover = decide(proof, "cover", WITNESS)
    if len(cover.properties) != 1:
        raise CheckFailed("a proof with a depth needs one cover, against vacuity")
    if cover.status != "snl_SAT":
        raise CheckFailed(f"{cover.properties[0]} is not reached in {proof.depth} cycles: vacuous")
    return f"{proof.scope}, cover reached"


def run(proofs: Sequence[Proof], jobs: int) -> dict[Proof, tuple[bool, float]]:
    """Decide proofs side by side, a line for each as it ends; whether it holds, and its seconds."""

    def timed(proof: Proof) -> tuple[bool, str, float]:
        start = time.monotonic()
        try:
            holds, text = True, prove(proof)
        except WorkFailed as error:
            holds, text = False, str(error)
        return holds, text, time.monotonic() - start

    width = max(len(proof.name) for proof in proofs)
    found = {}
    with process.threads(jobs) as pool:
        # The longest first: what is left at the end is short.
        ordered = sorted(proofs, key=lambda proof: -proof.seconds)
        running = {pool.submit(timed, proof): proof for proof in ordered}
        for count, future in enumerate(as_completed(running), start=1):
            holds, text, seconds = future.result()
            found[running[future]] = holds, seconds
            click.echo(
                f"[{count:{len(str(len(proofs)))}}/{len(proofs)}] {'holds' if holds else 'FAILS'}"
                f"  {running[future].name:{width}}  {seconds:6.1f} s  {text}"
            )
    return found


def report(found: Mapping[Proof, tuple[bool, float]], every: Iterable[Proof]) -> None:
    """Keep what was found of the properties all of whose cases were run."""
    cases: dict[str, list[Proof]] = {}
    for proof in every:
        cases.setdefault(proof.folder, []).append(proof)
    entries = [
        {
            "proof": folder,
            "cases": len(each),
            "hold": sum(found[proof][0] for proof in each),
            "seconds": round(sum(found[proof][1] for proof in each)),
        }
        for folder, each in cases.items()
        if found.keys() >= {*each}
    ]
    reports.keep("formal", "proof", entries, {"yosys": yosys.version()})


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Only the selection that ends within minutes.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count(), help="At a time.")
@click.option("--list", "listed", is_flag=True, help="List the proofs and stop.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=paths.rtl_dir().parent,
    help="The folder with rtl and formal.",
)
def main(names: tuple[str, ...], quick: bool, jobs: int, listed: bool, root: Path) -> int:
    """Run the formal proofs: all, or those of folders or cases called NAME."""
    every = load(root)
    proofs = select(every, names, quick)
    if listed:
        width = max(len(proof.name) for proof in proofs)
        for proof in proofs:
            click.echo(
                f"{proof.name:{width}}  {proof.scope:12}  {proof.seconds:5.0f} s"
                f"  {'quick' if proof.quick else '':5}  {proof.title}"
            )
        return 0
    start = time.monotonic()
    found = run(proofs, jobs)
    report(found, every)
    spent = time.monotonic() - start
    hold = sum(holds for holds, _ in found.values())
    click.echo(f"{hold} of {len(proofs)} proofs hold, in {spent:.0f} s")
    return 0 if hold == len(proofs) else 1


if __name__ == "__main__":
    entry.run(main)
