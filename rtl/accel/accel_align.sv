// SPDX-License-Identifier: Apache-2.0
//
// Brings a memory word into a block's frame. A block is rows of one word each; a word that is
// `ofs` bytes ahead of the frame fills the columns from 0 of its own row and, with its first `ofs`
// bytes, the last columns of the row before.
//
// Purely combinational; `pad_i` writes the domain byte behind the message instead.

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
  input  logic [IndexWidth-1:0] index_i,
  input  logic [OfsWidth-1:0]   ofs_i,
  input  bytes_t                bytes_i,   // message bytes of the block
  input  logic                  pad_i,
  input  logic [7:0]            domain_i,
  output logic [Width-1:0]      data_o,
  output logic [WordBytes-1:0]  column_o,  // columns that are written
  output logic [WordBytes-1:0]  before_o,  // columns that belong to the row before
  output logic [Rows:0]         row_o      // one-hot: the word's own row
);

  assign data_o = pad_i ? {WordBytes{domain_i}} : Width'({word_i, word_i} >> {ofs_i, 3'b000});

  // The row and the column behind the message's last byte.
  logic [7-OfsWidth:0] end_row;
  logic [OfsWidth-1:0] end_column;
  assign {end_row, end_column} = bytes_i;

  // Columns of the row up to the message's end, for the word's own row and the one before.
  logic                own_full, own_end, before_full, before_end;
  logic [IndexWidth:0] index, end_index;
  assign index       = {1'b0, index_i};
  assign end_index   = (IndexWidth + 1)'(end_row);
  assign own_full    = index < end_index;
  assign own_end     = index == end_index;
  assign before_full = index < end_index + 1'b1;
  assign before_end  = index == end_index + 1'b1;

  always_comb begin
    for (int unsigned q = 0; q < WordBytes; q++) begin
      logic in_end_row;
      in_end_row  = OfsWidth'(q) < end_column;
      before_o[q] = !pad_i && {1'b0, OfsWidth'(q)} + {1'b0, ofs_i} >= (OfsWidth + 1)'(WordBytes);
      if (pad_i)            column_o[q] = OfsWidth'(q) == end_column;
      else if (before_o[q]) column_o[q] = before_full || (before_end && in_end_row);
      else                  column_o[q] = own_full || (own_end && in_end_row);
    end
    for (int unsigned r = 0; r <= Rows; r++) begin
      row_o[r] = pad_i ? (8 - OfsWidth)'(r) == end_row : index_i == IndexWidth'(r);
    end
  end

endmodule

`default_nettype wire
