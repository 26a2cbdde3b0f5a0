// SPDX-License-Identifier: Apache-2.0
//
// Over any state of Keccak.
#include "hash.h"

enum { ROUNDS = 24 };

// Padding behind one value or two.
static void pad(struct hash *h, unsigned values) {
  keccak_word_t *end = h->block + VALUE + values * WORDS;
  *end++ = 0x1f;
  while (end != h->block + 2 * LANES - 1) {
    *end++ = 0;
  }
  *end = 0x80000000;
}

static void hash_block(struct hash *h) {
  keccak_clear(&h->keccak);
  keccak_absorb(&h->keccak, h->block, 1, LANES, ROUNDS);
  keccak_extract(&h->keccak, h->block + VALUE, WORDS / 2);
}

void hash_f(struct hash *h) {
  pad(h, 1);
  hash_block(h);
}

void hash_h(struct hash *h) {
  pad(h, 2);
  hash_block(h);
}

void hash_chain(struct hash *h, unsigned first, unsigned steps) {
  pad(h, 1);
  for (unsigned i = first; i < first + steps; i++) {
    hash_set(h, HASH, i);
    hash_block(h);
  }
}
