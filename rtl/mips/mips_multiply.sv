// SPDX-License-Identifier: Apache-2.0
//
// Multiplication, a digit (a byte) of the second operand per cycle: the product's lower word is
// there after four cycles, the upper one is summed up in the fifth. The operands must stay.
//
// Sums are kept as two words, sum and carry, and resolved digit by digit. What the product is added
// to comes in with its lower word at the start, then by digits; what it is subtracted from is
// complemented on the way in and out: x - y = ~(~x + y). A negative operand, taken as unsigned, is
// 2^Width too large: the other one goes off the upper word.

`default_nettype none

module mips_multiply #(
  parameter  int unsigned Digit = 8,         // bits, 2 to 8; not 8 for a proof over all operands
  localparam int unsigned Width = 4 * Digit  // of an operand
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               run_i,         // until done; it may be given up
  input  logic               signed_i,
  input  logic               accumulate_i,
  input  logic               subtract_i,    // the product
  input  logic [Width-1:0]   a_i,
  input  logic [Width-1:0]   b_i,
  input  logic [2*Width-1:0] addend_i,
  output logic               done_o,        // the product is there, in this cycle
  output logic [2*Width-1:0] product_o
);

  if (Digit < 2 || Digit > 8) begin : gen_bad_digit
    $fatal(1, "mips_multiply: Digit is %0d; 2 to 8 are allowed", Digit);
  end

  // A step adds up less than 2^RowWidth.
  localparam int unsigned RowWidth = Width + Digit + 2;
  typedef logic [RowWidth-1:0] row_t;
  typedef struct packed {
    row_t sum;
    row_t carry;
  } pair_t;

  function automatic pair_t add(row_t a, row_t b, row_t c);
    return '{sum: a ^ b ^ c, carry: {(a & b) | (a & c) | (b & c)} << 1};
  endfunction

  logic [2:0]                step_q;
  logic [RowWidth-Digit-1:0] sum_q, carry_q;
  logic                      carry_in_q;  // from the digit below
  logic [Width-1:0]          low_q;  // digits of the product, above those of b_i still to come

  logic               first;
  logic [2*Width-1:0] addend;
  logic [Digit-1:0]   digit;
  assign first  = step_q == '0;
  assign addend = accumulate_i ? addend_i ^ {2 * Width{subtract_i}} : '0;
  assign digit  = first ? b_i[Digit-1:0] : low_q[Digit-1:0];

  // Ten rows. Two have room for what comes from above and below.
  row_t row[10];
  for (genvar i = 0; i < 8; i++) begin : gen_row
    row_t multiple;
    if (i < Digit) begin : gen_digit
      assign multiple = RowWidth'(a_i & {Width{digit[i]}}) << i;
    end else begin : gen_no_digit
      assign multiple = '0;
    end
    if (i == 0) begin : gen_upper
      assign row[i] = multiple
                      | {2'b0, addend[Width+Digit*32'(step_q[1:0])+:Digit], {Width{1'b0}}};
    end else if (i == 1) begin : gen_lower
      assign row[i] = multiple | RowWidth'(!first && carry_in_q);
    end else begin : gen_multiple
      assign row[i] = multiple;
    end
  end
  assign row[8] = first ? RowWidth'(addend[Width-1:0]) : RowWidth'(sum_q);
  assign row[9] = first ? '0 : RowWidth'(carry_q);

  pair_t first_a, first_b, first_c, second_a, second_b, third, fourth, total;
  assign first_a  = add(row[0], row[1], row[2]);
  assign first_b  = add(row[3], row[4], row[5]);
  assign first_c  = add(row[6], row[7], row[8]);
  assign second_a = add(first_a.sum, first_b.sum, first_c.sum);
  assign second_b = add(first_a.carry, first_b.carry, first_c.carry);
  assign third    = add(second_a.sum, second_b.sum, row[9]);
  assign fourth   = add(third.sum, third.carry, second_a.carry);
  assign total    = add(fourth.sum, fourth.carry, second_b.carry);

  logic [Digit:0] resolved;
  assign resolved = {1'b0, total.sum[Digit-1:0]} + {1'b0, total.carry[Digit-1:0]};

  assign done_o = step_q[2];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q     <= '0;
      sum_q      <= '0;
      carry_q    <= '0;
      carry_in_q <= 1'b0;
      low_q      <= '0;
    end else if (!run_i || done_o) begin
      step_q <= '0;
    end else begin
      step_q     <= step_q + 3'd1;
      sum_q      <= total.sum[RowWidth-1:Digit];
      carry_q    <= total.carry[RowWidth-1:Digit];
      carry_in_q <= resolved[Digit];
      low_q      <= {resolved[Digit-1:0], first ? b_i[Width-1:Digit] : low_q[Width-1:Digit]};
    end
  end

  // The upper word
  logic [Width-1:0] less_a, less_b;  // complements, one too small
  pair_t            less, upper;
  logic [Width-1:0] high;
  assign less_b = (signed_i && a_i[Width-1]) ? ~b_i : '1;
  assign less_a = (signed_i && b_i[Width-1]) ? ~a_i : '1;
  assign less   = add(RowWidth'(sum_q), RowWidth'(carry_q), RowWidth'(less_a));
  assign upper  = add(less.sum, less.carry | RowWidth'(1'b1), RowWidth'(less_b));
  assign high   = upper.sum[Width-1:0] + (upper.carry[Width-1:0] | Width'(1'b1))
                  + Width'(carry_in_q);

  assign product_o = {high, low_q} ^ {2 * Width{subtract_i}};

endmodule

`default_nettype wire
