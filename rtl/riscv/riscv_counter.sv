// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit counter in two halves. Whether the lower one is about to overflow is known a cycle
// ahead, so no carry runs through both.
//
// A write is done instead of the increment (volume I, Zicsr), of each half as a register of its own:
// a lower half that is written does not overflow; an upper half that is written takes no carry,
// while the lower one goes on.

`default_nettype none

module riscv_counter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        step_i,
  input  logic        write_low_i,
  input  logic        write_high_i,
  input  logic [31:0] wdata_i,
  output logic [63:0] value_o
);

  logic [31:0] low_q, low_d, high_q;
  logic        full_q;  // low_q is all ones

  always_comb begin
    low_d = low_q;
    if (write_low_i) low_d = wdata_i;
    else if (step_i) low_d = low_q + 32'd1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q  <= '0;
      high_q <= '0;
      full_q <= 1'b0;
    end else begin
      low_q  <= low_d;
      full_q <= low_d == '1;
      if (write_high_i)                          high_q <= wdata_i;
      else if (step_i && full_q && !write_low_i) high_q <= high_q + 32'd1;
    end
  end

  assign value_o = {high_q, low_q};

endmodule

`default_nettype wire
