// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of hash_accel_apb4's control port.

`ifndef SYNTHESIS

`default_nettype none

bind hash_accel_apb4 apb4_check #(.AddrWidth(6)) u_s_apb_check (
  .clk_i,
  .rst_ni,
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
