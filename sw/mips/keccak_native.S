// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] for MIPS32 with the native extension. The L and H words of a lane are its low and
// high half; they are rotated where they are loaded, which frees a register.
//
// A rotation takes its amount from a register, and all amounts differ: one instruction sets each.

#include "isa_native.inc"

.macro chi_word y, x, to, b0, b1, b2
  andnot \to, \b1, \b2
  xor    \to, \to, \b0
.endm

.macro rotate_lane n, to_l, to_h, from_l, from_h, temp
  .if \n > 0                    // 0: the lane is where it should be
  li      \temp, \n
  rot1    \from_h, \temp
  rot2    \to_h, \from_l, \temp
  mfleast \to_l
  .endif
.endm

.macro theta_temp temp
  li      \temp, 1
.endm

.macro parity_to_d d_l, d_h, before_l, before_h, after_l, after_h, temp
  rot1    \after_h, \temp
  rot2    \d_h, \after_l, \temp
  mfleast \d_l
  xor     \d_h, \d_h, \before_h
  xor     \d_l, \d_l, \before_l
.endm

.macro clear_unit
  rot1    $zero, $zero
.endm

#define C4L        $at
#define SUM4L      C4L
#define LOADED_L   \to_l
#define LOADED_H   \to_h
#define T1         none
#define C4H        B4L
// In plane 0, C4L serves as one of B until it is needed.
#define PLANE0_C4L C4L
#define PLANE0_B4H C4L
#define KEPT24H    B4H

#include "keccak_permute.h"
