// SPDX-License-Identifier: Apache-2.0
//
// The state in memory, lane by lane, little-endian.
#include "keccak.h"

void keccak_clear(struct keccak *k) {
  volatile uint32_t *word = k->state;
  while (word != (uint32_t *)(k + 1)) {
    *word++ = 0;
  }
}

// Not inlined: what a leaf function computes with is nowhere that keccak_permute would save it.
static const keccak_word_t *__attribute__((noinline)) xor_block(uint32_t *word,
                                                                const keccak_word_t *msg,
                                                                unsigned lanes) {
  const keccak_word_t *end = msg + 2 * lanes;
  do {
    uint32_t low = msg[0];
    uint32_t high = msg[1];
    word[0] ^= low;
    word[1] ^= high;
    word += 2;
    msg += 2;
  } while (msg != end);
  return end;
}

void keccak_absorb(struct keccak *k, const keccak_word_t *msg, size_t blocks, unsigned lanes,
                   unsigned rounds) {
  for (; blocks != 0; blocks--) {
    msg = xor_block(k->state, msg, lanes);
    keccak_permute(k, rounds);
  }
}

void keccak_extract(struct keccak *k, keccak_word_t *out, unsigned lanes) {
  for (unsigned i = 0; i < 2 * lanes; i++) {
    out[i] = k->state[i];
  }
}
