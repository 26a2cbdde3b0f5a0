// SPDX-License-Identifier: Apache-2.0
//
// Read permutation network: a word from any byte address on, out of what one of
// two blocks puts out. Lane i of a block holds the bytes whose address is i modulo 16.

`default_nettype none

module hashproc_read_network
  import hashproc_pkg::*;
(
  input  line_t      lower_i,
  input  line_t      upper_i,
  input  logic       pick_i,   // the upper block
  input  logic [3:0] first_i,  // the lane of the lowest byte
  output word_t      word_o
);

  always_comb begin
    line_t line;
    line = pick_i ? upper_i : lower_i;
    for (int unsigned i = 0; i < 4; i++) begin
      if (first_i[3-i]) line = line_t'({line, line} >> (8 * 2 ** (3 - i)));
    end
    word_o = line[63:0];
  end

endmodule

`default_nettype wire
