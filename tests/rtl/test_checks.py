# SPDX-License-Identifier: Apache-2.0
"""The protocol checkers: each rule fires when it is broken, and every port has a checker.

A simulation in which an assertion fails ends with exit code 1 and the assertion's name.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.designs import FAMILIES
from hashfab.errors import CheckFailed
from hashfab.measure import harnesses, simulate
from hashfab.measure.simulate import Conditions, Job
from hashfab.tools import verilator

HERE = Path(__file__).parent
COMMON = paths.rtl_dir() / "common"
CHECKERS = [COMMON / f"{name}_check.sv" for name in ("stream", "tag", "obi", "xif")]

ISSUE = "issue_valid 1 issue_ready 1 issue_accept 1"
COMMIT = "commit_valid 1"
RESULT = "result_valid 1 result_ready 1"
REQUEST = "req 1 be f"
GRANTED = f"{REQUEST} gnt 1"

BROKEN = {
    "u_stream.ValidHeld_A": ["valid 1 payload 5", "payload 5"],
    "u_stream.PayloadStable_A": ["valid 1 payload 5", "valid 1 payload 4 ready 1"],
    "u_tag.gen_table.TagFree_A": ["open 1 open_tag 3"] * 3,
    "u_tag.gen_table.TagOpen_A": ["open 1 open_tag 3", "close 1 close_tag 2"],
    "u_obi.RequestHeld_A": [REQUEST, ""],
    "u_obi.RequestStable_A": [REQUEST, f"{GRANTED} addr 4"],
    "u_obi.DataStable_A": [f"{REQUEST} we 1 wdata 1", f"{GRANTED} we 1 wdata 2"],
    "u_obi.AddressAligned_A": [f"{GRANTED} addr 2"],
    "u_obi.AnswerAsked_A": [f"{GRANTED} rvalid 1"],
    "u_obi.Outstanding_A": [GRANTED] * 3,
    "u_xif.InstrStable_A": ["issue_valid 1 issue_instr b", "issue_valid 1 issue_instr 2b"],
    "u_xif.SourcesHeld_A": ["issue_valid 1 rs_valid 2", "issue_valid 1 rs_valid 1"],
    "u_xif.SourcesStable_A": [
        "issue_valid 1 rs_valid 2 rs 100000000",
        "issue_valid 1 rs_valid 3 rs 200000000",
    ],
    "u_xif.IdFree_A": [f"{ISSUE} issue_id 1", f"{ISSUE} issue_id 1"],
    "u_xif.RefusedWriteback_A": ["issue_valid 1 issue_ready 1 issue_writeback 1"],
    "u_xif.CommitIssued_A": [f"issue_valid 1 {COMMIT}"],
    "u_xif.CommitOrder_A": [ISSUE, f"{ISSUE} issue_id 1", f"{COMMIT} commit_id 1"],
    "u_xif.ResultAsked_A": [f"{ISSUE} {COMMIT} commit_kill 1", RESULT],
    "u_xif.ResultCommitted_A": [ISSUE, RESULT],
    "u_xif.ResultWriteback_A": [f"{ISSUE} {COMMIT}", f"{RESULT} result_we 1"],
    "u_xif.ResultRegister_A": [
        f"{ISSUE} issue_writeback 1 issue_instr 28b {COMMIT}",
        f"{RESULT} result_we 1 result_rd 4",
    ],
    "u_xif.u_result.ValidHeld_A": [f"{ISSUE} {COMMIT}", "result_valid 1", ""],
    "u_xif.u_result.PayloadStable_A": [
        f"{ISSUE} {COMMIT}",
        "result_valid 1",
        f"{RESULT} result_data 1",
    ],
}
"""An assertion, and the cycles at the end of which it must fail; see checks.cpp."""

KEPT = {
    "stream": ["valid 1 payload 5", "valid 1 payload 5 ready 1", "payload 6", "valid 1 ready 1"],
    "tag": [
        *["open 1 open_tag 3"] * 2,
        "open 1 open_tag 1 close 1 close_tag 3",
        "open 1 open_tag 3 close 1 close_tag 1",
        "open 1 open_tag 2 close 1 close_tag 3",
    ],
    "obi": [
        f"{REQUEST} wdata 1",
        f"{GRANTED} wdata 2",
        GRANTED,
        f"{GRANTED} rvalid 1",
        "rvalid 1",
        "rvalid 1",
    ],
    "xif": [
        "issue_valid 1 issue_instr b rs_valid 1",
        "issue_valid 1 issue_instr b rs_valid 3",
        "",  # withdrawn
        f"{ISSUE} issue_writeback 1 issue_instr 28b",
        "issue_valid 1 issue_ready 1 issue_id 1",  # refused
        f"{COMMIT} result_valid 1 result_rd 5 result_we 1",
        f"{COMMIT} commit_id 1 {RESULT} result_rd 5 result_we 1",
        f"{ISSUE} issue_id 2 {COMMIT} commit_id 2 commit_kill 1",
        f"{ISSUE} issue_id 2",
        f"{COMMIT} commit_id 2 {RESULT} result_id 2",
    ],
}


def drive(cycles: list[str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    binary = verilator.build("checks", CHECKERS, HERE / "checks.cpp", {}, {})
    path = tmp_path / "cycles"
    path.write_text("\n".join(cycles) + "\n")
    return subprocess.run([binary, "--jobs", path], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_named(name: str, tmp_path: Path) -> None:
    before = drive(BROKEN[name][:-1], tmp_path)
    assert before.returncode == 0, before.stderr
    found = drive(BROKEN[name], tmp_path)
    cycle = len(BROKEN[name]) - 1
    assert found.returncode == 1
    assert f"error: assertion failed in cycle {cycle}: checks.{name}: " in found.stderr
    assert found.stdout == ""


@pytest.mark.parametrize("name", KEPT)
def test_kept_rules_are_silent(name: str, tmp_path: Path) -> None:
    found = drive(KEPT[name], tmp_path)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["cycles"] == len(KEPT[name])


def test_every_assertion_of_the_checkers_is_broken_once() -> None:
    stated = {name for path in CHECKERS for name in re.findall(r"(\w+_A) :", path.read_text())}
    assert stated == {name.split(".")[-1] for name in BROKEN}


STREAM, TAG, OBI, XIF = "stream_check", "tag_check", "obi_check", "xif_check"

CORE = {"u_instr_check": OBI, "u_data_check": OBI}

PORTS = {
    "engine": {
        "keccak_engine": {
            "u_in_check": STREAM,
            "u_out_check": STREAM,
            "u_random_check": STREAM,
        }
    },
    "accel": {
        "hash_accel": {
            f"u_{name}_check": TAG if name in ("rd_tag", "wr_tag", "id") else STREAM
            for name in (
                "cmd",
                "rd_req",
                "rd_rsp",
                "wr_req",
                "wr_rsp",
                "done",
                "rd_tag",
                "wr_tag",
                "id",
            )
        }
    },
    "hashproc": {
        "hashproc": {"u_host_check": STREAM, "u_in_check": STREAM, "u_out_check": STREAM},
    },
    "rv32": {"riscv_core": CORE},
    "mips32": {"mips_core": CORE},
    "soc": {
        "riscv_core": CORE,
        "axi4_memory": {"u_m_axi_check": "axi4_check"},
        "hash_accel_regs": {"u_s_apb_check": "apb4_check"},
        "soc_uart": {"u_s_apb_check": "apb4_check"},
    },
}
"""The checkers of each family's ports: module, name, checker."""


