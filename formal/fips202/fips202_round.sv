// SPDX-License-Identifier: Apache-2.0
//
// The round of Keccak-p[1600, 24], written bit by bit from the text of FIPS 202 (August 2015),
// sections 3.1 to 3.3, and sharing nothing with the design that is compared to it. Its names, its
// steps and their order are the standard's.

`default_nettype none

module fips202_round (
  input  logic [1599:0] s_i,   // the string S of A
  input  logic [63:0]   rc_i,  // RC for the round index i_r
  output logic [1599:0] s_o    // the string of Rnd(A, i_r)
);

  localparam int W = 64;  // lane size w

  typedef logic [4:0][4:0][W-1:0] array_t;  // A[x][y][z] is A[x, y, z]

  // 3.1.2: A[x, y, z] = S[w(5y + x) + z].
  array_t a;
  always_comb begin
    for (int x = 0; x < 5; x++)
      for (int y = 0; y < 5; y++)
        for (int z = 0; z < W; z++)
          a[x][y][z] = s_i[W*(5*y+x)+z];
  end

  // Algorithm 1: theta(A).
  logic [4:0][W-1:0] c, d;
  array_t theta;
  always_comb begin
    // 1. C[x, z] = A[x, 0, z] + A[x, 1, z] + A[x, 2, z] + A[x, 3, z] + A[x, 4, z].
    for (int x = 0; x < 5; x++)
      for (int z = 0; z < W; z++)
        c[x][z] = a[x][0][z] ^ a[x][1][z] ^ a[x][2][z] ^ a[x][3][z] ^ a[x][4][z];
    // 2. D[x, z] = C[(x - 1) mod 5, z] + C[(x + 1) mod 5, (z - 1) mod w].
    for (int x = 0; x < 5; x++)
      for (int z = 0; z < W; z++)
        d[x][z] = c[(x+5-1)%5][z] ^ c[(x+1)%5][(z+W-1)%W];
    // 3. A'[x, y, z] = A[x, y, z] + D[x, z].
    for (int x = 0; x < 5; x++)
      for (int y = 0; y < 5; y++)
        for (int z = 0; z < W; z++)
          theta[x][y][z] = a[x][y][z] ^ d[x][z];
  end

  // Algorithm 2: rho(A). The walk of step 3 visits the 24 lanes other than (0, 0). It is unrolled
  // here into the offset (t + 1)(t + 2) / 2 that each lane gets.
  function automatic int rho_offset(int lane_x, int lane_y);
    int x, y, next_x, offset;
    offset = 0;                           // 1. A'[0, 0, z] = A[0, 0, z].
    x = 1;                                // 2. (x, y) = (1, 0).
    y = 0;
    for (int t = 0; t <= 23; t++) begin   // 3. For t from 0 to 23:
      if (x == lane_x && y == lane_y)     // a. A'[x, y, z] = A[x, y, (z - (t+1)(t+2)/2) mod w].
        offset = ((t + 1) * (t + 2)) / 2;
      next_x = y;                         // b. (x, y) = (y, (2x + 3y) mod 5).
      y = (2 * x + 3 * y) % 5;
      x = next_x;
    end
    return offset;
  endfunction

  array_t rho;
  for (genvar x = 0; x < 5; x++) begin : gen_rho_x
    for (genvar y = 0; y < 5; y++) begin : gen_rho_y
      localparam int Offset = rho_offset(x, y);
      always_comb begin
        for (int z = 0; z < W; z++)
          rho[x][y][z] = theta[x][y][(z+8*W-Offset)%W];  // 8w > 300, the largest offset
      end
    end
  end

  // Algorithm 3: pi(A). A'[x, y, z] = A[(x + 3y) mod 5, x, z].
  array_t pi;
  always_comb begin
    for (int x = 0; x < 5; x++)
      for (int y = 0; y < 5; y++)
        for (int z = 0; z < W; z++)
          pi[x][y][z] = rho[(x+3*y)%5][x][z];
  end

  // Algorithm 4: chi(A).
  // A'[x, y, z] = A[x, y, z] + ((A[(x+1) mod 5, y, z] + 1) . A[(x+2) mod 5, y, z]).
  array_t chi;
  always_comb begin
    for (int x = 0; x < 5; x++)
      for (int y = 0; y < 5; y++)
        for (int z = 0; z < W; z++)
          chi[x][y][z] = pi[x][y][z] ^ ((pi[(x+1)%5][y][z] ^ 1'b1) & pi[(x+2)%5][y][z]);
  end

  // Algorithm 6: iota(A, i_r), steps 1 and 4; fips202_pkg has steps 2 and 3, RC.
  array_t iota;
  always_comb begin
    iota = chi;
    for (int z = 0; z < W; z++) iota[0][0][z] = chi[0][0][z] ^ rc_i[z];
  end

  // 3.1.3: back to a string.
  always_comb begin
    for (int x = 0; x < 5; x++)
      for (int y = 0; y < 5; y++)
        for (int z = 0; z < W; z++)
          s_o[W*(5*y+x)+z] = iota[x][y][z];
  end

endmodule

`default_nettype wire
