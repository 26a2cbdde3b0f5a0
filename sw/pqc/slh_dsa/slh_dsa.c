// SPDX-License-Identifier: Apache-2.0
//
// A tree is made once, from its leaves, with the signature of one of them on the way: what a layer
// signs is the root of the tree below it.
#include "slh_dsa.h"

#include "clear.h"
#include "hash.h"
#include "sponge.h"
#include "sponge_parts.h"

enum {
  TREE_BITS = H - TREE_H,
  MD_BYTES = (K * A + 7) / 8,
  TREE_BYTES = (TREE_BITS + 7) / 8,
  LEAF_BYTES = (TREE_H + 7) / 8,
  DIGEST_BYTES = MD_BYTES + TREE_BYTES + LEAF_BYTES,
  MOST_HEIGHT = TREE_H > A ? TREE_H : A,

  // Parts of a signature.
  FORS_BYTES = K * (1 + A) * N,
  WOTS_BYTES = WOTS_LEN * N,
};

static const struct sponge_params shake256 = {8 * LANES, 0x1f, 24};

// A leaf of a layer.
struct place {
  uint64_t tree;
  uint32_t leaf;
};

// All that functions below leave behind in memory, apart from what their callers pass.
struct work {
  struct hash hash;
  keccak_word_t sk_seed[WORDS];
  keccak_word_t left[MOST_HEIGHT + 1][WORDS];  // nodes that wait for their siblings, by level
  uint8_t digits[WOTS_LEN];                    // of what a one-time key signs
};

union memory {
  struct work work;
  struct sponge_parts parts;
};

// A value from bytes, and to bytes.
static void get(keccak_word_t *to, const uint8_t *from) {
  sponge_copy((uint8_t *)to, from, N);
}

static void put(uint8_t *to, const keccak_word_t *from) {
  sponge_copy(to, (const uint8_t *)from, N);
}

static keccak_word_t *value(struct work *w) {
  return w->hash.block + VALUE;
}

// Where the value stands that T is to hash.
static keccak_word_t *of_many(struct work *w, unsigned i) {
  return w->hash.values + VALUE + i * WORDS;
}

// The bits of a big-endian string from `from` on.
static uint32_t bits(const uint8_t *bytes, unsigned from, unsigned count) {
  uint32_t found = 0;
  for (unsigned i = from; i < from + count; i++) {
    found = found << 1 | (bytes[i / 8] >> (7 - i % 8) & 1);
  }
  return found;
}

// The digits of the value, which is signed, and of their sum (algorithm 7).
static void set_digits(struct work *w) {
  const uint8_t *bytes = (const uint8_t *)value(w);
  unsigned sum = 0;

  for (unsigned i = 0; i < DIGITS; i += 2) {
    w->digits[i] = bytes[i / 2] >> 4;
    w->digits[i + 1] = bytes[i / 2] & 15;
    sum += 2 * LAST - w->digits[i] - w->digits[i + 1];
  }
  w->digits[DIGITS] = (uint8_t)(sum >> 8);
  w->digits[DIGITS + 1] = sum >> 4 & 15;
  w->digits[DIGITS + 2] = sum & 15;
}

// The public key of a one-time key from the ends of its chains, the value; with the type of the
// nodes above set.
static void one_time_key(struct hash *h) {
  hash_set_type(h, WOTS_PK);
  hash_t(h, WOTS_LEN);
  hash_set_type(h, TREE);
  hash_set(h, KEY_PAIR, 0);
}

// Makes the leaf of this number, the value, with the type of the nodes above set; what of it goes
// into a signature is written, unless there is none.
typedef void leaf_of(struct work *w, uint32_t number, uint8_t *signature);

// A one-time key (algorithms 6 and 7).
static void one_time_leaf(struct work *w, uint32_t number, uint8_t *signature) {
  struct hash *h = &w->hash;

  hash_set(h, KEY_PAIR, number);
  hash_key(h, w->sk_seed, w->digits, signature);
  one_time_key(h);
}

// A value of a few-time key (algorithm 14, and the leaves of algorithm 15).
static void few_time_leaf(struct work *w, uint32_t number, uint8_t *signature) {
  struct hash *h = &w->hash;

  hash_set_type(h, FORS_PRF);
  hash_set(h, INDEX, number);
  hash_copy(value(w), w->sk_seed);
  hash_f(h);
  if (signature != NULL) {
    put(signature, value(w));
  }
  hash_set_type(h, FORS_TREE);
  hash_set(h, INDEX, number);
  hash_f(h);
}

#define NO_LEAF UINT32_MAX

