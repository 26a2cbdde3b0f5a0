// SPDX-License-Identifier: Apache-2.0
//
// The round constants of FIPS 202, section 3.2.5, from the text of algorithms 5 and 6, sharing
// nothing with the design that is compared to them.

`default_nettype none

package fips202_pkg;

  // The standard writes strings from index 0 on: R[0] is the leftmost bit.
  typedef logic [0:7] register_t;

  // Algorithm 5, one iteration of step 3.
  function automatic register_t rc_iterate(register_t value);
    logic [0:8] r;
    r    = {1'b0, value};  // a. R = 0 || R.
    r[0] = r[0] ^ r[8];    // b. R[0] = R[0] + R[8].
    r[4] = r[4] ^ r[8];    // c. R[4] = R[4] + R[8].
    r[5] = r[5] ^ r[8];    // d. R[5] = R[5] + R[8].
    r[6] = r[6] ^ r[8];    // e. R[6] = R[6] + R[8].
    return r[0:7];         // f. R = Trunc8[R].
  endfunction

  // Algorithm 5: R after the iterations for t.
  function automatic register_t rc_register(int t);
    register_t r;
    r = 8'b1000_0000;                                       // 2. R = 10000000.
    for (int i = 1; i <= t % 255; i++) r = rc_iterate(r);   // 3. For i from 1 to t mod 255.
    return r;
  endfunction

  // Algorithm 5: rc(t).
  function automatic logic rc(int t);
    register_t r;
    if (t % 255 == 0) return 1'b1;   // 1. If t mod 255 = 0, return 1.
    r = rc_register(t);
    return r[0];                     // 4. Return R[0].
  endfunction

  // Algorithm 6, steps 2 and 3: RC = 0^w; RC[2^j - 1] = rc(j + 7 i_r) for j from 0 to l = 6.
  function automatic logic [63:0] round_constant(int ir);
    logic [63:0] value;
    value = '0;
    for (int j = 0; j <= 6; j++) value[2**j-1] = rc(j + 7 * ir);
    return value;
  endfunction

  // The same with R for t = 7 i_r given: where a proof has the register and not the index.
  function automatic logic [63:0] round_constant_from(register_t start);
    register_t r;
    logic [63:0] value;
    r     = start;
    value = '0;
    for (int j = 0; j <= 6; j++) begin
      value[2**j-1] = r[0];
      r = rc_iterate(r);
    end
    return value;
  endfunction

  // R for t = 7 (i_r + rounds), from R for t = 7 i_r.
  function automatic register_t rc_advance(register_t start, int rounds);
    register_t r;
    r = start;
    for (int i = 0; i < 7 * rounds; i++) r = rc_iterate(r);
    return r;
  endfunction

  // The design keeps R with R[0] as its least significant bit.
  function automatic register_t from_lfsr(logic [7:0] lfsr);
    register_t r;
    for (int i = 0; i < 8; i++) r[i] = lfsr[i];
    return r;
  endfunction

  function automatic logic [7:0] to_lfsr(register_t r);
    logic [7:0] lfsr;
    for (int i = 0; i < 8; i++) lfsr[i] = r[i];
    return lfsr;
  endfunction

endpackage

`default_nettype wire
