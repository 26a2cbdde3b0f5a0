// SPDX-License-Identifier: Apache-2.0
//
// The hash functions of SLH-DSA with SHAKE256 (FIPS 205, section 11.1), each a call of its own over
// a block that stays in place between calls: the key's seed, an address, one value or two. What
// comes out takes the place of the first value.
#ifndef HASH_H
#define HASH_H

#include <stdint.h>

#include "keccak.h"
#include "params.h"

enum {
  LANES = 136 / 8,     // of a block of SHAKE256
  WORDS = N / 4,       // of a value
  ADDRESS_WORDS = 8,   // of an address (section 4.2), whose numbers are big-endian
  ADDRESS = WORDS,     // where it stands behind the key's seed
  VALUE = ADDRESS + ADDRESS_WORDS,
  SECOND = VALUE + WORDS,
  MOST_VALUES = WOTS_LEN > K ? WOTS_LEN : K,
};

// Words of an address. The tree's number has three, of which no parameter set needs the first.
enum field {
  LAYER,
  TREE_TOP,
  TREE_HIGH,
  TREE_LOW,
  TYPE,
  KEY_PAIR,
  HEIGHT,
  INDEX,
  CHAIN = HEIGHT,
  HASH = INDEX,
};

enum type { WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF };

struct hash {
  struct keccak keccak;
  keccak_word_t block[2 * LANES];  // which a call pads as it needs it
  keccak_word_t values[VALUE + MOST_VALUES * WORDS];  // of T: these begin at VALUE
};

// A number as a word of an address.
static inline uint32_t hash_number(uint32_t value) {
  return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

static inline void hash_set(struct hash *h, enum field field, uint32_t value) {
  h->block[ADDRESS + field] = hash_number(value);
}

// The key pair stays.
static inline void hash_set_type(struct hash *h, enum type type) {
  hash_set(h, TYPE, type);
  hash_set(h, HEIGHT, 0);
  hash_set(h, INDEX, 0);
}

static inline void hash_copy(keccak_word_t *to, const keccak_word_t *from) {
  _Pragma("GCC unroll 8")
  for (unsigned i = 0; i < WORDS; i++) {
    to[i] = from[i];
  }
}

// F of the value. Of a private seed, this is PRF.
void hash_f(struct hash *h);

// H of both values.
void hash_h(struct hash *h);

// F, `steps` times, with the numbers from `first` on in the address (algorithm 5). No number is
// above 255.
void hash_chain(struct hash *h, unsigned first, unsigned steps);

// The ends of a one-time key's chains as `values` (algorithm 6): of the private seed, with the key
// pair set. After as many steps as its digit says, each is written into the signature (algorithm 7),
// unless there is none. How many steps a chain takes there shows in time.
void hash_key(struct hash *h, const keccak_word_t *sk_seed, const uint8_t *digits,
              uint8_t *signature);

// The same ends from a signature (algorithm 8).
void hash_ends(struct hash *h, const uint8_t *digits, const uint8_t *signature);

// T of so many of `values`.
void hash_t(struct hash *h, unsigned count);

#endif
