// SPDX-License-Identifier: Apache-2.0
//
// The accelerator behind registers, with a Wishbone B4 manager, pipelined, for its memory; the
// register block is outside. Parameters are those of bus_accel and, of wishbone_memory, Outstanding.

`default_nettype none

module hash_accel_wishbone
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned Queue          = 0,
  parameter  int unsigned Completions    = 2,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
  parameter  int unsigned Outstanding    = 4,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Units * Stages)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  output hash_accel_regs_pkg::hash_accel_regs__in_t  regs_o,
  input  hash_accel_regs_pkg::hash_accel_regs__out_t regs_i,
  output logic                                       irq_o,

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

  logic                  rd_req_valid, rd_req_ready, rd_rsp_valid, rd_rsp_ready, rd_rsp_error;
  logic                  wr_req_valid, wr_req_ready, wr_rsp_valid, wr_rsp_ready, wr_rsp_error;
  logic [AddrWidth-1:0]  rd_req_addr, wr_req_addr;
  logic [RdTagWidth-1:0] rd_req_tag, rd_rsp_tag;
  logic [WrTagWidth-1:0] wr_req_tag, wr_rsp_tag;
  logic [Width-1:0]      rd_rsp_data, wr_req_data;
  logic [WordBytes-1:0]  wr_req_strb;

  bus_accel #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .AddrWidth     (AddrWidth),
    .Queue         (Queue),
    .Completions   (Completions),
    .Resume        (Resume),
    .Chain         (Chain),
    .Fold          (Fold)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .regs_o,
    .regs_i,
    .irq_o,
    .rd_req_valid_o(rd_req_valid),
    .rd_req_ready_i(rd_req_ready),
    .rd_req_addr_o (rd_req_addr),
    .rd_req_tag_o  (rd_req_tag),
    .rd_rsp_valid_i(rd_rsp_valid),
    .rd_rsp_ready_o(rd_rsp_ready),
    .rd_rsp_tag_i  (rd_rsp_tag),
    .rd_rsp_data_i (rd_rsp_data),
    .rd_rsp_error_i(rd_rsp_error),
    .wr_req_valid_o(wr_req_valid),
    .wr_req_ready_i(wr_req_ready),
    .wr_req_addr_o (wr_req_addr),
    .wr_req_strb_o (wr_req_strb),
    .wr_req_data_o (wr_req_data),
    .wr_req_tag_o  (wr_req_tag),
    .wr_rsp_valid_i(wr_rsp_valid),
    .wr_rsp_ready_o(wr_rsp_ready),
    .wr_rsp_tag_i  (wr_rsp_tag),
    .wr_rsp_error_i(wr_rsp_error)
  );

  wishbone_memory #(
    .AddrWidth  (AddrWidth),
    .Width      (Width),
    .RdTagWidth(RdTagWidth),
    .WrTagWidth(WrTagWidth),
    .Outstanding(Outstanding)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .rd_req_valid_i(rd_req_valid),
    .rd_req_ready_o(rd_req_ready),
    .rd_req_addr_i (rd_req_addr),
    .rd_req_tag_i  (rd_req_tag),
    .rd_rsp_valid_o(rd_rsp_valid),
    .rd_rsp_ready_i(rd_rsp_ready),
    .rd_rsp_tag_o  (rd_rsp_tag),
    .rd_rsp_data_o (rd_rsp_data),
    .rd_rsp_error_o(rd_rsp_error),
    .wr_req_valid_i(wr_req_valid),
    .wr_req_ready_o(wr_req_ready),
    .wr_req_addr_i (wr_req_addr),
    .wr_req_strb_i (wr_req_strb),
    .wr_req_data_i (wr_req_data),
    .wr_req_tag_i  (wr_req_tag),
    .wr_rsp_valid_o(wr_rsp_valid),
    .wr_rsp_ready_i(wr_rsp_ready),
    .wr_rsp_tag_o  (wr_rsp_tag),
    .wr_rsp_error_o(wr_rsp_error),
    .m_wb_cyc,
    .m_wb_stb,
    .m_wb_we,
    .m_wb_adr,
    .m_wb_sel,
    .m_wb_dat_w,
    .m_wb_stall,
    .m_wb_ack,
    .m_wb_err,
    .m_wb_dat_r
  );

endmodule

`default_nettype wire