// The root of the tree whose leaves have the numbers from `first` on, the value: algorithms 9 and
// 15, each node made once. Of the leaf at `signer`, its part of a signature and the siblings on the
// way up are written (algorithms 10 and 16), unless that is NO_LEAF.
static void make_tree(struct work *w, leaf_of *leaf, unsigned height, uint32_t first,
                      uint32_t signer, uint8_t *part, uint8_t *siblings) {
  struct hash *h = &w->hash;

  for (uint32_t i = 0; i < 1u << height; i++) {
    uint32_t at = i;  // in its level
    unsigned level = 0;
    leaf(w, first + i, i == signer ? part : NULL);
    for (;;) {
      if ((at ^ 1) == signer >> level) {
        put(siblings + level * N, value(w));
      }
      if ((at & 1) == 0) {
        break;
      }
      hash_copy(h->block + SECOND, value(w));
      hash_copy(value(w), w->left[level]);
      level++;
      at >>= 1;
      hash_set(h, HEIGHT, level);
      hash_set(h, INDEX, (first >> level) + at);
      hash_h(h);
    }
    hash_copy(w->left[level], value(w));
  }
}

// From the value, a leaf of this number, to the root of its tree, the value.
static void climb(struct work *w, uint32_t number, const uint8_t *siblings, unsigned height) {
  struct hash *h = &w->hash;

  for (unsigned level = 1; level <= height; level++) {
    if (number & 1) {
      hash_copy(h->block + SECOND, value(w));
      get(value(w), siblings);
    } else {
      get(h->block + SECOND, siblings);
    }
    number >>= 1;
    hash_set(h, HEIGHT, level);
    hash_set(h, INDEX, number);
    hash_h(h);
    siblings += N;
  }
}

// The last steps of algorithms 16 and 17: the few-time public key from the roots, the value.
static void few_time_key(struct work *w) {
  hash_set_type(&w->hash, FORS_ROOTS);
  hash_t(&w->hash, K);
}

// Algorithm 16, and the public key: signs the digest.
static void few_time_sign(struct work *w, uint8_t *signature, const uint8_t *digest) {
  for (unsigned i = 0; i < K; i++) {
    uint32_t signer = bits(digest, i * A, A);
    make_tree(w, few_time_leaf, A, i << A, signer, signature, signature + N);
    hash_copy(of_many(w, i), value(w));
    signature += (1 + A) * N;
  }
  few_time_key(w);
}

// Algorithm 17: the public key of a few-time signature of the digest, the value.
static void few_time_verify(struct work *w, const uint8_t *signature, const uint8_t *digest) {
  for (unsigned i = 0; i < K; i++) {
    uint32_t number = i << A | bits(digest, i * A, A);
    hash_set_type(&w->hash, FORS_TREE);
    hash_set(&w->hash, INDEX, number);
    get(value(w), signature);
    hash_f(&w->hash);
    climb(w, number, signature + N, A);
    hash_copy(of_many(w, i), value(w));
    signature += (1 + A) * N;
  }
  few_time_key(w);
}

// Algorithm 8: the public key of a one-time signature of the value, the value.
static void one_time_verify(struct work *w, uint32_t number, const uint8_t *signature) {
  struct hash *h = &w->hash;

  set_digits(w);
  hash_set(h, KEY_PAIR, number);
  hash_ends(h, w->digits, signature);
  one_time_key(h);
}

// Where a signature of a message is, from its digest (algorithm 19).
static struct place find(const uint8_t digest[DIGEST_BYTES]) {
  unsigned tree_end = 8 * (MD_BYTES + TREE_BYTES);  // the last bits of their bytes
  struct place found = {
    (uint64_t)bits(digest, tree_end - TREE_BITS, TREE_BITS - 32) << 32 |
        bits(digest, tree_end - 32, 32),
    bits(digest, 8 * DIGEST_BYTES - TREE_H, TREE_H),
  };
  return found;
}

static void set_place(struct work *w, unsigned layer, const struct place *place) {
  hash_set(&w->hash, LAYER, layer);
  hash_set(&w->hash, TREE_TOP, 0);
  hash_set(&w->hash, TREE_HIGH, (uint32_t)(place->tree >> 32));
  hash_set(&w->hash, TREE_LOW, (uint32_t)place->tree);
}

// To the leaf of the layer above that signs this one's root.
static void ascend(struct place *place) {
  place->leaf = place->tree & ((1u << TREE_H) - 1);
  place->tree >>= TREE_H;
}

// Algorithm 19 from the digest on, behind the randomizer.
static void sign(struct work *w, uint8_t *signature, const uint8_t *digest) {
  struct place place = find(digest);

  set_place(w, 0, &place);
  hash_set(&w->hash, KEY_PAIR, place.leaf);
  few_time_sign(w, signature, digest);
  signature += FORS_BYTES;
  for (unsigned layer = 0; layer < D; layer++) {
    set_digits(w);
    set_place(w, layer, &place);
    make_tree(w, one_time_leaf, TREE_H, 0, place.leaf, signature, signature + WOTS_BYTES);
    signature += WOTS_BYTES + TREE_H * N;
    ascend(&place);
  }
}