@pytest.mark.parametrize("name", [name for f in FAMILIES.values() for name in f.presets])
def test_every_port_of_every_preset_has_its_checker(name: str, tmp_path: Path) -> None:
    design = designs.parse(name)
    family = designs.family(design.family)
    expected = {
        (module, instance, checker)
        for module, instances in PORTS[family.name].items()
        for instance, checker in instances.items()
    }
    if "lane" in name and family.name == "rv32":
        expected.add(("lane_unit", "u_x_check", XIF))
    parameters = family.rtl_parameters(design)
    found = verilator.instances(harnesses.top(family), family.sources(), parameters, tmp_path)
    assert expected <= found


@pytest.mark.parametrize(
    ("name", "file", "right", "wrong", "said"),
    [
        (
            "engine-slice",
            "engine/keccak_engine_slice.sv",
            "assign data_o = round_out;",
            "assign data_o = ready_i ? round_out : '0;",
            "keccak_engine.u_out_check.PayloadStable_A: the payload changed while it waited",
        ),
        (
            "engine-lane",
            "engine/keccak_engine_lane.sv",
            "rotated_q <= '0;",
            "rotated_q <= '1;",
            "u_engine.u_clear_check.ClearInReset_A: a register that carries a state is not zero",
        ),
        (
            "engine-n1",
            "engine/keccak_engine.sv",
            "assign alarm_o = 1'b0;",
            "assign alarm_o = 1'b1;",
            "the alarm is raised in cycle",
        ),
        (
            "engine-n1-parity",
            "engine/keccak_engine_parity.sv",
            "^bits_b;",
            "^bits_a[6:1];",
            "the alarm is raised in cycle 2",
        ),
        (
            "hashproc",
            "hashproc/hashproc.sv",
            "assign out_data_o  = result;",
            "assign out_data_o = out_ready_i ? result : '0;",
            "hashproc_system.u_core.u_out_check.PayloadStable_A: the payload changed while it",
        ),
    ],
)
def test_a_broken_design_ends_the_simulation_with_the_name_of_the_rule(
    name: str,
    file: str,
    right: str,
    wrong: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rtl = tmp_path / "rtl"
    shutil.copytree(paths.rtl_dir(), rtl)
    text = (rtl / file).read_text()
    assert text.count(right) == 1
    (rtl / file).write_text(text.replace(right, wrong))
    monkeypatch.setattr(paths, "rtl_dir", lambda: rtl)
    job = Job(designs.ALGORITHMS["sha3-256"], bytes(300))
    with pytest.raises(CheckFailed, match=re.escape(said)):
        simulate.run(designs.parse(name), [job], Conditions(stall=60))
