# SPDX-License-Identifier: Apache-2.0
"""The checkers of the buses: each rule fires when it is broken, and every port has a checker."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from hashfab import paths
from hashfab.tools import verilator

HERE = Path(__file__).parent
RTL = paths.rtl_dir()
INSTANCES = {
    "u_axi4": "axi4_check",
    "u_lite": "axi4_lite_check",
    "u_apb4": "apb4_check",
    "u_wishbone": "wishbone_check",
    "u_obi": "obi_port_check",
    "u_avalon": "avalon_mm_check",
    "u_tl": "tl_ul_check",
    "u_rocc": "rocc_check",
}
"""In ``bus_checks.sv``: the module of each."""

CHECKERS = {name: RTL / "bus" / f"{module}.sv" for name, module in INSTANCES.items()}
STREAM = RTL / "common" / "stream_check.sv"

AW = "awvalid 1 awsize 2 awburst 1"
TAKEN_AW = f"{AW} awready 1"
AR = "arvalid 1 arsize 2 arburst 1"
TAKEN_AR = f"{AR} arready 1"
W = "wvalid 1 wready 1"
B = "bvalid 1 bready 1"
R = "rvalid 1 rready 1"
LITE_AW = "lite_awvalid 1 lite_awready 1"
LITE_W = "lite_wvalid 1 lite_wready 1"
LITE_AR = "lite_arvalid 1 lite_arready 1"
SETUP = "psel 1 pwrite 1"
ACCESS = "psel 1 pwrite 1 penable 1"
WB = "wb_cyc 1 wb_stb 1"
WB_WRITE = f"{WB} wb_we 1 wb_dat_w 5"
OBI = "obi_req 1 obi_gnt 1"
OBI_R = "obi_rvalid 1 obi_rready 1"
AV_READ = "av_read 1"
AV_WRITE = "av_write 1"
TL_GET = "tl_a_valid 1 tl_a_ready 1 tl_a_opcode 4 tl_a_size 2 tl_a_mask f"
TL_PUT = "tl_a_valid 1 tl_a_ready 1 tl_a_size 2 tl_a_mask f"
TL_BYTE = "tl_a_valid 1 tl_a_ready 1 tl_a_place 2 tl_a_size 0"
TL_DATA = "tl_d_valid 1 tl_d_opcode 1 tl_d_size 2"
TL_ACK = "tl_d_valid 1 tl_d_size 2"

ROCC = "rocc_cmd_valid 1 rocc_cmd_opcode b rocc_busy 1"
ROCC_XD = f"{ROCC} rocc_cmd_ready 1 rocc_cmd_xd 1 rocc_cmd_rd 3"
ROCC_RESP = "rocc_resp_valid 1 rocc_resp_rd 3 rocc_busy 1"
ROCC_REQ = "rocc_req_valid 1 rocc_req_size 2 rocc_busy 1"
ROCC_LOAD = f"{ROCC_REQ} rocc_req_ready 1"
ROCC_MEM = "rocc_mem_valid 1 rocc_busy 1"
ROCC_BUSY = "rocc_busy 1"


def held(instance: str, prefix: str, offer: str, changed: str) -> dict[str, list[str]]:
    """The two rules of a channel."""
    before = {
        "b": [
            f"{prefix}awvalid 1 {prefix}awready 1 {prefix}awsize 2 {prefix}awburst 1"
            f" {prefix}wvalid 1 {prefix}wready 1 {prefix}wlast 1"
        ],
        "r": [f"{prefix}arvalid 1 {prefix}arready 1 {prefix}arsize 2 {prefix}arburst 1"],
    }
    channel = instance.partition(".u_")[2]
    first = before.get(channel, [])
    if prefix:
        first = [re.sub(r" lite_(awsize|awburst|wlast|arsize|arburst) \d", "", x) for x in first]
    return {
        f"{instance}.ValidHeld_A": [*first, offer, ""],
        f"{instance}.PayloadStable_A": [*first, offer, f"{offer} {changed}"],
    }


BROKEN = {
    "u_axi4.ResetQuiet_A": ["awvalid 1 awsize 2 awburst 1"],
    **held("u_axi4.u_aw", "", AW, "awid 1"),
    **held("u_axi4.u_w", "", "wvalid 1", "wdata 1"),
    **held("u_axi4.u_b", "", "bvalid 1", "bresp 2"),
    **held("u_axi4.u_ar", "", AR, "araddr 4"),
    **held("u_axi4.u_r", "", "rvalid 1 rlast 1", "rresp 2"),
    "u_axi4.WriteInPage_A": [f"{AW} awaddr ff8 awlen 2"],
    "u_axi4.ReadInPage_A": [f"{AR} araddr c04 arlen ff"],
    "u_axi4.WriteSubset_A": [f"{AW} awaddr 2"],
    "u_axi4.ReadSubset_A": ["arvalid 1 arsize 2"],
    "u_axi4.WriteLast_A": [f"{TAKEN_AW} awlen 1", f"{W} wlast 1"],
    "u_axi4.WriteLength_A": [W, f"{W} wlast 1", TAKEN_AW],
    "u_axi4.WriteSkew_A": [f"{W} wlast 1"] * 3,
    "u_axi4.gen_ids.WritesMost_A": [f"{TAKEN_AW} awid 2 {W} wlast 1"] * 4,
    "u_axi4.gen_ids.AnswerDue_A": [
        f"{TAKEN_AW} awid 2",
        f"{W} wlast 1",
        f"{B} bid 2",
        f"{B} bid 2",
    ],
    "u_axi4.gen_ids.ReadsMost_A": [f"{TAKEN_AR} arid 1"] * 3,
    "u_axi4.gen_ids.DataAsked_A": [f"{TAKEN_AR} arid 1", f"{R} rid 1 rlast 1", f"{R} rid 1"],
    "u_axi4.gen_ids.ReadLast_A": [
        f"{TAKEN_AR} arid 1 arlen 1",
        f"{TAKEN_AR} arid 1",
        f"{R} rid 1",
        f"{R} rid 1 rlast 1",
        f"{R} rid 1",
    ],
    "u_axi4.AnswerPlain_A": [TAKEN_AR, f"{R} rlast 1 rresp 1"],
    "u_lite.ResetQuiet_A": ["lite_arvalid 1"],
    **held("u_lite.u_aw", "lite_", "lite_awvalid 1", "lite_awaddr 4"),
    **held("u_lite.u_w", "lite_", "lite_wvalid 1", "lite_wstrb 1"),
    **held("u_lite.u_b", "lite_", "lite_bvalid 1", "lite_bresp 2"),
    **held("u_lite.u_ar", "lite_", "lite_arvalid 1", "lite_arprot 1"),
    **held("u_lite.u_r", "lite_", "lite_rvalid 1", "lite_rdata 1"),
    "u_lite.WriteAnswerDue_A": [LITE_AW, "lite_bvalid 1"],
    "u_lite.ReadAnswerDue_A": [f"{LITE_AR} lite_rvalid 1"],
    "u_lite.AnswerPlain_A": [f"{LITE_AW} {LITE_W}", "lite_bvalid 1 lite_bresp 1"],
    "u_lite.Most_A": [LITE_W] * 3,
    "u_apb4.ResetQuiet_A": ["psel 1"],
    "u_apb4.Access_A": [SETUP, ACCESS, ""],
    "u_apb4.Setup_A": [SETUP, f"{ACCESS} pready 1", ACCESS],
    "u_apb4.Stable_A": [SETUP, f"{ACCESS} paddr 4"],
    "u_apb4.ReadStrobe_A": ["psel 1 pstrb 1"],
    "u_apb4.Answered_A": [SETUP, *[ACCESS] * 5],
    "u_wishbone.ResetQuiet_A": ["wb_cyc 1"],
    "u_wishbone.StrobeInCycle_A": ["wb_stb 1"],
    "u_wishbone.RequestHeld_A": [f"{WB} wb_stall 1", "wb_cyc 1"],
    "u_wishbone.RequestStable_A": [f"{WB_WRITE} wb_stall 1", f"{WB} wb_we 1 wb_dat_w 6"],
    "u_wishbone.CycleHeld_A": [WB, ""],
    "u_wishbone.Outstanding_A": [WB, WB_WRITE, WB],
    "u_wishbone.OneAnswer_A": [WB, "wb_cyc 1 wb_ack 1 wb_err 1"],
    "u_wishbone.AnswerDue_A": [f"{WB} wb_ack 1"],
    "u_obi.ResetQuiet_A": ["obi_req 1"],
    "u_obi.RequestHeld_A": ["obi_req 1", ""],
    "u_obi.RequestStable_A": ["obi_req 1 obi_be f", "obi_req 1 obi_be 7"],
    "u_obi.Outstanding_A": [OBI] * 3,
    "u_obi.AnswerDue_A": [f"{OBI} {OBI_R}"],
    "u_obi.AnswerName_A": [f"{OBI} obi_aid 1", OBI, f"{OBI_R} obi_rid 1", f"{OBI_R} obi_rid 1"],
    "u_obi.AnswerHeld_A": [OBI, "obi_rvalid 1", ""],
    "u_obi.AnswerStable_A": [OBI, "obi_rvalid 1", "obi_rvalid 1 obi_err 1"],
    "u_avalon.ResetQuiet_A": [AV_READ],
    "u_avalon.OneCommand_A": [f"{AV_READ} {AV_WRITE}"],
    "u_avalon.CommandStable_A": [f"{AV_WRITE} av_waitrequest 1", f"{AV_WRITE} av_address 1"],
    "u_avalon.Outstanding_A": [AV_WRITE] * 3,
    "u_avalon.OneAnswer_A": [AV_READ, AV_WRITE, "av_readdatavalid 1 av_writeresponsevalid 1"],
    "u_avalon.ReadDue_A": [AV_WRITE, "av_readdatavalid 1"],
    "u_avalon.WriteDue_A": [f"{AV_WRITE} av_writeresponsevalid 1"],
    "u_avalon.Response_A": [AV_READ, "av_readdatavalid 1 av_response 1"],
    "u_rocc.u_cmd.ValidHeld_A": [ROCC, ""],
    "u_rocc.u_cmd.PayloadStable_A": [ROCC, f"{ROCC} rocc_cmd_rd 1"],
    "u_rocc.u_resp.ValidHeld_A": [ROCC_XD, ROCC_RESP, ROCC_BUSY],
    "u_rocc.u_resp.PayloadStable_A": [ROCC_XD, ROCC_RESP, f"{ROCC_RESP} rocc_resp_data 1"],
    "u_rocc.u_req.ValidHeld_A": [ROCC_REQ, ROCC_BUSY],
    "u_rocc.u_req.PayloadStable_A": [ROCC_REQ, f"{ROCC_REQ} rocc_req_addr 4"],
    "u_rocc.ResetQuiet_A": [ROCC_REQ],
    "u_rocc.Opcode_A": ["rocc_cmd_valid 1 rocc_cmd_opcode 33"],
    "u_rocc.ResponseDue_A": [ROCC_XD, f"{ROCC_RESP} rocc_resp_ready 1", ROCC_RESP],
    "u_rocc.ResponseBusy_A": [ROCC_XD, ""],
    "u_rocc.MemoryBusy_A": [ROCC_LOAD, ""],
    "u_rocc.Access_A": [f"{ROCC_REQ} rocc_req_cmd 4"],
    "u_rocc.Aligned_A": [f"{ROCC_REQ} rocc_req_addr 2"],
    "u_rocc.TagFree_A": [ROCC_LOAD, f"{ROCC_LOAD} rocc_req_addr 4"],
    "u_rocc.AnswerDue_A": [ROCC_LOAD, f"{ROCC_MEM} rocc_mem_tag 1"],
    "u_rocc.AnswerOrException_A": [ROCC_LOAD, ROCC_MEM, "rocc_s2_xcpt 1"],
    "u_rocc.NoNack_A": [ROCC_LOAD, ROCC_BUSY, f"{ROCC_BUSY} rocc_s2_nack 1"],
    "u_tl.ResetQuiet_A": [TL_GET],
    "u_tl.Opcode_A": [f"{TL_GET} tl_a_opcode 5"],
    "u_tl.Size_A": [f"{TL_GET} tl_a_place 2"],
    "u_tl.Mask_A": [f"{TL_BYTE} tl_a_opcode 1 tl_a_mask 8"],
    "u_tl.Corrupt_A": [f"{TL_GET} tl_a_corrupt 1"],
    "u_tl.OneOfSource_A": [TL_GET, f"{TL_PUT} tl_a_source 1", TL_PUT],
    "u_tl.AnswerDue_A": [f"{TL_PUT} {TL_ACK}"],
    "u_tl.AnswerKind_A": [TL_GET, f"{TL_ACK}"],
    "u_tl.AnswerCorrupt_A": [TL_GET, f"{TL_DATA} tl_d_denied 1"],
    "u_tl.AnswerHeld_A": [TL_PUT, TL_ACK, ""],
    "u_tl.AnswerStable_A": [TL_PUT, TL_ACK, f"{TL_ACK} tl_d_denied 1"],
}
"""An assertion, and the cycles at the end of which it must fail."""

KEPT = {
    "axi4 writes": [
        f"{AW} awid 1 awlen 1 awaddr ff8",
        f"{TAKEN_AW} awid 1 awlen 1 awaddr ff8 {W}",
        f"{W} wlast 1",
        "bvalid 1 bid 1",
        f"{B} bid 1",
        W,  # data first
        f"{W} wlast 1",
        f"{TAKEN_AW} awid 2 awlen 1 {W} wlast 1",  # of the next, whose address is late
        f"{TAKEN_AW} awid 3 {B} bid 2 bresp 3",
        f"{TAKEN_AW} awid 3 {B} bid 3",  # addresses first
        f"{TAKEN_AW} awid 3 {W} wlast 1",
        f"{W} wlast 1 {B} bid 3",
        f"{B} bid 3",
    ],
    "axi4 reads": [
        f"{TAKEN_AR} arid 1 arlen 2",
        f"{TAKEN_AR} arid 2",
        f"{R} rid 1 {TAKEN_AR} arid 1",
        f"{R} rid 2 rlast 1 rresp 2",  # between the other's beats
        f"{R} rid 1",
        f"{R} rid 1 rlast 1",
        f"{R} rid 1 rlast 1",
    ],
    "lite": [
        LITE_AW,
        f"{LITE_W} {LITE_AR}",
        "lite_bvalid 1 lite_rvalid 1 lite_rready 1 lite_rresp 2",
        f"lite_bvalid 1 lite_bready 1 {LITE_W}",
        LITE_AW,
        f"{LITE_AW} {LITE_W} lite_bvalid 1 lite_bready 1",
        "lite_bvalid 1 lite_bready 1",
    ],
    "wishbone": [
        f"{WB} wb_stall 1 wb_dat_w 1",  # of a read, data mean nothing
        f"{WB} wb_stall 1 wb_dat_w 2",
        WB,
        WB_WRITE,
        f"{WB} wb_ack 1",
        "wb_cyc 1 wb_err 1",
        "wb_cyc 1 wb_ack 1",
        "",
    ],
    "obi": [
        "obi_req 1 obi_wdata 1",
        f"{OBI} obi_wdata 2",
        f"{OBI} obi_aid 1 obi_we 1",
        "obi_rvalid 1 obi_rdata 7",
        f"{OBI} obi_aid 1 {OBI_R} obi_rdata 7",
        f"{OBI_R} obi_rid 1 obi_err 1",
        f"{OBI_R} obi_rid 1",
    ],
    "avalon": [
        f"{AV_READ} av_waitrequest 1 av_writedata 1",
        f"{AV_READ} av_writedata 2",
        f"{AV_WRITE} av_readdatavalid 1 av_response 2",
        f"{AV_WRITE} av_writeresponsevalid 1",
        "av_writeresponsevalid 1 av_response 3",
    ],
    "tl": [
        "tl_a_valid 1 tl_a_opcode 4 tl_a_size 2 tl_a_mask f",
        "",  # taken back
        TL_GET,
        f"{TL_PUT} tl_a_source 1 tl_a_corrupt 1",
        f"{TL_ACK} tl_d_source 1 tl_d_denied 1",
        f"{TL_ACK} tl_d_source 1 tl_d_denied 1 tl_d_ready 1",
        f"{TL_DATA} tl_d_denied 1 tl_d_corrupt 1 tl_d_ready 1",
        f"{TL_BYTE} tl_a_mask 4",
        f"{TL_BYTE} tl_a_opcode 1 tl_a_source 1",  # writes no byte
        "tl_d_valid 1 tl_d_ready 1",
        "tl_d_valid 1 tl_d_source 1 tl_d_ready 1",
    ],
    "rocc": [
        ROCC,
        ROCC.replace("opcode b", "opcode b rocc_cmd_ready 1"),
        ROCC_XD,
        ROCC_XD,  # two for one register
        f"{ROCC_RESP} rocc_resp_ready 1 rocc_s2_nack 1 rocc_s2_xcpt 1",  # of another's access
        f"{ROCC_RESP} rocc_resp_ready 1 {ROCC_LOAD} rocc_req_addr 4",
        f"{ROCC_LOAD} rocc_req_cmd 1 rocc_req_size 0 rocc_req_addr 7 rocc_req_tag 1",
        f"{ROCC_MEM} rocc_mem_tag 0",
        f"{ROCC_LOAD} rocc_s2_xcpt 1",  # of the store
        f"{ROCC_MEM} {ROCC_LOAD} rocc_req_tag 1",
        f"{ROCC_MEM} rocc_mem_tag 1",
        "",
    ],
    "apb4": [
        SETUP,
        *[ACCESS] * 4,
        f"{ACCESS} pready 1",
        "psel 1 pwdata 1",
        "psel 1 penable 1 pwdata 2",
        "psel 1 penable 1 pready 1",
        "",
    ],
}


def drive(cycles: list[str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    binary = verilator.build(
        "bus_checks",
        [*CHECKERS.values(), STREAM, HERE / "bus_checks.sv"],
        HERE / "bus_checks.cpp",
        {},
        {},
    )
    path = tmp_path / "cycles"
    path.write_text("\n".join(cycles) + "\n")
    return subprocess.run([binary, "--jobs", path], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_named(name: str, tmp_path: Path) -> None:
    # The first edge out of reset has no offer, but to break the rule that says so.
    cycles = [*[""] * ("ResetQuiet" not in name), *BROKEN[name]]
    before = drive(cycles[:-1], tmp_path)
    assert before.returncode == 0, before.stderr
    found = drive(cycles, tmp_path)
    assert found.returncode == 1
    assert (
        f"error: assertion failed in cycle {len(cycles) - 1}: bus_checks.{name}: " in found.stderr
    )
    assert found.stdout == ""


@pytest.mark.parametrize("name", KEPT)
def test_kept_rules_are_silent(name: str, tmp_path: Path) -> None:
    found = drive(["", *KEPT[name]], tmp_path)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["cycles"] == 1 + len(KEPT[name])


@pytest.mark.parametrize("instance", INSTANCES)
def test_every_assertion_of_a_checker_is_broken_once(instance: str) -> None:
    stated = set(re.findall(r"(\w+_A) :", CHECKERS[instance].read_text()))
    broken = {name.split(".")[-1] for name in BROKEN if name.startswith(f"{instance}.")}
    assert stated == broken - {"ValidHeld_A", "PayloadStable_A"}
