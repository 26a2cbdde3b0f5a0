// SPDX-License-Identifier: Apache-2.0
//
// In reset, the registers that carry a state, or random bits that hide one, are zero: nothing of it is left, whatever happens next.
// A random word serves one round, whatever resets come between.

`default_nettype none

module engine_clear_check #(
  parameter int unsigned Width = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] value_i
);
  ClearInReset_A : assert property (@(posedge clk_i) !rst_ni |-> value_i == '0)
  else $error("a register that carries a state is not zero in reset");
endmodule

// A round uses a word in two cycles, and takes it in the second. Nothing here is reset: a word that
// is still offered after a reset is the one that was used before it.
module engine_random_check (
  input logic clk_i,
  input logic rst_ni,
  input logic begin_i,
  input logic end_i,
  input logic taken_i
);
  logic used_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) used_q <= (used_q || begin_i) && !taken_i;
  end

  ServesOnce_A : assert property (@(posedge clk_i) rst_ni && begin_i |-> !used_q)
  else $error("a random word serves a second round");
  ServesWhole_A : assert property (@(posedge clk_i) rst_ni && end_i |-> used_q && taken_i)
  else $error("a round ends with another random word than it began with");
endmodule

bind keccak_engine_masked engine_random_check u_random_check (
  .clk_i,
  .rst_ni,
  .begin_i(step && refresh && !even_q),
  .end_i  (step && refresh && even_q),
  .taken_i(random_valid_i && random_ready_o)
);

bind keccak_engine_rounds engine_clear_check #(.Width(1600)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i(state_q)
);
bind keccak_engine_masked engine_clear_check #(.Width(3 * 1600)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({state_a_q, state_b_q, cross_q})
);
bind trivium_words engine_clear_check #(.Width(288 + 2 * 640 - Steps)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({state_q, gather_q, word_o})
);
bind keccak_engine_parity engine_clear_check #(.Width(1600 + 225)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({state_q, carried_q, folded_q})
);
bind keccak_engine_redo engine_clear_check #(.Width(2 * 1600)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({state_q, copy_q})
);
bind keccak_engine_stages engine_clear_check #(.Width(2 * 1600)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({start_q, linear_q})
);
bind keccak_engine_plane engine_clear_check #(.Width(1600 + 320)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({state_q, parity_q})
);
// The lanes in memory are cleared in the cycles behind a reset.
bind keccak_engine_lane engine_clear_check #(.Width(6 * 64 + 2 * 320)) u_clear_check (
  .clk_i,
  .rst_ni,
  .value_i({source_q, rotated_q, previous_q, first_q, parity_q, effect_q})
);

`default_nettype wire
