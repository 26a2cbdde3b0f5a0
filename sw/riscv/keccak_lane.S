// SPDX-License-Identifier: Apache-2.0
//
// The state in the lane unit. Its instructions (custom-0) wait while a permutation runs; loads do
// not, so words of the next block come in meanwhile.

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
// Lanes 8 to 0, which every rate has, are loaded while the permutation of the block before runs.
// The others follow from the last down to lane 9, from wherever the rate says: a step loads a lane
// and absorbs the one above, which the step before has loaded. The first step has no step before it
// and absorbs zero.

#define ENTRY   a0
#define MSG     a1
#define END     a2
#define RATE    a3
#define SHORT   a4

#define EVEN_L  t0
#define EVEN_H  t1
#define ODD_L   t2
#define ODD_H   t3

#define FIRST_STEP_LANE 9
#define STEP_BYTES      12
#define FRAME_BYTES     48

.macro load_lanes_0_to_8
  lw    a5, 0(MSG)
  lw    a6, 4(MSG)
  lw    a7, 8(MSG)
  lw    t4, 12(MSG)
  lw    t5, 16(MSG)
  lw    t6, 20(MSG)
  lw    s0, 24(MSG)
  lw    s1, 28(MSG)
  lw    s2, 32(MSG)
  lw    s3, 36(MSG)
  lw    s4, 40(MSG)
  lw    s5, 44(MSG)
  lw    s6, 48(MSG)
  lw    s7, 52(MSG)
  lw    s8, 56(MSG)
  lw    s9, 60(MSG)
  lw    s10, 64(MSG)
  lw    s11, 68(MSG)
.endm

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
.endm

.macro even_step lane, above
  lw    EVEN_L, 8 * \lane(MSG)
  lw    EVEN_H, 8 * \lane + 4(MSG)
  kabs  ODD_L, ODD_H, \above
.endm

.macro odd_step lane, above
  lw    ODD_L, 8 * \lane(MSG)
  lw    ODD_H, 8 * \lane + 4(MSG)
  kabs  EVEN_L, EVEN_H, \above
.endm

  .globl keccak_absorb
  .type keccak_absorb, @function
keccak_absorb:
  beqz  a2, 4f
  addi  sp, sp, -FRAME_BYTES
  saved_registers sw

  la    t0, steps_end
  addi  t1, a3, -FIRST_STEP_LANE
  li    t2, STEP_BYTES
  mul   t1, t1, t2
  sub   ENTRY, t0, t1
  slli  RATE, a3, 3
  mul   t0, a2, RATE
  add   END, MSG, t0
  addi  t0, a4, -12
  seqz  SHORT, t0

  .balign 4
1:
  load_lanes_0_to_8
  li    EVEN_L, 0
  li    EVEN_H, 0
  li    ODD_L, 0
  li    ODD_H, 0
  jr    ENTRY

  .option push
  .option norvc                 // a step takes STEP_BYTES
  .balign 4
  odd_step  23, 24
  even_step 22, 23
  odd_step  21, 22
  even_step 20, 21
  odd_step  19, 20
  even_step 18, 19
  odd_step  17, 18
  even_step 16, 17
  odd_step  15, 16
  even_step 14, 15
  odd_step  13, 14
  even_step 12, 13
  odd_step  11, 12
  even_step 10, 11
  odd_step   9, 10
steps_end:
  .option pop

  kabs  ODD_L, ODD_H, 9
  kabs  s10, s11, 8
  kabs  s8, s9, 7
  kabs  s6, s7, 6
  kabs  s4, s5, 5
  kabs  s2, s3, 4
  kabs  s0, s1, 3
  kabs  t5, t6, 2
  kabs  a7, t4, 1
  bnez  SHORT, 3f
  kabsp a5, a6, 0, 0
2:
  add   MSG, MSG, RATE
  bne   MSG, END, 1b

  saved_registers lw
  addi  sp, sp, FRAME_BYTES
4:
  ret
3:
  kabsp a5, a6, 0, 1
  j     2b
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
