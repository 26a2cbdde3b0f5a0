// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of hash_accel's ports.

`ifndef SYNTHESIS

`default_nettype none

bind hash_accel stream_check #(.Width(IdWidth + 23 + 3 * AddrWidth + 2 * LenWidth)) u_cmd_check (
  .clk_i,
  .rst_ni,
  .valid_i  (cmd_valid_i),
  .ready_i  (cmd_ready_o),
  .payload_i({cmd_id_i, cmd_alg_i, cmd_domain_i, cmd_msg_addr_i, cmd_msg_len_i, cmd_out_addr_i,
              cmd_out_len_i, cmd_restore_i, cmd_save_i, cmd_own_domain_i, cmd_state_addr_i,
              cmd_steps_i})
);

bind hash_accel stream_check #(.Width(AddrWidth + RdTagWidth)) u_rd_req_check (
  .clk_i,
  .rst_ni,
  .valid_i  (rd_req_valid_o),
  .ready_i  (rd_req_ready_i),
  .payload_i({rd_req_addr_o, rd_req_tag_o})
);

bind hash_accel stream_check #(.Width(RdTagWidth + Width + 1)) u_rd_rsp_check (
  .clk_i,
  .rst_ni,
  .valid_i  (rd_rsp_valid_i),
  .ready_i  (rd_rsp_ready_o),
  .payload_i({rd_rsp_tag_i, rd_rsp_data_i, rd_rsp_error_i})
);

bind hash_accel stream_check #(.Width(AddrWidth + WordBytes + Width + WrTagWidth)) u_wr_req_check (
  .clk_i,
  .rst_ni,
  .valid_i  (wr_req_valid_o),
  .ready_i  (wr_req_ready_i),
  .payload_i({wr_req_addr_o, wr_req_strb_o, wr_req_data_o, wr_req_tag_o})
);

bind hash_accel stream_check #(.Width(WrTagWidth + 1)) u_wr_rsp_check (
  .clk_i,
  .rst_ni,
  .valid_i  (wr_rsp_valid_i),
  .ready_i  (wr_rsp_ready_o),
  .payload_i({wr_rsp_tag_i, wr_rsp_error_i})
);

bind hash_accel stream_check #(.Width(IdWidth + 1)) u_done_check (
  .clk_i,
  .rst_ni,
  .valid_i  (done_valid_o),
  .ready_i  (done_ready_i),
  .payload_i({done_id_o, done_error_o})
);

// A read's tag is its own; a write's is its slot's, and accel_completion counts to 63.
bind hash_accel tag_check #(.TagWidth(RdTagWidth)) u_rd_tag_check (
  .clk_i,
  .rst_ni,
  .open_i     (rd_req_valid_o && rd_req_ready_i),
  .open_tag_i (rd_req_tag_o),
  .close_i    (rd_rsp_valid_i && rd_rsp_ready_o),
  .close_tag_i(rd_rsp_tag_i)
);

bind hash_accel tag_check #(.TagWidth(WrTagWidth), .Most(63)) u_wr_tag_check (
  .clk_i,
  .rst_ni,
  .open_i     (wr_req_valid_o && wr_req_ready_i),
  .open_tag_i (wr_req_tag_o),
  .close_i    (wr_rsp_valid_i && wr_rsp_ready_o),
  .close_tag_i(wr_rsp_tag_i)
);

bind hash_accel tag_check #(.TagWidth(IdWidth)) u_id_check (
  .clk_i,
  .rst_ni,
  .open_i     (cmd_valid_i && cmd_ready_o),
  .open_tag_i (cmd_id_i),
  .close_i    (done_valid_o && done_ready_i),
  .close_tag_i(done_id_o)
);

`default_nettype wire

`endif
