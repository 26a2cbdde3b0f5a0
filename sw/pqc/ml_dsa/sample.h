// SPDX-License-Identifier: Apache-2.0
//
// Random polynomials from SHAKE (FIPS 204, section 7.3).
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdint.h>

#include "keccak.h"
#include "poly.h"

enum {
  SHAKE256_WORDS = 136 / 4,
  MASK_BLOCKS = 5,  // of 18 or 20 bits for each coefficient
};

// A seed, padded once; what comes from it differs in two bytes behind it.
struct sample {
  struct keccak keccak;
  keccak_word_t block[KECCAK_MAX_RATE_WORDS];
  keccak_word_t out[MASK_BLOCKS * SHAKE256_WORDS];
};

// From here on, uniform polynomials from a seed (SHAKE128), whose time depends on it.
void sample_seed_uniform(struct sample *s, const uint8_t seed[SEED_BYTES]);

// The element of the matrix in that row and column (algorithm 30), transformed: from 0 to Q - 1.
void sample_uniform(struct sample *s, struct poly *p, unsigned row, unsigned column);

// From here on, secrets or masks from a seed (SHAKE256).
void sample_seed_wide(struct sample *s, const uint8_t seed[WIDE_BYTES]);

// The polynomial of that number (algorithm 31), from -ETA to ETA. Time depends on how many
// candidates are needed: that is the same for all but one polynomial in some hundred thousand, and
// tells nothing of those that are accepted. So do addresses.
void sample_secret(struct sample *s, struct poly *p, unsigned number);

// The polynomial of that number (algorithm 34), from -GAMMA1 + 1 to GAMMA1, always in the same
// time.
void sample_mask(struct sample *s, struct poly *p, unsigned number);

// The challenge (algorithm 29): TAU coefficients are 1 or -1. Time and addresses depend on it.
void sample_challenge(struct sample *s, struct poly *p, const uint8_t seed[CHALLENGE_BYTES]);

#endif
