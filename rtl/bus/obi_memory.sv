// SPDX-License-Identifier: Apache-2.0
//
// hash_accel's memory channels as a manager of OBI 1.6.0 (OpenHW Group).
//
//   Subset       What is sent
//   addresses    of whole words: their lowest bits are 0
//   reads        be is all ones
//   writes       be says which bytes; the others stay as they are
//   answers      in order, taken in their cycle; err becomes the accelerator's error
//   absent       every other optional signal: rready, aid, rid, auser, atop, memtype, prot, ...
//
// No register is in the way of a request, and req does not depend on gnt.

`default_nettype none

module obi_memory #(
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

  output logic                  m_obi_req,
  input  logic                  m_obi_gnt,
  output logic [AddrWidth-1:0]  m_obi_addr,
  output logic                  m_obi_we,
  output logic [WordBytes-1:0]  m_obi_be,
  output logic [Width-1:0]      m_obi_wdata,
  input  logic                  m_obi_rvalid,
  input  logic                  m_obi_err,
  input  logic [Width-1:0]      m_obi_rdata
);

  logic unused_busy;

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
    .req_o   (m_obi_req),
    .taken_i (m_obi_gnt),
    .we_o    (m_obi_we),
    .addr_o  (m_obi_addr),
    .be_o    (m_obi_be),
    .wdata_o (m_obi_wdata),
    .answer_i(m_obi_rvalid),
    .error_i (m_obi_err),
    .rdata_i (m_obi_rdata),
    .busy_o  (unused_busy)
  );

endmodule

`default_nettype wire
