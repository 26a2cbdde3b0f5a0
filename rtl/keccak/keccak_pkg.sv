// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600]: types, step mappings and round constants, named as in FIPS 202.

`default_nettype none

package keccak_pkg;

  // FIPS 202, 3.1. `state[y][x][z]` is A[x, y, z]; bit 64 * (5 * y + x) + z of the flat
  // vector is bit S[64 * (5 * y + x) + z] of the standard's string.
  localparam int unsigned LaneWidth = 64;
  localparam int unsigned StateWidth = 1600;

  typedef logic [LaneWidth-1:0] lane_t;
  typedef lane_t [4:0] plane_t;
  typedef plane_t [4:0] state_t;

  // Table 1 of FIPS 202 has one round count; TurboSHAKE (RFC 9861) runs the last 12 rounds.
  localparam int unsigned NumRounds = 24;
  localparam int unsigned NumTurboRounds = 12;

  // How an engine folds the state, and the bits of it that travel in one beat.
  localparam int unsigned FoldNone = 0;
  localparam int unsigned FoldPlane = 1;
  localparam int unsigned FoldLane = 2;
  localparam int unsigned FoldSlice = 3;

  // How an engine notices faults.
  localparam int unsigned ProtectNone = 0;
  localparam int unsigned ProtectParity = 1;
  localparam int unsigned ProtectRedo = 2;

  function automatic int unsigned beat_width(int unsigned fold);
    case (fold)
      FoldPlane: return 5 * LaneWidth;
      FoldLane: return LaneWidth;
      FoldSlice: return 2 * 25;
      default: return StateWidth;
    endcase
  endfunction

  // Fresh random bits of a round in two shares: of the lanes 0 and 1 of each plane.
  localparam int unsigned RefreshLanes = 2;
  localparam int unsigned RefreshWidth = 5 * RefreshLanes * LaneWidth;

  typedef lane_t [4:0][RefreshLanes-1:0] refresh_t;

  // Share 1 of two has each of its lanes rotated left by this.
  localparam int unsigned ShareSkew = 17;

  function automatic int unsigned random_width(int unsigned shares);
    return shares == 2 ? RefreshWidth : 1;
  endfunction

  function automatic lane_t rotl(lane_t lane, int unsigned offset);
    return lane_t'({lane, lane} >> (LaneWidth - offset));
  endfunction

  // 3.2.1, step 1: C[x].
  function automatic plane_t column_parity(state_t a);
    plane_t c;
    for (int unsigned x = 0; x < 5; x++) c[x] = a[0][x] ^ a[1][x] ^ a[2][x] ^ a[3][x] ^ a[4][x];
    return c;
  endfunction

  // 3.2.1, step 2: D[x], from C.
  function automatic plane_t theta_effect(plane_t c);
    plane_t d;
    for (int unsigned x = 0; x < 5; x++) d[x] = c[(x+4)%5] ^ rotl(c[(x+1)%5], 1);
    return d;
  endfunction

  // 3.2.1, step 3.
  function automatic state_t theta_add(state_t a, plane_t d);
    state_t e;
    for (int unsigned y = 0; y < 5; y++) e[y] = a[y] ^ d;
    return e;
  endfunction

  function automatic state_t theta(state_t a);
    return theta_add(a, theta_effect(column_parity(a)));
  endfunction

  // 3.2.2: the offset of lane (x, y), reduced modulo the lane width.
  function automatic int unsigned rho_offset(int unsigned lane_x, int unsigned lane_y);
    int unsigned x, y, next_y, offset;
    x = 1;
    y = 0;
    offset = 0;
    for (int unsigned t = 0; t < 24; t++) begin
      if (x == lane_x && y == lane_y) offset = ((t + 1) * (t + 2) / 2) % LaneWidth;
      next_y = (2 * x + 3 * y) % 5;
      x = y;
      y = next_y;
    end
    return offset;
  endfunction

  function automatic state_t rho(state_t a);
    state_t e;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) e[y][x] = rotl(a[y][x], rho_offset(x, y));
    end
    return e;
  endfunction

  // 3.2.3.
  function automatic state_t pi(state_t a);
    state_t e;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) e[y][x] = a[x][(x+3*y)%5];
    end
    return e;
  endfunction

  // 3.2.4, on one plane: a plane is all that a row needs.
  function automatic plane_t chi_plane(plane_t a);
    plane_t e;
    for (int unsigned x = 0; x < 5; x++) e[x] = a[x] ^ (~a[(x+1)%5] & a[(x+2)%5]);
    return e;
  endfunction

  function automatic state_t chi(state_t a);
    state_t e;
    for (int unsigned y = 0; y < 5; y++) e[y] = chi_plane(a[y]);
    return e;
  endfunction

  // 3.2.5: the LFSR of algorithm 5. Its state before the first step of a round stands for the
  // round's number everywhere in this project: seven steps lead to the next round's.
  typedef logic [7:0] rc_lfsr_t;

  function automatic rc_lfsr_t rc_steps(rc_lfsr_t r, int unsigned steps);
    rc_lfsr_t s;
    s = r;
    for (int unsigned i = 0; i < steps; i++) s = {s[6:0], 1'b0} ^ (s[7] ? 8'h71 : 8'h00);
    return s;
  endfunction

  function automatic rc_lfsr_t rc_next(rc_lfsr_t r);
    return rc_steps(r, 7);
  endfunction

  // The LFSR at the start of a round, as an elaboration-time constant.
  function automatic rc_lfsr_t rc_at(int unsigned round);
    return rc_steps(8'h01, 7 * round);
  endfunction

  // The seven bits of RC that can be set, at 2^j - 1 for j = 0..6.
  typedef logic [6:0] rc_bits_t;

  function automatic rc_bits_t rc_bits(rc_lfsr_t r);
    rc_bits_t bits;
    rc_lfsr_t s;
    s = r;
    for (int unsigned j = 0; j < 7; j++) begin
      bits[j] = s[0];
      s = rc_steps(s, 1);
    end
    return bits;
  endfunction

  function automatic lane_t spread_constant(rc_bits_t bits);
    lane_t rc;
    rc = '0;
    for (int unsigned j = 0; j < 7; j++) rc[2**j-1] = bits[j];
    return rc;
  endfunction

  function automatic lane_t round_constant(rc_lfsr_t r);
    return spread_constant(rc_bits(r));
  endfunction

  // 3.2.5, step 4.
  function automatic state_t add_constant(state_t a, rc_bits_t bits);
    state_t e;
    e = a;
    e[0][0] = a[0][0] ^ spread_constant(bits);
    return e;
  endfunction

  function automatic state_t iota(state_t a, rc_lfsr_t r);
    return add_constant(a, rc_bits(r));
  endfunction

  // The same steps on one slice, slice[y][x] being A[x, y, z] of one z. Rho moves bits
  // between slices and has no such form.
  typedef logic [4:0] row_t;
  typedef row_t [4:0] slice_t;

  function automatic row_t slice_parity(slice_t a);
    return a[0] ^ a[1] ^ a[2] ^ a[3] ^ a[4];
  endfunction

  // D of one slice, from its C and the C of the slice below (z - 1).
  function automatic row_t slice_theta_effect(row_t c, row_t c_below);
    row_t d;
    for (int unsigned x = 0; x < 5; x++) d[x] = c[(x+4)%5] ^ c_below[(x+1)%5];
    return d;
  endfunction

  function automatic slice_t slice_pi(slice_t a);
    slice_t e;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) e[y][x] = a[x][(x+3*y)%5];
    end
    return e;
  endfunction

  function automatic slice_t slice_chi(slice_t a);
    slice_t e;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        e[y][x] = a[y][x] ^ (~a[y][(x+1)%5] & a[y][(x+2)%5]);
      end
    end
    return e;
  endfunction

endpackage

`default_nettype wire
