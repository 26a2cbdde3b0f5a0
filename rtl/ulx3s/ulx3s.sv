// SPDX-License-Identifier: Apache-2.0
//
// The reference system on a ULX3S: core, accelerator, UART and memories, at the board's 25 MHz.
//
// ftdi_rxd_o is what the board's USB chip receives, 115,200 baud 8N1. It is in reset for the first 15
// cycles, and while the button PWR (btn_ni) is pressed, and shows that it runs by led_o.

`default_nettype none

module ulx3s #(
  parameter int unsigned Zbkb           = 0,
  parameter int unsigned Ise            = 0,
  parameter int unsigned Lanes          = 0,
  parameter int unsigned Units          = 1,
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned Stages         = 1,
  parameter int unsigned Contexts       = 1,
  parameter int unsigned Width          = 64,
  parameter int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter bit          Resume         = 1'b0,
  parameter bit          Chain          = 1'b0,
  parameter int unsigned Fold           = keccak_pkg::FoldNone,
  parameter int unsigned Bytes          = 65536,  // of each memory
  parameter              Image          = "program.hex"
) (
  input  logic clk_25mhz_i,
  input  logic btn_ni,
  output logic ftdi_rxd_o,
  output logic led_o,
  output logic wifi_gpio0_o  // high, or the board's other chip takes over
);

  localparam int unsigned Clock   = 25_000_000;  // Hz
  localparam int unsigned Baud    = 115_200;
  localparam int unsigned Divisor = (Clock + Baud / 2) / Baud;

  // Reset: after configuration the registers are as they begin here.

  logic [1:0] button_q = '0;
  logic [3:0] count_q  = '0;
  logic       rst_nq   = 1'b0;

  always_ff @(posedge clk_25mhz_i) begin
    button_q <= {button_q[0], btn_ni};
    if (!button_q[1])        count_q <= '0;
    else if (count_q != '1)  count_q <= count_q + 1'b1;
    rst_nq <= count_q == '1;
  end

  logic               fetch_req, fetch_err, data_req, data_we, data_err, dma_req, dma_we, dma_err;
  logic [31:0]        fetch_addr, fetch_rdata, data_addr, data_wdata, data_rdata, dma_addr;
  logic [3:0]         data_be;
  logic [Width/8-1:0] dma_be;
  logic [Width-1:0]   dma_wdata, dma_rdata;

  soc #(
    .Zbkb          (Zbkb),
    .Ise           (Ise),
    .Lanes         (Lanes),
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .Resume        (Resume),
    .Chain         (Chain),
    .Fold          (Fold),
    .UartDivisor   (Divisor)
  ) u_soc (
    .clk_i        (clk_25mhz_i),
    .rst_ni       (rst_nq),
    .fetch_req_o  (fetch_req),
    .fetch_addr_o (fetch_addr),
    .fetch_rdata_i(fetch_rdata),
    .fetch_err_i  (fetch_err),
    .data_req_o   (data_req),
    .data_addr_o  (data_addr),
    .data_we_o    (data_we),
    .data_be_o    (data_be),
    .data_wdata_o (data_wdata),
    .data_rdata_i (data_rdata),
    .data_err_i   (data_err),
    .dma_req_o    (dma_req),
    .dma_addr_o   (dma_addr),
    .dma_we_o     (dma_we),
    .dma_be_o     (dma_be),
    .dma_wdata_o  (dma_wdata),
    .dma_rdata_i  (dma_rdata),
    .dma_err_i    (dma_err),
    .uart_tx_o    (ftdi_rxd_o)
`ifdef RVFI
    ,
    .rvfi_o       (),
    .rvfi_csr_o   ()
`endif
  );

  ulx3s_memory #(
    .Bytes(Bytes),
    .Width(Width),
    .Image(Image)
  ) u_memory (
    .clk_i        (clk_25mhz_i),
    .fetch_req_i  (fetch_req),
    .fetch_addr_i (fetch_addr),
    .fetch_rdata_o(fetch_rdata),
    .fetch_err_o  (fetch_err),
    .data_req_i   (data_req),
    .data_addr_i  (data_addr),
    .data_we_i    (data_we),
    .data_be_i    (data_be),
    .data_wdata_i (data_wdata),
    .data_rdata_o (data_rdata),
    .data_err_o   (data_err),
    .dma_req_i    (dma_req),
    .dma_addr_i   (dma_addr),
    .dma_we_i     (dma_we),
    .dma_be_i     (dma_be),
    .dma_wdata_i  (dma_wdata),
    .dma_rdata_o  (dma_rdata),
    .dma_err_o    (dma_err)
  );

  assign led_o        = rst_nq;
  assign wifi_gpio0_o = 1'b1;

endmodule

`default_nettype wire
