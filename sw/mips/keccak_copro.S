// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] for MIPS32 with the coprocessor. Its results go to memory, and so a round has two
// halves: theta, rho and pi from A, the state, to B, the working area behind it; chi from B to A.
//
// - chi: five words to the auxiliary registers, five from them.
// - rho: D of theta is added in the core's registers. A lane goes to Au0 and Au1 and comes from
//   the coprocessor to memory; the amount comes to Au2 from a table.
// - theta: the column parities of sheets 1, 3 and 4 are XOR5's. Those of sheets 0 and 2 are added
//   up in the core's registers, where these lanes stay until D is known: 20 loads less.
//
// The instruction after lwau or mtc2 waits a cycle where it computes with the auxiliary registers.
// A macro that would wait takes another instruction to put in between, as its last argument.

#include "isa_copro.inc"
#include "keccak_layout.h"

#define STATE $a0
#define A(x, y) LANE(x, y)
#define B(x, y) STATE_BYTES + LANE(x, y)
#define RHO_PI(x, y) B(y, (2 * (x) + 3 * (y)) % 5)  // where A(x, y) goes
#define LOW  0
#define HIGH 4

#define T0   $v1
#define T1   $ra
#define RC   $at                   // the round constant, from the end of all: -8 is the last

// Column parities of sheets 0 and 2, later D of sheets 1 and 3.
#define C0L  $a1
#define C0H  $a2
#define C2L  $a3
#define C2H  $v0
#define D1L  C0L
#define D1H  C0H
#define D3L  C2L
#define D3H  C2H
#define D4L  T0
#define D4H  T1

// Lanes (0, y) and (2, y).
#define A00L $t0
#define A00H $t1
#define A01L $t2
#define A01H $t3
#define A02L $t4
#define A02H $t5
#define A03L $t6
#define A03H $t7
#define A04L $t8
#define A04H $t9
#define A20L $s0
#define A20H $s1
#define A21L $s2
#define A21H $s3
#define A22L $s4
#define A22H $s5
#define A23L $s6
#define A23H $s7
#define A24L $gp
#define A24H $fp

// The lane that is being rotated, when those above are done with.
#define L    A02L
#define H    A02H

// What theta keeps in memory until the last sheet goes there: column parities, C0 rotated by 1, and
// the upper half of the other rotations.
#define M_C1 RHO_PI(4, 0)
#define M_C3 RHO_PI(4, 1)
#define M_C4 RHO_PI(4, 2)
#define M_R0 RHO_PI(4, 3)
#define M_R  RHO_PI(4, 4)

#define FRAME_BYTES 48

.macro save_registers op
  \op $ra, 0($sp)
  \op $s0, 4($sp)
  \op $s1, 8($sp)
  \op $s2, 12($sp)
  \op $s3, 16($sp)
  \op $s4, 20($sp)
  \op $s5, 24($sp)
  \op $s6, 28($sp)
  \op $s7, 32($sp)
  \op $gp, 36($sp)
  \op $fp, 40($sp)
.endm

.macro load_amount x, y
  lwau $2, %lo(rho_offsets + LANE(\x, \y) / 2)($zero)
.endm

// The parity of half a column.
.macro parity x, half, to, between:vararg
  lwau $0, A(\x, 0) + \half(STATE)
  lwau $1, A(\x, 1) + \half(STATE)
  lwau $2, A(\x, 2) + \half(STATE)
  lwau $3, A(\x, 3) + \half(STATE)
  lwau $4, A(\x, 4) + \half(STATE)
  \between
  xor5 \to + \half(STATE)
.endm

// theta for half a sheet.
.macro add_d d, a0, a1, a2, a3, a4
  xor  \a0, \a0, \d
  xor  \a1, \a1, \d
  xor  \a2, \a2, \d
  xor  \a3, \a3, \d
  xor  \a4, \a4, \d
.endm

// rho and pi for a lane that is in registers.
.macro rho x, y, low, high, between:vararg
  load_amount \x, \y
  mtc2 \high, $0
  mtc2 \low, $1
  \between
  rot     RHO_PI(\x, \y) + HIGH(STATE)
  swleast RHO_PI(\x, \y) + LOW(STATE)
.endm

// The rest of theta, rho and pi for the lane in L and H, while the next one is loaded.
.macro theta_rho x, y, d_l, d_h, next
  load_amount \x, \y
  xor  H, H, \d_h
  mtc2 H, $0
  xor  L, L, \d_l
  mtc2 L, $1
  lw   H, \next + HIGH(STATE)
  rot     RHO_PI(\x, \y) + HIGH(STATE)
  lw   L, \next + LOW(STATE)
  swleast RHO_PI(\x, \y) + LOW(STATE)
.endm

