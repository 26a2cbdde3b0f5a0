// SPDX-License-Identifier: Apache-2.0
// Made of rtl/bus/hash_accel.rdl: `python -m hashfab.export.soc` writes it.
//
// The accelerator, controlled over APB4 (Arm IHI 0024), with memory on
// AXI4 (Arm IHI 0022).
//
// hash_accel_regs has the registers of hash_accel.rdl. Parameters are those of hash_accel_axi4.

`default_nettype none

module hash_accel_apb4
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
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned MemIdWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  s_apb_psel,
  input  logic                  s_apb_penable,
  input  logic                  s_apb_pwrite,
  input  logic [2:0]            s_apb_pprot,
  input  logic [6:0]            s_apb_paddr,
  input  logic [31:0]           s_apb_pwdata,
  input  logic [3:0]            s_apb_pstrb,
  output logic                  s_apb_pready,
  output logic [31:0]           s_apb_prdata,
  output logic                  s_apb_pslverr,
  output logic                  irq_o,

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

  hash_accel_regs_pkg::hash_accel_regs__in_t  regs_in;
  hash_accel_regs_pkg::hash_accel_regs__out_t regs_out;

  hash_accel_regs u_regs (
    .clk     (clk_i),
    .arst_n  (rst_ni),
    .hwif_in (regs_in),
    .hwif_out(regs_out),
    .s_apb_psel,
    .s_apb_penable,
    .s_apb_pwrite,
    .s_apb_pprot,
    .s_apb_paddr,
    .s_apb_pwdata,
    .s_apb_pstrb,
    .s_apb_pready,
    .s_apb_prdata,
    .s_apb_pslverr
  );

  hash_accel_axi4 #(
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
  ) u_axi4 (
    .clk_i,
    .rst_ni,
    .regs_o(regs_in),
    .regs_i(regs_out),
    .irq_o,
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
