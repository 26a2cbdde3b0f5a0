// SPDX-License-Identifier: Apache-2.0
//
// A round of Keccak-p[1600] on the lanes in the two sides, after the waiting block is absorbed.

`default_nettype none

module hashproc_round
  import hashproc_pkg::*;
  import keccak_pkg::*;
(
  input  state_t   state_i,
  input  logic     absorb_i,
  input  waiting_t waiting_i,
  input  lane_t    constant_i,
  output state_t   state_o
);

  state_t absorbed, mapped;
  assign absorbed = state_i ^ StateWidth'(waiting_i & {$bits(waiting_t){absorb_i}});
  assign mapped   = chi(pi(rho(theta(absorbed))));
  assign state_o  = mapped ^ StateWidth'(constant_i);

endmodule

`default_nettype wire
