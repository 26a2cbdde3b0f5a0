// SPDX-License-Identifier: Apache-2.0
//
// A clock gate: where it is on, registers behind it need no clock while enable_i is low.
//
// This is the plain form, for simulation and for FPGAs: the clock passes. So enable_i may be low only
// in cycles in which every register behind it holds by itself; its user asserts that. Then a gate
// of the cell library, which takes this module's place (docs/measuring.md), changes nothing but
// the power.

`default_nettype none

module clock_gate (
  input  logic clk_i,
  input  logic enable_i,  // settled before clk_i rises
  output logic clk_o
);

  logic unused_enable;
  assign unused_enable = enable_i;

  assign clk_o = clk_i;

endmodule

`default_nettype wire
