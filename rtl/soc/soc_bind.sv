// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of the UART's port. The core's ports and the accelerator's have theirs.

`ifndef SYNTHESIS

`default_nettype none

bind soc_uart apb4_check #(.AddrWidth(12)) u_s_apb_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .pprot_i  (3'b000),
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .pready_i (pready_o)
);

`default_nettype wire

`endif
