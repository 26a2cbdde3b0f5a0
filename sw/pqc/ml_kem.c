// SPDX-License-Identifier: Apache-2.0
#include "ml_kem.h"

#include "clear.h"
#include "pack.h"
#include "poly.h"
#include "sample.h"
#include "sponge.h"

static const struct sponge_params sha3_256 = {136, 0x06, 24};  // H
static const struct sponge_params sha3_512 = {72, 0x06, 24};   // G
static const struct sponge_params shake256 = {136, 0x1f, 24};  // J

// All that functions below leave behind in memory, apart from what their callers pass.
struct work {
  struct sample sample;
  struct poly_vector secret;  // s or y of FIPS 203, transformed; u when decrypting
  struct poly row[K];
  struct poly sum;
  uint8_t hash[2 * SEED_BYTES];        // what G gives, or H
  uint8_t message[SEED_BYTES];         // what was decrypted
  uint8_t rejected[ML_KEM_KEY_BYTES];  // the shared secret if the ciphertext is wrong
  // What G and J take, and at last the ciphertext that is right.
  uint8_t again[SEED_BYTES + ML_KEM_CIPHERTEXT_BYTES];
};

// The vector of noise with nonces 0 to K - 1, transformed.
static void make_secret(struct work *w, const uint8_t *seed) {
  sample_seed_noise(&w->sample, seed);
  for (unsigned i = 0; i < K; i++) {
    sample_noise(&w->sample, &w->secret.p[i], ETA1, (uint8_t)i);
    poly_ntt(&w->secret.p[i]);
  }
  poly_prepare(&w->secret);
}

// Algorithm 13, K-PKE.KeyGen: t to `t`, s to `s`; the seed of the matrix behind t.
static void make_key(struct work *w, uint8_t *t, uint8_t *s, const uint8_t *d) {
  uint8_t *rho = w->hash;
  uint8_t *sigma = w->hash + SEED_BYTES;

  sponge_copy(w->again, d, SEED_BYTES);
  w->again[SEED_BYTES] = K;
  sponge(&sha3_512, w->again, SEED_BYTES + 1, w->hash, sizeof w->hash);
  sponge_copy(t + K * POLY_BYTES, rho, SEED_BYTES);

  make_secret(w, sigma);
  for (unsigned i = 0; i < K; i++) {
    pack(s + i * POLY_BYTES, &w->secret.p[i]);
  }
  for (unsigned i = 0; i < K; i++) {
    sample_seed_uniform(&w->sample, rho);
    for (unsigned j = 0; j < K; j++) {
      sample_uniform(&w->sample, &w->row[j], (uint8_t)j, (uint8_t)i);
    }
    poly_product(&w->sum, w->row, &w->secret);
    sample_seed_noise(&w->sample, sigma);
    sample_noise(&w->sample, &w->row[0], ETA1, (uint8_t)(K + i));
    poly_ntt(&w->row[0]);
    poly_add(&w->sum, &w->row[0]);
    pack(t + i * POLY_BYTES, &w->sum);
  }
}

// Adds noise to the product.
static void finish(struct work *w, const uint8_t *seed, unsigned nonce) {
  poly_ntt_inverse(&w->sum);
  sample_seed_noise(&w->sample, seed);
  sample_noise(&w->sample, &w->row[0], ETA2, (uint8_t)nonce);
  poly_add(&w->sum, &w->row[0]);
}

// Algorithm 14, K-PKE.Encrypt; t is in the row, where it does not stay.
static void encrypt(struct work *w, uint8_t *ciphertext, const uint8_t *rho,
                    const uint8_t *message, const uint8_t *seed) {
  make_secret(w, seed);
  poly_product(&w->sum, w->row, &w->secret);
  finish(w, seed, 2 * K);
  pack_undo_message(&w->row[0], message);
  poly_add(&w->sum, &w->row[0]);
  pack_dv(ciphertext + K * PACK_BYTES(DU), &w->sum);

  for (unsigned i = 0; i < K; i++) {
    sample_seed_uniform(&w->sample, rho);
    for (unsigned j = 0; j < K; j++) {
      sample_uniform(&w->sample, &w->row[j], (uint8_t)i, (uint8_t)j);
    }
    poly_product(&w->sum, w->row, &w->secret);
    finish(w, seed, K + i);
    pack_du(ciphertext + i * PACK_BYTES(DU), &w->sum);
  }
}

// Algorithm 15, K-PKE.Decrypt.
static void decrypt(struct work *w, uint8_t *message, const uint8_t *s,
                    const uint8_t *ciphertext) {
  for (unsigned i = 0; i < K; i++) {
    pack_undo(&w->row[i], s + i * POLY_BYTES);
    pack_undo_du(&w->secret.p[i], ciphertext + i * PACK_BYTES(DU));
    poly_ntt(&w->secret.p[i]);
  }
  poly_prepare(&w->secret);
  poly_product(&w->sum, w->row, &w->secret);
  poly_ntt_inverse(&w->sum);
  pack_undo_dv(&w->row[0], ciphertext + K * PACK_BYTES(DU));
  poly_subtract(&w->row[0], &w->sum);
  pack_message(message, &w->row[0]);
}

