// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] for plain MIPS32. The L and H words of a lane are its low and high half.
//
// MIPS has no and-not, but it has NOR, and so a rotation gives the complement of a lane as easily as
// the lane. Where b1 and b3 of a plane are complemented, chi becomes
//
//   a0 = b0 ^ ( b1' &  b2 )
//   a1 = b1'^ ( b2  |  b3')
//   a2 = b2 ^ ( b3' &  b4 )
//   a3 = b3'^ ( b4  | ~b0 )
//   a4 = b4 ^ ~(b0  |  b1')
//
// with one NOT per plane and half; five lanes in a ring cannot do without. The state in memory is
// the state as it is.

// Lanes that become b1 or b3, by the offset of their rotation.
#define COMPLEMENTED(n) ((n) == 44 || (n) == 20 || (n) == 6 || (n) == 36 || (n) == 55 || \
                         (n) == 21 || (n) == 45 || (n) == 8 || (n) == 15 || (n) == 41)

.macro chi_word y, x, to, b0, b1, b2
  .if \x == 0 || \x == 2
  and   \to, \b1, \b2
  .elseif \x == 1
  or    \to, \b1, \b2
  .elseif \x == 3
  nor   \to, \b2, $zero
  or    \to, \b1, \to
  .else
  nor   \to, \b1, \b2
  .endif
  xor   \to, \to, \b0
.endm

.macro rotate_lane n, to_l, to_h, from_l, from_h, temp
  .if \n > 32
  rotate_words \n - 32, \to_h, \to_l, \from_l, \from_h, COMPLEMENTED(\n)
  .elseif \n > 0                // 0: the lane is where it should be
  rotate_words \n, \to_l, \to_h, \from_l, \from_h, COMPLEMENTED(\n)
  .endif
.endm

.macro rotate_words n, to_l, to_h, from_l, from_h, complemented
  sll   \to_l, \from_l, \n
  sll   \to_h, \from_h, \n
  srl   \from_h, \from_h, 32 - (\n)
  srl   \from_l, \from_l, 32 - (\n)
  .if \complemented
  nor   \to_l, \to_l, \from_h
  nor   \to_h, \to_h, \from_l
  .else
  or    \to_l, \to_l, \from_h
  or    \to_h, \to_h, \from_l
  .endif
.endm

.macro theta_temp temp
.endm

.macro parity_to_d d_l, d_h, before_l, before_h, after_l, after_h, temp
  sll   \d_l, \after_l, 1
  srl   \temp, \after_h, 31
  xor   \d_l, \d_l, \before_l
  xor   \d_l, \d_l, \temp
  sll   \d_h, \after_h, 1
  srl   \temp, \after_l, 31
  xor   \d_h, \d_h, \before_h
  xor   \d_h, \d_h, \temp
.endm

.macro clear_unit
.endm

#define T1         $at
#define LOADED_L   \temp_l
#define LOADED_H   \temp_h
#define SUM4L      none            // for want of a register
#define C4L        B4L
#define C4H        B4H
#define PLANE0_C4L B0H             // only needed for a moment
#define PLANE0_B4H B4H
#define KEPT24H    T1

#include "keccak_permute.h"
