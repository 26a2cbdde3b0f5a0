// SPDX-License-Identifier: Apache-2.0
//
// core_divide by what defines a division (RISC-V volume I, 7.2): the dividend is quotient times
// divisor plus remainder; the remainder is smaller than the divisor and has the dividend's sign; by
// zero, the quotient is all ones and the remainder the dividend. The least integer by -1 is no
// exception: the identity holds modulo 2^Width.
//
// From reset, for every sequence of starts of an idle divider: busy for Width + 1 cycles, done in
// the last, and the results stay until the next start.

`default_nettype none

module divide_identity #(
  parameter int unsigned Width = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             start_i,
  input logic             signed_i,
  input logic [Width-1:0] a_i,
  input logic [Width-1:0] b_i
);

  logic             busy[2], done[2];
  logic [Width-1:0] result[2];
  for (genvar i = 0; i < 2; i++) begin : gen_result
    core_divide #(.Width(Width)) u_divide (
      .clk_i,
      .rst_ni,
      .start_i,
      .signed_i,
      .a_i,
      .b_i,
      .busy_o     (busy[i]),
      .done_o     (done[i]),
      .remainder_i(1'(i)),
      .result_o   (result[i])
    );
  end

  // Reset in cycle 0.
  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);
  always_comb assume (!(start_i && busy[0]));

  logic             started_q, signed_q;
  logic [Width-1:0] a_q, b_q;
  logic [7:0]       left_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      left_q    <= '0;
    end else if (start_i) begin
      started_q <= 1'b1;
      signed_q  <= signed_i;
      a_q       <= a_i;
      b_q       <= b_i;
      left_q    <= 8'(Width + 1);
    end else if (left_q != '0) begin
      left_q <= left_q - 8'd1;
    end
  end

  function automatic logic [Width-1:0] magnitude(logic [Width-1:0] value);
    return (signed_q && value[Width-1]) ? -value : value;
  endfunction

  // Sums of magnitudes do not wrap around in twice the width.
  logic [Width-1:0]   quotient, remainder, divisor;
  logic [2*Width-1:0] dividend, sum;
  assign quotient  = result[0];
  assign remainder = result[1];
  assign divisor   = magnitude(b_q);
  assign dividend  = (2 * Width)'(magnitude(a_q));
  always_comb begin
    sum = (2 * Width)'(magnitude(remainder));
    for (int unsigned i = 0; i < Width; i++) begin
      if (divisor[i]) sum = sum + ((2 * Width)'(magnitude(quotient)) << i);
    end
  end

  logic negative;  // the quotient is, unless it is zero or wraps around
  assign negative = signed_q && a_q[Width-1] != b_q[Width-1];

  always_comb begin
    if (rst_ni) begin
      a_busy : assert (busy[0] == (left_q != '0));
      a_done : assert (done[0] == (left_q == 8'd1));
      if (started_q && left_q < 8'd2) begin
        if (b_q == '0) begin
          a_by_zero : assert (quotient == '1 && remainder == a_q);
        end else begin
          a_identity : assert (dividend == sum);
          a_smaller : assert (magnitude(remainder) < divisor);
          a_sign : assert (remainder == '0 || !signed_q || remainder[Width-1] == a_q[Width-1]);
          a_quotient_sign : assert (quotient == '0 || !signed_q
                                    || quotient[Width-1] == negative
                                    || (!negative && quotient == {1'b1, {Width - 1{1'b0}}}));
        end
      end
    end
  end

  // Reached: a result of a negative number by a negative one.
  always_comb begin
    c_negative : cover (rst_ni && started_q && left_q == 8'd1 && signed_q && a_q[Width-1]
                        && b_q[Width-1] && quotient > 1 && remainder != '0);
  end

endmodule

`default_nettype wire
