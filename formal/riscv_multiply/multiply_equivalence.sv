// SPDX-License-Identifier: Apache-2.0
//
// riscv_multiply against long multiplication, a row per bit of the second operand: each operand is
// extended by its sign, or by zeros, to the width of the product, and the rows are added up modulo
// that width. The product is there in the cycle after.

`default_nettype none

module multiply_equivalence #(
  parameter int unsigned Width     = 8,
  parameter bit          CarrySave = 1'b1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             start_i,
  input logic [1:0]       op_i,
  input logic [Width-1:0] a_i,
  input logic [Width-1:0] b_i
);

  logic [Width-1:0] result;
  riscv_multiply #(.Width(Width), .CarrySave(CarrySave)) u_multiply (
    .clk_i,
    .rst_ni,
    .start_i,
    .op_i,
    .a_i,
    .b_i,
    .result_o(result)
  );

  // What started in the cycle before: mul, mulh, mulhsu, mulhu
  logic             start_q;
  logic [1:0]       op_q;
  logic [Width-1:0] a_q, b_q;
  initial start_q = 1'b0;
  always_ff @(posedge clk_i) begin
    start_q <= start_i && rst_ni;
    op_q    <= op_i;
    a_q     <= a_i;
    b_q     <= b_i;
  end

  logic a_signed, b_signed;
  assign a_signed = op_q inside {2'b01, 2'b10};
  assign b_signed = op_q == 2'b01;

  logic [2*Width-1:0] a, b, expected;
  assign a = {{Width{a_signed && a_q[Width-1]}}, a_q};
  assign b = {{Width{b_signed && b_q[Width-1]}}, b_q};
  always_comb begin
    expected = '0;
    for (int unsigned i = 0; i < 2 * Width; i++) begin
      if (b[i]) expected = expected + (a << i);
    end
  end

  always_comb begin
    if (start_q && rst_ni) begin
      a_product : assert (result == (op_q == 2'b00 ? expected[Width-1:0]
                                                   : expected[2*Width-1:Width]));
    end
  end

endmodule

`default_nettype wire
