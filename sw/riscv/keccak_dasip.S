// SPDX-License-Identifier: Apache-2.0
//
// keccak_permute with DASIP: the state in memory, lane by lane, as state_plain.c has it.
//
// What counts is the memory port, a word per cycle: a round loads and stores every lane (100
// accesses), and six auxiliary registers leave nothing but to load D[x] of theta with each lane
// (50) and to read lanes again for the column parities C[x] (42). Nearly all of the 120 operations
// of a round hide in bundles with these accesses; the code is not looped over lanes or planes.
//
// A round reads one buffer and writes the other, plane by plane in the order 1, 2, 3, 4, 0. A plane
// is gathered where pi takes it from, each lane gets its D and is rotated while the next one is
// loaded, and chi is computed while the plane is stored. Of the last plane four lanes stay in
// registers, where the parities of the next round begin.
//
// An operation takes effect in the cycle after a load before it, so the high word of a register
// may be loaded while its old value is used, then the low word. A store must not follow the
// operation that computes its register at once.

#include "isa_dasip.inc"

#define SRC    a0
#define DST    a1
#define BOTH   t0               // SRC + DST
#define RC     t1               // the next round constant
#define RC_END t2
#define TEN    t3               // the rotation of lane (1, 2)

// The registers of bundles: s0, s1 and a0 to a5.
.set .Lreg_src, .Lreg_a0
.set .Lreg_dst, .Lreg_a1
.set .Lreg_d,   .Lreg_a2        // D[0] to D[4], on the stack
.set .Lreg_y0,  .Lreg_a3        // the numbers 0 to 4
.set .Lreg_y1,  .Lreg_a4
.set .Lreg_y2,  .Lreg_a5
.set .Lreg_y3,  .Lreg_s0
.set .Lreg_y4,  .Lreg_s1
.set .Lreg_rc,  .Lreg_t1
.set .Lreg_ten, .Lreg_t3

#define STATE_BYTES 200

// Stack frame.
#define FRAME_D     0
#define FRAME_SAVED 40
#define FRAME_BYTES 48

.macro load to, base, x, y
  d.ldlw32s5i \to, \base, y\y, \x
  d.ldhw32s5i \to, \base, y\y, \x
.endm

// theta: lane (x, y) to ar5, while lane (to, before) is added to C[to].
.macro parity x, y, to
  d.ldhw32s5i.xor ar5, src, y\y, \x, ar\to, ar\to, ar5
  d.ldlw32s5i     ar5, src, y\y, \x
.endm

// Lane (x, y) to `to` and D[x] to ar5.
.macro gather_first to, x, y
  load \to, src, \x, \y
  load ar5, d, \x, 0
.endm

// The same, while the lane before it gets its D, which is in ar5, and is rotated by n.
.macro gather to, x, y, before, n
  d.ldlw32s5i      \to, src, y\y, \x
  d.ldhw32s5i.xor  \to, src, y\y, \x, \before, \before, ar5
  d.ldhw32s5i.rotl ar5, d, y0, \x, \before, \n
  d.ldlw32s5i      ar5, d, y0, \x
.endm

// chi of plane y, whose lanes s, s + 1, ... modulo 5 are in b0, b1, ... The last of them wants its
// D, from ar5, and a rotation by `amount`. `fill` has a cycle of its own, before the second store.
.macro chi y, s, b0, b1, b2, b3, b4, amount, fill
  d.xor       \b4, \b4, ar5
  d.mvar      ar5, \b0
  d.nandxor   \b0, \b1, \b2
  d.rotl      \b4, \b4, \amount
  d.stlw32s5i         \b0, dst, y\y, \s
  d.sthw32s5i.mvar    \b0, dst, y\y, \s, \b0, \b1
  d.nandxor   \b1, \b2, \b3
  \fill
  d.sthw32s5i.nandxor \b1, dst, y\y, ((\s + 1) % 5), \b2, \b3, \b4
  d.stlw32s5i         \b1, dst, y\y, ((\s + 1) % 5)
  d.sthw32s5i.nandxor \b2, dst, y\y, ((\s + 2) % 5), \b3, \b4, ar5
  d.stlw32s5i         \b2, dst, y\y, ((\s + 2) % 5)
  d.sthw32s5i.nandxor \b3, dst, y\y, ((\s + 3) % 5), \b4, ar5, \b0
  d.stlw32s5i         \b3, dst, y\y, ((\s + 3) % 5)
  d.sthw32s5i         \b4, dst, y\y, ((\s + 4) % 5)
  d.stlw32s5i         \b4, dst, y\y, ((\s + 4) % 5)
