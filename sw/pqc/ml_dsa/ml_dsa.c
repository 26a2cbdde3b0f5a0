// SPDX-License-Identifier: Apache-2.0
#include "ml_dsa.h"

#include "clear.h"
#include "pack.h"
#include "poly.h"
#include "rounding.h"
#include "sample.h"
#include "sponge.h"
#include "sponge_parts.h"

static const struct sponge_params shake256 = {136, 0x1f, 24};  // H

// Attempts at a signature that share what is sampled of the matrix.
enum { ATTEMPTS = 2 };

// Keccak's, one after the other.
union hashing {
  struct sample sample;
  struct sponge_parts parts;
};

// All that functions below leave behind in memory, apart from what their callers pass.
struct keygen_work {
  union hashing u;
  struct poly s1[L];  // transformed
  struct poly sum;
  struct poly element;
  uint8_t seeds[2 * SEED_BYTES + WIDE_BYTES];
};

struct attempt {
  struct poly y[L];  // transformed, and at last the response
  struct poly w[K];
};

// What the challenge is the hash of.
struct challenged {
  uint8_t message[WIDE_BYTES];  // mu of FIPS 204, the message's representative
  uint8_t high[K * HIGH_BYTES];
};

struct sign_work {
  union hashing u;
  struct attempt attempts[ATTEMPTS];
  struct poly challenge;  // transformed
  struct poly element;
  struct challenged challenged;
  uint8_t private_seed[2 * SEED_BYTES + WIDE_BYTES];  // what the seed of masks is the hash of
  uint8_t mask_seed[WIDE_BYTES];
};

struct verify_work {
  union hashing u;
  struct poly z[L];       // transformed
  struct poly challenge;  // transformed
  struct poly sum;
  struct poly element;
  struct challenged challenged;
  uint8_t hash[WIDE_BYTES];
};

// A message in three parts, the first two of which are not there where it is formatted already.
struct message {
  uint8_t prefix[2];
  size_t prefix_len;
  const uint8_t *context;
  size_t context_len;
  const uint8_t *text;
  size_t text_len;
};

// Parts of a private key.
enum {
  SK_SEED = SEED_BYTES,
  SK_PK_HASH = 2 * SEED_BYTES,
  SK_S1 = SK_PK_HASH + WIDE_BYTES,
  SK_S2 = SK_S1 + L * SECRET_BYTES,
  SK_T0 = SK_S2 + K * SECRET_BYTES,
};

// The product of a row of the matrix, whose seed is there, with a transformed vector; not
// transformed.
static void multiply_row(struct poly *sum, struct poly *element, struct sample *sample,
                         unsigned row, const struct poly vector[L]) {
  for (unsigned j = 0; j < L; j++) {
    sample_uniform(sample, element, row, j);
    (j == 0 ? poly_multiply : poly_multiply_add)(sum, element, &vector[j]);
  }
}

