// SPDX-License-Identifier: Apache-2.0
//
// The state in the lane unit. Its instructions (custom-0) wait while a permutation runs; other loads
// do not, so half the words of the next block come in meanwhile.

  .include "isa_lane.inc"

  .text

// void keccak_clear(struct keccak *k)
  .globl keccak_clear
  .type keccak_clear, @function
keccak_clear:
  kclr
  ret
  .size keccak_clear, . - keccak_clear

// void keccak_permute(struct keccak *k, unsigned rounds)
  .globl keccak_permute
  .type keccak_permute, @function
keccak_permute:
  li    t0, 12
  beq   a1, t0, 1f
  kperm 0
  ret
1:
  kperm 1
  ret
  .size keccak_permute, . - keccak_permute

// void keccak_absorb(struct keccak *k, const keccak_word_t *msg, size_t blocks, unsigned lanes,
//                    unsigned rounds)
//
// The high words of a block's lanes, from the last one that the rate has down to lane 0, are loaded
// while the permutation of the block before runs. Then kabsl brings the low words to the unit, one
// a cycle. There are registers for 21 lanes, as many as FIPS 202 wants at most; the high words of
// others are loaded late.

#define ABSORBS a0
#define MSG     a1
#define END     a2
#define RATE    a3
#define SHORT   a4
#define LOADS   a5
#define LATE    ra

#define EARLY_LANES  21
#define LOAD_BYTES   4
#define ABSORB_BYTES 4
#define LATE_BYTES   8
#define FRAME_BYTES  64

.macro saved_registers op
  \op   s0,  0(sp)
  \op   s1,  4(sp)
  \op   s2,  8(sp)
  \op   s3,  12(sp)
  \op   s4,  16(sp)
  \op   s5,  20(sp)
  \op   s6,  24(sp)
  \op   s7,  28(sp)
  \op   s8,  32(sp)
  \op   s9,  36(sp)
  \op   s10, 40(sp)
  \op   s11, 44(sp)
  \op   ra,  48(sp)
.endm

.macro early register, lane
  lw    \register, 8 * \lane + 4(MSG)
.endm

.macro late lane
  lw    LATE, 8 * \lane + 4(MSG)
  kabsl MSG, LATE, \lane
.endm

  .globl keccak_absorb
  .type keccak_absorb, @function
keccak_absorb:
  beqz  a2, 3f
  addi  sp, sp, -FRAME_BYTES
  saved_registers sw

  // Where loads and absorbs begin
  li    t1, EARLY_LANES
  la    t2, loads_end
  la    t3, absorbs
  sub   t4, t1, a3              // lanes that are not there
  bgez  t4, 1f
  slli  t5, t4, 3               // LATE_BYTES for each that is late
  add   t3, t3, t5
  mv    t5, t1
  j     2f
1:
  slli  t5, t4, 2               // ABSORB_BYTES
  add   t3, t3, t5
  mv    t5, a3
2:
  slli  t5, t5, 2               // LOAD_BYTES
  sub   LOADS, t2, t5
  mv    ABSORBS, t3

  slli  RATE, a3, 3
  mul   t0, a2, RATE
  add   END, MSG, t0
  addi  t0, a4, -12
  seqz  SHORT, t0
  jr    LOADS

  .option push
  .option norvc                 // as many bytes as said above
  .balign 4
  early s11, 20
  early s10, 19
  early s9, 18
  early s8, 17
  early s7, 16
  early s6, 15
  early s5, 14
  early s4, 13
  early s3, 12
  early s2, 11
  early s1, 10
  early s0, 9
  early t6, 8
  early t5, 7
  early t4, 6
  early t3, 5
  early t2, 4
  early t1, 3
  early t0, 2
  early a7, 1
  early a6, 0
loads_end:
  jr    ABSORBS
  late  23
  late  22
  late  21
absorbs:
  kabsl MSG, s11, 20
  kabsl MSG, s10, 19
  kabsl MSG, s9, 18
  kabsl MSG, s8, 17
  kabsl MSG, s7, 16
  kabsl MSG, s6, 15
  kabsl MSG, s5, 14
  kabsl MSG, s4, 13
  kabsl MSG, s3, 12
  kabsl MSG, s2, 11
  kabsl MSG, s1, 10
  kabsl MSG, s0, 9
  kabsl MSG, t6, 8
  kabsl MSG, t5, 7
  kabsl MSG, t4, 6
  kabsl MSG, t3, 5
  kabsl MSG, t2, 4
  kabsl MSG, t1, 3
  kabsl MSG, t0, 2
  kabsl MSG, a7, 1
  .option pop

  bnez  SHORT, 5f
  kabslp MSG, a6, 0, 0
4:
  add   MSG, MSG, RATE
  beq   MSG, END, 6f
  jr    LOADS
5:
  kabslp MSG, a6, 0, 1
  j     4b
6:
  saved_registers lw
  addi  sp, sp, FRAME_BYTES
3:
  ret
  .size keccak_absorb, . - keccak_absorb

// void keccak_extract(struct keccak *k, keccak_word_t *out, unsigned lanes)
//
// From the last lane down to lane 0.

#define LOG2_GET_LANE_BYTES 4

.macro get_lane lane
  kget  a4, 2 * \lane
  kget  a5, 2 * \lane + 1
  sw    a4, 8 * \lane(a1)
  sw    a5, 8 * \lane + 4(a1)
.endm

  .globl keccak_extract
  .type keccak_extract, @function
keccak_extract:
  la    t0, lanes_end
  slli  t1, a2, LOG2_GET_LANE_BYTES
  sub   t0, t0, t1
  jr    t0

  .option push
  .option norvc                 // a lane takes 16 bytes
  .balign 4
  get_lane 23
  get_lane 22
  get_lane 21
  get_lane 20
  get_lane 19
  get_lane 18
  get_lane 17
  get_lane 16
  get_lane 15
  get_lane 14
  get_lane 13
  get_lane 12
  get_lane 11
  get_lane 10
  get_lane 9
  get_lane 8
  get_lane 7
  get_lane 6
  get_lane 5
  get_lane 4
  get_lane 3
  get_lane 2
  get_lane 1
  get_lane 0
lanes_end:
  .option pop
  ret
  .size keccak_extract, . - keccak_extract
