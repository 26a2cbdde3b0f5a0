// SPDX-License-Identifier: Apache-2.0
//
// mips_multiply against long multiplication, for operands of four digits. From reset, for every
// sequence of runs, given up or not: the product is there in the fifth cycle of a run, not before,
// and it is the addend, if any, plus or minus the product of operands with or without a sign.

`default_nettype none

module multiply_accumulate #(
  parameter  int unsigned Digit = 2,
  localparam int unsigned Width = 4 * Digit
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               run_i,
  input logic               signed_i,
  input logic               accumulate_i,
  input logic               subtract_i,
  input logic [Width-1:0]   a_i,
  input logic [Width-1:0]   b_i,
  input logic [2*Width-1:0] addend_i
);

  logic               done;
  logic [2*Width-1:0] product;
  mips_multiply #(.Digit(Digit)) u_multiply (
    .clk_i,
    .rst_ni,
    .run_i,
    .signed_i,
    .accumulate_i,
    .subtract_i,
    .a_i,
    .b_i,
    .addend_i,
    .done_o   (done),
    .product_o(product)
  );

  // Reset in cycle 0.
  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);

  // The core's side: what is asked for stays during a run; only an accumulation subtracts.
  typedef struct packed {
    logic               is_signed;
    logic               accumulate;
    logic               subtract;
    logic [Width-1:0]   a;
    logic [Width-1:0]   b;
    logic [2*Width-1:0] addend;
  } operands_t;

  operands_t  now, before_q;
  logic [2:0] cycles_q;  // of the run so far
  assign now = '{signed_i, accumulate_i, subtract_i, a_i, b_i, addend_i};
  always_ff @(posedge clk_i) begin
    before_q <= now;
    if (!rst_ni || !run_i || cycles_q == 3'd4) cycles_q <= '0;
    else                                       cycles_q <= cycles_q + 3'd1;
  end
  always_comb begin
    if (rst_ni && run_i && cycles_q != '0) assume (now == before_q);
    assume (accumulate_i || !subtract_i);
  end

  logic [2*Width-1:0] a, b, multiple, expected;
  assign a = {{Width{signed_i && a_i[Width-1]}}, a_i};
  assign b = {{Width{signed_i && b_i[Width-1]}}, b_i};
  always_comb begin
    multiple = '0;
    for (int unsigned i = 0; i < 2 * Width; i++) begin
      if (b[i]) multiple = multiple + (a << i);
    end
    expected = accumulate_i ? addend_i : '0;
    expected = subtract_i ? expected - multiple : expected + multiple;
  end

  always_comb begin
    if (rst_ni && run_i) begin
      a_done : assert (done == (cycles_q == 3'd4));
      if (done) a_product : assert (product == expected);
    end
  end

  // Reached: a product is subtracted after a run that was given up.
  logic given_up_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) given_up_q <= 1'b0;
    else if (!run_i && cycles_q == 3'd2) given_up_q <= 1'b1;
  end
  always_comb c_subtract : cover (rst_ni && run_i && done && given_up_q && subtract_i && signed_i);

endmodule

`default_nettype wire
