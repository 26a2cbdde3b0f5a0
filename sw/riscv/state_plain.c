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

void keccak_absorb(struct keccak *k, const keccak_word_t *msg, size_t blocks, unsigned lanes,
                   unsigned rounds) {
  for (; blocks != 0; blocks--) {
    uint32_t *word = k->state;
    const keccak_word_t *end = msg + 2 * lanes;
    do {
      uint32_t low = msg[0];
      uint32_t high = msg[1];
      word[0] ^= low;
      word[1] ^= high;
      word += 2;
      msg += 2;
    } while (msg != end);
    keccak_permute(k, rounds);
  }
}

void keccak_extract(struct keccak *k, keccak_word_t *out, unsigned lanes) {
  for (unsigned i = 0; i < 2 * lanes; i++) {
    out[i] = k->state[i];
  }
}
