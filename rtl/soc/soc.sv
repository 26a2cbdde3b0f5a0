// SPDX-License-Identifier: Apache-2.0
//
// The reference system: the RISC-V core, the accelerator behind its registers, a UART and what
// connects them. Memory is outside, on three ports that answer in the next cycle, as RAM does:
//
//   Port    Who                                Access
//   fetch   the core's instructions            32 bits, reads
//   data    the core's loads and stores        32 bits, below 0x8000_0000
//   dma     the accelerator's reads, writes    Width bits
//
// The core runs from a memory of its own, and data and dma are the two ports of another one, so that
// nobody ever waits for memory: ulx3s_memory is such a pair. What a port reads stays until it reads
// again; err, with the data, says that there is no memory at the address.
//
//   0x0000_0000   memory
//   0x8000_0000   the accelerator's registers (hash_accel.rdl); its interrupt is the core's external
//   0x8000_1000   the UART (soc_uart)
//
// Parameters are those of riscv_hash and hash_accel, and UartDivisor, clocks per bit.

`default_nettype none

module soc #(
  parameter  int unsigned Zbkb           = 0,
  parameter  int unsigned Ise            = 0,
  parameter  int unsigned Lanes          = 0,
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
  parameter  int unsigned UartDivisor    = 217,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned MemIdWidth     = 2 + accel_pkg::index_width(Buffers)
                                           + accel_pkg::word_count_width(WordBytes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  output logic                 fetch_req_o,
  output logic [31:0]          fetch_addr_o,
  input  logic [31:0]          fetch_rdata_i,
  input  logic                 fetch_err_i,

  output logic                 data_req_o,
  output logic [31:0]          data_addr_o,
  output logic                 data_we_o,
  output logic [3:0]           data_be_o,
  output logic [31:0]          data_wdata_o,
  input  logic [31:0]          data_rdata_i,
  input  logic                 data_err_i,

  output logic                 dma_req_o,
  output logic [31:0]          dma_addr_o,
  output logic                 dma_we_o,
  output logic [WordBytes-1:0] dma_be_o,
  output logic [Width-1:0]     dma_wdata_o,
  input  logic [Width-1:0]     dma_rdata_i,
  input  logic                 dma_err_i,

  output logic                 uart_tx_o
`ifdef RVFI
  ,
  output core_pkg::rvfi_t      rvfi_o,
  output riscv_pkg::rvfi_csr_t rvfi_csr_o
`endif
);

  // The core

  logic        irq, fetch_valid_q;
  logic        core_req, core_gnt, core_we, core_rvalid, core_err;
  logic [31:0] core_addr, core_wdata, core_rdata;
  logic [3:0]  core_be;

  riscv_hash #(
    .Zbkb (Zbkb),
    .Ise  (Ise),
    .Lanes(Lanes)
  ) u_core (
    .clk_i,
    .rst_ni,
    .irq_external_i(irq),
    .irq_timer_i   (1'b0),
    .irq_software_i(1'b0),
    .instr_req_o   (fetch_req_o),
    .instr_gnt_i   (1'b1),
    .instr_addr_o  (fetch_addr_o),
    .instr_rvalid_i(fetch_valid_q),
    .instr_rdata_i (fetch_rdata_i),
    .instr_err_i   (fetch_err_i),
    .data_req_o    (core_req),
    .data_gnt_i    (core_gnt),
    .data_addr_o   (core_addr),
    .data_we_o     (core_we),
    .data_be_o     (core_be),
    .data_wdata_o  (core_wdata),
    .data_rvalid_i (core_rvalid),
    .data_rdata_i  (core_rdata),
    .data_err_i    (core_err)
`ifdef RVFI
    ,
    .rvfi_o,
    .rvfi_csr_o
