// SPDX-License-Identifier: Apache-2.0
//
// The accelerator behind registers, with an AXI4 manager for its memory; the register block is outside.
//
// Parameters are those of bus_accel and, of axi4_memory, Burst and Outstanding.

`default_nettype none

module hash_accel_axi4
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
  parameter  int unsigned Burst          = 1,
  parameter  int unsigned Outstanding    = 4,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Units * Stages),
  localparam int unsigned MemIdWidth     = RdTagWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  output hash_accel_regs_pkg::hash_accel_regs__in_t  regs_o,
  input  hash_accel_regs_pkg::hash_accel_regs__out_t regs_i,
  output logic                                       irq_o,

  output logic [MemIdWidth-1:0] m_axi_awid,
  output logic [AddrWidth-1:0]  m_axi_awaddr,
  output logic [7:0]            m_axi_awlen,
  output logic [2:0]            m_axi_awsize,
  output logic [1:0]            m_axi_awburst,
  output logic [3:0]            m_axi_awcache,
  output logic [2:0]            m_axi_awprot,
  output logic                  m_axi_awvalid,
  input  logic                  m_axi_awready,
  output logic [Width-1:0]      m_axi_wdata,
  output logic [WordBytes-1:0]  m_axi_wstrb,
  output logic                  m_axi_wlast,
  output logic                  m_axi_wvalid,
  input  logic                  m_axi_wready,
  input  logic [MemIdWidth-1:0] m_axi_bid,
  input  logic [1:0]            m_axi_bresp,
  input  logic                  m_axi_bvalid,
  output logic                  m_axi_bready,
  output logic [MemIdWidth-1:0] m_axi_arid,
  output logic [AddrWidth-1:0]  m_axi_araddr,
  output logic [7:0]            m_axi_arlen,
  output logic [2:0]            m_axi_arsize,
  output logic [1:0]            m_axi_arburst,
  output logic [3:0]            m_axi_arcache,
  output logic [2:0]            m_axi_arprot,
  output logic                  m_axi_arvalid,
  input  logic                  m_axi_arready,
  input  logic [MemIdWidth-1:0] m_axi_rid,
  input  logic [Width-1:0]      m_axi_rdata,
  input  logic [1:0]            m_axi_rresp,
  input  logic                  m_axi_rlast,
  input  logic                  m_axi_rvalid,
  output logic                  m_axi_rready
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

  axi4_memory #(
    .AddrWidth  (AddrWidth),
    .Width      (Width),
    .RdTagWidth (RdTagWidth),
    .WrTagWidth (WrTagWidth),
    .IdWidth    (MemIdWidth),
    .Burst      (Burst),
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
    .m_axi_awid,
    .m_axi_awaddr,
    .m_axi_awlen,
    .m_axi_awsize,
    .m_axi_awburst,
    .m_axi_awcache,
    .m_axi_awprot,
    .m_axi_awvalid,
    .m_axi_awready,
    .m_axi_wdata,
    .m_axi_wstrb,
    .m_axi_wlast,
    .m_axi_wvalid,
    .m_axi_wready,
    .m_axi_bid,
    .m_axi_bresp,
    .m_axi_bvalid,
    .m_axi_bready,
    .m_axi_arid,
    .m_axi_araddr,
    .m_axi_arlen,
    .m_axi_arsize,
    .m_axi_arburst,
    .m_axi_arcache,
    .m_axi_arprot,
    .m_axi_arvalid,
    .m_axi_arready,
    .m_axi_rid,
    .m_axi_rdata,
    .m_axi_rresp,
    .m_axi_rlast,
    .m_axi_rvalid,
    .m_axi_rready
  );

endmodule

`default_nettype wire
