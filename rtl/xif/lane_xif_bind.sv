// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of lane_xif's ports.

`ifndef SYNTHESIS

`default_nettype none

bind lane_xif xif_check u_x_check (
  .clk_i,
  .rst_ni,
  .issue_valid_i    (x_issue_valid_i),
  .issue_ready_i    (x_issue_ready_o),
  .issue_instr_i    (x_issue_instr_i),
  .issue_id_i       (x_issue_id_i),
  .issue_accept_i   (x_issue_accept_o),
  .issue_writeback_i(x_issue_writeback_o),
  .rs_i             (x_rs_i),
  .rs_valid_i       (x_rs_valid_i),
  .commit_valid_i   (x_commit_valid_i),
  .commit_id_i      (x_commit_id_i),
  .commit_kill_i    (x_commit_kill_i),
  .result_valid_i   (x_result_valid_o),
  .result_ready_i   (x_result_ready_i),
  .result_id_i      (x_result_id_o),
  .result_data_i    (x_result_data_o),
  .result_rd_i      (x_result_rd_o),
  .result_we_i      (x_result_we_o)
);

`default_nettype wire

`endif
