// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on Wishbone.

`ifndef SYNTHESIS

`default_nettype none

bind wishbone_regs wishbone_check #(.AddrWidth(7)) u_s_wb_check (
  .clk_i  (clk),
  .rst_ni (arst_n),
  .cyc_i  (s_wb_cyc),
  .stb_i  (s_wb_stb),
  .we_i   (s_wb_we),
  .adr_i  (s_wb_adr),
  .sel_i  (s_wb_sel),
  .dat_w_i(s_wb_dat_w),
  .stall_i(s_wb_stall),
  .ack_i  (s_wb_ack),
  .err_i  (s_wb_err)
);

`default_nettype wire

`endif
