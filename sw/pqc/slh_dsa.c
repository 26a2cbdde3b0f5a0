// SPDX-License-Identifier: Apache-2.0
#include "slh_dsa.h"

#include "keccak.h"
#include "sponge.h"
#include "sponge_parts.h"

enum {
  ROUNDS = 24,
  DOMAIN = 0x1f,
  LANES = 136 / 8,  // of a block of SHAKE256

  WORDS = N / 4,       // of a value
  ADDRESS_WORDS = 8,   // of an address (section 4.2), whose numbers are big-endian
  ADDRESS = WORDS,     // where it stands behind the key's seed
  VALUE = ADDRESS + ADDRESS_WORDS,
  MANY = WOTS_LEN > K ? WOTS_LEN : K,

  DIGITS = 2 * N,      // of a value that is signed, 4 bits each
  LAST = 15,           // number of the last value of a chain

  MD_BYTES = (K * A + 7) / 8,
  TREE_BITS = H - TREE_H,
  TREE_BYTES = (TREE_BITS + 7) / 8,
  LEAF_BYTES = (TREE_H + 7) / 8,
};

static const struct sponge_params shake256 = {8 * LANES, DOMAIN, ROUNDS};

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

enum type { WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS };

struct work {
  struct keccak keccak;
  // The block that F and H absorb: seed, address, one or two values, padding. What comes out takes the
  // place of the first value, where it is for the next step of a chain.
  keccak_word_t block[2 * LANES];
  keccak_word_t node[WORDS];                  // on the way up a tree
  keccak_word_t many[VALUE + MANY * WORDS];   // what T absorbs
};

