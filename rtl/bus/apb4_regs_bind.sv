// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on APB4.

`ifndef SYNTHESIS

`default_nettype none

bind hash_accel_regs apb4_check #(.AddrWidth(7)) u_s_apb_check (
  .clk_i     (clk),
  .rst_ni    (arst_n),
  .psel_i    (s_apb_psel),
  .penable_i (s_apb_penable),
  .pwrite_i  (s_apb_pwrite),
  .pprot_i   (s_apb_pprot),
  .paddr_i   (s_apb_paddr),
  .pwdata_i  (s_apb_pwdata),
  .pstrb_i   (s_apb_pstrb),
  .pready_i  (s_apb_pready)
);

`default_nettype wire

`endif
