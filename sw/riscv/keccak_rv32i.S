// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] for plain RV32I. The L and H words of a lane are its low and high half: a rotation
// takes as many instructions as it would with interleaved bits, and those cost a conversion.
//
// Lane complementing: RV32I has no and-not, so six lanes are kept complemented. By De Morgan's laws
// chi becomes AND or OR of the words as they are, with one NOT per plane and half left over; theta
// turns the complements at the beginning of a round into those that chi wants, and chi leaves them
// as they were at the beginning. Which lanes, which operations and where the NOTs go is the
// outcome of a search over all 2^25 sets.

#define BIT(x, y) (1 << (5 * (y) + (x)))

// Words whose chi is an OR: 0 for AND.
.set CHI_OR, BIT(2, 0) | BIT(4, 0) | BIT(1, 1) | BIT(2, 1) | BIT(4, 1) | BIT(1, 2) | BIT(3, 2) | \
             BIT(4, 2) | BIT(0, 3) | BIT(3, 3) | BIT(1, 4) | BIT(2, 4) | BIT(4, 4)
// Words whose chi takes the complement of b1, or of b2.
.set CHI_NOT_B1, BIT(2, 1)
.set CHI_NOT_B2, BIT(3, 2) | BIT(1, 3) | BIT(1, 4)
// A word whose b1 is complemented in place, because it is b0 of the next.
.set CHI_NOT_B1_IN_PLACE, BIT(1, 0)

.macro chi_word y, x, to, b0, b1, b2
  .if CHI_NOT_B1_IN_PLACE & BIT(\x, \y)
  not   \b1, \b1
  .endif
  .if CHI_NOT_B1 & BIT(\x, \y)
  not   \to, \b1
  chi_and_or \y, \x, \to, \to, \b2
  .elseif CHI_NOT_B2 & BIT(\x, \y)
  not   \to, \b2
  chi_and_or \y, \x, \to, \b1, \to
  .else
  chi_and_or \y, \x, \to, \b1, \b2
  .endif
  xor   \to, \to, \b0
.endm

.macro chi_and_or y, x, to, b1, b2
  .if CHI_OR & BIT(\x, \y)
  or    \to, \b1, \b2
  .else
  and   \to, \b1, \b2
  .endif
.endm

.macro rotate_lane n, to_l, to_h, from_l, from_h, temp
  .if \n > 32
  rotate_words \n - 32, \to_h, \to_l, \from_l, \from_h
  .elseif \n > 0                // 0: the lane is where it should be
  rotate_words \n, \to_l, \to_h, \from_l, \from_h
  .endif
.endm

.macro rotate_words n, to_l, to_h, from_l, from_h
  slli  \to_l, \from_l, \n
  slli  \to_h, \from_h, \n
  srli  \from_h, \from_h, 32 - (\n)
  srli  \from_l, \from_l, 32 - (\n)
  or    \to_l, \to_l, \from_h
  or    \to_h, \to_h, \from_l
.endm

.macro parity_to_d d_l, d_h, before_l, before_h, after_l, after_h, temp
  slli  \d_l, \after_l, 1
  srli  \temp, \after_h, 31
  xor   \d_l, \d_l, \before_l
  xor   \d_l, \d_l, \temp
  slli  \d_h, \after_h, 1
  srli  \temp, \after_l, 31
  xor   \d_h, \d_h, \before_h
  xor   \d_h, \d_h, \temp
.endm

#include "keccak_permute.h"

.macro complement offset
  lw    t0, \offset(a0)
  lw    t1, \offset + 4(a0)
  not   t0, t0
  not   t1, t1
  sw    t0, \offset(a0)
  sw    t1, \offset + 4(a0)
.endm

.macro complement_lanes
  complement LANE(1, 0)
  complement LANE(2, 1)
  complement LANE(3, 1)
  complement LANE(4, 2)
  complement LANE(2, 3)
  complement LANE(2, 4)
.endm

  .text
  .globl keccak_permute
  .type keccak_permute, @function
  .balign 4
keccak_permute:
  enter_permutation
  complement_lanes
  permute
  complement_lanes
  leave_permutation
  .size keccak_permute, . - keccak_permute

#include "round_constants.h"
