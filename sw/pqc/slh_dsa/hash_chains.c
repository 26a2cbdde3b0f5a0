// SPDX-License-Identifier: Apache-2.0
//
// One chain after the other.
#include "hash.h"
#include "sponge.h"

static void put(uint8_t *to, const keccak_word_t *from) {
  sponge_copy(to, (const uint8_t *)from, N);
}

void hash_key(struct hash *h, const keccak_word_t *sk_seed, const uint8_t *digits,
              uint8_t *signature) {
  keccak_word_t *value = h->block + VALUE;

  for (unsigned i = 0; i < WOTS_LEN; i++) {
    hash_set_type(h, WOTS_PRF);
    hash_set(h, CHAIN, i);
    hash_copy(value, sk_seed);
    hash_f(h);
    hash_set(h, TYPE, WOTS_HASH);
    if (signature != NULL) {
      hash_chain(h, 0, digits[i]);
      put(signature + i * N, value);
      hash_chain(h, digits[i], LAST - digits[i]);
    } else {
      hash_chain(h, 0, LAST);
    }
    hash_copy(h->values + VALUE + i * WORDS, value);
  }
}

void hash_ends(struct hash *h, const uint8_t *digits, const uint8_t *signature) {
  keccak_word_t *value = h->block + VALUE;

  hash_set_type(h, WOTS_HASH);
  for (unsigned i = 0; i < WOTS_LEN; i++) {
    hash_set(h, CHAIN, i);
    sponge_copy((uint8_t *)value, signature + i * N, N);
    hash_chain(h, digits[i], LAST - digits[i]);
    hash_copy(h->values + VALUE + i * WORDS, value);
  }
}
