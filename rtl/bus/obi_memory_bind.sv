// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of obi_memory's port, which takes every answer at once.

`ifndef SYNTHESIS

`default_nettype none

bind obi_memory obi_port_check #(
  .AddrWidth  (AddrWidth),
  .Width      (Width),
  .Outstanding(Outstanding)
) u_m_obi_check (
  .clk_i,
  .rst_ni,
  .req_i   (m_obi_req),
  .gnt_i   (m_obi_gnt),
  .addr_i  (m_obi_addr),
  .we_i    (m_obi_we),
  .be_i    (m_obi_be),
  .wdata_i (m_obi_wdata),
  .aid_i   (1'b0),
  .rvalid_i(m_obi_rvalid),
  .rready_i(1'b1),
  .err_i   (m_obi_err),
  .rdata_i (m_obi_rdata),
  .rid_i   (1'b0)
);

`default_nettype wire

`endif
