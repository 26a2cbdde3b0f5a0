// SPDX-License-Identifier: Apache-2.0
//
// div, divu, rem, remu: restoring division of magnitudes, a bit per cycle. 34 cycles from start to
// result, for all operands: timing tells nothing about them.

`default_nettype none

module riscv_divide (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,
  input  logic [1:0]  op_i,      // funct3[1:0]; stable until done
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic        busy_o,
  output logic        done_o,    // the result is there, in this cycle only
  output logic [31:0] result_o
);

  logic [5:0]  count_q;  // cycles left; 0: idle
  logic [31:0] remainder_q, quotient_q, divisor_q;
  logic        negate_q;
  logic        is_signed, is_rem, a_negative, b_negative;
  logic [32:0] difference;

  assign is_signed  = !op_i[0];
  assign is_rem     = op_i[1];
  assign a_negative = is_signed && a_i[31];
  assign b_negative = is_signed && b_i[31];
  assign difference = {remainder_q, quotient_q[31]} - {1'b0, divisor_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= '0;
      remainder_q <= '0;
      quotient_q  <= '0;
      divisor_q   <= '0;
      negate_q    <= 1'b0;
    end else if (start_i) begin
      count_q     <= 6'd33;
      remainder_q <= '0;
      quotient_q  <= a_negative ? -a_i : a_i;
      divisor_q   <= b_negative ? -b_i : b_i;
      // By zero, the quotient is all ones whatever the signs.
      negate_q    <= is_rem ? a_negative : (a_negative != b_negative) && b_i != '0;
    end else if (busy_o) begin
      count_q <= count_q - 6'd1;
      if (!done_o) begin
        // No borrow: the divisor fits.
        remainder_q <= difference[32] ? {remainder_q[30:0], quotient_q[31]} : difference[31:0];
        quotient_q  <= {quotient_q[30:0], !difference[32]};
      end
    end
  end

  logic [31:0] magnitude;
  assign magnitude = is_rem ? remainder_q : quotient_q;
  assign busy_o    = count_q != '0;
  assign done_o    = count_q == 6'd1;
  assign result_o  = negate_q ? -magnitude : magnitude;

endmodule

`default_nettype wire
