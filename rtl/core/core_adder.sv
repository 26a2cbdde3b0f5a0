// SPDX-License-Identifier: Apache-2.0
//
// Sum or difference, and comparison.

`default_nettype none

module core_adder (
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic        subtract_i,
  input  logic        unsigned_i,  // of the comparison
  output logic [31:0] sum_o,
  output logic        less_o,      // when it subtracts
  output logic        equal_o
);

  logic unused_carry;  // the lowest bit brings the carry in
  assign {sum_o, unused_carry} = {a_i, 1'b1} + {b_i ^ {32{subtract_i}}, subtract_i};
  assign equal_o = a_i == b_i;
  assign less_o  = (a_i[31] == b_i[31]) ? sum_o[31] : unsigned_i == b_i[31];

endmodule

`default_nettype wire
