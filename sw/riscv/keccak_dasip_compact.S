// SPDX-License-Identifier: Apache-2.0
//
// All of keccak.h with DASIP, for size: loops over columns, lanes and planes, and tables of a byte
// a round and of six bits a lane. The state is in memory, lane by lane, as state_plain.c has it.
//
// A round takes the state from one buffer of struct keccak (FROM) to the other (TO), which change
// places then: an even number of rounds ends where it began. theta and rho work in place, column by
// column, with C[x] in plane 0 of TO. chi loads its planes from where pi takes them: lane (X, Y) of
// the new state is lane (X + 3Y mod 5, X) of the old one, which an access modulo 5 finds.
//
// An access takes the low three bits of its second register: rows and columns are what counts down
// from 5 to 1, or the octal digits of a constant.

#include "isa_dasip.inc"

#define FROM    a0
#define BLOCKS  a6
#define MSG     a7
#define TO      t0
#define PLANE1  t1              // of FROM, as the next ones
#define PLANE2  t2
#define PLANE3  a4
#define PLANE4  a5
#define RC      t3              // the next round's constant, less RC_END
#define TABLES  t4
#define ROUNDS  t5
#define END     t6              // of what a block is absorbed into

// Registers of accesses.
.set .Lreg_from,   .Lreg_a0
.set .Lreg_dst,    .Lreg_a1
.set .Lreg_to,     .Lreg_t0
.set .Lreg_plane1, .Lreg_t1
.set .Lreg_plane2, .Lreg_t2
.set .Lreg_plane3, .Lreg_a4
.set .Lreg_plane4, .Lreg_a5

#define STATE_BYTES 200
#define PLANE_BYTES 40
#define LANE_BYTES  8

// In the tables.
#define RHO_BITS 6
#define RC_END   44
#define RC_MASK  0x8000808b     // bits 0, 1, 3, 7, 15 and 31

.macro load to, plane, column, step
  d.ldlw32m5i \to, \plane, \column, \step
  d.ldhw32m5i \to, \plane, \column, \step
.endm

  .text

// void keccak_clear(struct keccak *k)
  .globl keccak_clear
  .type keccak_clear, @function
keccak_clear:
  addi  a1, a0, 2 * STATE_BYTES
1:
  sw    zero, 0(a0)
  addi  a0, a0, 4
  bne   a0, a1, 1b
  .irp register, ar0, ar1, ar2, ar3, ar4, ar5
  d.xor \register, \register, \register
  .endr
  ret
  .size keccak_clear, . - keccak_clear

// void keccak_extract(struct keccak *k, keccak_word_t *out, unsigned lanes)
  .globl keccak_extract
  .type keccak_extract, @function
keccak_extract:
  slli  a2, a2, 1
  j     2f
1:
  lw    a3, 0(a0)
  addi  a0, a0, 4
  sw    a3, 0(a1)
  addi  a1, a1, 4
  addi  a2, a2, -1
2:
  bnez  a2, 1b
nothing:
  ret
  .size keccak_extract, . - keccak_extract

// void keccak_permute(struct keccak *k, unsigned rounds)
  .globl keccak_permute
  .type keccak_permute, @function
keccak_permute:
  mv    ROUNDS, a1
  li    BLOCKS, 1
  j     permute
  .size keccak_permute, . - keccak_permute

// void keccak_absorb(struct keccak *k, const keccak_word_t *msg, size_t blocks, unsigned lanes,
//                    unsigned rounds)
  .globl keccak_absorb
  .type keccak_absorb, @function
keccak_absorb:
  beqz  a2, nothing
  mv    BLOCKS, a2
  mv    ROUNDS, a4
  slli  a3, a3, 3
  add   END, a0, a3

block:
  mv    a5, a0
1:
  lw    a2, 0(a1)
  lw    a3, 0(a5)
  addi  a1, a1, 4
  xor   a2, a2, a3
  sw    a2, 0(a5)
  addi  a5, a5, 4
  bne   a5, END, 1b
  mv    MSG, a1

permute:
  addi  TO, FROM, STATE_BYTES
  .balign 4
  jal   TABLES, 1f
  // rho: columns 4 to 0, in each lanes 0 to 4 from the low end; that of lane 4 is never 0.
  .word 27 | 20 << 6 | 39 << 12 | 8 << 18 | 14 << 24
  .word 28 | 55 << 6 | 25 << 12 | 21 << 18 | 56 << 24
  .word 62 | 6 << 6 | 43 << 12 | 15 << 18 | 61 << 24
  .word 1 | 44 << 6 | 10 << 12 | 45 << 18 | 2 << 24
  .word 0 | 36 << 6 | 3 << 12 | 41 << 18 | 18 << 24
  // iota: bits 0, 1, 3 and 7 of a round constant, and bits 15, 63 and 31 as bits 2, 4 and 6.
  .byte 0x01, 0x86, 0x9e, 0x54, 0x8f, 0x41, 0xd5, 0x1d
  .byte 0x8a, 0x88, 0x4d, 0x4a, 0xcf, 0x9b, 0x9d, 0x17
  .byte 0x16, 0x90, 0x0e, 0x5a, 0xd5, 0x94, 0x41, 0x5c
