// SPDX-License-Identifier: Apache-2.0
//
// keccak_permute with OASIP, in the shape of keccak_compact.c: loops over lanes, indices modulo 5,
// rotation offsets and round constants computed where they are needed. The state is in memory, lane
// by lane, as state_plain.c has it.
//
// Loops end at words, for which two moves before them have 32 bits. The lane that rho and pi
// carry along is in the rotation register.

#include "isa_oasip.inc"

#define STATE  a0
#define ROUNDS t0
#define LFSR   t1
#define FORTY  t2               // bytes of a plane
#define FIVE   t3
#define ONE    t4
#define PARITY t5               // C[0] to C[4] of theta, behind the state: cleared with it

#define STATE_BYTES 200

.macro wide_mv to, from
  .option push
  .option norvc
  mv    \to, \from
  .option pop
.endm

  .text
  .option push
  .option norelax               // distances to the ends of loops are constants
  .globl keccak_permute
  .type keccak_permute, @function
  .balign 4
keccak_permute:
  addi  sp, sp, -16
  sw    s0, 0(sp)
  sw    s1, 4(sp)
  mv    ROUNDS, a1
  addi  PARITY, STATE, STATE_BYTES
  li    FORTY, 40
  li    FIVE, 5
  li    ONE, 1

  // Fewer rounds are the last of 24: seven steps of the LFSR for each that is left out.
  li    LFSR, 1
  li    a2, 24
  sub   a2, a2, ROUNDS
  slli  a3, a2, 3
  sub   a3, a3, a2
  j     2f
1:
  o.lfsr t1, t1
  addi  a3, a3, -1
2:
  bnez  a3, 1b

round:
  // theta: C[x], the parity of a column
  mv    a2, STATE
  o.doloop t3, parity_end
  lw    a3, 0(a2)
  lw    a4, 4(a2)
  lw    a5, 40(a2)
  lw    a1, 44(a2)
  xor   a3, a3, a5
  xor   a4, a4, a1
  lw    a5, 80(a2)
  lw    a1, 84(a2)
  xor   a3, a3, a5
  xor   a4, a4, a1
  lw    a5, 120(a2)
  lw    a1, 124(a2)
  xor   a3, a3, a5
  xor   a4, a4, a1
  lw    a5, 160(a2)
  lw    a1, 164(a2)
  xor   a3, a3, a5
  xor   a4, a4, a1
  sw    a3, STATE_BYTES(a2)
  sw    a4, STATE_BYTES + 4(a2)
  addi  a2, a2, 8
parity_end:

  // theta: D = C[x - 1] ^ rotl(C[x + 1], 1) to each lane of a column
  li    t6, 0                   // x
  wide_mv a2, STATE
  o.doloop t3, column_end
  o.remv a3, t6, 1
  slli  a3, a3, 3
  add   a3, a3, PARITY
  lw    a4, 4(a3)
  lw    a5, 0(a3)
  o.remv a3, t6, 4
  o.pack a4, a5
  o.rotl a4, t4
  o.extlw a5
  slli  a3, a3, 3
  add   a3, a3, PARITY
  lw    a1, 0(a3)
  lw    a3, 4(a3)
  xor   a5, a5, a1
  xor   a4, a4, a3
  addi  t6, t6, 1
  o.doloop t3, lane_end
  lw    a1, 0(a2)
  lw    a3, 4(a2)
  xor   a1, a1, a5
  xor   a3, a3, a4
  sw    a1, 0(a2)
  sw    a3, 4(a2)
  addi  a2, a2, 40
lane_end:
  addi  a2, a2, 8 - STATE_BYTES
column_end:

  // rho and pi: from (x, y) to (y, 2x + 3y) = (y, 2x - 2y); a1 is 8x and a2 is 8y
  lw    a4, 12(STATE)
  lw    a5, 8(STATE)
  o.pack a4, a5
  li    a1, 8
  li    a2, 0
  li    t6, 0                   // the step
  li    a7, 0                   // the sum of the steps is the offset
  li    a6, 24
  o.doloop a6, walk_end
  sub   a3, a1, a2
  srai  a3, a3, 2
  mv    a1, a2
  o.remv a2, a3, 0
  mul   a3, a2, FORTY
  slli  a2, a2, 3
  add   a3, a3, a1
  add   a3, a3, STATE
  lw    s0, 0(a3)
  lw    s1, 4(a3)
  addi  t6, t6, 1
  add   a7, a7, t6
  o.rotl a4, a7
  o.extlw a5
  sw    a5, 0(a3)
  sw    a4, 4(a3)
  o.pack s1, s0
walk_end:

  // chi, on the low words of a plane and on the high ones
  li    t6, 2
  wide_mv a2, STATE
  o.doloop t3, plane_end
  o.doloop t6, half_end
  lw    a1, 0(a2)
  lw    a3, 8(a2)
  lw    a4, 16(a2)
  lw    a5, 24(a2)
  lw    s1, 32(a2)
  not   s0, a3
  and   s0, s0, a4
  xor   s0, s0, a1
  sw    s0, 0(a2)
  not   s0, a4
  and   s0, s0, a5
  xor   s0, s0, a3
  sw    s0, 8(a2)
  not   s0, a5
  and   s0, s0, s1
  xor   s0, s0, a4
  sw    s0, 16(a2)
  not   s0, s1
  and   s0, s0, a1
  xor   s0, s0, a5
  sw    s0, 24(a2)
  not   s0, a1
  and   s0, s0, a3
  xor   s0, s0, s1
  sw    s0, 32(a2)
  addi  a2, a2, 4
half_end:
  addi  a2, a2, 32
plane_end:

  // iota: bits 0, 1, 3, 7, 15 and 31 of the low word, and bit 31 of the high one
  lw    a3, 0(STATE)
  li    a4, 0
  li    a2, 6
  o.doloop a2, bit_end
  andi  a5, LFSR, 1
  o.lfsr t1, t1
  sll   a5, a5, a4
  xor   a3, a3, a5
  slli  a4, a4, 1
  addi  a4, a4, 1
bit_end:
  sw    a3, 0(STATE)
  lw    a3, 4(STATE)
  andi  a5, LFSR, 1
  o.lfsr t1, t1
  slli  a5, a5, 31
  xor   a3, a3, a5
  sw    a3, 4(STATE)

  addi  ROUNDS, ROUNDS, -1
  bnez  ROUNDS, round

  o.pack zero, zero
  lw    s0, 0(sp)
  lw    s1, 4(sp)
  addi  sp, sp, 16
  ret
  .option pop
  .size keccak_permute, . - keccak_permute
