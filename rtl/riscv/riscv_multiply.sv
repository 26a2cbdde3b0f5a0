// SPDX-License-Identifier: Apache-2.0
//
// mul, mulh, mulhsu, mulhu in one cycle.
//
// `AltOps` puts what riscv-formal (RISCV_FORMAL_ALTOPS) expects in place of a product, so that a
// proof over whole instructions need not reason about multiplication: the sum of the operands, for
// mulhsu their difference, XOR a constant that tells the instruction.

`default_nettype none

module riscv_multiply #(
  parameter int unsigned Width  = 32,    // of an operand; not 32 for a proof over all of them
  parameter bit          AltOps = 1'b0   // for a proof
) (
  input  logic [1:0]       op_i,      // funct3[1:0]
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] result_o
);

  if (AltOps && Width != 32) begin : gen_bad_width
    $fatal(1, "riscv_multiply: Width is %0d; with AltOps, 32 is allowed", Width);
  end

  if (AltOps) begin : gen_alternative
    always_comb begin
      unique case (op_i)
        2'b00:   result_o = Width'((a_i + b_i) ^ 32'h5876_063e);
        2'b01:   result_o = Width'((a_i + b_i) ^ 32'hf658_3fb7);
        2'b10:   result_o = Width'((a_i - b_i) ^ 32'hecfb_e137);
        default: result_o = Width'((a_i + b_i) ^ 32'h949c_e5e8);
      endcase
    end
  end else begin : gen_product
    logic               a_sign, b_sign;
    logic [2*Width+1:0] product;
    assign a_sign  = a_i[Width-1] && op_i != 2'b11;
    assign b_sign  = b_i[Width-1] && !op_i[1];
    assign product = signed'({a_sign, a_i}) * signed'({b_sign, b_i});

    assign result_o = (op_i == 2'b00) ? product[Width-1:0] : product[2*Width-1:Width];

    logic unused_product;
    assign unused_product = ^product[2*Width+1:2*Width];
  end

endmodule

`default_nettype wire
