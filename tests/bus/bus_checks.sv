// SPDX-License-Identifier: Apache-2.0
//
// The checkers of the buses side by side, each on ports that a test drives.

`default_nettype none

module bus_checks (
  input logic        clk_i,
  input logic        rst_ni,

  input logic [1:0]  awid_i,
  input logic [15:0] awaddr_i,
  input logic [7:0]  awlen_i,
  input logic [2:0]  awsize_i,
  input logic [1:0]  awburst_i,
  input logic        awvalid_i,
  input logic        awready_i,
  input logic [31:0] wdata_i,
  input logic [3:0]  wstrb_i,
  input logic        wlast_i,
  input logic        wvalid_i,
  input logic        wready_i,
  input logic [1:0]  bid_i,
  input logic [1:0]  bresp_i,
  input logic        bvalid_i,
  input logic        bready_i,
  input logic [1:0]  arid_i,
  input logic [15:0] araddr_i,
  input logic [7:0]  arlen_i,
  input logic [2:0]  arsize_i,
  input logic [1:0]  arburst_i,
  input logic        arvalid_i,
  input logic        arready_i,
  input logic [1:0]  rid_i,
  input logic [31:0] rdata_i,
  input logic [1:0]  rresp_i,
  input logic        rlast_i,
  input logic        rvalid_i,
  input logic        rready_i,
  input logic [5:0]  lite_awaddr_i,
  input logic [2:0]  lite_awprot_i,
  input logic        lite_awvalid_i,
  input logic        lite_awready_i,
  input logic [31:0] lite_wdata_i,
  input logic [3:0]  lite_wstrb_i,
  input logic        lite_wvalid_i,
  input logic        lite_wready_i,
  input logic [1:0]  lite_bresp_i,
  input logic        lite_bvalid_i,
  input logic        lite_bready_i,
  input logic [5:0]  lite_araddr_i,
  input logic [2:0]  lite_arprot_i,
  input logic        lite_arvalid_i,
  input logic        lite_arready_i,
  input logic [31:0] lite_rdata_i,
  input logic [1:0]  lite_rresp_i,
  input logic        lite_rvalid_i,
  input logic        lite_rready_i,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [2:0]  pprot_i,
  input logic [5:0]  paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic        pready_i,
  input logic        wb_cyc_i,
  input logic        wb_stb_i,
  input logic        wb_we_i,
  input logic [5:0]  wb_adr_i,
  input logic [3:0]  wb_sel_i,
  input logic [31:0] wb_dat_w_i,
  input logic        wb_stall_i,
  input logic        wb_ack_i,
  input logic        wb_err_i,
  input logic        obi_req_i,
  input logic        obi_gnt_i,
  input logic [5:0]  obi_addr_i,
  input logic        obi_we_i,
  input logic [3:0]  obi_be_i,
  input logic [31:0] obi_wdata_i,
  input logic        obi_aid_i,
  input logic        obi_rvalid_i,
  input logic        obi_rready_i,
  input logic        obi_err_i,
  input logic [31:0] obi_rdata_i,
  input logic        obi_rid_i,
  input logic        av_read_i,
  input logic        av_write_i,
  input logic [3:0]  av_address_i,
  input logic [3:0]  av_byteenable_i,
  input logic [31:0] av_writedata_i,
  input logic        av_waitrequest_i,
  input logic        av_readdatavalid_i,
  input logic        av_writeresponsevalid_i,
  input logic [1:0]  av_response_i,
  input logic        tl_a_valid_i,
  input logic        tl_a_ready_i,
  input logic [2:0]  tl_a_opcode_i,
  input logic [2:0]  tl_a_param_i,
  input logic [1:0]  tl_a_size_i,
  input logic        tl_a_source_i,
  input logic [1:0]  tl_a_place_i,
  input logic [3:0]  tl_a_mask_i,
  input logic        tl_a_corrupt_i,
  input logic        tl_d_valid_i,
  input logic        tl_d_ready_i,
  input logic [2:0]  tl_d_opcode_i,
  input logic [1:0]  tl_d_param_i,
  input logic [1:0]  tl_d_size_i,
  input logic        tl_d_source_i,
  input logic        tl_d_denied_i,
  input logic [31:0] tl_d_data_i,
  input logic        tl_d_corrupt_i
);

  axi4_check #(
    .AddrWidth(16),
    .Width    (32),
    .IdWidth  (2),
    .Reads    (2),
    .Writes   (3),
    .Skew     (2)
  ) u_axi4 (.*);

  axi4_lite_check #(
    .AddrWidth(6),
    .Most     (2)
  ) u_lite (
    .clk_i,
    .rst_ni,
    .awaddr_i  (lite_awaddr_i),
    .awprot_i  (lite_awprot_i),
    .awvalid_i (lite_awvalid_i),
    .awready_i (lite_awready_i),
    .wdata_i   (lite_wdata_i),
    .wstrb_i   (lite_wstrb_i),
    .wvalid_i  (lite_wvalid_i),
    .wready_i  (lite_wready_i),
    .bresp_i   (lite_bresp_i),
    .bvalid_i  (lite_bvalid_i),
    .bready_i  (lite_bready_i),
    .araddr_i  (lite_araddr_i),
    .arprot_i  (lite_arprot_i),
    .arvalid_i (lite_arvalid_i),
    .arready_i (lite_arready_i),
    .rdata_i   (lite_rdata_i),
    .rresp_i   (lite_rresp_i),
    .rvalid_i  (lite_rvalid_i),
    .rready_i  (lite_rready_i)
  );

  apb4_check #(
    .AddrWidth(6),
    .MostWait (4)
  ) u_apb4 (.*);

  wishbone_check #(
    .AddrWidth  (6),
    .Outstanding(2)
  ) u_wishbone (
    .clk_i,
    .rst_ni,
    .cyc_i  (wb_cyc_i),
    .stb_i  (wb_stb_i),
    .we_i   (wb_we_i),
    .adr_i  (wb_adr_i),
    .sel_i  (wb_sel_i),
    .dat_w_i(wb_dat_w_i),
    .stall_i(wb_stall_i),
    .ack_i  (wb_ack_i),
    .err_i  (wb_err_i)
  );

  obi_port_check #(
    .AddrWidth  (6),
    .Outstanding(2)
  ) u_obi (
    .clk_i,
    .rst_ni,
    .req_i   (obi_req_i),
    .gnt_i   (obi_gnt_i),
    .addr_i  (obi_addr_i),
    .we_i    (obi_we_i),
    .be_i    (obi_be_i),
    .wdata_i (obi_wdata_i),
    .aid_i   (obi_aid_i),
    .rvalid_i(obi_rvalid_i),
    .rready_i(obi_rready_i),
    .err_i   (obi_err_i),
    .rdata_i (obi_rdata_i),
    .rid_i   (obi_rid_i)
  );

  avalon_mm_check #(
    .AddrWidth  (4),
    .Outstanding(2)
  ) u_avalon (
    .clk_i,
    .rst_ni,
    .read_i              (av_read_i),
    .write_i             (av_write_i),
    .address_i           (av_address_i),
    .byteenable_i        (av_byteenable_i),
    .writedata_i         (av_writedata_i),
    .waitrequest_i       (av_waitrequest_i),
    .readdatavalid_i     (av_readdatavalid_i),
    .writeresponsevalid_i(av_writeresponsevalid_i),
    .response_i          (av_response_i)
  );

  tl_ul_check #(
    .SourceWidth(1)
  ) u_tl (
    .clk_i,
    .rst_ni,
    .a_valid_i  (tl_a_valid_i),
    .a_ready_i  (tl_a_ready_i),
    .a_opcode_i (tl_a_opcode_i),
    .a_param_i  (tl_a_param_i),
    .a_size_i   (tl_a_size_i),
    .a_source_i (tl_a_source_i),
    .a_place_i  (tl_a_place_i),
    .a_mask_i   (tl_a_mask_i),
    .a_corrupt_i(tl_a_corrupt_i),
    .d_valid_i  (tl_d_valid_i),
    .d_ready_i  (tl_d_ready_i),
    .d_opcode_i (tl_d_opcode_i),
    .d_param_i  (tl_d_param_i),
    .d_size_i   (tl_d_size_i),
    .d_source_i (tl_d_source_i),
    .d_denied_i (tl_d_denied_i),
    .d_data_i   (tl_d_data_i),
    .d_corrupt_i(tl_d_corrupt_i)
  );

endmodule

`default_nettype wire