static void set(struct work *w, enum field field, uint32_t value) {
  w->block[ADDRESS + field] =
      value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

static void set_type(struct work *w, enum type type) {
  set(w, TYPE, type);
  set(w, HEIGHT, 0);
  set(w, INDEX, 0);
}

static void copy(keccak_word_t *to, const void *from) {
  sponge_copy((uint8_t *)to, from, N);
}

// Padding behind one value or two.
static void pad(struct work *w, unsigned values) {
  keccak_word_t *end = w->block + VALUE + values * WORDS;
  *end++ = DOMAIN;
  while (end != w->block + 2 * LANES - 1) {
    *end++ = 0;
  }
  *end = 0x80000000;
}

// F or H of the block, which is padded.
static void hash(struct work *w) {
  keccak_clear(&w->keccak);
  keccak_absorb(&w->keccak, w->block, 1, LANES, ROUNDS);
  keccak_extract(&w->keccak, w->block + VALUE, WORDS / 2);
}

// T of the values in `many`, to the node.
static void hash_many(struct work *w, enum type type, unsigned count) {
  set_type(w, type);
  for (unsigned i = 0; i < VALUE; i++) {
    w->many[i] = w->block[i];
  }
  sponge(&shake256, (const uint8_t *)w->many, 4 * VALUE + count * N, (uint8_t *)w->node, N);
}

// From the node with this index in its layer to the root of its tree.
static void climb(struct work *w, uint32_t index, const uint8_t *siblings, unsigned height) {
  pad(w, 2);
  for (unsigned i = 1; i <= height; i++) {
    unsigned right = index & 1;
    index >>= 1;
    set(w, HEIGHT, i);
    set(w, INDEX, index);
    copy(w->block + VALUE + right * WORDS, w->node);
    copy(w->block + VALUE + (right ^ 1) * WORDS, siblings);
    hash(w);
    copy(w->node, w->block + VALUE);
    siblings += N;
  }
}

// The bits of a big-endian string from `from` on.
static uint32_t bits(const uint8_t *bytes, unsigned from, unsigned count) {
  uint32_t found = 0;
  for (unsigned i = from; i < from + count; i++) {
    found = found << 1 | (bytes[i / 8] >> (7 - i % 8) & 1);
  }
  return found;
}

// Algorithm 17: the public key of a few-time signature, to the node.
static void few_time_key(struct work *w, const uint8_t *signature, const uint8_t *digest) {
  for (unsigned i = 0; i < K; i++) {
    uint32_t index = i << A | bits(digest, i * A, A);
    set_type(w, FORS_TREE);
    set(w, INDEX, index);
    copy(w->block + VALUE, signature);
    pad(w, 1);
    hash(w);
    copy(w->node, w->block + VALUE);
    climb(w, index, signature + N, A);
    copy(w->many + VALUE + i * WORDS, w->node);
    signature += (1 + A) * N;
  }
  hash_many(w, FORS_ROOTS, K);
}

// Algorithm 8: the public key of a one-time signature of the node, to the node.
static void one_time_key(struct work *w, const uint8_t *signature) {
  uint8_t digits[WOTS_LEN];
  unsigned sum = 0;

  for (unsigned i = 0; i < DIGITS; i++) {
    digits[i] = (uint8_t)bits((const uint8_t *)w->node, 4 * i, 4);
    sum += LAST - digits[i];
  }
  digits[DIGITS] = (uint8_t)(sum >> 8);
  digits[DIGITS + 1] = sum >> 4 & 15;
  digits[DIGITS + 2] = sum & 15;

  set_type(w, WOTS_HASH);
  pad(w, 1);
  for (unsigned i = 0; i < WOTS_LEN; i++) {
    set(w, CHAIN, i);
    copy(w->block + VALUE, signature + i * N);
    for (unsigned j = digits[i]; j < LAST; j++) {
      set(w, HASH, j);
      hash(w);
    }
    copy(w->many + VALUE + i * WORDS, w->block + VALUE);
  }
  hash_many(w, WOTS_PK, WOTS_LEN);
}

// Algorithm 20, internal verification, from the digest of the message on.
static uint32_t differs(struct work *w, const uint8_t *root, const uint8_t *signature,
                        const uint8_t *digest) {
  // The last bits of their bytes.
  unsigned tree_end = 8 * (MD_BYTES + TREE_BYTES);
  unsigned leaf_end = tree_end + 8 * LEAF_BYTES;
  uint64_t tree = (uint64_t)bits(digest, tree_end - TREE_BITS, TREE_BITS - 32) << 32 |
                  bits(digest, tree_end - 32, 32);
  uint32_t leaf = bits(digest, leaf_end - TREE_H, TREE_H);
  uint32_t found = 0;

  set(w, LAYER, 0);
  set(w, TREE_TOP, 0);
  set(w, TREE_HIGH, (uint32_t)(tree >> 32));
  set(w, TREE_LOW, (uint32_t)tree);
  set(w, KEY_PAIR, leaf);
  few_time_key(w, signature, digest);
  signature += K * (1 + A) * N;

  for (unsigned layer = 0; layer < D; layer++) {
    set(w, LAYER, layer);
    set(w, TREE_HIGH, (uint32_t)(tree >> 32));
    set(w, TREE_LOW, (uint32_t)tree);
    set(w, KEY_PAIR, leaf);
    one_time_key(w, signature);
    signature += WOTS_LEN * N;
    set_type(w, TREE);
    set(w, KEY_PAIR, 0);
    climb(w, leaf, signature, TREE_H);
    signature += TREE_H * N;
    leaf = tree & ((1u << TREE_H) - 1);
    tree >>= TREE_H;
  }
  for (unsigned i = 0; i < N; i++) {
    found |= root[i] ^ ((const uint8_t *)w->node)[i];
  }
  return found;
}

enum slh_dsa_status slh_dsa_verify(const uint8_t pk[SLH_DSA_PK_BYTES], const uint8_t *message,
                                   size_t message_len, const uint8_t *context, size_t context_len,
                                   const uint8_t *signature, size_t signature_len) {
  union {
    struct work work;
    struct sponge_parts parts;
  } u;
  uint8_t digest[MD_BYTES + TREE_BYTES + LEAF_BYTES];
  const uint8_t kind[] = {0, (uint8_t)context_len};  // 0: the message itself is signed

  if (signature_len != SLH_DSA_SIGNATURE_BYTES || context_len > SLH_DSA_MOST_CONTEXT_BYTES) {
    return SLH_DSA_REFUSED;
  }
  sponge_begin(&u.parts, &shake256);
  sponge_put(&u.parts, signature, N);
  sponge_put(&u.parts, pk, SLH_DSA_PK_BYTES);
  sponge_put(&u.parts, kind, sizeof kind);
  sponge_put(&u.parts, context, context_len);
  sponge_put(&u.parts, message, message_len);
  sponge_end(&u.parts, digest, sizeof digest);

  copy(u.work.block, pk);
  return differs(&u.work, pk + N, signature + N, digest) == 0 ? SLH_DSA_VALID : SLH_DSA_REFUSED;
}
