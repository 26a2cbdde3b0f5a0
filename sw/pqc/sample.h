// SPDX-License-Identifier: Apache-2.0
//
// Random polynomials from SHAKE (FIPS 203, section 4.2.2).
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdint.h>

#include "keccak.h"
#include "poly.h"

// A seed, padded once; what comes from it differs in one or two bytes behind it.
struct sample {
  struct keccak keccak;
  keccak_word_t block[KECCAK_MAX_RATE_WORDS];
  keccak_word_t out[KECCAK_MAX_RATE_WORDS];
};

// From here on, uniform polynomials from a seed (SHAKE128), whose time depends on it.
void sample_seed_uniform(struct sample *s, const uint8_t seed[SEED_BYTES]);

// The polynomial of two bytes (algorithm 7), transformed: coefficients from 0 to Q - 1.
void sample_uniform(struct sample *s, struct poly *p, uint8_t first, uint8_t second);

// From here on, noise from a seed (SHAKE256), whose time does not depend on it.
void sample_seed_noise(struct sample *s, const uint8_t seed[SEED_BYTES]);

// The polynomial of a byte (algorithm 8), coefficients from -eta to eta. `eta` is 2 or 3.
void sample_noise(struct sample *s, struct poly *p, unsigned eta, uint8_t nonce);

#endif
