// SPDX-License-Identifier: Apache-2.0
//
// riscv_multiply against long multiplication, a row per bit of the second operand: each operand is
// extended by its sign, or by zeros, to the width of the product, and the rows are added up modulo
// that width.

`default_nettype none

module multiply_equivalence #(
  parameter int unsigned Width = 8
) (
  input logic [1:0]       op_i,
  input logic [Width-1:0] a_i,
  input logic [Width-1:0] b_i
);

  logic [Width-1:0] result;
  riscv_multiply #(.Width(Width)) u_multiply (
    .op_i,
    .a_i,
    .b_i,
    .result_o(result)
  );

  // mul, mulh, mulhsu, mulhu
  logic a_signed, b_signed;
  assign a_signed = op_i inside {2'b01, 2'b10};
  assign b_signed = op_i == 2'b01;

  logic [2*Width-1:0] a, b, expected;
  assign a = {{Width{a_signed && a_i[Width-1]}}, a_i};
  assign b = {{Width{b_signed && b_i[Width-1]}}, b_i};
  always_comb begin
    expected = '0;
    for (int unsigned i = 0; i < 2 * Width; i++) begin
      if (b[i]) expected = expected + (a << i);
    end
  end

  always_comb begin
    if (op_i == 2'b00) a_low : assert (result == expected[Width-1:0]);
    else a_high : assert (result == expected[2*Width-1:Width]);
  end

endmodule

`default_nettype wire
