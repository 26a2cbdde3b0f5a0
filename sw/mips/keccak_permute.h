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
  addiu NEXT, $a0, STATE_BYTES
  move  TO, $a0
  load_parity
1:
  parity 0
  move  TO, NEXT
  theta_d
  round 0, 0, 1
  lw    D0L, FRAME_RC($sp)
  move  NEXT, FROM
  bne   D0L, $zero, 1b
  move  FROM, TO
  store_kept
  clear_unit
  save_registers lw
  jr    $ra
  addiu $sp, $sp, FRAME_BYTES
  .size keccak_permute, . - keccak_permute

#include "round_constants.h"
