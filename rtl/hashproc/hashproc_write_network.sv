// SPDX-License-Identifier: Apache-2.0
//
// Write permutation network: 16 bytes to the lanes that any byte address puts them in.

`default_nettype none

module hashproc_write_network
  import hashproc_pkg::*;
(
  input  line_t      bytes_i,
  input  logic [3:0] first_i,  // the lane of the lowest byte
  output line_t      line_o
);

  always_comb begin
    line_o = bytes_i;
    for (int unsigned i = 0; i < 4; i++) begin
      if (first_i[i]) line_o = line_t'({line_o, line_o} >> (128 - 8 * 2 ** i));
    end
  end

endmodule

`default_nettype wire
