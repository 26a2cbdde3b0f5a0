# SPDX-License-Identifier: Apache-2.0
"""A waveform of a run, written where it is asked for; nobody else pays for it."""

import hashlib
import json
import struct
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from hashfab import designs
from hashfab.cli import cli
from hashfab.errors import RequestError
from hashfab.measure import simulate
from hashfab.tools.verilator import Kind

DESIGN = "engine-slice"


def header(path: Path) -> tuple[int, int, int, int]:
    """First and last time, scopes and signals of an FST file (block 0, big-endian)."""
    data = path.read_bytes()
    kind, length, first, last = struct.unpack_from(">BQQQ", data)
    (order,) = struct.unpack_from("<d", data, 25)
    _, scopes, _, signals = struct.unpack_from(">QQQQ", data, 33)
    assert (kind, length, order) == (0, 329, 2.718281828459045)  # the last says how doubles lie
    return first, last, scopes, signals


def test_hash_writes_a_waveform_of_the_whole_run(tmp_path: Path) -> None:
    message, trace = tmp_path / "message", tmp_path / "run.fst"
    message.write_bytes(b"abc")
    arguments = ["hash", str(message), "--design", DESIGN, "--alg", "sha3-256"]
    found = CliRunner().invoke(cli, [*arguments, "--json", "--trace", str(trace)])
    assert found.exit_code == 0, found.output
    data = json.loads(found.stdout)
    assert data["digest"] == hashlib.sha3_256(b"abc").hexdigest()
    first, last, scopes, signals = header(trace)
    # Ten units of time make a cycle.
    assert first == 0 and last >= 10 * data["cycles"]
    assert scopes > 10 and signals > 100
    without = CliRunner().invoke(cli, [*arguments, "--json"])
    assert json.loads(without.stdout) == data


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("run.vcd", "has no format; allowed: .fst"),
        ("nowhere/run.fst", "--trace"),
        ("folder.fst", "--trace"),
    ],
)
@pytest.mark.parametrize("command", [["hash", "-", "--design"], ["profile"]])
def test_a_place_that_cannot_be_written_is_refused_before_any_work(
    command: list[str], name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.fst").mkdir()
    monkeypatch.setattr(simulate, "build", lambda *_: pytest.fail("there was work"))
    design = DESIGN if command[0] == "hash" else "hashproc"
    arguments = [*command, design, "--alg", "sha3-256", "--trace", str(tmp_path / name)]
    found = CliRunner().invoke(cli, arguments, input=b"")
    assert isinstance(found.exception, RequestError)
    assert said in str(found.exception)


def test_other_simulators_know_nothing_of_it(tmp_path: Path) -> None:
    design = designs.parse(DESIGN)
    plain, traced = simulate.build(design), simulate.build(design, kind=Kind.WAVEFORM)
    assert plain != traced
    assert b"VerilatedFst" not in plain.read_bytes()
    assert b"VerilatedFst" in traced.read_bytes()
    jobs, trace = tmp_path / "jobs", tmp_path / "run.fst"
    jobs.write_text("")
    command: list[str | Path] = [plain, "--jobs", jobs, "--trace", trace]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "built without it" in found.stderr
    assert not trace.exists()