void ml_dsa_keygen(uint8_t pk[ML_DSA_PK_BYTES], uint8_t sk[ML_DSA_SK_BYTES],
                   const uint8_t seed[SEED_BYTES]) {
  struct keygen_work w;
  const uint8_t *rho = w.seeds;
  const uint8_t *wide = rho + SEED_BYTES;
  uint8_t *t1 = pk + SEED_BYTES;

  sponge_copy(w.seeds, seed, SEED_BYTES);
  w.seeds[SEED_BYTES] = K;
  w.seeds[SEED_BYTES + 1] = L;
  sponge(&shake256, w.seeds, SEED_BYTES + 2, w.seeds, sizeof w.seeds);
  sponge_copy(pk, rho, SEED_BYTES);
  sponge_copy(sk, rho, SEED_BYTES);
  sponge_copy(sk + SK_SEED, wide + WIDE_BYTES, SEED_BYTES);

  sample_seed_wide(&w.u.sample, wide);
  for (unsigned j = 0; j < L; j++) {
    sample_secret(&w.u.sample, &w.s1[j], j);
    pack_secret(sk + SK_S1 + j * SECRET_BYTES, &w.s1[j]);
    poly_ntt(&w.s1[j]);
  }
  for (unsigned i = 0; i < K; i++) {
    sample_seed_uniform(&w.u.sample, rho);
    multiply_row(&w.sum, &w.element, &w.u.sample, i, w.s1);
    poly_ntt_inverse(&w.sum);
    sample_seed_wide(&w.u.sample, wide);
    sample_secret(&w.u.sample, &w.element, L + i);
    pack_secret(sk + SK_S2 + i * SECRET_BYTES, &w.element);
    poly_add(&w.sum, &w.element);
    pack_t(t1 + i * T1_BYTES, sk + SK_T0 + i * T0_BYTES, &w.sum);
  }
  sponge(&shake256, pk, ML_DSA_PK_BYTES, sk + SK_PK_HASH, WIDE_BYTES);
  clear(&w.u.sample.keccak, &w, sizeof w);
}

// A message's representative under a key.
static void represent(uint8_t mu[WIDE_BYTES], struct sponge_parts *parts, const uint8_t *pk_hash,
                      const struct message *m) {
  sponge_begin(parts, &shake256);
  sponge_put(parts, pk_hash, WIDE_BYTES);
  sponge_put(parts, m->prefix, m->prefix_len);
  sponge_put(parts, m->context, m->context_len);
  sponge_put(parts, m->text, m->text_len);
  sponge_end(parts, mu, WIDE_BYTES);
}

// Masks from this number on, and w of each attempt.
static void commit(struct sign_work *w, const uint8_t *rho, unsigned number) {
  struct sample *sample = &w->u.sample;

  sample_seed_wide(sample, w->mask_seed);
  for (unsigned a = 0; a < ATTEMPTS; a++) {
    for (unsigned j = 0; j < L; j++) {
      sample_mask(sample, &w->attempts[a].y[j], number++);
      poly_ntt(&w->attempts[a].y[j]);
    }
  }
  sample_seed_uniform(sample, rho);
  for (unsigned i = 0; i < K; i++) {
    for (unsigned j = 0; j < L; j++) {
      sample_uniform(sample, &w->element, i, j);
      for (unsigned a = 0; a < ATTEMPTS; a++) {
        struct attempt *attempt = &w->attempts[a];
        (j == 0 ? poly_multiply : poly_multiply_add)(&attempt->w[i], &w->element, &attempt->y[j]);
      }
    }
    for (unsigned a = 0; a < ATTEMPTS; a++) {
      poly_ntt_inverse(&w->attempts[a].w[i]);
      poly_reduce(&w->attempts[a].w[i]);
    }
  }
}

static void multiply_challenge(struct poly *p, const struct poly *challenge) {
  poly_ntt(p);
  poly_multiply(p, p, challenge);
  poly_ntt_inverse(p);
}