.endm

  .text
  .option push
  .option norvc                 // 32-bit instructions are branched to at words
  .globl keccak_permute
  .type keccak_permute, @function
  .balign 4
keccak_permute:
  addi  sp, sp, -FRAME_BYTES
  sw    s0, FRAME_SAVED(sp)
  sw    s1, FRAME_SAVED + 4(sp)
  la    RC_END, round_constants_end
  slli  RC, a1, 3
  sub   RC, RC_END, RC
  addi  DST, SRC, STATE_BYTES
  add   BOTH, SRC, DST
  addi  a2, sp, FRAME_D
  li    a3, 0
  li    a4, 1
  li    a5, 2
  li    s0, 3
  li    s1, 4
  li    TEN, 10
  load  ar0, src, 0, 0
  load  ar2, src, 2, 0
  load  ar3, src, 3, 0
  load  ar4, src, 4, 0

1:
  // theta: C[x] in ar0 to ar4.
  load      ar1, src, 1, 0
  load      ar5, src, 1, 1
  parity    2, 1, 1
  parity    3, 1, 2
  parity    4, 1, 3
  parity    0, 1, 4
  parity    1, 2, 0
  parity    2, 2, 1
  parity    3, 2, 2
  parity    4, 2, 3
  parity    0, 2, 4
  parity    1, 3, 0
  parity    2, 3, 1
  parity    3, 3, 2
  parity    4, 3, 3
  parity    0, 3, 4
  parity    1, 4, 0
  parity    2, 4, 1
  parity    3, 4, 2
  parity    4, 4, 3
  parity    0, 4, 4
  d.xor     ar0, ar0, ar5

  // D[x] = C[x - 1] ^ rotl(C[x + 1], 1), in the order 0, 3, 2, 4, 1, and plane 1. Of it three lanes
  // find their D in a register.
  d.rotl    ar5, ar1, y1
  d.xor     ar5, ar5, ar4
  d.rotl    ar4, ar4, y1
  d.stlw32s5i      ar5, d, y0, 0
  d.sthw32s5i.xor  ar5, d, y0, 0, ar4, ar4, ar2
  d.rotl    ar5, ar3, y1
  d.stlw32s5i      ar4, d, y0, 3
  d.sthw32s5i.xor  ar4, d, y0, 3, ar5, ar5, ar1
  d.rotl    ar1, ar0, y1
  d.stlw32s5i      ar5, d, y0, 2
  d.sthw32s5i.xor  ar5, d, y0, 2, ar1, ar1, ar3
  d.ldlw32s5i      ar3, src, y4, 2
  d.ldhw32s5i.rotl ar3, src, y4, 2, ar2, 1
  d.stlw32s5i      ar1, d, y0, 4
  d.sthw32s5i.xor  ar1, d, y0, 4, ar2, ar2, ar0
  d.ldlw32s5i      ar0, src, y1, 4
  d.stlw32s5i      ar2, d, y0, 1
  d.sthw32s5i.xor  ar2, d, y0, 1, ar3, ar3, ar5
  d.ldhw32s5i.rotl ar0, src, y1, 4, ar3, 61
  d.ldlw32s5i      ar4, src, y3, 1
  d.ldhw32s5i.xor  ar4, src, y3, 1, ar0, ar0, ar1
  d.ldhw32s5i.rotl ar5, d, y0, 3, ar0, 20
  d.ldlw32s5i      ar5, d, y0, 3
  d.xor     ar4, ar4, ar2
  d.ldlw32s5i      ar1, src, y0, 3
  d.ldhw32s5i.rotl ar1, src, y0, 3, ar4, 45
  gather    ar2, 0, 2, ar1, 28
  chi       1, 3, ar4, ar3, ar1, ar0, ar2, y3

  gather_first ar1, 2, 1
  gather    ar2, 3, 2, ar1, 6
  gather    ar3, 4, 3, ar2, 25
  gather    ar4, 0, 4, ar3, 8
  gather    ar0, 1, 0, ar4, 18
  chi       2, 1, ar1, ar2, ar3, ar4, ar0, y1

  gather_first ar3, 2, 3
  gather    ar4, 3, 4, ar3, 15
  gather    ar0, 4, 0, ar4, 56
  gather    ar1, 0, 1, ar0, 27
  gather    ar2, 1, 2, ar1, 36
  chi       3, 3, ar3, ar4, ar0, ar1, ar2, ten

  gather_first ar0, 2, 0
  gather    ar1, 3, 1, ar0, 62
  gather    ar2, 4, 2, ar1, 55
  gather    ar3, 0, 3, ar2, 39
  gather    ar4, 1, 4, ar3, 41
  chi       4, 0, ar0, ar1, ar2, ar3, ar4, y2

  // Plane 0: lane (0, 0) is not rotated, it gets the round constant (iota), and registers stay.
  gather_first ar1, 1, 1
  gather    ar2, 2, 2, ar1, 44
  gather    ar3, 3, 3, ar2, 43
  gather    ar4, 4, 4, ar3, 21
  gather    ar0, 0, 0, ar4, 14
  d.xor     ar0, ar0, ar5
  d.mvar    ar5, ar1
  d.nandxor ar1, ar2, ar3
  sub       SRC, BOTH, SRC
  d.stlw32s5i         ar1, dst, y0, 1
  d.sthw32s5i.mvar    ar1, dst, y0, 1, ar1, ar2
  d.nandxor ar2, ar3, ar4
  d.nandxor ar3, ar4, ar0
  d.sthw32s5i.nandxor ar2, dst, y0, 2, ar4, ar0, ar5
  d.stlw32s5i         ar2, dst, y0, 2
  d.sthw32s5i.nandxor ar3, dst, y0, 3, ar0, ar5, ar1
  d.ldlw32s5i         ar5, rc, zero, 0
  d.ldhw32s5i         ar5, rc, zero, 0
  d.stlw32s5i         ar3, dst, y0, 3
  d.sthw32s5i.xor     ar4, dst, y0, 4, ar0, ar0, ar5
  d.stlw32s5i         ar4, dst, y0, 4
  d.sthw32s5i         ar0, dst, y0, 0
  d.stlw32s5i         ar0, dst, y0, 0
  addi      RC, RC, 8
  sub       DST, BOTH, DST
  bne       RC, RC_END, 1b

  // Nothing of the state stays but the state.
  d.xor     ar0, ar0, ar0
  d.mvar    ar1, ar0
  d.mvar    ar2, ar0
  d.mvar    ar3, ar0
  d.mvar    ar4, ar0
  d.mvar    ar5, ar0
  .irp offset, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36
  sw    zero, FRAME_D + \offset(sp)
  .endr
  lw    s0, FRAME_SAVED(sp)
  lw    s1, FRAME_SAVED + 4(sp)
  addi  sp, sp, FRAME_BYTES
  ret
  .option pop
  .size keccak_permute, . - keccak_permute

  .section .rodata
  .balign 8
round_constants:
  .quad 0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000
  .quad 0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009
  .quad 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a
  .quad 0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003
  .quad 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a
  .quad 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008
round_constants_end:
