// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of trivium_words' ports.

`ifndef SYNTHESIS

`default_nettype none

bind trivium_words stream_check #(.Width(trivium_pkg::SeedWidth)) u_seed_check (
  .clk_i,
  .rst_ni,
  .valid_i  (seed_valid_i),
  .ready_i  (seed_ready_o),
  .payload_i(seed_i)
);

bind trivium_words stream_check #(.Width(keccak_pkg::RefreshWidth)) u_word_check (
  .clk_i,
  .rst_ni,
  .valid_i  (word_valid_o),
  .ready_i  (word_ready_i),
  .payload_i(word_o)
);

`default_nettype wire

`endif
