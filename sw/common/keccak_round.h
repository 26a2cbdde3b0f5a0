// SPDX-License-Identifier: Apache-2.0
//
// The order in which assembly walks through Keccak-p[1600], the same for RISC-V and MIPS. Their
// keccak_permute.h say what the registers are and how one comes from round to round. Each
// implementation says how a lane lies in two words and gives, in these terms, the macros
//
//   rotate_lane n, to, to', from, from', temp   a 64-bit rotation; spoils `from` and `temp`
//   parity_to_d d, d', before, before', after, after', temp   D[x] from C[x-1] and C[x+1]
//   theta_temp temp                 what parity_to_d needs in `temp`, if anything
//   chi_word y, x, to, b0, b1, b2   b0 ^ (~b1 & b2), the chi of word (x, y); `to` may be b1, or b2
//                                   where x is 2
//
// A lane is a pair of registers, L and H. A round reads the state at FROM and writes it at TO, plane
// by plane: the five lanes that rho and pi bring to plane y are loaded, D of theta is added, they
// are rotated, and chi goes to memory. Loads and stores are what is left to save:
//
// - D (10 words) stays in registers for the whole round.
// - The L half of the next column parities (5 words) is accumulated as planes are written. For the
//   H half there are no registers: it is the last plane, added to what is read back from memory.
//   Where a register is missing, SUM4L is `none` and C4L is treated in the same way.
// - Two lanes of the last plane stay in registers, (4, 4) for the first plane of the next round and
//   (2, 4) for the second.
//
// `rho` loads a lane into LOADED_L and LOADED_H: its temp_l and temp_h, or its to_l and to_h.
// PLANE0_C4L and PLANE0_B4H are SUM4L and B4H in plane 0.

#include "keccak_layout.h"

// theta: all of D, from all of C.
.macro theta_d
  theta_temp  B2L
  parity_to_d D0L, D0H, C4L, C4H, C1L, C1H, B2L
  parity_to_d D1L, D1H, C0L, C0H, C2L, C2H, B2L
  parity_to_d D2L, D2H, C1L, C1H, C3L, C3H, B2L
  parity_to_d D3L, D3H, C2L, C2H, C4L, C4H, B2L
  parity_to_d D4L, D4H, C3L, C3H, C0L, C0H, B2L
.endm

// The last step of theta, rho and pi for a lane that is in registers.
.macro rho_kept n, to_l, to_h, from_l, from_h, d_l, d_h, temp
  xor \from_l, \from_l, \d_l
  xor \from_h, \from_h, \d_h
  rotate_lane \n, \to_l, \to_h, \from_l, \from_h, \temp
.endm

// The same for a lane in memory.
.macro rho n, to_l, to_h, from, d_l, d_h, temp_l=T0, temp_h=T1
  lw LOADED_L, \from(FROM)
  lw LOADED_H, \from + 4(FROM)
  rho_kept \n, \to_l, \to_h, LOADED_L, LOADED_H, \d_l, \d_h, \temp_l
.endm

// chi for a plane that is neither the first nor the last. L and H halves may be had in any order.
.macro chi_plane y, to
  chi_store_add \y, 0, \to, B0L, B1L, B2L, C0L
  chi_store_add \y, 1, \to, B1L, B2L, B3L, C1L
  chi_store_add \y, 2, \to, B2L, B3L, B4L, C2L
  chi_store_add \y, 3, \to, B3L, B4L, B0L, C3L
  chi_store_add \y, 4, \to, B4L, B0L, B1L, SUM4L
  chi_store     \y, 0, \to + 4, T0, B0H, B1H, B2H
  chi_store     \y, 1, \to + 4, T0, B1H, B2H, B3H
  chi_store     \y, 2, \to + 4, T0, B2H, B3H, B4H
  chi_store     \y, 3, \to + 4, T0, B3H, B4H, B0H
  chi_store     \y, 4, \to + 4, T0, B4H, B0H, B1H
.endm

.macro chi_store y, x, to, word, b0, b1, b2
  chi_word \y, \x, \word, \b0, \b1, \b2
  sw \word, \to + LANE(\x, \y)(TO)
.endm

.macro chi_store_add y, x, to, b0, b1, b2, parity
  chi_store \y, \x, \to, T0, \b0, \b1, \b2
  .ifnc \parity, none
  xor \parity, \parity, T0
  .endif
.endm

