// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on Avalon-MM.

`ifndef SYNTHESIS

`default_nettype none

bind avalon_mm_regs avalon_mm_check #(.AddrWidth(5)) u_s_avalon_check (
  .clk_i               (clk),
  .rst_ni              (arst_n),
  .read_i              (s_avalon_read),
  .write_i             (s_avalon_write),
  .address_i           (s_avalon_address),
  .byteenable_i        (s_avalon_byteenable),
  .writedata_i         (s_avalon_writedata),
  .waitrequest_i       (s_avalon_waitrequest),
  .readdatavalid_i     (s_avalon_readdatavalid),
  .writeresponsevalid_i(s_avalon_writeresponsevalid),
  .response_i          (s_avalon_response)
);

`default_nettype wire

`endif
