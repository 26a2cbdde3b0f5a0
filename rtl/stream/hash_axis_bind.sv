// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of hash_axis's ports.

`ifndef SYNTHESIS

`default_nettype none

bind hash_axis stream_check #(.Width(64 + 8 + 1 + UserWidth)) u_in_check (
  .clk_i,
  .rst_ni,
  .valid_i  (s_axis_tvalid),
  .ready_i  (s_axis_tready),
  .payload_i({s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser})
);

bind hash_axis stream_check #(.Width(64 + 8 + 1 + 1)) u_out_check (
  .clk_i,
  .rst_ni,
  .valid_i  (m_axis_tvalid),
  .ready_i  (m_axis_tready),
  .payload_i({m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser})
);

`default_nettype wire

`endif
