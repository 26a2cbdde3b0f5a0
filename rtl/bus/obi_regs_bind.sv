// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on OBI.

`ifndef SYNTHESIS

`default_nettype none

bind hash_accel_regs obi_port_check #(.AddrWidth(7)) u_s_obi_check (
  .clk_i   (clk),
  .rst_ni  (arst_n),
  .req_i   (s_obi_req),
  .gnt_i   (s_obi_gnt),
  .addr_i  (s_obi_addr),
  .we_i    (s_obi_we),
  .be_i    (s_obi_be),
  .wdata_i (s_obi_wdata),
  .aid_i   (s_obi_aid),
  .rvalid_i(s_obi_rvalid),
  .rready_i(s_obi_rready),
  .err_i   (s_obi_err),
  .rdata_i (s_obi_rdata),
  .rid_i   (s_obi_rid)
);

`default_nettype wire

`endif
