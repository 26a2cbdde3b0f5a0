// SPDX-License-Identifier: Apache-2.0
//
// step_counter, which settles its carry a cycle ahead, counts like a plain register.

`default_nettype none

module step_counter_equivalence #(
  parameter int unsigned Width = 20
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             load_i,
  input logic [Width-1:0] value_i,
  input logic             step_i
);

  logic [Width-1:0] value;

  step_counter #(
    .Width(Width)
  ) u_counter (
    .clk_i,
    .rst_ni,
    .load_i,
    .value_i,
    .step_i,
    .value_o(value)
  );

  // Reset in cycle 0.
  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);

  logic [Width-1:0] expected_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) expected_q <= '0;
    else if (load_i) expected_q <= value_i;
    else if (step_i) expected_q <= expected_q + 1'b1;
  end

  always_comb if (rst_ni) a_value : assert (value == expected_q);

  // Reached: a carry into the top part, by steps.
  logic [1:0] steps_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || load_i) steps_q <= '0;
    else if (step_i && steps_q != '1) steps_q <= steps_q + 1'b1;
  end
  always_comb c_carry : cover (rst_ni && steps_q == 2 && value[15:0] == '0 && value[16]);

endmodule

`default_nettype wire
