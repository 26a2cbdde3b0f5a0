// SPDX-License-Identifier: Apache-2.0
//
// riscv_counter, which knows of its carry a cycle ahead, counts like a plain register of 64 bits. A
// write of a half takes the place of its step, a carry from the lower half included.

`default_nettype none

module counter_equivalence (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        step_i,
  input logic        write_low_i,
  input logic        write_high_i,
  input logic [31:0] wdata_i
);

  logic [63:0] value;
  riscv_counter u_counter (
    .clk_i,
    .rst_ni,
    .step_i,
    .write_low_i,
    .write_high_i,
    .wdata_i,
    .value_o(value)
  );

  // Reset in cycle 0.
  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);
  // An instruction writes one register.
  always_comb assume (!(write_low_i && write_high_i));

  logic [63:0] expected_q, stepped;
  assign stepped = step_i ? expected_q + 64'd1 : expected_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni)           expected_q <= '0;
    else if (write_low_i)  expected_q <= {expected_q[63:32], wdata_i};
    else if (write_high_i) expected_q <= {wdata_i, stepped[31:0]};
    else                   expected_q <= stepped;
  end

  always_comb if (rst_ni) a_value : assert (value == expected_q);

  // Reached: the lower half is written in the cycle of its overflow, after a carry.
  always_comb begin
    c_overflow : cover (rst_ni && value == 64'h1_ffff_ffff && step_i && write_low_i);
  end

endmodule

`default_nettype wire