// A round from D, the state at `from` and the two lanes that were kept, to the state at `to`, the L
// half of its column parities, the last plane's H half in D (and KEPT), and the two lanes to keep.
// `last` is 1 in the last round of an iteration, which moves on to the next constants.
.macro round from, to, last
  // Plane 0. C is not in use yet: its registers serve for what comes from memory.
  rho_kept 14, B4L, PLANE0_B4H, KEPT44L, KEPT44H, D4L, D4H, C0L
  rho  0, B0L, B0H, \from + LANE(0, 0), D0L, D0H, B0L, B0H
  rho 44, B1L, B1H, \from + LANE(1, 1), D1L, D1H, C0L, C1L
  rho 43, B2L, B2H, \from + LANE(2, 2), D2L, D2H, C0L, C1L
  rho 21, B3L, B3H, \from + LANE(3, 3), D3L, D3H, C0L, C1L
  lw        C2L, FRAME_RC(SP)
  chi_word  0, 0, C0L, B0H, B1H, B2H
  lw        C3L, RC_HIGH(\last)(C2L)        // iota
  lw        C1L, RC_LOW(\last)(C2L)
  xor       C0L, C0L, C3L
  sw        C0L, \to + LANE(0, 0) + 4(TO)
  chi_store 0, 1, \to + 4, C0L, B1H, B2H, B3H
  chi_store 0, 2, \to + 4, C0L, B2H, B3H, PLANE0_B4H
  chi_store 0, 3, \to + 4, C0L, B3H, PLANE0_B4H, B0H
  chi_store 0, 4, \to + 4, C0L, PLANE0_B4H, B0H, B1H
  .if \last
  add_immediate C2L, C2L, RC_STEP
  sw        C2L, FRAME_RC(SP)
  .endif
  chi_word  0, 0, C0L, B0L, B1L, B2L
  xor       C0L, C0L, C1L
  sw        C0L, \to + LANE(0, 0)(TO)
  chi_store 0, 1, \to, C1L, B1L, B2L, B3L
  chi_store 0, 2, \to, C2L, B2L, B3L, B4L
  chi_store 0, 3, \to, C3L, B3L, B4L, B0L
  chi_store 0, 4, \to, PLANE0_C4L, B4L, B0L, B1L

  // Plane 1.
  rho_kept 61, B4L, B4H, KEPT24L, KEPT24H, D2L, D2H, B0L
  rho 28, B0L, B0H, \from + LANE(3, 0), D3L, D3H
  rho 20, B1L, B1H, \from + LANE(4, 1), D4L, D4H
  rho  3, B2L, B2H, \from + LANE(0, 2), D0L, D0H
  rho 45, B3L, B3H, \from + LANE(1, 3), D1L, D1H
  chi_plane 1, \to

  // Plane 2.
  rho  1, B0L, B0H, \from + LANE(1, 0), D1L, D1H
  rho  6, B1L, B1H, \from + LANE(2, 1), D2L, D2H
  rho 25, B2L, B2H, \from + LANE(3, 2), D3L, D3H
  rho  8, B3L, B3H, \from + LANE(4, 3), D4L, D4H
  rho 18, B4L, B4H, \from + LANE(0, 4), D0L, D0H
  chi_plane 2, \to

  // Plane 3.
  rho 27, B0L, B0H, \from + LANE(4, 0), D4L, D4H
  rho 36, B1L, B1H, \from + LANE(0, 1), D0L, D0H
  rho 10, B2L, B2H, \from + LANE(1, 2), D1L, D1H
  rho 15, B3L, B3H, \from + LANE(2, 3), D2L, D2H
  rho 56, B4L, B4H, \from + LANE(3, 4), D3L, D3H
  chi_plane 3, \to

  // Plane 4. D is done with when chi begins.
  rho 62, B0L, B0H, \from + LANE(2, 0), D2L, D2H
  rho 55, B1L, B1H, \from + LANE(3, 1), D3L, D3H
  rho 39, B2L, B2H, \from + LANE(4, 2), D4L, D4H
  rho 41, B3L, B3H, \from + LANE(0, 3), D0L, D0H
  rho  2, B4L, B4H, \from + LANE(1, 4), D1L, D1H
  chi_store 4, 0, \to, D0L, B0L, B1L, B2L
  chi_store 4, 1, \to, D1L, B1L, B2L, B3L
  chi_word  4, 2, KEPT24L,      B2L, B3L, B4L
  chi_store 4, 3, \to, D3L, B3L, B4L, B0L
  chi_word  4, 4, KEPT44L,      B4L, B0L, B1L
  xor       C0L, C0L, D0L
  xor       C1L, C1L, D1L
  xor       C2L, C2L, KEPT24L
  xor       C3L, C3L, D3L
  .ifnc SUM4L, none
  xor       C4L, C4L, KEPT44L
  .endif
  chi_store 4, 0, \to + 4, D0H, B0H, B1H, B2H
  chi_store 4, 1, \to + 4, D1H, B1H, B2H, B3H
  chi_store 4, 3, \to + 4, D3H, B3H, B4H, B0H
  chi_word  4, 4, KEPT44H,      B4H, B0H, B1H
  chi_word  4, 2, KEPT24H,      B2H, B3H, B4H
.endm

// What is missing of the column parities after such a round.
.macro parity to
  parity_word \to, 0, C0H, D0H
  parity_word \to, 1, C1H, D1H
  parity_word \to, 2, C2H, KEPT24H
  parity_word \to, 3, C3H, D3H
  parity_word \to, 4, C4H, KEPT44H
  .ifc SUM4L, none
  parity_word \to - 4, 4, C4L, KEPT44L
  .endif
.endm

.macro parity_word to, x, parity, last
  lw  D0L, \to + LANE(\x, 0) + 4(TO)
  lw  D1L, \to + LANE(\x, 1) + 4(TO)
  lw  D2L, \to + LANE(\x, 2) + 4(TO)
  lw  D3L, \to + LANE(\x, 3) + 4(TO)
  xor \parity, \last, D0L
  xor D1L, D1L, D2L
  xor \parity, \parity, D3L
  xor \parity, \parity, D1L
.endm

// What a round leaves in registers, from a state in memory: the lanes that it keeps and the last
// plane's H half, but not the column parities.
.macro load_kept
  lw KEPT44L, LANE(4, 4)(TO)
  lw KEPT44H, LANE(4, 4) + 4(TO)
  lw KEPT24L, LANE(2, 4)(TO)
  lw KEPT24H, LANE(2, 4) + 4(TO)
  lw D0H, LANE(0, 4) + 4(TO)
  lw D1H, LANE(1, 4) + 4(TO)
  lw D3H, LANE(3, 4) + 4(TO)
.endm

// The lanes that a round keeps, to memory.
.macro store_kept
  sw KEPT44L, LANE(4, 4)(TO)
  sw KEPT44H, LANE(4, 4) + 4(TO)
  sw KEPT24L, LANE(2, 4)(TO)
  sw KEPT24H, LANE(2, 4) + 4(TO)
.endm
