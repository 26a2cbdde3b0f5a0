// SPDX-License-Identifier: Apache-2.0
//
// The registers and the permutation around the rounds of keccak_round.h, common to keccak_mips32.S
// and keccak_native.S. Those say where the last register goes, and give the macro `clear_unit`, which
// leaves nothing of the message in the extension.
//
// An iteration is one round, from FROM to TO: the state and the working area behind it, which change
// places. (Two rounds, as on RISC-V, would take 2 % fewer cycles and 2 KiB more of code.)

#define FROM $a0
#define TO   $a1
#define SP   $sp

#define D0L  $a2
#define D0H  $a3
#define D1L  $v0
#define D1H  $v1
#define D2L  $t0
#define D2H  $t1
#define D3L  $t2
#define D3H  $t3
#define D4L  $t4
#define D4H  $t5

#define B0L  $s0
#define B0H  $s1
#define B1L  $s2
#define B1H  $s3
#define B2L  $s4
#define B2H  $s5
#define B3L  $s6
#define B3H  $s7
#define B4L  $t6
#define B4H  $t7

#define C0L  $t8
#define C1L  $t9
#define C2L  $gp
#define C3L  $fp

#define T0   $ra

// Between two rounds B is free for the H half of the parities, and one of the two lanes.
#define C0H  B0H
#define C1H  B1H
#define C2H  B2H
#define C3H  B3H
#define KEPT44L B0L
#define KEPT44H B1L
#define KEPT24L T0

#define NEXT D4L                   // the address to come after TO, between two rounds

// Stack frame.
#define FRAME_RC     0             // the next round constant, from the end of all: -8 is the last
#define FRAME_SAVED  4
#define FRAME_BYTES  48

.macro save_registers op
  \op $ra, FRAME_SAVED($sp)
  \op $s0, FRAME_SAVED + 4($sp)
  \op $s1, FRAME_SAVED + 8($sp)
  \op $s2, FRAME_SAVED + 12($sp)
  \op $s3, FRAME_SAVED + 16($sp)
  \op $s4, FRAME_SAVED + 20($sp)
  \op $s5, FRAME_SAVED + 24($sp)
  \op $s6, FRAME_SAVED + 28($sp)
  \op $s7, FRAME_SAVED + 32($sp)
  \op $gp, FRAME_SAVED + 36($sp)
  \op $fp, FRAME_SAVED + 40($sp)
.endm

#define RC_LOW(last)  %lo(round_constants_end)
#define RC_HIGH(last) %lo(round_constants_end + 4)
#define RC_STEP       8

.macro add_immediate to, from, value
  addiu \to, \from, \value
.endm

#include "keccak_round.h"

// The L half of a plane, with lane 4 first: without it, if SUM4L is `none`.
.macro load_plane offset, base, to0, to1, to2, to3, to4
  .ifnc SUM4L, none
  lw    \to4, \offset + LANE(4, 0)(\base)
  .endif
  lw    \to0, \offset + LANE(0, 0)(\base)
  lw    \to1, \offset + LANE(1, 0)(\base)
  lw    \to2, \offset + LANE(2, 0)(\base)
  lw    \to3, \offset + LANE(3, 0)(\base)
.endm

  .set noreorder
  .set noat
  .text
  .globl keccak_permute
  .type keccak_permute, @function
  .balign 4
// void keccak_permute(struct keccak *k, unsigned rounds)
keccak_permute:
  addiu $sp, $sp, -FRAME_BYTES
  save_registers sw
  sll   $a1, $a1, 3
  subu  $a1, $zero, $a1
  sw    $a1, FRAME_RC($sp)
  move  TO, $a0
  load_kept
  load_plane LANE(0, 4), TO, C0L, C1L, C2L, C3L, SUM4L
  addiu FROM, TO, LANE(0, 4)
1:                                    // the L half of the column parities
  addiu FROM, FROM, -LANE(0, 1)
  load_plane 0, FROM, D0L, D1L, D2L, D3L, D4L
  .ifnc SUM4L, none
  xor   SUM4L, SUM4L, D4L
  .endif
  xor   C0L, C0L, D0L
  xor   C1L, C1L, D1L
  xor   C2L, C2L, D2L
  bne   FROM, TO, 1b
  xor   C3L, C3L, D3L
  addiu NEXT, TO, STATE_BYTES
2:
  parity 0
  move  TO, NEXT
  theta_d
  round 0, 0, 1
  lw    D0L, FRAME_RC($sp)
  move  NEXT, FROM
  bne   D0L, $zero, 2b
  move  FROM, TO
  store_kept
  clear_unit
  save_registers lw
  jr    $ra
  addiu $sp, $sp, FRAME_BYTES
  .size keccak_permute, . - keccak_permute

#include "round_constants.h"
