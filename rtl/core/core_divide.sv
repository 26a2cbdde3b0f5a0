// SPDX-License-Identifier: Apache-2.0
//
// Restoring division of magnitudes, a bit per cycle. 33 cycles from start to done, for all
// operands: timing tells nothing about them. By zero, the quotient is all ones and the remainder
// the dividend; the least integer by -1 gives itself and 0.
//
// `AltOps` puts what riscv-formal (RISCV_FORMAL_ALTOPS) expects in place of a quotient and a
// remainder, so that a proof over whole instructions need not reason about division: the difference
// of the operands XOR a constant that tells the instruction, a cycle after the start.

`default_nettype none

module core_divide #(
  parameter int unsigned Width  = 32,    // of an operand; not 32 for a proof over all of them
  parameter bit          AltOps = 1'b0   // for a proof
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             start_i,
  input  logic             signed_i,     // in the cycle of start
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             busy_o,
  output logic             done_o,       // the last cycle of busy; the result stays until a start
  input  logic             remainder_i,  // the result is the remainder, not the quotient
  output logic [Width-1:0] result_o
);

  if (AltOps && Width != 32) begin : gen_bad_width
    $fatal(1, "core_divide: Width is %0d; with AltOps, 32 is allowed", Width);
  end

  localparam int unsigned CountWidth = $clog2(Width + 2);
  typedef logic [CountWidth-1:0] count_t;

  // Cycles left; 0: idle
  count_t count_q;
  assign busy_o = count_q != '0;
  assign done_o = count_q == count_t'(1);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      count_q <= '0;
    else if (start_i) count_q <= AltOps ? count_t'(1) : count_t'(Width + 1);
    else if (busy_o)  count_q <= count_q - count_t'(1);
  end

  if (AltOps) begin : gen_alternative
    logic [Width-1:0] difference_q;
    logic             signed_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)      {difference_q, signed_q} <= '0;
      else if (start_i) {difference_q, signed_q} <= {a_i - b_i, signed_i};
    end
    always_comb begin
      unique case ({remainder_i, signed_q})
        2'b01:   result_o = Width'(difference_q ^ 32'h7f85_29ec);
        2'b00:   result_o = Width'(difference_q ^ 32'h10e8_fd70);
        2'b11:   result_o = Width'(difference_q ^ 32'h8da6_8fa5);
        default: result_o = Width'(difference_q ^ 32'h3138_d0e1);
      endcase
    end
  end else begin : gen_quotient
    logic [Width-1:0] remainder_q, quotient_q, divisor_q;
    logic             negate_remainder_q, negate_quotient_q;
    logic             a_negative, b_negative;
    logic [Width:0]   difference;

    assign a_negative = signed_i && a_i[Width-1];
    assign b_negative = signed_i && b_i[Width-1];
    assign difference = {remainder_q, quotient_q[Width-1]} - {1'b0, divisor_q};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        remainder_q        <= '0;
        quotient_q         <= '0;
        divisor_q          <= '0;
        negate_remainder_q <= 1'b0;
        negate_quotient_q  <= 1'b0;
      end else if (start_i) begin
        remainder_q        <= '0;
        quotient_q         <= a_negative ? -a_i : a_i;
        divisor_q          <= b_negative ? -b_i : b_i;
        negate_remainder_q <= a_negative;
        negate_quotient_q  <= (a_negative != b_negative) && b_i != '0;
      end else if (busy_o && !done_o) begin
        // No borrow: the divisor fits.
        remainder_q <= difference[Width] ? {remainder_q[Width-2:0], quotient_q[Width-1]}
                                         : difference[Width-1:0];
        quotient_q  <= {quotient_q[Width-2:0], !difference[Width]};
      end
    end

    logic [Width-1:0] magnitude;
    logic             negate;
    assign magnitude = remainder_i ? remainder_q : quotient_q;
    assign negate    = remainder_i ? negate_remainder_q : negate_quotient_q;
    assign result_o  = negate ? -magnitude : magnitude;
  end

`ifndef SYNTHESIS
  StartInIdle_A : assert property (@(posedge clk_i) start_i |-> !busy_o);
`endif

endmodule

`default_nettype wire
