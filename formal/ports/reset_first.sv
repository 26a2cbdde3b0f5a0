// SPDX-License-Identifier: Apache-2.0
//
// Reset in the first cycle of a run, and never again.

`default_nettype none

module reset_first (
  input logic clk_i,
  input logic rst_ni
);

  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);

endmodule

`default_nettype wire
