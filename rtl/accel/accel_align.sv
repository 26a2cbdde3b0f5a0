// SPDX-License-Identifier: Apache-2.0
//
// Brings a memory word into a block's frame. A block is rows of one word each; a word that is
// `ofs` bytes ahead of the frame fills the columns from 0 of its own row and, with its first `ofs`
// bytes, the last columns of the row before.
//
// Bytes behind the block are not written; `pad_i` writes the domain byte there, and nothing else.

`default_nettype none

module accel_align
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned Rows       = (BlockWidth + Width - 1) / Width,
  localparam int unsigned IndexWidth = word_count_width(WordBytes)
) (
  input  logic [Width-1:0]      word_i,
  input  logic [IndexWidth-1:0] index_i,    // of the word in its block
  input  logic                  partial_i,  // the block ends inside this word
  input  logic                  pad_i,      // write the domain byte behind the block
  input  logic [7:0]            domain_i,
  input  logic [IndexWidth-1:0] pad_row_i,
  input  logic [OfsWidth-1:0]   ofs_i,
  input  logic [WordBytes-1:0]  tail_i,     // the block's bytes in the word where it ends
  output logic [Width-1:0]      data_o,
  output logic [WordBytes-1:0]  strobe_o,   // columns that are written
  output logic [WordBytes-1:0]  before_o,   // columns that belong to the row before
  output logic [Rows:0]         row_o       // one-hot: the word's own row
);

  logic [WordBytes-1:0] strobe;
  logic [WordBytes-1:0] behind;  // one-hot

  assign behind = ~tail_i & {tail_i[WordBytes-2:0], 1'b1};

  always_comb begin
    strobe = pad_i ? behind : tail_i | {WordBytes{!partial_i}};
    for (int unsigned q = 0; q < WordBytes; q++) begin
      before_o[q] = {1'b0, OfsWidth'(q)} + {1'b0, ofs_i} >= (OfsWidth + 1)'(WordBytes);
    end
    for (int unsigned r = 0; r <= Rows; r++) begin
      row_o[r] = pad_i ? pad_row_i == IndexWidth'(r) : index_i == IndexWidth'(r);
    end
  end

  assign data_o   = pad_i ? {WordBytes{domain_i}}
                          : Width'({word_i, word_i} >> {ofs_i, 3'b000});
  assign strobe_o = WordBytes'({strobe, strobe} >> ofs_i);

endmodule

`default_nettype wire