void ml_kem_keygen(uint8_t ek[ML_KEM_EK_BYTES], uint8_t dk[ML_KEM_DK_BYTES],
                   const uint8_t d[SEED_BYTES], const uint8_t z[SEED_BYTES]) {
  struct work w;

  make_key(&w, ek, dk, d);
  dk += K * POLY_BYTES;
  sponge_copy(dk, ek, ML_KEM_EK_BYTES);
  dk += ML_KEM_EK_BYTES;
  sponge(&sha3_256, ek, ML_KEM_EK_BYTES, dk, SEED_BYTES);
  dk += SEED_BYTES;
  sponge_copy(dk, z, SEED_BYTES);
  clear(&w.sample.keccak, &w, sizeof w);
}

// t of a key to the row; nonzero if a coefficient is not reduced.
static uint32_t unpack_key(struct work *w, const uint8_t *ek) {
  uint32_t wrong = 0;
  for (unsigned i = 0; i < K; i++) {
    wrong |= pack_undo(&w->row[i], ek + i * POLY_BYTES);
  }
  return wrong;
}

enum ml_kem_status ml_kem_encaps(uint8_t key[ML_KEM_KEY_BYTES],
                                 uint8_t ciphertext[ML_KEM_CIPHERTEXT_BYTES], const uint8_t *ek,
                                 size_t ek_len, const uint8_t m[SEED_BYTES]) {
  struct work w;

  if (ek_len != ML_KEM_EK_BYTES || unpack_key(&w, ek) != 0) {
    return ML_KEM_REFUSED;
  }
  sponge_copy(w.again, m, SEED_BYTES);
  sponge(&sha3_256, ek, ML_KEM_EK_BYTES, w.again + SEED_BYTES, SEED_BYTES);
  sponge(&sha3_512, w.again, 2 * SEED_BYTES, w.hash, sizeof w.hash);
  encrypt(&w, ciphertext, ek + K * POLY_BYTES, m, w.hash + SEED_BYTES);
  sponge_copy(key, w.hash, ML_KEM_KEY_BYTES);
  clear(&w.sample.keccak, &w, sizeof w);
  return ML_KEM_DONE;
}

// Nonzero if bytes differ.
static uint32_t difference(const uint8_t *a, const uint8_t *b, size_t len) {
  uint32_t found = 0;
  _Pragma("GCC unroll 4")
  for (size_t i = 0; i < len; i++) {
    found |= a[i] ^ b[i];
  }
  return found;
}

enum ml_kem_status ml_kem_decaps(uint8_t key[ML_KEM_KEY_BYTES], const uint8_t *dk, size_t dk_len,
                                 const uint8_t *ciphertext, size_t ciphertext_len) {
  struct work w;
  const uint8_t *ek = dk + K * POLY_BYTES;
  const uint8_t *h = ek + ML_KEM_EK_BYTES;
  const uint8_t *z = h + SEED_BYTES;

  if (dk_len != ML_KEM_DK_BYTES || ciphertext_len != ML_KEM_CIPHERTEXT_BYTES) {
    return ML_KEM_REFUSED;
  }
  sponge(&sha3_256, ek, ML_KEM_EK_BYTES, w.hash, SEED_BYTES);
  if (difference(w.hash, h, SEED_BYTES) != 0) {
    return ML_KEM_REFUSED;
  }

  sponge_copy(w.again, z, SEED_BYTES);
  sponge_copy(w.again + SEED_BYTES, ciphertext, ML_KEM_CIPHERTEXT_BYTES);
  sponge(&shake256, w.again, SEED_BYTES + ML_KEM_CIPHERTEXT_BYTES, w.rejected, sizeof w.rejected);

  decrypt(&w, w.message, dk, ciphertext);
  sponge_copy(w.again, w.message, SEED_BYTES);
  sponge_copy(w.again + SEED_BYTES, h, SEED_BYTES);
  sponge(&sha3_512, w.again, 2 * SEED_BYTES, w.hash, sizeof w.hash);
  unpack_key(&w, ek);
  encrypt(&w, w.again, ek + K * POLY_BYTES, w.message, w.hash + SEED_BYTES);

  // All ones if the ciphertext is what encapsulation gives.
  uint32_t wrong = difference(w.again, ciphertext, ML_KEM_CIPHERTEXT_BYTES);
  uint32_t right = (wrong - 1) >> 8;
  for (unsigned i = 0; i < ML_KEM_KEY_BYTES; i++) {
    key[i] = (uint8_t)(w.rejected[i] ^ ((w.rejected[i] ^ w.hash[i]) & right));
  }
  clear(&w.sample.keccak, &w, sizeof w);
  return ML_KEM_DONE;
}
