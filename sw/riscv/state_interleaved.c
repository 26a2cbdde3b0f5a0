// SPDX-License-Identifier: Apache-2.0
//
// The state in memory, bit-interleaved: the first word of a lane has its even bits, the second its
// odd bits. For a core with Zbkb, whose unzip and zip do the sorting.
#include "keccak.h"

enum { LOW = 0xffff };

// Even bits to the low half, odd bits to the high half.
static uint32_t unzip(uint32_t word) {
  uint32_t halves;
  __asm__("unzip %0, %1" : "=r"(halves) : "r"(word));
  return halves;
}

// The inverse of unzip.
static uint32_t zip(uint32_t halves) {
  uint32_t word;
  __asm__("zip %0, %1" : "=r"(word) : "r"(halves));
  return word;
}

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
    uint32_t low = unzip(msg[0]);
    uint32_t high = unzip(msg[1]);
    word[0] ^= (low & LOW) | high << 16;
    word[1] ^= low >> 16 | (high & ~LOW);
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
  for (unsigned i = 0; i < 2 * lanes; i += 2) {
    uint32_t even = k->state[i];
    uint32_t odd = k->state[i + 1];
    out[i] = zip((even & LOW) | odd << 16);
    out[i + 1] = zip(even >> 16 | (odd & ~LOW));
  }
}
