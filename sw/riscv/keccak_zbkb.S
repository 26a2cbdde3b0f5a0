// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] for RV32I with Zbkb. The state is bit-interleaved: the L word of a lane has its
// even bits and the H word its odd ones, so that a 64-bit rotation is two of 32 bits, and one where
// theta rotates by 1. See state_interleaved.c for the way there and back.

.macro chi_word y, x, to, b0, b1, b2
  andn  \to, \b2, \b1
  xor   \to, \to, \b0
.endm

.macro rotate_lane n, to_l, to_h, from_l, from_h, temp
  .if (\n) & 1                  // even bits become odd ones, and the other way round
  rotate_word (\n + 1) / 2, \to_l, \from_h
  rotate_word (\n) / 2, \to_h, \from_l
  .elseif \n > 0                // 0: the lane is where it should be
  rotate_word (\n) / 2, \to_l, \from_l
  rotate_word (\n) / 2, \to_h, \from_h
  .endif
.endm

.macro rotate_word n, to, from
  .if \n > 0
  rori  \to, \from, 32 - (\n)
  .else
  mv    \to, \from
  .endif
.endm

.macro parity_to_d d_l, d_h, before_l, before_h, after_l, after_h, temp
  rori  \temp, \after_h, 31
  xor   \d_h, \before_h, \after_l
  xor   \d_l, \before_l, \temp
.endm

#include "keccak_permute.h"

  .text
  .globl keccak_permute
  .type keccak_permute, @function
  .balign 4
keccak_permute:
  enter_permutation
  permute
  leave_permutation
  .size keccak_permute, . - keccak_permute

// The even bits of each constant, then the odd ones.
  .section .rodata
  .balign 8
round_constants:
  .word 0x00000001, 0x00000000, 0x00000000, 0x00000089, 0x00000000, 0x8000008b
  .word 0x00000000, 0x80008080, 0x00000001, 0x0000008b, 0x00000001, 0x00008000
  .word 0x00000001, 0x80008088, 0x00000001, 0x80000082, 0x00000000, 0x0000000b
  .word 0x00000000, 0x0000000a, 0x00000001, 0x00008082, 0x00000000, 0x00008003
  .word 0x00000001, 0x0000808b, 0x00000001, 0x8000000b, 0x00000001, 0x8000008a
  .word 0x00000001, 0x80000081, 0x00000000, 0x80000081, 0x00000000, 0x80000008
  .word 0x00000000, 0x00000083, 0x00000000, 0x80008003, 0x00000001, 0x80008088
  .word 0x00000000, 0x80000088, 0x00000001, 0x00008000, 0x00000000, 0x80008082
round_constants_end:
