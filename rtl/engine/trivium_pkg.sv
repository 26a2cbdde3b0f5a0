// SPDX-License-Identifier: Apache-2.0
//
// The stream cipher Trivium, after De Canniere and Preneel (eSTREAM; ISO/IEC 29192-3): its state and
// one step of it.

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

  function automatic logic key_stream(trivium_t s);
    return s.a[27] ^ s.a[0] ^ s.b[15] ^ s.b[0] ^ s.c[45] ^ s.c[0];
  endfunction

  function automatic trivium_t step(trivium_t s);
    logic t1, t2, t3;
    t1 = s.a[27] ^ s.a[0] ^ (s.a[2] & s.a[1]) ^ s.b[6];
    t2 = s.b[15] ^ s.b[0] ^ (s.b[2] & s.b[1]) ^ s.c[24];
    t3 = s.c[45] ^ s.c[0] ^ (s.c[2] & s.c[1]) ^ s.a[24];
    return '{a: {t3, s.a[92:1]}, b: {t1, s.b[83:1]}, c: {t2, s.c[110:1]}};
  endfunction

endpackage

`default_nettype wire
