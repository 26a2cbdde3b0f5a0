// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of wishbone_memory's port.

`ifndef SYNTHESIS

`default_nettype none

bind wishbone_memory wishbone_check #(
  .AddrWidth  (AddrWidth),
  .Width      (Width),
  .Outstanding(Outstanding)
) u_m_wb_check (
  .clk_i,
  .rst_ni,
  .cyc_i  (m_wb_cyc),
  .stb_i  (m_wb_stb),
  .we_i   (m_wb_we),
  .adr_i  (m_wb_adr),
  .sel_i  (m_wb_sel),
  .dat_w_i(m_wb_dat_w),
  .stall_i(m_wb_stall),
  .ack_i  (m_wb_ack),
  .err_i  (m_wb_err)
);

`default_nettype wire

`endif
