// SPDX-License-Identifier: Apache-2.0
//
// A wide counter for short clock periods: loads a value and steps by one.
//
// The carry into the top part passes through a register that says whether the middle byte is all
// ones. That byte changes once in 256 steps, so the register is right long before it is used.

`default_nettype none

module step_counter #(
  parameter int unsigned Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             load_i,
  input  logic [Width-1:0] value_i,
  input  logic             step_i,
  output logic [Width-1:0] value_o
);

  if (Width < 17) begin : gen_bad_width
    $fatal(1, "step_counter: Width is %0d; 17 and more are allowed", Width);
  end

  logic [7:0]        low_q, middle_q;
  logic [Width-17:0] top_q;
  logic              middle_ones_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {top_q, middle_q, low_q} <= '0;
      middle_ones_q            <= 1'b0;
    end else if (load_i) begin
      {top_q, middle_q, low_q} <= value_i;
      middle_ones_q            <= &value_i[15:8];
    end else begin
      middle_ones_q <= &middle_q;
      if (step_i) begin
        low_q <= low_q + 1'b1;
        if (&low_q)                  middle_q <= middle_q + 1'b1;
        if (&low_q && middle_ones_q) top_q <= top_q + 1'b1;
      end
    end
  end

  assign value_o = {top_q, middle_q, low_q};

`ifndef SYNTHESIS
  CarryRight_A : assert property (@(posedge clk_i)
    step_i && !load_i && &low_q |-> middle_ones_q == &middle_q)
  else $error("the carry into the top part is stale");
`endif

endmodule

`default_nettype wire
