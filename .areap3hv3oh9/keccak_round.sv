// SPDX-License-Identifier: Apache-2.0
//
// One round of Keccak-p[1600] (FIPS 202, 3.3: Rnd = iota o chi o pi o rho o theta), combinational.

`default_nettype none

module keccak_round (
  input  keccak_pkg::state_t   state_i,
  input  keccak_pkg::rc_lfsr_t rc_i,    // the constant's LFSR at the start of this round
  output keccak_pkg::state_t   state_o
);

  import keccak_pkg::*;

  assign state_o = iota(chi(pi(rho(theta(state_i)))), rc_i);

endmodule

`default_nettype wire
