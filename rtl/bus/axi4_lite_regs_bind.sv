// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of a register block on AXI4-Lite.

`ifndef SYNTHESIS

`default_nettype none

bind axi4_lite_regs axi4_lite_check #(.AddrWidth(7)) u_s_axil_check (
  .clk_i     (clk),
  .rst_ni    (arst_n),
  .awaddr_i  (s_axil_awaddr),
  .awprot_i  (s_axil_awprot),
  .awvalid_i (s_axil_awvalid),
  .awready_i (s_axil_awready),
  .wdata_i   (s_axil_wdata),
  .wstrb_i   (s_axil_wstrb),
  .wvalid_i  (s_axil_wvalid),
  .wready_i  (s_axil_wready),
  .bresp_i   (s_axil_bresp),
  .bvalid_i  (s_axil_bvalid),
  .bready_i  (s_axil_bready),
  .araddr_i  (s_axil_araddr),
  .arprot_i  (s_axil_arprot),
  .arvalid_i (s_axil_arvalid),
  .arready_i (s_axil_arready),
  .rdata_i   (s_axil_rdata),
  .rresp_i   (s_axil_rresp),
  .rvalid_i  (s_axil_rvalid),
  .rready_i  (s_axil_rready)
);

`default_nettype wire

`endif
