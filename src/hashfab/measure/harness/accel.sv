// SPDX-License-Identifier: Apache-2.0
//
// Tells the simulation in which cycles a register that carries message or state is not zero.

`default_nettype none

module hashfab_observer #(
  parameter int unsigned Width = 1
) (
  input logic             clk_i,
  input logic [Width-1:0] value_i
);
  import "DPI-C" function void hashfab_not_clear();
  always_ff @(posedge clk_i) if (value_i != '0) hashfab_not_clear();
endmodule

bind accel_unit hashfab_observer #(.Width(1600)) u_observer (.clk_i, .value_i(state_q));
bind accel_stages hashfab_observer #(.Width(3 * 1600 + 320)) u_observer (
  .clk_i,
  .value_i({first_q, parity_q, mixed_q, chosen_q})
);
bind accel_buffer hashfab_observer #(.Width(accel_pkg::BlockWidth + Width)) u_observer (
  .clk_i,
  .value_i({park_q, block_q})
);
bind accel_slice_state hashfab_observer #(.Width(1600 + 5)) u_observer (
  .clk_i,
  .value_i({below_q, state})
);
bind accel_slice hashfab_observer #(.Width(4)) u_observer (.clk_i, .value_i(low_q));
bind accel_plane_state hashfab_observer #(.Width(1600 + 320)) u_observer (
  .clk_i,
  .value_i({parity_q, state_q})
);
bind accel_plane hashfab_observer #(.Width(64)) u_observer (.clk_i, .value_i(word_q));

`default_nettype wire