// Nonzero if the signature is one: from the challenge on, in the order in which most is rejected
// early.
static int respond(struct sign_work *w, struct attempt *attempt, uint8_t *signature,
                   const uint8_t *sk) {
  uint8_t *z = signature + CHALLENGE_BYTES;
  uint8_t *hints = z + L * Z_BYTES;

  for (unsigned i = 0; i < K; i++) {
    round_high(&w->element, &attempt->w[i]);
    pack_high(w->challenged.high + i * HIGH_BYTES, &w->element);
  }
  sponge(&shake256, (const uint8_t *)&w->challenged, sizeof w->challenged, signature,
         CHALLENGE_BYTES);
  sample_challenge(&w->u.sample, &w->challenge, signature);
  poly_ntt(&w->challenge);

  for (unsigned i = 0; i < K; i++) {
    pack_undo_secret(&w->element, sk + SK_S2 + i * SECRET_BYTES);
    multiply_challenge(&w->element, &w->challenge);
    poly_subtract(&attempt->w[i], &w->element);
    if (round_low_reaches(&attempt->w[i], GAMMA2 - BETA)) {
      return 0;
    }
  }
  for (unsigned j = 0; j < L; j++) {
    pack_undo_secret(&w->element, sk + SK_S1 + j * SECRET_BYTES);
    poly_ntt(&w->element);
    poly_multiply_plus(&attempt->y[j], &w->element, &w->challenge);
    poly_ntt_inverse(&attempt->y[j]);
    poly_center(&attempt->y[j]);
    if (poly_reaches(&attempt->y[j], GAMMA1 - BETA)) {
      return 0;
    }
    pack_z(z + j * Z_BYTES, &attempt->y[j]);
  }

  uint8_t *to = hints;
  for (unsigned i = 0; i < K; i++) {
    pack_undo_t0(&w->element, sk + SK_T0 + i * T0_BYTES);
    multiply_challenge(&w->element, &w->challenge);
    poly_center(&w->element);
    if (poly_reaches(&w->element, GAMMA2)) {
      return 0;
    }
    to = round_make_hints(to, hints + OMEGA, &attempt->w[i], &w->element);
    if (to == NULL) {
      return 0;
    }
    hints[OMEGA + i] = (uint8_t)(to - hints);
  }
  while (to != hints + OMEGA) {
    *to++ = 0;
  }
  return 1;
}

static void sign(uint8_t *signature, const uint8_t *sk, const struct message *m,
                 const uint8_t *rnd) {
  struct sign_work w;

  represent(w.challenged.message, &w.u.parts, sk + SK_PK_HASH, m);
  sponge_copy(w.private_seed, sk + SK_SEED, SEED_BYTES);
  sponge_copy(w.private_seed + SEED_BYTES, rnd, SEED_BYTES);
  sponge_copy(w.private_seed + 2 * SEED_BYTES, w.challenged.message, WIDE_BYTES);
  sponge(&shake256, w.private_seed, sizeof w.private_seed, w.mask_seed, WIDE_BYTES);

  int done = 0;
  for (unsigned number = 0; !done; number += ATTEMPTS * L) {
    commit(&w, sk, number);
    for (unsigned a = 0; a < ATTEMPTS && !done; a++) {
      done = respond(&w, &w.attempts[a], signature, sk);
    }
  }
  clear(&w.u.sample.keccak, &w, sizeof w);
}

// Nonzero unless hints are as signing writes them (algorithm 21, HintBitUnpack).
static int malformed(const uint8_t *hints) {
  unsigned used = 0;
  for (unsigned i = 0; i < K; i++) {
    unsigned first = used;
    unsigned end = hints[OMEGA + i];
    if (end < used || end > OMEGA) {
      return 1;
    }
    for (; used != end; used++) {
      if (used != first && hints[used - 1] >= hints[used]) {
        return 1;
      }
    }
  }
  for (; used != OMEGA; used++) {
    if (hints[used] != 0) {
      return 1;
    }
  }
  return 0;
}

