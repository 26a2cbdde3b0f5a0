// SPDX-License-Identifier: Apache-2.0
//
// What a sponge needs of Keccak-p[1600] (FIPS 202, section 3). One implementation of each function
// is linked in:
//
//   state_plain.c        state in memory; keccak_permute is keccak_compact.c's or an assembly's
//   state_interleaved.c  state in memory, bit-interleaved; keccak_permute is keccak_zbkb.S's
//   keccak_lane.S        state in the lane unit
#ifndef KECCAK_H
#define KECCAK_H

#include <stddef.h>
#include <stdint.h>

enum {
  KECCAK_LANES = 25,
  KECCAK_WORDS = 2 * KECCAK_LANES,
  KECCAK_MAX_RATE_WORDS = KECCAK_WORDS - 2,
};

// A word that may lie over any object, so that a message of bytes can be read a word at a time.
typedef uint32_t __attribute__((may_alias)) keccak_word_t;

// The state, unless a unit holds it, and what a permutation needs beside it. Lane (x, y) is words
// 2(5y + x), the low half, and 2(5y + x) + 1.
struct keccak {
  uint32_t state[KECCAK_WORDS];
  uint32_t work[KECCAK_WORDS];
};

// Sets the state, and everything else that was derived from a message, to zero.
void keccak_clear(struct keccak *k);

// Absorbs `blocks` blocks of `lanes` lanes (9 to 24) and permutes after each, with an even number
// of `rounds` (the lane unit: 24 or 12).
void keccak_absorb(struct keccak *k, const keccak_word_t *msg, size_t blocks, unsigned lanes,
                   unsigned rounds);

// The last `rounds` of the 24.
void keccak_permute(struct keccak *k, unsigned rounds);

// Copies the first `lanes` lanes (0 to 24) of the state.
void keccak_extract(struct keccak *k, keccak_word_t *out, unsigned lanes);

#endif