1:
  sub   RC, TABLES, ROUNDS

round:
  // theta: C[x], word by word
  addi  PLANE1, FROM, PLANE_BYTES
  mv    a1, FROM
  mv    a5, TO
1:
  lw    a2, 0(a1)
  lw    a3, PLANE_BYTES(a1)
  lw    a4, 2 * PLANE_BYTES(a1)
  xor   a2, a2, a3
  lw    a3, 3 * PLANE_BYTES(a1)
  xor   a2, a2, a4
  lw    a4, 4 * PLANE_BYTES(a1)
  xor   a2, a2, a3
  addi  a1, a1, 4
  xor   a2, a2, a4
  sw    a2, 0(a5)
  addi  a5, a5, 4
  bne   a1, PLANE1, 1b

  // D[x] = C[x - 1] ^ rotl(C[x + 1], 1) to the lanes of column x, and rho. Only a bundle rotates
  // by a constant: what it loads with that is not used. A column ends with its last amount.
  mv    a5, TABLES
  li    a2, 5                   // x + 1
column:
  addi  a1, a1, -LANE_BYTES
  li    a3, 0                   // y
  load  ar0, to, a2, 0
  d.ldhw32s5i.rotl ar1, a1, a3, 0, ar0, 1
  load  ar1, to, a2, 3
  lw    a4, 0(a5)
  d.xor ar0, ar0, ar1
1:
  d.ldlw32s5i ar1, a1, a3, 0
  d.ldhw32s5i ar1, a1, a3, 0
  d.xor       ar1, ar1, ar0
  d.rotl      ar1, ar1, a4
  srli        a4, a4, RHO_BITS
  d.stlw32s5i ar1, a1, a3, 0
  d.sthw32s5i ar1, a1, a3, 0
  addi  a3, a3, 1
  bnez  a4, 1b
  addi  a5, a5, 4
  addi  a2, a2, -1
  bnez  a2, column

  // pi and chi, for Y = 3, 1, 4, 2, 0: 3Y mod 5 counts down, and is 5 less than a2 + 4
  mv    a1, TO
  addi  PLANE2, PLANE1, PLANE_BYTES
  addi  PLANE3, PLANE2, PLANE_BYTES
  addi  PLANE4, PLANE3, PLANE_BYTES
  li    a2, 5
  li    a3, 02413
1:
  load  ar0, from,   a2, 4
  load  ar1, plane1, a2, 5
  load  ar2, plane2, a2, 6
  load  ar3, plane3, a2, 7
  load  ar4, plane4, a2, 8
  d.mvar    ar5, ar0
  d.nandxor ar0, ar1, ar2
  addi  a2, a2, -1
  d.stlw32s5i         ar0, dst, a3, 0
  d.sthw32s5i.mvar    ar0, dst, a3, 0, ar0, ar1
  d.nandxor           ar1, ar2, ar3
  d.sthw32s5i.nandxor ar1, dst, a3, 1, ar2, ar3, ar4
  d.stlw32s5i         ar1, dst, a3, 1
  d.sthw32s5i.nandxor ar2, dst, a3, 2, ar3, ar4, ar5
  d.stlw32s5i         ar2, dst, a3, 2
  d.sthw32s5i.nandxor ar3, dst, a3, 3, ar4, ar5, ar0
  d.stlw32s5i         ar3, dst, a3, 3
  d.sthw32s5i         ar4, dst, a3, 4
  d.stlw32s5i         ar4, dst, a3, 4
  srli  a3, a3, 3
  bnez  a2, 1b

  // iota
  lbu   a2, RC_END(RC)
  li    a5, RC_MASK
  addi  RC, RC, 1
  slli  a3, a2, 31 - 6
  srai  a3, a3, 31 - 6 - (15 - 2)
  xor   a3, a3, a2
  lw    a4, 0(a1)
  and   a3, a3, a5
  slli  a2, a2, 31 - 4
  xor   a3, a3, a4
  lw    a4, 4(a1)
  and   a2, a2, a5
  sw    a3, 0(a1)
  xor   a2, a2, a4
  sw    a2, 4(a1)

  mv    TO, FROM
  mv    FROM, a1
  bne   RC, TABLES, round

  addi  BLOCKS, BLOCKS, -1
  mv    a1, MSG
  bnez  BLOCKS, block
  ret
  .size keccak_absorb, . - keccak_absorb
