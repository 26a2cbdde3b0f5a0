// SPDX-License-Identifier: Apache-2.0
//
// hash_accel's memory channels as a Wishbone manager (B4, pipelined).
//
//   Subset       What is sent
//   addresses    of bytes, those of whole words: their lowest bits are 0
//   reads        SEL is all ones
//   writes       SEL says which bytes; the others stay as they are
//   cycles       CYC from the first request on until the last answer is there; none is aborted
//   answers      ACK, or ERR, which becomes the accelerator's error; in order
//   absent       RTY, LOCK, CTI, BTE, tags
//
// No register is in the way of a request. STB does not depend on STALL.

`default_nettype none

module wishbone_memory #(
  parameter  int unsigned AddrWidth   = 32,
  parameter  int unsigned Width       = 64,
  parameter  int unsigned RdTagWidth  = 1,
  parameter  int unsigned WrTagWidth  = 1,
  parameter  int unsigned Outstanding = 4,
  localparam int unsigned WordBytes   = Width / 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  rd_req_valid_i,
  output logic                  rd_req_ready_o,
  input  logic [AddrWidth-1:0]  rd_req_addr_i,
  input  logic [RdTagWidth-1:0] rd_req_tag_i,

  output logic                  rd_rsp_valid_o,
  input  logic                  rd_rsp_ready_i,
  output logic [RdTagWidth-1:0] rd_rsp_tag_o,
  output logic [Width-1:0]      rd_rsp_data_o,
  output logic                  rd_rsp_error_o,

  input  logic                  wr_req_valid_i,
  output logic                  wr_req_ready_o,
  input  logic [AddrWidth-1:0]  wr_req_addr_i,
  input  logic [WordBytes-1:0]  wr_req_strb_i,
  input  logic [Width-1:0]      wr_req_data_i,
  input  logic [WrTagWidth-1:0] wr_req_tag_i,

  output logic                  wr_rsp_valid_o,
  input  logic                  wr_rsp_ready_i,
  output logic [WrTagWidth-1:0] wr_rsp_tag_o,
  output logic                  wr_rsp_error_o,

  output logic                  m_wb_cyc,
  output logic                  m_wb_stb,
  output logic                  m_wb_we,
  output logic [AddrWidth-1:0]  m_wb_adr,
  output logic [WordBytes-1:0]  m_wb_sel,
  output logic [Width-1:0]      m_wb_dat_w,
  input  logic                  m_wb_stall,
  input  logic                  m_wb_ack,
  input  logic                  m_wb_err,
  input  logic [Width-1:0]      m_wb_dat_r
);

  logic busy;
  assign m_wb_cyc = m_wb_stb || busy;

  memory_channel #(
    .AddrWidth  (AddrWidth),
    .Width      (Width),
    .RdTagWidth (RdTagWidth),
    .WrTagWidth (WrTagWidth),
    .Outstanding(Outstanding)
  ) u_channel (
    .clk_i,
    .rst_ni,
    .rd_req_valid_i,
    .rd_req_ready_o,
    .rd_req_addr_i,
    .rd_req_tag_i,
    .rd_rsp_valid_o,
    .rd_rsp_ready_i,
    .rd_rsp_tag_o,
    .rd_rsp_data_o,
    .rd_rsp_error_o,
    .wr_req_valid_i,
    .wr_req_ready_o,
    .wr_req_addr_i,
    .wr_req_strb_i,
    .wr_req_data_i,
    .wr_req_tag_i,
    .wr_rsp_valid_o,
    .wr_rsp_ready_i,
    .wr_rsp_tag_o,
    .wr_rsp_error_o,
    .req_o   (m_wb_stb),
    .taken_i (!m_wb_stall),
    .we_o    (m_wb_we),
    .addr_o  (m_wb_adr),
    .be_o    (m_wb_sel),
    .wdata_o (m_wb_dat_w),
    .answer_i(m_wb_ack || m_wb_err),
    .error_i (m_wb_err),
    .rdata_i (m_wb_dat_r),
    .busy_o  (busy)
  );

endmodule

`default_nettype wire