`endif
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_valid_q <= 1'b0;
    else         fetch_valid_q <= fetch_req_o;
  end

  // Where its loads and stores go

  logic        psel_accel, psel_uart, penable, pwrite;
  logic [11:0] paddr;
  logic [31:0] pwdata, prdata_accel, prdata_uart;
  logic [3:0]  pstrb;
  logic        pready_accel, pready_uart, pslverr_accel, pslverr_uart;

  soc_bus u_bus (
    .clk_i,
    .rst_ni,
    .req_i          (core_req),
    .gnt_o          (core_gnt),
    .addr_i         (core_addr),
    .we_i           (core_we),
    .be_i           (core_be),
    .wdata_i        (core_wdata),
    .rvalid_o       (core_rvalid),
    .rdata_o        (core_rdata),
    .err_o          (core_err),
    .mem_req_o      (data_req_o),
    .mem_rdata_i    (data_rdata_i),
    .mem_err_i      (data_err_i),
    .psel_accel_o   (psel_accel),
    .psel_uart_o    (psel_uart),
    .penable_o      (penable),
    .pwrite_o       (pwrite),
    .paddr_o        (paddr),
    .pwdata_o       (pwdata),
    .pstrb_o        (pstrb),
    .pready_accel_i (pready_accel),
    .prdata_accel_i (prdata_accel),
    .pslverr_accel_i(pslverr_accel),
    .pready_uart_i  (pready_uart),
    .prdata_uart_i  (prdata_uart),
    .pslverr_uart_i (pslverr_uart)
  );

  assign data_addr_o  = core_addr;
  assign data_we_o    = core_we;
  assign data_be_o    = core_be;
  assign data_wdata_o = core_wdata;

  soc_uart #(.Divisor(UartDivisor)) u_uart (
    .clk_i,
    .rst_ni,
    .psel_i   (psel_uart),
    .penable_i(penable),
    .pwrite_i (pwrite),
    .paddr_i  (paddr),
    .pwdata_i (pwdata),
    .pstrb_i  (pstrb),
    .pready_o (pready_uart),
    .prdata_o (prdata_uart),
    .pslverr_o(pslverr_uart),
    .tx_o     (uart_tx_o)
  );

  // The accelerator

  logic [MemIdWidth-1:0] awid, bid, arid, rid;
  logic [31:0]           awaddr, araddr;
  logic                  awvalid, awready, wvalid, wready, bvalid, bready;
  logic                  arvalid, arready, rvalid, rready, rlast;
  logic [Width-1:0]      wdata, rdata;
  logic [WordBytes-1:0]  wstrb;
  logic [1:0]            bresp, rresp;

  logic [7:0] awlen, arlen;
  logic [2:0] unused_awsize, unused_arsize, unused_awprot, unused_arprot;
  logic [1:0] unused_awburst, unused_arburst;
  logic [3:0] unused_awcache, unused_arcache;
  logic       unused_wlast;

  hash_accel_apb4 #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .Resume        (Resume),
    .Chain         (Chain),
    .Fold          (Fold)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .s_apb_psel   (psel_accel),
    .s_apb_penable(penable),
    .s_apb_pwrite (pwrite),
    .s_apb_pprot  (3'b000),
    .s_apb_paddr  (paddr[6:0]),
    .s_apb_pwdata (pwdata),
    .s_apb_pstrb  (pstrb),
    .s_apb_pready (pready_accel),
    .s_apb_prdata (prdata_accel),
    .s_apb_pslverr(pslverr_accel),
    .irq_o        (irq),
    .m_axi_awid   (awid),
    .m_axi_awaddr (awaddr),
    .m_axi_awlen  (awlen),
    .m_axi_awsize (unused_awsize),
    .m_axi_awburst(unused_awburst),
    .m_axi_awcache(unused_awcache),
    .m_axi_awprot (unused_awprot),
    .m_axi_awvalid(awvalid),
    .m_axi_awready(awready),
    .m_axi_wdata  (wdata),
    .m_axi_wstrb  (wstrb),
    .m_axi_wlast  (unused_wlast),
    .m_axi_wvalid (wvalid),
    .m_axi_wready (wready),
    .m_axi_bid    (bid),
    .m_axi_bresp  (bresp),
    .m_axi_bvalid (bvalid),
    .m_axi_bready (bready),
    .m_axi_arid   (arid),
    .m_axi_araddr (araddr),
    .m_axi_arlen  (arlen),
    .m_axi_arsize (unused_arsize),
    .m_axi_arburst(unused_arburst),
    .m_axi_arcache(unused_arcache),
    .m_axi_arprot (unused_arprot),
    .m_axi_arvalid(arvalid),
    .m_axi_arready(arready),
    .m_axi_rid    (rid),
    .m_axi_rdata  (rdata),
    .m_axi_rresp  (rresp),
    .m_axi_rlast  (rlast),
    .m_axi_rvalid (rvalid),
    .m_axi_rready (rready)
  );

  soc_dma #(
    .Width  (Width),
    .IdWidth(MemIdWidth)
  ) u_dma (
    .clk_i,
    .rst_ni,
    .s_axi_awid   (awid),
    .s_axi_awaddr (awaddr),
    .s_axi_awvalid(awvalid),
    .s_axi_awready(awready),
    .s_axi_wdata  (wdata),
    .s_axi_wstrb  (wstrb),
    .s_axi_wvalid (wvalid),
    .s_axi_wready (wready),
    .s_axi_bid    (bid),
    .s_axi_bresp  (bresp),
    .s_axi_bvalid (bvalid),
    .s_axi_bready (bready),
    .s_axi_arid   (arid),
    .s_axi_araddr (araddr),
    .s_axi_arvalid(arvalid),
    .s_axi_arready(arready),
    .s_axi_rid    (rid),
    .s_axi_rdata  (rdata),
    .s_axi_rresp  (rresp),
    .s_axi_rlast  (rlast),
    .s_axi_rvalid (rvalid),
    .s_axi_rready (rready),
    .req_o        (dma_req_o),
    .addr_o       (dma_addr_o),
    .we_o         (dma_we_o),
    .be_o         (dma_be_o),
    .wdata_o      (dma_wdata_o),
    .rdata_i      (dma_rdata_i),
    .err_i        (dma_err_i)
  );

  logic unused;
  assign unused = ^{awlen, unused_awsize, unused_awburst, unused_awcache, unused_awprot,
                    unused_wlast, arlen, unused_arsize, unused_arburst, unused_arcache,
                    unused_arprot};

`ifndef SYNTHESIS
  // What soc_dma takes for granted
  ReadOneBeat_A : assert property (@(posedge clk_i) arvalid |-> arlen == '0)
  else $error("soc: the accelerator reads %0d beats in a burst", arlen + 9'd1);
  WriteOneBeat_A : assert property (@(posedge clk_i) awvalid |-> awlen == '0)
  else $error("soc: the accelerator writes %0d beats in a burst", awlen + 9'd1);
`endif

endmodule

`default_nettype wire
