// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on TileLink-UL.

`ifndef SYNTHESIS

`default_nettype none

bind tl_ul_regs tl_ul_check u_s_tl_check (
  .clk_i      (clk),
  .rst_ni     (arst_n),
  .a_valid_i  (s_tl_a_valid),
  .a_ready_i  (s_tl_a_ready),
  .a_opcode_i (s_tl_a_opcode),
  .a_param_i  (s_tl_a_param),
  .a_size_i   (s_tl_a_size),
  .a_source_i (s_tl_a_source),
  .a_place_i  (s_tl_a_address[1:0]),
  .a_mask_i   (s_tl_a_mask),
  .a_corrupt_i(s_tl_a_corrupt),
  .d_valid_i  (s_tl_d_valid),
  .d_ready_i  (s_tl_d_ready),
  .d_opcode_i (s_tl_d_opcode),
  .d_param_i  (s_tl_d_param),
  .d_size_i   (s_tl_d_size),
  .d_source_i (s_tl_d_source),
  .d_denied_i (s_tl_d_denied),
  .d_data_i   (s_tl_d_data),
  .d_corrupt_i(s_tl_d_corrupt)
);

`default_nettype wire

`endif
