// SPDX-License-Identifier: Apache-2.0
//
// The memories of a reference system: one for its program, and behind it one for data. Each has two
// ports, of which the core's data port is one; the other is its fetch port, and the accelerator's. So
// none waits for another. The accelerator does not reach the program's memory, nor constants in it.

`default_nettype none

module ulx3s_memory #(
  parameter  int unsigned Bytes     = 65536,  // of each; a power of two
  parameter  int unsigned Width     = 64,     // bits of a word of the accelerator's
  parameter               Image     = "",     // of the program's
  localparam int unsigned WordBytes = Width / 8
) (
  input  logic                 clk_i,

  input  logic                 fetch_req_i,
  input  logic [31:0]          fetch_addr_i,
  output logic [31:0]          fetch_rdata_o,
  output logic                 fetch_err_o,

  input  logic                 data_req_i,
  input  logic [31:0]          data_addr_i,
  input  logic                 data_we_i,
  input  logic [3:0]           data_be_i,
  input  logic [31:0]          data_wdata_i,
  output logic [31:0]          data_rdata_o,
  output logic                 data_err_o,

  input  logic                 dma_req_i,
  input  logic [31:0]          dma_addr_i,
  input  logic                 dma_we_i,
  input  logic [WordBytes-1:0] dma_be_i,
  input  logic [Width-1:0]     dma_wdata_i,
  output logic [Width-1:0]     dma_rdata_o,
  output logic                 dma_err_o
);

  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "ulx3s_memory: Width is %0d; 32, 64, 128 or 256 is allowed", Width);
  end
  if (!$onehot(Bytes) || Bytes < 2 * WordBytes) begin : gen_bad_bytes
    $fatal(1, "ulx3s_memory: Bytes is %0d; a power of two of at least two words is allowed", Bytes);
  end

  localparam int unsigned Top       = $clog2(Bytes);      // where an address tells the memories apart
  localparam int unsigned Banks     = Width / 32;         // of the memory for data
  localparam int unsigned BankBits  = $clog2(Banks);
  localparam int unsigned BankWidth = (Banks > 1) ? BankBits : 1;
  localparam int unsigned Words     = Bytes / WordBytes;  // of a bank

  logic [3:0] data_we;
  logic       to_program, to_data, dma_beyond;

  assign data_we    = data_we_i ? data_be_i : '0;
  assign to_program = data_req_i && data_addr_i[31:Top] == '0;
  assign to_data    = data_req_i && data_addr_i[31:Top] == (32 - Top)'(1);
  assign dma_beyond = dma_addr_i[31:Top] != (32 - Top)'(1);

  // Program

  logic [31:0] constant;

  ulx3s_ram #(
    .Words(Bytes / 4),
    .Image(Image)
  ) u_program (
    .clk_i,
    .a_req_i  (fetch_req_i),
    .a_addr_i (fetch_addr_i[Top-1:2]),
    .a_we_i   ('0),
    .a_wdata_i('0),
    .a_rdata_o(fetch_rdata_o),
    .b_req_i  (to_program),
    .b_addr_i (data_addr_i[Top-1:2]),
    .b_we_i   (data_we),
    .b_wdata_i(data_wdata_i),
    .b_rdata_o(constant)
  );

  // Data

  logic [BankWidth-1:0]   bank, bank_q;
  logic [Banks-1:0][31:0] loaded;

  if (Banks > 1) begin : gen_banks
    assign bank = data_addr_i[2+:BankWidth];
  end else begin : gen_bank
    assign bank = '0;
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_data
    ulx3s_ram #(.Words(Words)) u_data (
      .clk_i,
      .a_req_i  (to_data && bank == BankWidth'(b)),
      .a_addr_i (data_addr_i[Top-1:2+BankBits]),
      .a_we_i   (data_we),
      .a_wdata_i(data_wdata_i),
      .a_rdata_o(loaded[b]),
      .b_req_i  (dma_req_i && !dma_beyond),
      .b_addr_i (dma_addr_i[Top-1:2+BankBits]),
      .b_we_i   (dma_we_i ? dma_be_i[4*b+:4] : '0),
      .b_wdata_i(dma_wdata_i[32*b+:32]),
      .b_rdata_o(dma_rdata_o[32*b+:32])
    );
  end

  // What answers

  logic constant_q;

  assign data_rdata_o = constant_q ? constant : loaded[bank_q];

  always_ff @(posedge clk_i) begin
    if (fetch_req_i) fetch_err_o <= fetch_addr_i[31:Top] != '0;
    if (dma_req_i)   dma_err_o   <= dma_beyond;
    if (data_req_i) begin
      data_err_o <= !to_program && !to_data;
      constant_q <= to_program;
      bank_q     <= bank;
    end
  end

  // Words are whole.
  logic unused;
  assign unused = ^{fetch_addr_i[1:0], data_addr_i[1:0], dma_addr_i[1+BankBits:0]};

endmodule

`default_nettype wire
