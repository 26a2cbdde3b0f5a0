# SPDX-License-Identifier: Apache-2.0
"""The proof runner: a proof passes on the design and fails on a copy of it that was broken."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
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
    (entry,) = json.loads((copy / "build" / "reports" / "formal.json").read_text())
    assert (entry["proof"], entry["cases"], entry["hold"]) == ("round", 1, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("(~a[(x+1)%5] & a[(x+2)%5])", "(~a[(x+1)%5] | a[(x+2)%5])", id="chi"),
        pytest.param(
            "((t + 1) * (t + 2) / 2)",
            "((t + 1) * (t + 2) / 2 + t / 23)",
            id="rho",
            marks=pytest.mark.long,
        ),
        pytest.param("8'h71", "8'h61", id="iota", marks=pytest.mark.long),
    ],
)
def test_a_broken_round_fails(copy: Path, old: str, new: str) -> None:
    replace(copy / "rtl" / "keccak" / "keccak_pkg.sv", old, new)
    done = run(copy, "round")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FAILS  round.all" in done.stdout
    assert "is false" in done.stdout


BROKEN = {
    "engine_control.n12": (
        "engine/keccak_engine_rounds.sv",
        "assign hold = last_q && !ready_i;",
        "assign hold = 1'b0;",
    ),
    "engine_fold_control.plane": (
        "engine/keccak_engine_plane.sv",
        "step = !last || ready_i;",
        "step = 1'b1;",
    ),
    "engine_permutation.n8_turbo": (
        "keccak/keccak_rounds.sv",
        "(i == Entry && i != 0 && enter_i)",
        "(i == Entry && i != 0 && 1'b0)",
    ),
    "step_counter.w20": (
        "common/step_counter.sv",
        "middle_ones_q            <= &value_i[15:8];",
        "middle_ones_q            <= 1'b0;",
    ),
    "riscv_counter.all": (
        "riscv/riscv_counter.sv",
        "full_q && !write_low_i",
        "full_q",
    ),
    "riscv_multiply.w6": (
        "riscv/riscv_multiply.sv",
        "assign a = {a_i[Width-1] && op_i != 2'b11, a_i};",
        "assign a = {a_i[Width-1] && op_i == 2'b01, a_i};",
    ),
    "core_divide.w4": (
        "core/core_divide.sv",
        "negate_remainder_q <= a_negative;",
        "negate_remainder_q <= a_negative != b_negative;",
    ),
    "mips_multiply.d1": (
        "mips/mips_multiply.sv",
        "addend_i ^ {2 * Width{subtract_i}}",
        "addend_i",
    ),
    "accel_handshake.t1_data": (
        "accel/accel_writer.sv",
        "assign wr_ready    = req_ready_i;",
        "assign wr_ready    = 1'b1;",
    ),
    "axi4_memory.all": (
        "bus/axi4_memory.sv",
        "assign m_axi_wvalid   = wr_req_valid_i && !w_sent_q;",
        "assign m_axi_wvalid   = wr_req_valid_i;",
    ),
    "axi4_bursts.all": (
        "bus/axi4_bursts.sv",
        "place == next_place && place != '0",
        "place == next_place",
    ),
    "ordered_memory.wishbone": (
        "bus/memory_channel.sv",
        "assign write = stalled_q ? write_q : wr_req_valid_i",
        "assign write = wr_req_valid_i",
    ),
    "ordered_memory.obi": (
        "bus/memory_channel.sv",
        "assign room  = used_q != LevelWidth'(Outstanding);",
        "assign room  = 1'b1;",
    ),
    "bus_control.axi4_lite": (
        "bus/axi4_lite_regs.sv",
        "assign write_due = address_q && data_q && !write_q && !written_q;",
        "assign write_due = address_q && data_q && !write_q;",
    ),
    "bus_control.wishbone": (
        "bus/wishbone_regs.sv",
        "assign s_wb_ack   = ack && !err;",
        "assign s_wb_ack   = ack;",
    ),
    "hash_axis.n24": (
        "stream/hash_axis.sv",
        "message_q.bytes <= LenWidth'(8);",
        "message_q.bytes < LenWidth'(8);",
    ),
}
"""A proof, and a defect in a file of ``rtl`` that it must find: old text and new."""


SLOW = {"accel_handshake.t1_data", "engine_permutation.n8_turbo"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] if name in SLOW else []) for name in BROKEN],
)
def test_a_defect_is_found(name: str, copy: Path) -> None:
    is_found(name, BROKEN[name], copy)


def test_a_register_that_does_not_answer_is_found(copy: Path) -> None:
    """On a bus whose answer is the register block's."""
    old = "regs_i.STATE.req && !regs_i.STATE.req_is_wr;"
    is_found("bus_control.wishbone", ("bus/hash_accel_control.sv", old, "1'b0;"), copy)


def is_found(name: str, defect: tuple[str, str, str], copy: Path) -> None:
    file, old, new = defect
    replace(copy / "rtl" / file, old, new)
    done = run(copy, name)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"FAILS  {name}" in done.stdout and "is false" in done.stdout
    # A run that is unrolled into one network has its inputs in no order of cycles.
    if not name.startswith("engine_permutation"):
        assert (copy / "build" / "formal" / name / "counterexample.txt").is_file()


def test_every_property_is_broken_once() -> None:
    assert {proof.folder for proof in load(ROOT)} == {name.split(".")[0] for name in BROKEN} | {
        "round"
    }


def test_a_kill_ends_the_tools(tmp_path: Path) -> None:
    runner = subprocess.Popen(
        [sys.executable, "-m", "hashfab.check.proofs", "accel_handshake"],
        env={**os.environ, "HASHFAB_BUILD": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    tools: list[psutil.Process] = []
    while runner.poll() is None and not tools:
        # What an import starts is no tool, and ends when it likes.
        with suppress(psutil.NoSuchProcess):
            started = psutil.Process(runner.pid).children(recursive=True)
            tools = [each for each in started if "yosys" in " ".join(each.cmdline())]
    runner.send_signal(signal.SIGTERM)
    _, said = runner.communicate(timeout=30)
    assert runner.returncode == 1 and said.strip() == "hashfab: stopped"
    _, alive = psutil.wait_procs(tools, timeout=10)
    assert tools and not alive


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
        ('name = "w20"', 'name = "w20"\nregisters = "isa"', "unknown control bus"),
    ):
        path = copy / "formal" / "step_counter" / "proof.toml"
        before = path.read_text()
        replace(path, old, new)
        with pytest.raises(RequestError, match=said) as caught:
            load(copy)
        assert "proof.toml" in str(caught.value)
        path.write_text(before)
