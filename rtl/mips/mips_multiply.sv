// SPDX-License-Identifier: Apache-2.0
//
// Multiplication, a byte of the second operand per cycle: four cycles, whatever the operands, which
// must stay. What the product is added to comes in at the start with its lower word, then byte by
// byte. Minuend - product is the complement of (complement of minuend) + product.

`default_nettype none

module mips_multiply (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        run_i,         // until last; a multiplication may be given up
  input  logic        signed_i,
  input  logic        accumulate_i,
  input  logic        subtract_i,    // the product
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [63:0] addend_i,
  output logic        last_o,        // the product is there, in this cycle
  output logic [63:0] product_o,
  output logic [31:0] low_o          // of the product, from the next cycle until the next run
);

  logic [1:0]  step_q;
  logic [34:0] high_q, high;
  logic [31:0] low_q;

  logic [63:0] addend;
  logic [7:0]  digit, carry;  // of the second operand, of the addend's upper word
  assign addend = accumulate_i ? addend_i ^ {64{subtract_i}} : '0;
  assign digit  = b_i[8*step_q+:8];
  assign carry  = addend[32+8*step_q+:8];
  assign high   = (step_q == '0) ? 35'(addend[31:0]) : high_q;
  assign last_o = run_i && step_q == 2'd3;

  logic               a_sign, digit_sign;
  logic signed [42:0] partial, sum;
  assign a_sign     = signed_i && a_i[31];
  assign digit_sign = signed_i && step_q == 2'd3 && b_i[31];
  assign partial    = signed'({a_sign, a_i}) * signed'({digit_sign, digit});
  assign sum        = partial + (43'(signed'(high)) + signed'({3'b0, carry, 32'b0}));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= '0;
      high_q <= '0;
      low_q  <= '0;
    end else if (!run_i) begin
      step_q <= '0;
    end else begin
      step_q <= step_q + 2'd1;
      high_q <= sum[42:8];
      low_q  <= {sum[7:0], low_q[31:8]};
    end
  end

  assign product_o = {sum[39:0], low_q[31:8]} ^ {64{subtract_i}};
  assign low_o     = low_q;

endmodule

`default_nettype wire
