// SPDX-License-Identifier: Apache-2.0
//
// mul, mulh, mulhsu, mulhu in one cycle.

`default_nettype none

module riscv_multiply (
  input  logic [1:0]  op_i,      // funct3[1:0]
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] result_o
);

  logic        a_sign, b_sign;
  logic [65:0] product;
  assign a_sign  = a_i[31] && op_i != 2'b11;
  assign b_sign  = b_i[31] && !op_i[1];
  assign product = signed'({a_sign, a_i}) * signed'({b_sign, b_i});

  assign result_o = (op_i == 2'b00) ? product[31:0] : product[63:32];

  logic unused_product;
  assign unused_product = ^product[65:64];

endmodule

`default_nettype wire
