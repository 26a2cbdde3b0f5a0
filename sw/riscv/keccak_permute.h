// SPDX-License-Identifier: Apache-2.0
//
// The registers and the permutation around the rounds of keccak_round.h, common to keccak_rv32i.S
// and keccak_zbkb.S. An iteration is two rounds, from the state to the working area behind it and
// back, so that one register holds both addresses.

#define FROM a0
#define TO   a0
#define SP   sp

#define D0L a1
#define D0H a2
#define D1L a3
#define D1H a4
#define D2L a5
#define D2H a6
#define D3L a7
#define D3H t3
#define D4L t4
#define D4H t5

#define B0L s0
#define B0H s1
#define B1L s2
#define B1H s3
#define B2L s4
#define B2H s5
#define B3L s6
#define B3H s7
#define B4L s8
#define B4H s9

#define C0L s10
#define C1L s11
#define C2L t0
#define C3L t1
#define C4L t2

#define T0  ra
#define T1  t6

// Between two rounds B is free. It has the H half of the parities, and one of the two lanes.
#define C0H B0H
#define C1H B1H
#define C2H B2H
#define C3H B3H
#define C4H B4H
#define KEPT44L B0L
#define KEPT44H B1L
#define KEPT24L T0
#define KEPT24H T1

#define LOADED_L   \temp_l
#define LOADED_H   \temp_h
#define SUM4L      C4L
#define PLANE0_C4L C4L
#define PLANE0_B4H B4H

// Stack frame.
#define FRAME_RC     0             // the next round constant
#define FRAME_RC_END 4
#define FRAME_SAVED  8
#define FRAME_BYTES  64

.macro save_registers op
  \op ra,  FRAME_SAVED(sp)
  \op s0,  FRAME_SAVED + 4(sp)
  \op s1,  FRAME_SAVED + 8(sp)
  \op s2,  FRAME_SAVED + 12(sp)
  \op s3,  FRAME_SAVED + 16(sp)
  \op s4,  FRAME_SAVED + 20(sp)
  \op s5,  FRAME_SAVED + 24(sp)
  \op s6,  FRAME_SAVED + 28(sp)
  \op s7,  FRAME_SAVED + 32(sp)
  \op s8,  FRAME_SAVED + 36(sp)
  \op s9,  FRAME_SAVED + 40(sp)
  \op s10, FRAME_SAVED + 44(sp)
  \op s11, FRAME_SAVED + 48(sp)
.endm

#define RC_LOW(last)  8 * last
#define RC_HIGH(last) 8 * last + 4
#define RC_STEP       16

.macro add_immediate to, from, value
  addi \to, \from, \value
.endm

.macro theta_temp temp
.endm

#include "keccak_round.h"

// The L half of the column parities, and after it the other half.
.macro load_parity
  load_parity_word 0, C0L
  load_parity_word 1, C1L
  load_parity_word 2, C2L
  load_parity_word 3, C3L
  load_parity_word 4, C4L
  parity 0
.endm

.macro load_parity_word x, parity
  lw \parity, LANE(\x, 4)(TO)
  parity_word -4, \x, \parity, \parity
.endm

// void keccak_permute(struct keccak *k, unsigned rounds), in three parts.
.macro enter_permutation
  addi sp, sp, -FRAME_BYTES
  save_registers sw
  la   t0, round_constants_end
  slli a1, a1, 3
  sub  t1, t0, a1
  sw   t1, FRAME_RC(sp)
  sw   t0, FRAME_RC_END(sp)
.endm

.macro permute
  load_kept
  load_parity
  .balign 4
1:
  theta_d
  round 0, STATE_BYTES, 0
  parity STATE_BYTES
  theta_d
  round STATE_BYTES, 0, 1
  lw   D0L, FRAME_RC(sp)
  lw   D1L, FRAME_RC_END(sp)
  bgeu D0L, D1L, 2f
  parity 0
  j    1b
2:
  store_kept
.endm

.macro leave_permutation
  save_registers lw
  addi sp, sp, FRAME_BYTES
  ret
.endm
