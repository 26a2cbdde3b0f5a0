// SPDX-License-Identifier: Apache-2.0
//
// The stream cipher Trivium, after De Canniere and Preneel (eSTREAM; ISO/IEC 29192-3): its state and
// 64 steps of it.

`default_nettype none

package trivium_pkg;

  // A key of 80 bits, and above it an initial value of 80.
  localparam int unsigned SeedWidth = 160;

  // From a seed to the first bit of the key stream.
  localparam int unsigned SetupSteps = 1152;

  // s1, s94 and s178 of the specification are the highest bits of the three registers.
  typedef struct packed {
    logic [92:0]  a;  // s1 to s93
    logic [83:0]  b;  // s94 to s177
    logic [110:0] c;  // s178 to s288
  } trivium_t;

  // K1 and IV1 are the highest bits. eSTREAM's test vectors write both lowest byte first.
  function automatic trivium_t seeded(logic [SeedWidth-1:0] seed);
    return '{a: {seed[79:0], 13'd0}, b: {seed[159:80], 4'd0}, c: 111'd7};
  endfunction

  // No bit is read before 66 steps are over, so that 64 steps are one of vectors.
  localparam int unsigned BlockSteps = 64;

  typedef logic [BlockSteps-1:0] block_t;

  // The next 64 bits of the key stream, the first one lowest.
  function automatic block_t key_stream(trivium_t s);
    return s.a[27+:64] ^ s.a[0+:64] ^ s.b[15+:64] ^ s.b[0+:64] ^ s.c[45+:64] ^ s.c[0+:64];
  endfunction

  function automatic trivium_t step_block(trivium_t s);
    block_t t1, t2, t3;
    t1 = s.a[27+:64] ^ s.a[0+:64] ^ (s.a[2+:64] & s.a[1+:64]) ^ s.b[6+:64];
    t2 = s.b[15+:64] ^ s.b[0+:64] ^ (s.b[2+:64] & s.b[1+:64]) ^ s.c[24+:64];
    t3 = s.c[45+:64] ^ s.c[0+:64] ^ (s.c[2+:64] & s.c[1+:64]) ^ s.a[24+:64];
    return '{a: {t3, s.a[92:64]}, b: {t1, s.b[83:64]}, c: {t2, s.c[110:64]}};
  endfunction

endpackage

`default_nettype wire
