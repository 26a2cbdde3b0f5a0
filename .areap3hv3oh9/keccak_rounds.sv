// SPDX-License-Identifier: Apache-2.0
//
// RoundsPerCycle rounds of Keccak-p[1600] in a row, combinational, with the round-constant LFSR.
//
// 12 rounds are the last 12 of the 24. Where RoundsPerCycle does not divide 12 their first cycle
// starts inside the chain: `enter_i` feeds the state to round `Entry` and passes by those before.

`default_nettype none

module keccak_rounds #(
  parameter  int unsigned RoundsPerCycle = 1,
  localparam int unsigned Entry = keccak_pkg::NumTurboRounds % RoundsPerCycle
) (
  input  keccak_pkg::state_t   state_i,
  input  keccak_pkg::rc_lfsr_t rc_i,     // LFSR at the start of the chain's first round
  input  logic                 enter_i,  // start at round Entry; low where Entry is 0
  output keccak_pkg::state_t   state_o,
  output keccak_pkg::rc_lfsr_t rc_o      // LFSR for the next cycle
);

  import keccak_pkg::*;

  if (RoundsPerCycle == 0 || NumRounds % RoundsPerCycle != 0) begin : gen_bad_rounds
    $fatal(1, "keccak_rounds: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end

  // Each element depends on the one before only: not the loop that Verilator takes an array for.
  state_t   chain[RoundsPerCycle+1]  /* verilator split_var */;
  rc_lfsr_t rc   [RoundsPerCycle+1]  /* verilator split_var */;

  assign chain[0] = state_i;
  assign rc[0]    = rc_i;

  for (genvar i = 0; i < RoundsPerCycle; i++) begin : gen_round
    state_t entered;
    assign entered = (i == Entry && i != 0 && enter_i) ? state_i : chain[i];
    keccak_round u_round (
      .state_i(entered),
      .rc_i   (rc[i]),
      .state_o(chain[i+1])
    );
    assign rc[i+1] = rc_next(rc[i]);
  end

  assign state_o = chain[RoundsPerCycle];
  assign rc_o    = rc[RoundsPerCycle];

  if (Entry == 0) begin : gen_no_entry
    logic unused_enter;
    assign unused_enter = enter_i;
  end

endmodule

`default_nettype wire
