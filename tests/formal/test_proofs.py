# SPDX-License-Identifier: Apache-2.0
"""The proof runner: a proof passes on the design and fails on a copy of it that was broken."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab.check.proofs import load, select
from hashfab.errors import RequestError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the hardware and the proofs, for a test to break."""
    for folder in ("rtl", "formal"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hashfab.check.proofs", "--root", str(root), *arguments]
    environment = {**os.environ, "HASHFAB_BUILD": str(root / "build")}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, f"{path.name} no longer has {old!r} once"
    path.write_text(text.replace(old, new))


def test_round_equals_the_standard(copy: Path) -> None:
    done = run(copy, "round")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "holds  round.all" in done.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("(~a[(x+1)%5] & a[(x+2)%5])", "(~a[(x+1)%5] | a[(x+2)%5])", id="chi"),
        pytest.param("((t + 1) * (t + 2) / 2)", "((t + 1) * (t + 2) / 2 + t / 23)", id="rho"),
        pytest.param("8'h71", "8'h61", id="iota"),
    ],
)
def test_a_broken_round_fails(copy: Path, old: str, new: str) -> None:
    replace(copy / "rtl" / "keccak" / "keccak_pkg.sv", old, new)
    done = run(copy, "round")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FAILS  round.all" in done.stdout
    assert "is false" in done.stdout


def test_a_result_that_does_not_wait_fails(copy: Path) -> None:
    engine = copy / "rtl" / "keccak" / "keccak_engine_rounds.sv"
    replace(engine, "assign hold = last_q && !ready_i;", "assign hold = 1'b0;")
    done = run(copy, "engine_control.n12")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "is false" in done.stdout
    assert list((copy / "build" / "formal" / "engine_control.n12").glob("counterexample.txt"))


def test_an_unknown_proof_is_a_wrong_request() -> None:
    done = run(ROOT, "no_such_proof")
    assert done.returncode == 2
    assert "round" in done.stderr


def test_the_quick_proofs_end_within_minutes_and_leave_no_property_out() -> None:
    proofs = load(ROOT)
    quick = select(proofs, (), quick=True)
    assert {proof.folder for proof in quick} == {p.folder for p in proofs if p.seconds <= 60}
    # On one core; .ci/run promises five minutes on two.
    assert sum(proof.seconds for proof in quick) <= 300


def test_a_malformed_proof_is_told_with_its_file(copy: Path) -> None:
    for old, new, said in (
        ('method = "unbounded"', 'method = "by magic"', "unknown method"),
        ('top = "step_counter_equivalence"\n', "", "the key 'top' is missing"),
        ("rtl/common/step_counter.sv", "rtl/common/nowhere.sv", "no file matches"),
    ):
        path = copy / "formal" / "step_counter" / "proof.toml"
        before = path.read_text()
        replace(path, old, new)
        with pytest.raises(RequestError, match=said) as caught:
            load(copy)
        assert "proof.toml" in str(caught.value)
        path.write_text(before)
