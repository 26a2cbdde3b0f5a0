// SPDX-License-Identifier: Apache-2.0
//
// accel_unit for proofs of what is around it: a state that is held stays, one that is neither run nor
// held and takes no block becomes zero, and any other becomes anything at all.

`default_nettype none

module accel_unit
  import keccak_pkg::*;
#(
  parameter int unsigned RoundsPerCycle = 1
) (
  input  logic     clk_i,
  input  logic     rst_ni,
  input  logic     run_i,
  input  logic     hold_i,
  input  rc_lfsr_t rc_i,
  input  logic     enter_i,
  input  logic     absorb_i,
  input  state_t   block_i,
  output state_t   state_o
);

  // No driver: free in every cycle.
  state_t any;

  state_t state_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                state_q <= '0;
    else if (run_i || absorb_i) state_q <= any;
    else if (!hold_i)           state_q <= '0;
  end
  assign state_o = state_q;

  logic unused;
  assign unused = ^{rc_i, enter_i, block_i};

endmodule

`default_nettype wire
