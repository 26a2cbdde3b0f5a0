// SPDX-License-Identifier: Apache-2.0
//
// The hash processor's memories: program, 256 x 80 bits, and four blocks of data, each of 16 lanes
// of 32 bytes (sizes: isa_hashproc_pkg). One read and one write in a cycle; what was read stays
// until the next read; a byte that is read and written in one cycle gives its old value.

`default_nettype none

module hashproc_memory
  import hashproc_pkg::*;
(
  input  logic                             clk_i,
  input  logic                             pm_re_i,
  input  logic [1:0]                       pm_we_i,
  input  logic [7:0]                       pm_addr_i,
  input  logic [63:0]                      pm_wdata_i,
  output logic [79:0]                      pm_rdata_o,
  input  logic [Blocks-1:0]                dm_re_i,
  input  row_t [Blocks-1:0][LaneBytes-1:0] dm_raddr_i,
  output line_t [Blocks-1:0]               dm_rdata_o,
  input  logic [Blocks-1:0][LaneBytes-1:0] dm_we_i,
  input  row_t [Blocks-1:0][LaneBytes-1:0] dm_waddr_i,
  input  line_t [Blocks-1:0]               dm_wdata_i
);

  localparam int unsigned Rows = 2 ** RowWidth;

  logic [63:0] low[2**PcWidth];
  logic [15:0] high[2**PcWidth];

  always_ff @(posedge clk_i) begin
    if (pm_we_i[0]) low[pm_addr_i] <= pm_wdata_i;
    if (pm_re_i) pm_rdata_o[63:0] <= low[pm_addr_i];
  end
  always_ff @(posedge clk_i) begin
    if (pm_we_i[1]) high[pm_addr_i] <= pm_wdata_i[15:0];
    if (pm_re_i) pm_rdata_o[79:64] <= high[pm_addr_i];
  end

  for (genvar i = 0; i < Blocks; i++) begin : gen_block
    for (genvar j = 0; j < LaneBytes; j++) begin : gen_lane
      logic [7:0] bytes[Rows];
      always_ff @(posedge clk_i) begin
        if (dm_we_i[i][j]) bytes[dm_waddr_i[i][j]] <= dm_wdata_i[i][8*j+:8];
        if (dm_re_i[i]) dm_rdata_o[i][8*j+:8] <= bytes[dm_raddr_i[i][j]];
      end
    end
  end

endmodule

`default_nettype wire