static enum ml_dsa_status verify(const uint8_t *pk, const struct message *m,
                                 const uint8_t *signature) {
  struct verify_work w;
  const uint8_t *t1 = pk + SEED_BYTES;
  const uint8_t *z = signature + CHALLENGE_BYTES;
  const uint8_t *hints = z + L * Z_BYTES;
  uint32_t found = 0;

  if (malformed(hints)) {
    return ML_DSA_REFUSED;
  }
  for (unsigned j = 0; j < L; j++) {
    pack_undo_z(&w.z[j], z + j * Z_BYTES);
    if (poly_reaches(&w.z[j], GAMMA1 - BETA)) {
      return ML_DSA_REFUSED;
    }
    poly_ntt(&w.z[j]);
  }
  sponge(&shake256, pk, ML_DSA_PK_BYTES, w.hash, WIDE_BYTES);
  represent(w.challenged.message, &w.u.parts, w.hash, m);
  sample_challenge(&w.u.sample, &w.challenge, signature);
  poly_ntt(&w.challenge);

  sample_seed_uniform(&w.u.sample, pk);
  const uint8_t *hint = hints;
  for (unsigned i = 0; i < K; i++) {
    multiply_row(&w.sum, &w.element, &w.u.sample, i, w.z);
    pack_undo_t1(&w.element, t1 + i * T1_BYTES);
    poly_ntt(&w.element);
    poly_multiply_add(&w.sum, &w.element, &w.challenge);
    poly_ntt_inverse(&w.sum);
    poly_reduce(&w.sum);
    round_high(&w.element, &w.sum);
    round_use_hints(&w.element, &w.sum, hint, hints + hints[OMEGA + i]);
    hint = hints + hints[OMEGA + i];
    pack_high(w.challenged.high + i * HIGH_BYTES, &w.element);
  }
  sponge(&shake256, (const uint8_t *)&w.challenged, sizeof w.challenged, w.hash, CHALLENGE_BYTES);
  for (unsigned i = 0; i < CHALLENGE_BYTES; i++) {
    found |= w.hash[i] ^ signature[i];
  }
  return found == 0 ? ML_DSA_DONE : ML_DSA_REFUSED;
}

static struct message formatted(const uint8_t *text, size_t len) {
  return (struct message){{0, 0}, 0, NULL, 0, text, len};
}

// 0: the message itself is signed.
static struct message pure(const uint8_t *text, size_t len, const uint8_t *context,
                           size_t context_len) {
  return (struct message){{0, (uint8_t)context_len}, 2, context, context_len, text, len};
}

enum ml_dsa_status ml_dsa_sign_internal(uint8_t signature[ML_DSA_SIGNATURE_BYTES],
                                        const uint8_t *sk, size_t sk_len, const uint8_t *message,
                                        size_t message_len, const uint8_t rnd[SEED_BYTES]) {
  const struct message m = formatted(message, message_len);
  if (sk_len != ML_DSA_SK_BYTES) {
    return ML_DSA_REFUSED;
  }
  sign(signature, sk, &m, rnd);
  return ML_DSA_DONE;
}

enum ml_dsa_status ml_dsa_sign(uint8_t signature[ML_DSA_SIGNATURE_BYTES], const uint8_t *sk,
                               size_t sk_len, const uint8_t *message, size_t message_len,
                               const uint8_t *context, size_t context_len,
                               const uint8_t rnd[SEED_BYTES]) {
  const struct message m = pure(message, message_len, context, context_len);
  if (sk_len != ML_DSA_SK_BYTES || context_len > ML_DSA_MOST_CONTEXT_BYTES) {
    return ML_DSA_REFUSED;
  }
  sign(signature, sk, &m, rnd);
  return ML_DSA_DONE;
}

enum ml_dsa_status ml_dsa_verify_internal(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                          size_t message_len, const uint8_t *signature,
                                          size_t signature_len) {
  const struct message m = formatted(message, message_len);
  if (pk_len != ML_DSA_PK_BYTES || signature_len != ML_DSA_SIGNATURE_BYTES) {
    return ML_DSA_REFUSED;
  }
  return verify(pk, &m, signature);
}

enum ml_dsa_status ml_dsa_verify(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                 size_t message_len, const uint8_t *context, size_t context_len,
                                 const uint8_t *signature, size_t signature_len) {
  const struct message m = pure(message, message_len, context, context_len);
  if (pk_len != ML_DSA_PK_BYTES || signature_len != ML_DSA_SIGNATURE_BYTES ||
      context_len > ML_DSA_MOST_CONTEXT_BYTES) {
    return ML_DSA_REFUSED;
  }
  return verify(pk, &m, signature);
}
