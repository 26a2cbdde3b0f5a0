/* SPDX-License-Identifier: Apache-2.0
 *
 * Random polynomials of sw/pqc/sample.c with SHAKE on the accelerator. How bytes become coefficients
 * is that file's; the linker leaves out what it computes in software. */
#include "sample.h"

#define sample_uniform sample_uniform_in_software
#define sample_noise sample_noise_in_software
#include "../../pqc/sample.c"
#undef sample_uniform
#undef sample_noise

#include "accelerator.h"

enum {
  BLOCK_WORDS = 2 * UNIFORM_LANES,
  FEWEST_BLOCKS = 3, /* 336 candidates: nearly always enough */
  MOST_BLOCKS = 5,   /* 560: the bound of FIPS 203, appendix B, which none reaches */
};

void sample_uniform(struct sample *s, struct poly *p, uint8_t first, uint8_t second) {
  keccak_word_t out[MOST_BLOCKS * BLOCK_WORDS];
  uint8_t *seed = (uint8_t *)s->block;
  const int16_t *end = p->c + N;
  seed[SEED_BYTES] = first;
  seed[SEED_BYTES + 1] = second;
  for (unsigned blocks = FEWEST_BLOCKS; blocks <= MOST_BLOCKS; blocks += 2) {
    int16_t *to = p->c;
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

void sample_noise(struct sample *s, struct poly *p, unsigned eta, uint8_t nonce) {
  uint8_t *seed = (uint8_t *)s->block;
  seed[SEED_BYTES] = nonce;
  accelerator_hash(HASH_ACCEL_SHAKE256, seed, SEED_BYTES + 1, s->out, 2 * N / 8 * eta);
  if (eta == 2) {
    noise2(p->c, s->out);
  } else {
    noise3(p->c, (const uint8_t *)s->out);
  }
}
