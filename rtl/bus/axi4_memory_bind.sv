// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of axi4_memory's port. A read's ID is its own, but for bursts; a write's is its
// slot's, and accel_completion counts to 63.

`ifndef SYNTHESIS

`default_nettype none

bind axi4_memory axi4_check #(
  .AddrWidth(AddrWidth),
  .Width    (Width),
  .IdWidth  (IdWidth),
  .Reads    (Burst == 1 ? 1 : Outstanding),
  .Writes   (63)
) u_m_axi_check (
  .clk_i,
  .rst_ni,
  .awid_i    (m_axi_awid),
  .awaddr_i  (m_axi_awaddr),
  .awlen_i   (m_axi_awlen),
  .awsize_i  (m_axi_awsize),
  .awburst_i (m_axi_awburst),
  .awvalid_i (m_axi_awvalid),
  .awready_i (m_axi_awready),
  .wdata_i   (m_axi_wdata),
  .wstrb_i   (m_axi_wstrb),
  .wlast_i   (m_axi_wlast),
  .wvalid_i  (m_axi_wvalid),
  .wready_i  (m_axi_wready),
  .bid_i     (m_axi_bid),
  .bresp_i   (m_axi_bresp),
  .bvalid_i  (m_axi_bvalid),
  .bready_i  (m_axi_bready),
  .arid_i    (m_axi_arid),
  .araddr_i  (m_axi_araddr),
  .arlen_i   (m_axi_arlen),
  .arsize_i  (m_axi_arsize),
  .arburst_i (m_axi_arburst),
  .arvalid_i (m_axi_arvalid),
  .arready_i (m_axi_arready),
  .rid_i     (m_axi_rid),
  .rdata_i   (m_axi_rdata),
  .rresp_i   (m_axi_rresp),
  .rlast_i   (m_axi_rlast),
  .rvalid_i  (m_axi_rvalid),
  .rready_i  (m_axi_rready)
);

`default_nettype wire

`endif
