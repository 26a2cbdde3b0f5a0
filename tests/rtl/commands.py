# SPDX-License-Identifier: Apache-2.0
"""Simulators run on commands for an accelerator that ``hashfab`` itself would not give."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hashfab.designs import Design
from hashfab.measure import harnesses
from hashfab.measure.simulate import Conditions

Fault = tuple[str, int, int]
"""What is done, such as ``read``; to which word; and the how many-th time, from 1."""


def write(
    folder: Path, jobs: Iterable[str], data: bytes, faults: Iterable[Iterable[Fault]]
) -> None:
    """The files of a run: a line for each job, their messages, and the faults of each."""
    (folder / "jobs").write_text("".join(f"{job}\n" for job in jobs))
    (folder / "data").write_bytes(data)
    lines = [
        f"{kind} {number} {word} {time}\n"
        for number, each in enumerate(faults)
        for kind, word, time in each
    ]
    (folder / "faults").write_text("".join(lines))


def options(design: Design, conditions: Conditions, folder: Path) -> list[object]:
    """Of a run under conditions, which leaves its covers in the folder."""
    found: list[object] = ["--latency", conditions.latency, "--stall", conditions.stall]
    found += ["--seed", conditions.seed, *(["--reorder"] if conditions.reorder else [])]
    found += ["--concurrent", harnesses.of(design).in_flight(design)]
    return [*found, "--covers", folder / f"{len(list(folder.glob('*.covers')))}.covers"]


def simulated(binary: Path, folder: Path, *given: object) -> dict[str, Any]:
    """Run a simulator on the folder's jobs, data and, if there are any, faults."""
    arguments = ["--jobs", folder / "jobs", "--data", folder / "data", *given]
    if (folder / "faults").exists():
        arguments += ["--faults", folder / "faults"]
    command = [str(binary), *(str(argument) for argument in arguments)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stderr + result.stdout
    report: dict[str, Any] = json.loads(result.stdout)
    return report
