// SPDX-License-Identifier: Apache-2.0
//
// The sum of two words of 64 bits, or of their halves.

`default_nettype none

module hashproc_add
  import hashproc_pkg::*;
(
  input  logic  wide_i,   // the carry goes on into the upper half
  input  word_t x_i,
  input  word_t y_i,
  output word_t sum_o
);

  // A place between the halves that hands a carry on if one of its bits is set.
  logic unused_place;
  assign {sum_o[63:32], unused_place, sum_o[31:0]} =
      {x_i[63:32], wide_i, x_i[31:0]} + {y_i[63:32], 1'b0, y_i[31:0]};

endmodule

`default_nettype wire
