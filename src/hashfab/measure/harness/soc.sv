// SPDX-License-Identifier: Apache-2.0
//
// Tells the simulation in which cycles the accelerator takes a command, and in which one ends.

`default_nettype none

module hashfab_commands (
  input logic clk_i,
  input logic taken_i,
  input logic ended_i
);
  import "DPI-C" function void hashfab_taken();
  import "DPI-C" function void hashfab_ended();
  always_ff @(posedge clk_i) begin
    if (taken_i) hashfab_taken();
    if (ended_i) hashfab_ended();
  end
endmodule

bind hash_accel hashfab_commands u_commands (
  .clk_i,
  .taken_i(cmd_valid_i && cmd_ready_o),
  .ended_i(done_valid_o && done_ready_i)
);

`default_nettype wire
