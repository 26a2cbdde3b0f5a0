/* SPDX-License-Identifier: Apache-2.0
 *
 * Random polynomials of sw/pqc/ml_dsa/sample.c with SHAKE on the accelerator. How bytes become
 * coefficients is that file's; the linker leaves out what it computes in software. */
#include "sample.h"

#define sample_uniform sample_uniform_in_software
#define sample_secret sample_secret_in_software
#define sample_mask sample_mask_in_software
#define sample_challenge sample_challenge_in_software
#include "../../../pqc/ml_dsa/sample.c"
#undef sample_uniform
#undef sample_secret
#undef sample_mask
#undef sample_challenge

#include "accelerator.h"

enum {
  BLOCK_WORDS = 2 * SHAKE128_LANES,
  FEWEST_BLOCKS = 5, /* 280 candidates: nearly always enough */
  MOST_BLOCKS = 7,   /* 392: more than the bound of FIPS 204, appendix C, which none reaches */
};

void sample_uniform(struct sample *s, struct poly *p, unsigned row, unsigned column) {
  keccak_word_t out[MOST_BLOCKS * BLOCK_WORDS];
  uint8_t *seed = (uint8_t *)s->block;
  const int32_t *end = p->c + N;
  seed[SEED_BYTES] = (uint8_t)column;
  seed[SEED_BYTES + 1] = (uint8_t)row;
  for (unsigned blocks = FEWEST_BLOCKS; blocks <= MOST_BLOCKS; blocks += 2) {
    int32_t *to = p->c;
    accelerator_hash(HASH_ACCEL_SHAKE128, seed, SEED_BYTES + 2, out, 4 * blocks * BLOCK_WORDS);
    for (unsigned i = 0; i < blocks; i++) {
      to = accept_block(to, end, out + i * BLOCK_WORDS);
    }
    if (to == end) {
      return;
    }
  }
  accelerator_fail(HASH_ACCEL_ERROR_LENGTH);
}

/* So many bytes of SHAKE256 from the wide seed and a number. */
static void expand(struct sample *s, unsigned number, size_t bytes) {
  uint8_t *seed = (uint8_t *)s->block;
  seed[WIDE_BYTES] = (uint8_t)number;
  seed[WIDE_BYTES + 1] = (uint8_t)(number >> 8);
  accelerator_hash(HASH_ACCEL_SHAKE256, seed, WIDE_BYTES + 2, s->out, bytes);
}

/* With each block more, those before it have given less than N. */
void sample_secret(struct sample *s, struct poly *p, unsigned number) {
  uint8_t accepted[SECRET_BLOCKS * NIBBLES + 1];
  for (unsigned blocks = SECRET_BLOCKS; blocks <= MASK_BLOCKS; blocks++) {
    uint8_t *to = accepted;
    expand(s, number, 4 * blocks * SHAKE256_WORDS);
    for (unsigned i = 0; i < blocks; i++) {
      to = accept_nibbles(to, s->out + i * SHAKE256_WORDS);
    }
    if (to - accepted >= N) {
      from_nibbles(p, accepted);
      return;
    }
  }
  accelerator_fail(HASH_ACCEL_ERROR_LENGTH);
}

void sample_mask(struct sample *s, struct poly *p, unsigned number) {
  expand(s, number, Z_BYTES);
  pack_undo_z(p, (const uint8_t *)s->out);
}

void sample_challenge(struct sample *s, struct poly *p, const uint8_t seed[CHALLENGE_BYTES]) {
  for (unsigned blocks = 1; blocks <= MASK_BLOCKS; blocks++) {
    accelerator_hash(HASH_ACCEL_SHAKE256, seed, CHALLENGE_BYTES, s->out,
                     4 * blocks * SHAKE256_WORDS);
    if (from_blocks(p, s->out, blocks)) {
      return;
    }
  }
  accelerator_fail(HASH_ACCEL_ERROR_LENGTH);
}
