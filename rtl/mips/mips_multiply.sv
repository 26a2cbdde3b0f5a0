// SPDX-License-Identifier: Apache-2.0
//
// Multiplication, a byte of the second operand per cycle: the product's lower word is there after
// four cycles, the upper one is summed up in the fifth. The operands must stay.
//
// Sums are kept as two words, sum and carry, and resolved byte by byte. What the product is added to
// comes in with its lower word at the start, then by bytes. Minuend - product is the complement of
// (complement of minuend) + product. A negative operand, taken as unsigned, is 2^32 too large: the
// other one goes off the upper word.

`default_nettype none

module mips_multiply (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        run_i,         // until done; it may be given up
  input  logic        signed_i,
  input  logic        accumulate_i,
  input  logic        subtract_i,    // the product
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [63:0] addend_i,
  output logic        done_o,        // the product is there, in this cycle
  output logic [63:0] product_o
);

  // A step adds up less than 2^42.
  localparam int unsigned Width = 42;
  typedef logic [Width-1:0] row_t;
  typedef struct packed {
    row_t sum;
    row_t carry;
  } pair_t;

  function automatic pair_t add(row_t a, row_t b, row_t c);
    return '{sum: a ^ b ^ c, carry: {(a & b) | (a & c) | (b & c)} << 1};
  endfunction

  logic [2:0]       step_q;
  logic [Width-9:0] sum_q, carry_q;
  logic             carry_in_q;  // from the byte below
  logic [31:0]      low_q;       // bytes of the product, above those of b_i that are still to come

  logic        first;
  logic [63:0] addend;
  logic [7:0]  digit;
  assign first  = step_q == '0;
  assign addend = accumulate_i ? addend_i ^ {64{subtract_i}} : '0;
  assign digit  = first ? b_i[7:0] : low_q[7:0];

  // Ten rows. Two have room for what comes from above and below.
  row_t row[10];
  for (genvar i = 0; i < 8; i++) begin : gen_row
    row_t multiple;
    assign multiple = Width'(a_i & {32{digit[i]}}) << i;
    if (i == 0) begin : gen_upper
      assign row[i] = multiple | {2'b0, addend[32+8*step_q[1:0]+:8], 32'b0};
    end else if (i == 1) begin : gen_lower
      assign row[i] = multiple | Width'(!first && carry_in_q);
    end else begin : gen_multiple
      assign row[i] = multiple;
    end
  end
  assign row[8] = first ? Width'(addend[31:0]) : Width'(sum_q);
  assign row[9] = first ? '0 : Width'(carry_q);

  pair_t first_a, first_b, first_c, second_a, second_b, third, fourth, total;
  assign first_a  = add(row[0], row[1], row[2]);
  assign first_b  = add(row[3], row[4], row[5]);
  assign first_c  = add(row[6], row[7], row[8]);
  assign second_a = add(first_a.sum, first_b.sum, first_c.sum);
  assign second_b = add(first_a.carry, first_b.carry, first_c.carry);
  assign third    = add(second_a.sum, second_b.sum, row[9]);
  assign fourth   = add(third.sum, third.carry, second_a.carry);
  assign total    = add(fourth.sum, fourth.carry, second_b.carry);

  logic [8:0] resolved;
  assign resolved = {1'b0, total.sum[7:0]} + {1'b0, total.carry[7:0]};

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
      sum_q      <= total.sum[Width-1:8];
      carry_q    <= total.carry[Width-1:8];
      carry_in_q <= resolved[8];
      low_q      <= {resolved[7:0], first ? b_i[31:8] : low_q[31:8]};
    end
  end

  // The upper word
  logic [31:0] less_a, less_b;  // complements, one too small
  pair_t       less, upper;
  logic [31:0] high;
  assign less_b = (signed_i && a_i[31]) ? ~b_i : '1;
  assign less_a = (signed_i && b_i[31]) ? ~a_i : '1;
  assign less   = add(Width'(sum_q), Width'(carry_q), Width'(less_a));
  assign upper  = add(less.sum, less.carry | Width'(1'b1), Width'(less_b));
  assign high   = upper.sum[31:0] + (upper.carry[31:0] | 32'd1) + 32'(carry_in_q);

  assign product_o = {high, low_q} ^ {64{subtract_i}};

endmodule

`default_nettype wire
