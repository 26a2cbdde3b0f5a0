// SPDX-License-Identifier: Apache-2.0
//
// A shift is a rotation and a mask of the bits that stay in the word. What a shift pushes out of the
// word is in the rotated word, where the mask is zero.

`default_nettype none

module core_shift (
  input  logic [31:0] a_i,
  input  logic [4:0]  amount_i,
  input  logic        left_i,
  input  logic        arithmetic_i,  // the sign comes in
  output logic [31:0] rotated_o,
  output logic [31:0] stay_o,
  output logic [31:0] result_o
);

  // To the left by n is to the right by -n modulo 32.
  logic [4:0]  amount;
  logic [31:0] rotated;
  assign amount  = left_i ? -amount_i : amount_i;
  assign rotated = 32'({a_i, a_i} >> amount);

  // Bits from the amount on, counted from the end where bits come in
  logic [31:0] stay;
  assign stay = 32'hffff_ffff << amount_i;
  for (genvar i = 0; i < 32; i++) begin : gen_stay
    assign stay_o[i] = left_i ? stay[i] : stay[31-i];
  end

  assign rotated_o = rotated;
  assign result_o  = ({32{arithmetic_i && a_i[31]}} & ~stay_o) | (rotated & stay_o);

endmodule

`default_nettype wire
