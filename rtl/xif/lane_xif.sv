// SPDX-License-Identifier: Apache-2.0
//
// The lane unit for another core's CV-X-IF. docs/lane-unit.md has the version, the subset, and how
// each port is connected to a CV32E40X.
//
// A core that does not know kabsl and kabslp as loads of its own cannot bring their word, and the
// unit has no memory port: both are refused here, as instructions of others are. All else is the
// lane unit's: an instruction is held from its issue on, changes the state only after its commit,
// as its result is taken, and is dropped by a kill without a trace. So what was offloaded before
// an exception of an older instruction is applied once, when it is offloaded again.

`default_nettype none

module lane_xif #(
  parameter int unsigned Lanes = 25  // permuted per cycle, at least: 1, 5 or 25
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             x_issue_valid_i,
  output logic             x_issue_ready_o,
  input  logic [31:0]      x_issue_instr_i,
  input  logic [3:0]       x_issue_id_i,
  output logic             x_issue_accept_o,
  output logic             x_issue_writeback_o,
  input  logic [1:0][31:0] x_rs_i,
  input  logic [1:0]       x_rs_valid_i,

  input  logic             x_commit_valid_i,
  input  logic [3:0]       x_commit_id_i,
  input  logic             x_commit_kill_i,

  output logic             x_result_valid_o,
  input  logic             x_result_ready_i,
  output logic [3:0]       x_result_id_o,
  output logic [31:0]      x_result_data_o,
  output logic [4:0]       x_result_rd_o,
  output logic             x_result_we_o
);

  import isa_lane_pkg::*;

  if (Lanes != 1 && Lanes != 5 && Lanes != 25) begin : gen_bad_lanes
    $fatal(1, "lane_xif: Lanes is %0d; 1, 5, 25 are allowed", Lanes);
  end

  logic        load;
  logic [31:0] instr;

  assign load = (x_issue_instr_i & KabslMask) == KabslMatch
             || (x_issue_instr_i & KabslpMask) == KabslpMatch;

  // A word that is no instruction, so that the offer and its commit take their usual way.
  assign instr = load ? '0 : x_issue_instr_i;

  lane_unit #(
    .Lanes(Lanes)
  ) u_lane_unit (
    .clk_i,
    .rst_ni,
    .x_issue_valid_i,
    .x_issue_ready_o,
    .x_issue_instr_i     (instr),
    .x_issue_id_i,
    .x_issue_accept_o,
    .x_issue_writeback_o,
    .x_rs_i,
    .x_rs_valid_i,
    .x_commit_valid_i,
    .x_commit_id_i,
    .x_commit_kill_i,
    .x_mem_result_valid_i(1'b0),
    .x_mem_result_rdata_i('0),
    .x_mem_result_err_i  (1'b0),
    .x_result_valid_o,
    .x_result_ready_i,
    .x_result_id_o,
    .x_result_data_o,
    .x_result_rd_o,
    .x_result_we_o
  );

`ifndef SYNTHESIS
  // By id, what was offloaded, and whether the core has let go of it.
  logic [31:0] instr_q[16];
  logic [15:0] committed_q;
  logic        killed_q;        // something was
  logic [31:0] killed_instr_q;  // what, the last time

  logic issue, commit, kill, at_issue;
  assign issue    = x_issue_valid_i && x_issue_ready_o;
  assign commit   = x_commit_valid_i && !x_commit_kill_i;
  assign kill     = x_commit_valid_i && x_commit_kill_i;
  assign at_issue = issue && x_commit_id_i == x_issue_id_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      committed_q    <= '0;
      killed_q       <= 1'b0;
      killed_instr_q <= '0;
      for (int unsigned i = 0; i < 16; i++) instr_q[i] <= '0;
    end else begin
      if (issue) begin
        instr_q[x_issue_id_i]     <= x_issue_instr_i;
        committed_q[x_issue_id_i] <= 1'b0;
      end
      if (commit) committed_q[x_commit_id_i] <= 1'b1;
      if (kill) begin
        killed_q       <= 1'b1;
        killed_instr_q <= at_issue ? x_issue_instr_i : instr_q[x_commit_id_i];
      end
    end
  end

  LoadRefused_A : assert property (@(posedge clk_i)
    x_issue_valid_i && load |-> x_issue_ready_o && !x_issue_accept_o);
  OnlyCommittedAnswers_A : assert property (@(posedge clk_i)
    x_result_valid_o |-> committed_q[x_result_id_o]);

  LoadRefused_C : cover property (@(posedge clk_i) issue && load);
  Reissued_C : cover property (@(posedge clk_i)
    issue && x_issue_accept_o && killed_q && x_issue_instr_i == killed_instr_q);
`endif

endmodule

`default_nettype wire
