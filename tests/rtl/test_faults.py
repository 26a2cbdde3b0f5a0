# SPDX-License-Identifier: Apache-2.0
"""A reset in the middle of a message, and memory that answers with errors."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hashfab import designs
from hashfab.designs import algorithms
from hashfab.measure import microprogram, simulate

MESSAGE = bytes(range(256)) * 8


def run(tmp_path: Path, *options: str) -> dict[str, Any]:
    jobs, data = tmp_path / "jobs", tmp_path / "data"
    jobs.write_text(f"136 06 24 32 3 5 0 {len(MESSAGE)} 1\n")
    data.write_bytes(MESSAGE)
    binary = simulate.build(designs.parse("accel-d1n1t1w64"))
    command = [binary, "--jobs", jobs, "--data", data, "--latency", "4", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def test_a_reset_clears_everything_and_the_next_message_is_right(tmp_path: Path) -> None:
    report = run(tmp_path, "--reset-at", "100")
    assert report["digests"] == [hashlib.sha3_256(MESSAGE).hexdigest()]
    assert report["errors"] == [0]


@pytest.mark.parametrize("name", ["sha1", "sha512", "sha3-256"])
@pytest.mark.parametrize("cycle", [20, 400, 800, 999])
def test_a_reset_of_the_hash_processor(name: str, cycle: int, tmp_path: Path) -> None:
    """While its memories are written, and in the middle of messages."""
    algorithm = designs.ALGORITHMS[name]
    padded = algorithms.padded(algorithm, MESSAGE)
    blocks = len(padded) // algorithm.block_bytes
    program, jobs, data = (tmp_path / part for part in ("program", "jobs", "data"))
    program.write_text(microprogram.bundle(name))
    jobs.write_text(f"0 {algorithm.digest_bytes} 0 {blocks}\n" * 3)
    data.write_bytes(padded)
    binary = simulate.build(designs.parse("hashproc"))
    command = [binary, "--program", program, "--jobs", jobs, "--data", data]
    command += ["--concurrent", "4", "--reset-at", str(cycle)]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    expected = algorithms.reference(algorithm, MESSAGE).hex()
    assert json.loads(result.stdout)["digests"] == [expected] * 3


@pytest.mark.parametrize("fault", ["--fail-read", "--fail-write"])
def test_a_memory_error_completes_the_command_with_an_error(tmp_path: Path, fault: str) -> None:
    assert run(tmp_path, fault, "2")["errors"] == [1]
