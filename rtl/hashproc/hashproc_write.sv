// SPDX-License-Identifier: Apache-2.0
//
// The write bus of the data memory: one writer in a cycle. A result of EX1 comes before a word of
// the host, that before one of the input.

`default_nettype none

module hashproc_write
  import hashproc_pkg::*;
(
  // Result: 16 bytes to any byte address
  input  logic                             store_i,
  input  block_t                           store_block_i,
  input  addr_t                            store_addr_i,
  input  line_t                            result_i,
  // Input: a word to the message block
  input  logic                             input_i,
  output logic                             input_ready_o,
  input  logic                             input_wide_i,  // of 8 bytes, else 4 in both halves
  input  addr_t                            input_addr_i,
  input  word_t                            input_word_i,
  // Host: 8 bytes
  input  logic                             host_i,
  output logic                             host_ready_o,
  input  block_t                           host_block_i,
  input  logic [5:0]                       host_index_i,
  input  word_t                            host_word_i,
  // Memory
  output logic [Blocks-1:0][LaneBytes-1:0] we_o,
  output row_t [Blocks-1:0][LaneBytes-1:0] rows_o,
  output line_t [Blocks-1:0]               lines_o
);

  line_t permuted;
  hashproc_write_network u_network (
    .bytes_i(result_i),
    .first_i(store_addr_i[3:0]),
    .line_o (permuted)
  );

  assign host_ready_o  = !store_i;
  assign input_ready_o = !store_i && !host_i;

  // Which lanes of which block

  block_t               block;
  logic [LaneBytes-1:0] lanes;
  logic [3:0]           quarter;
  addr_t                addr;
  word_t                word;
  always_comb begin
    quarter = 4'b0001 << input_addr_i[3:2];
    if (input_wide_i) quarter = input_addr_i[3] ? 4'b1100 : 4'b0011;
    word = host_i ? host_word_i : input_word_i;
    if (store_i) begin
      block = store_block_i;
      addr  = store_addr_i;
      lanes = '1;
    end else if (host_i) begin
      block = host_block_i;
      addr  = {host_index_i[5:1], 4'd0};
      lanes = host_index_i[0] ? 16'hff00 : 16'h00ff;
    end else begin
      block = 2'(MessageBlock);
      addr  = {input_addr_i[8:4], 4'd0};
      lanes = {{4{quarter[3]}}, {4{quarter[2]}}, {4{quarter[1]}}, {4{quarter[0]}}};
      if (!input_i) lanes = '0;
    end
  end

  for (genvar i = 0; i < Blocks; i++) begin : gen_block
    assign we_o[i]    = lanes & {LaneBytes{block == 2'(i)}};
    assign lines_o[i] = store_i ? permuted : {word, word};
    hashproc_rows #(
      .WrapWidth(i == MessageBlock ? RowWidth - 1 : RowWidth)
    ) u_rows (
      .addr_i(addr),
      .rows_o(rows_o[i])
    );
  end

  logic unused_addr;
  assign unused_addr = ^input_addr_i[1:0];

endmodule

`default_nettype wire
