// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of keccak_engine's ports.

`ifndef SYNTHESIS

`default_nettype none

bind keccak_engine stream_check #(.Width(BeatWidth + 1 + TagWidth)) u_in_check (
  .clk_i,
  .rst_ni,
  .valid_i,
  .ready_i  (ready_o),
  .payload_i({data_i, turbo_i, tag_i})
);

bind keccak_engine stream_check #(.Width(BeatWidth + TagWidth)) u_out_check (
  .clk_i,
  .rst_ni,
  .valid_i  (valid_o),
  .ready_i,
  .payload_i({data_o, tag_o})
);

bind keccak_engine stream_check #(.Width(RandomWidth)) u_random_check (
  .clk_i,
  .rst_ni,
  .valid_i  (random_valid_i && Shares != 1),
  .ready_i  (random_ready_o),
  .payload_i(random_i)
);

`default_nettype wire

`endif
