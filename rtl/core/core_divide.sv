// SPDX-License-Identifier: Apache-2.0
//
// Restoring division of magnitudes, a bit per cycle. 33 cycles from start to done, for all
// operands: timing tells nothing about them. By zero, the quotient is all ones and the remainder
// the dividend; the least integer by -1 gives itself and 0.

`default_nettype none

module core_divide (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,
  input  logic        signed_i,     // in the cycle of start
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic        busy_o,
  output logic        done_o,       // the last cycle of busy; the result stays until a start
  input  logic        remainder_i,  // the result is the remainder, not the quotient
  output logic [31:0] result_o
);

  logic [5:0]  count_q;  // cycles left; 0: idle
  logic [31:0] remainder_q, quotient_q, divisor_q;
  logic        negate_remainder_q, negate_quotient_q;
  logic        a_negative, b_negative;
  logic [32:0] difference;

  assign a_negative = signed_i && a_i[31];
  assign b_negative = signed_i && b_i[31];
  assign difference = {remainder_q, quotient_q[31]} - {1'b0, divisor_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q            <= '0;
      remainder_q        <= '0;
      quotient_q         <= '0;
      divisor_q          <= '0;
      negate_remainder_q <= 1'b0;
      negate_quotient_q  <= 1'b0;
    end else if (start_i) begin
      count_q            <= 6'd33;
      remainder_q        <= '0;
      quotient_q         <= a_negative ? -a_i : a_i;
      divisor_q          <= b_negative ? -b_i : b_i;
      negate_remainder_q <= a_negative;
      negate_quotient_q  <= (a_negative != b_negative) && b_i != '0;
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
  logic        negate;
  assign magnitude = remainder_i ? remainder_q : quotient_q;
  assign negate    = remainder_i ? negate_remainder_q : negate_quotient_q;
  assign busy_o    = count_q != '0;
  assign done_o    = count_q == 6'd1;
  assign result_o  = negate ? -magnitude : magnitude;

endmodule

`default_nettype wire
