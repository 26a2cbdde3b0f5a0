// SPDX-License-Identifier: Apache-2.0
//
// Integer arithmetic, logic and shifts in one cycle. A shift's first operand is the value, the
// second one the amount.

`default_nettype none

module mips_alu
  import mips_pkg::*;
(
  input  alu_op_e     op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic        less_o,      // signed but for AluSltu
  output logic        equal_o,
  output logic        overflow_o,  // of a sum or a difference
  output logic [31:0] rotated_o,   // of the shifter, for the native extension
  output logic [31:0] stay_o,
  output logic [31:0] result_o
);

  logic        subtract;
  logic [31:0] sum;
  assign subtract = op_i inside {AluSub, AluSlt, AluSltu};
  core_adder u_adder (
    .a_i,
    .b_i,
    .subtract_i(subtract),
    .unsigned_i(op_i == AluSltu),
    .sum_o     (sum),
    .less_o,
    .equal_o
  );
  assign overflow_o = (a_i[31] == (b_i[31] ^ subtract)) && sum[31] != a_i[31];

  logic [31:0] shifted;
  core_shift u_shift (
    .a_i,
    .amount_i    (b_i[4:0]),
    .left_i      (op_i == AluSll),
    .arithmetic_i(op_i == AluSra),
    .rotated_o,
    .stay_o,
    .result_o    (shifted)
  );

  // Leading zeros or ones end at the first bit, from the top, that differs from them.
  logic [31:0] counted;
  logic [5:0]  leading;
  assign counted = a_i ^ {32{op_i == AluClo}};
  always_comb begin
    leading = 6'd32;
    for (int unsigned i = 0; i < 32; i++) begin
      if (counted[i]) leading = 6'(31 - i);
    end
  end

  // The complement in front of an operand; that of both makes nor of and.
  logic        complement;
  logic [31:0] and_a, and_b;
  assign complement = op_i inside {AluNor, AluAndnot};
  assign and_a      = a_i ^ {32{complement}};
  assign and_b      = b_i ^ {32{op_i == AluNor}};

  always_comb begin
    unique case (op_i)
      AluAdd, AluSub:            result_o = sum;
      AluSlt, AluSltu:           result_o = {31'b0, less_o};
      AluAnd, AluNor, AluAndnot: result_o = and_a & and_b;
      AluOr:                     result_o = a_i | b_i;
      AluXor:                    result_o = a_i ^ b_i;
      AluSll, AluSrl, AluSra:    result_o = shifted;
      AluClz, AluClo:            result_o = 32'(leading);
      default:                   result_o = a_i;
    endcase
  end

endmodule

`default_nettype wire