// Half a plane to the auxiliary registers.
.macro load_row y, half
  lwau $0, B(0, \y) + \half(STATE)
  lwau $1, B(1, \y) + \half(STATE)
  lwau $2, B(2, \y) + \half(STATE)
  lwau $3, B(3, \y) + \half(STATE)
  lwau $4, B(4, \y) + \half(STATE)
.endm

.macro chi_row y, half, between:vararg
  load_row \y, \half
  \between
  chi  0, A(0, \y) + \half(STATE)
  chi  1, A(1, \y) + \half(STATE)
  chi  2, A(2, \y) + \half(STATE)
  chi  3, A(3, \y) + \half(STATE)
  chi  4, A(4, \y) + \half(STATE)
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
  subu  RC, $zero, $a1
  lw    A00L, A(0, 0) + LOW(STATE)
  lw    A00H, A(0, 0) + HIGH(STATE)
  lw    A01L, A(0, 1) + LOW(STATE)
  lw    A01H, A(0, 1) + HIGH(STATE)
  lw    A02L, A(0, 2) + LOW(STATE)
  lw    A02H, A(0, 2) + HIGH(STATE)
1:
  // Column parities.
  lw    A03L, A(0, 3) + LOW(STATE)
  lw    A03H, A(0, 3) + HIGH(STATE)
  lw    A04L, A(0, 4) + LOW(STATE)
  lw    A04H, A(0, 4) + HIGH(STATE)
  lw    A20L, A(2, 0) + LOW(STATE)
  lw    A20H, A(2, 0) + HIGH(STATE)
  lw    A21L, A(2, 1) + LOW(STATE)
  lw    A21H, A(2, 1) + HIGH(STATE)
  lw    A22L, A(2, 2) + LOW(STATE)
  lw    A22H, A(2, 2) + HIGH(STATE)
  lw    A23L, A(2, 3) + LOW(STATE)
  lw    A23H, A(2, 3) + HIGH(STATE)
  lw    A24L, A(2, 4) + LOW(STATE)
  lw    A24H, A(2, 4) + HIGH(STATE)
  parity 1, LOW,  M_C1, xor C0L, A00L, A01L
  xor   C0L, C0L, A02L
  parity 1, HIGH, M_C1, xor C0H, A00H, A01H
  xor   C0H, C0H, A02H
  parity 3, LOW,  M_C3, xor C0L, C0L, A03L
  xor   C0L, C0L, A04L
  parity 3, HIGH, M_C3, xor C0H, C0H, A03H
  xor   C0H, C0H, A04H
  parity 4, LOW,  M_C4, xor C2L, A20L, A21L
  xor   C2L, C2L, A22L
  parity 4, HIGH, M_C4, xor C2H, A20H, A21H
  xor   C2H, C2H, A22H
  xor   C2L, C2L, A23L
  xor   C2H, C2H, A23H

  // theta: D[x] = C[x-1] ^ rot(C[x+1], 1), the amount being that of lane (1, 0). C0 is rotated
  // first: its place is D1's.
  load_amount 1, 0
  mtc2  C0H, $0
  mtc2  C0L, $1
  xor   C2L, C2L, A24L
  rot   M_R0 + HIGH(STATE)
  mtc2  C2L, $1
  xor   C2H, C2H, A24H
  mtc2  C2H, $0
  swleast M_R0 + LOW(STATE)
  rot   M_R + HIGH(STATE)             // C2
  mfc2  T0, $5
  lw    T1, M_R + HIGH(STATE)
  lwau  $0, M_C4 + HIGH(STATE)
  lwau  $1, M_C4 + LOW(STATE)
  xor   D1L, C0L, T0
  xor   D1H, C0H, T1
  rot   M_R + HIGH(STATE)             // C4
  mfc2  T0, $5
  lw    T1, M_R + HIGH(STATE)
  lwau  $0, M_C1 + HIGH(STATE)
  lwau  $1, M_C1 + LOW(STATE)
  xor   D3L, C2L, T0
  xor   D3H, C2H, T1
  rot   M_R + HIGH(STATE)             // C1
  lw    T0, M_R + HIGH(STATE)
  lw    T1, M_C4 + HIGH(STATE)
  lwau  $0, M_C3 + HIGH(STATE)
  xor   T0, T0, T1
  add_d T0, A00H, A01H, A02H, A03H, A04H
  mfc2  T0, $5
  lw    T1, M_C4 + LOW(STATE)
  lwau  $1, M_C3 + LOW(STATE)
  xor   T0, T0, T1
  add_d T0, A00L, A01L, A02L, A03L, A04L
  rot   M_R + HIGH(STATE)             // C3
  lw    T0, M_R + HIGH(STATE)
  lw    T1, M_C1 + HIGH(STATE)
  sw    A00L, B(0, 0) + LOW(STATE)
  xor   T0, T0, T1
  add_d T0, A20H, A21H, A22H, A23H, A24H
  mfc2  T0, $5
  lw    T1, M_C1 + LOW(STATE)
  sw    A00H, B(0, 0) + HIGH(STATE)
  xor   T0, T0, T1
  add_d T0, A20L, A21L, A22L, A23L, A24L

  // theta for sheets 1, 3 and 4; rho and pi. The first amount is still there.
  lw    T0, A(1, 0) + LOW(STATE)
  lw    T1, A(1, 0) + HIGH(STATE)
  xor   T0, T0, D1L
  mtc2  T0, $1
  xor   T1, T1, D1H
  mtc2  T1, $0
  lw    D4L, M_R0 + LOW(STATE)
  rot     RHO_PI(1, 0) + HIGH(STATE)
  lw    D4H, M_R0 + HIGH(STATE)
  swleast RHO_PI(1, 0) + LOW(STATE)
  rho   0, 1, A01L, A01H, lw  A00L, M_C3 + LOW(STATE)
  rho   0, 2, A02L, A02H, lw  A00H, M_C3 + HIGH(STATE)
  rho   0, 3, A03L, A03H, xor D4L, D4L, A00L
  rho   0, 4, A04L, A04H, xor D4H, D4H, A00H
  rho   2, 0, A20L, A20H, lw  A01L, A(1, 1) + LOW(STATE)
  rho   2, 1, A21L, A21H, lw  A01H, A(1, 1) + HIGH(STATE)
  rho   2, 2, A22L, A22H, xor A01L, A01L, D1L
  rho   2, 3, A23L, A23H, xor A01H, A01H, D1H
  rho   2, 4, A24L, A24H, lw  L, A(1, 2) + LOW(STATE)
  rho   1, 1, A01L, A01H, lw  H, A(1, 2) + HIGH(STATE)
  theta_rho 1, 2, D1L, D1H, A(1, 3)
  theta_rho 1, 3, D1L, D1H, A(1, 4)
  theta_rho 1, 4, D1L, D1H, A(3, 0)
  theta_rho 3, 0, D3L, D3H, A(3, 1)
  theta_rho 3, 1, D3L, D3H, A(3, 2)
  theta_rho 3, 2, D3L, D3H, A(3, 3)
  theta_rho 3, 3, D3L, D3H, A(3, 4)
  theta_rho 3, 4, D3L, D3H, A(4, 0)
  theta_rho 4, 0, D4L, D4H, A(4, 1)
  theta_rho 4, 1, D4L, D4H, A(4, 2)
  theta_rho 4, 2, D4L, D4H, A(4, 3)
  theta_rho 4, 3, D4L, D4H, A(4, 4)
  xor   L, L, D4L
  xor   H, H, D4H
  rho   4, 4, L, H, addiu RC, RC, 8

  // chi, and iota for lane (0, 0), which stays in registers.
  chi_row 0, LOW,  lw  T0, %lo(round_constants_end - 8)(RC)
  chi_row 0, HIGH, lw  T1, %lo(round_constants_end - 4)(RC)
  chi_row 1, LOW,  lw  A00L, A(0, 0) + LOW(STATE)
  chi_row 1, HIGH, lw  A00H, A(0, 0) + HIGH(STATE)
  chi_row 2, LOW,  xor A00L, A00L, T0
  chi_row 2, HIGH, xor A00H, A00H, T1
  chi_row 3, LOW,  lw  A01L, A(0, 1) + LOW(STATE)
  chi_row 3, HIGH, lw  A01H, A(0, 1) + HIGH(STATE)
  chi_row 4, LOW,  lw  A02L, A(0, 2) + LOW(STATE)
  load_row 4, HIGH
  lw    A02H, A(0, 2) + HIGH(STATE)
  chi   0, A(0, 4) + HIGH(STATE)
  chi   1, A(1, 4) + HIGH(STATE)
  chi   2, A(2, 4) + HIGH(STATE)
  chi   3, A(3, 4) + HIGH(STATE)
  bne   RC, $zero, 1b
  chi   4, A(4, 4) + HIGH(STATE)

  sw    A00L, A(0, 0) + LOW(STATE)
  sw    A00H, A(0, 0) + HIGH(STATE)
  mtc2  $zero, $0                     // nothing of the message is left
  mtc2  $zero, $1
  mtc2  $zero, $2
  mtc2  $zero, $3
  mtc2  $zero, $4
  mtc2  $zero, $5
  save_registers lw
  jr    $ra
  addiu $sp, $sp, FRAME_BYTES
  .size keccak_permute, . - keccak_permute

// The amounts of rho (FIPS 202, table 2, modulo 64).
  .section .rodata
  .balign 4
rho_offsets:
  .word  0,  1, 62, 28, 27
  .word 36, 44,  6, 55, 20
  .word  3, 10, 43, 25, 39
  .word 41, 45, 15, 21,  8
  .word 18,  2, 61, 56, 14

#include "round_constants.h"