// Algorithm 20 from the digest on: the root that the signature leads to, the value.
static void find_root(struct work *w, const uint8_t *signature, const uint8_t *digest) {
  struct place place = find(digest);

  set_place(w, 0, &place);
  hash_set(&w->hash, KEY_PAIR, place.leaf);
  few_time_verify(w, signature, digest);
  signature += FORS_BYTES;
  for (unsigned layer = 0; layer < D; layer++) {
    set_place(w, layer, &place);
    one_time_verify(w, place.leaf, signature);
    climb(w, place.leaf, signature + WOTS_BYTES, TREE_H);
    signature += WOTS_BYTES + TREE_H * N;
    ascend(&place);
  }
}

struct text {
  const uint8_t *message;
  size_t message_len;
  const uint8_t *context;
  size_t context_len;
};

// The end of PRF_msg and of H_msg: the message under its context, as the pure version has it.
static void end(struct sponge_parts *parts, const struct text *text, uint8_t *out, size_t out_len) {
  const uint8_t kind[] = {0, (uint8_t)text->context_len};  // 0: the message itself is signed

  sponge_put(parts, kind, sizeof kind);
  sponge_put(parts, text->context, text->context_len);
  sponge_put(parts, text->message, text->message_len);
  sponge_end(parts, out, out_len);
}

// H_msg.
static void digest_message(struct sponge_parts *parts, const uint8_t *randomizer, const uint8_t *pk,
                           const struct text *text, uint8_t digest[DIGEST_BYTES]) {
  sponge_begin(parts, &shake256);
  sponge_put(parts, randomizer, N);
  sponge_put(parts, pk, SLH_DSA_PK_BYTES);
  end(parts, text, digest, DIGEST_BYTES);
}

void slh_dsa_keygen(uint8_t pk[SLH_DSA_PK_BYTES], uint8_t sk[SLH_DSA_SK_BYTES],
                    const uint8_t seeds[SLH_DSA_SEED_BYTES]) {
  struct work w;
  const struct place top = {0, 0};

  sponge_copy(sk, seeds, SLH_DSA_SEED_BYTES);
  sponge_copy(pk, seeds + 2 * N, N);
  get(w.hash.block, pk);
  get(w.sk_seed, seeds);
  set_place(&w, D - 1, &top);
  make_tree(&w, one_time_leaf, TREE_H, 0, NO_LEAF, NULL, NULL);
  put(pk + N, value(&w));
  put(sk + 3 * N, value(&w));
  clear(&w.hash.keccak, &w, sizeof w);
}

enum slh_dsa_status slh_dsa_sign(uint8_t signature[SLH_DSA_SIGNATURE_BYTES], const uint8_t *sk,
                                 size_t sk_len, const uint8_t *message, size_t message_len,
                                 const uint8_t *context, size_t context_len,
                                 const uint8_t random[N]) {
  union memory u;
  uint8_t digest[DIGEST_BYTES];
  const uint8_t *pk = sk + 2 * N;
  const struct text text = {message, message_len, context, context_len};

  if (sk_len != SLH_DSA_SK_BYTES || context_len > SLH_DSA_MOST_CONTEXT_BYTES) {
    return SLH_DSA_REFUSED;
  }
  sponge_begin(&u.parts, &shake256);
  sponge_put(&u.parts, sk + N, N);
  sponge_put(&u.parts, random, N);
  end(&u.parts, &text, signature, N);
  digest_message(&u.parts, signature, pk, &text, digest);

  get(u.work.hash.block, pk);
  get(u.work.sk_seed, sk);
  sign(&u.work, signature + N, digest);
  clear(&u.work.hash.keccak, &u, sizeof u);
  return SLH_DSA_DONE;
}

enum slh_dsa_status slh_dsa_verify(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                   size_t message_len, const uint8_t *context, size_t context_len,
                                   const uint8_t *signature, size_t signature_len) {
  union memory u;
  uint8_t digest[DIGEST_BYTES];
  uint32_t different = 0;
  const struct text text = {message, message_len, context, context_len};

  if (pk_len != SLH_DSA_PK_BYTES || signature_len != SLH_DSA_SIGNATURE_BYTES ||
      context_len > SLH_DSA_MOST_CONTEXT_BYTES) {
    return SLH_DSA_REFUSED;
  }
  digest_message(&u.parts, signature, pk, &text, digest);
  get(u.work.hash.block, pk);
  find_root(&u.work, signature + N, digest);
  for (unsigned i = 0; i < N; i++) {
    different |= pk[N + i] ^ ((const uint8_t *)value(&u.work))[i];
  }
  return different == 0 ? SLH_DSA_DONE : SLH_DSA_REFUSED;
}
