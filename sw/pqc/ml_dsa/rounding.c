// SPDX-License-Identifier: Apache-2.0
#include "rounding.h"

#include <stddef.h>

#include "modulus.h"

#define UNROLL _Pragma("GCC unroll 4")

// r / (2 * GAMMA2), rounded, ties down: from 0 to HIGH_VALUES, the latter for what is nearest to Q.
// 2 * GAMMA2 is 128 times an integer, 4092 or 1488, so that a 128th of r, rounded up, is as near to
// a tie as r is; that times 2^22 / 4092 or 2^24 / 1488.
static inline int32_t quotient(int32_t r) {
  int32_t up = (r + 127) >> 7;
  return HIGH_VALUES == 16 ? (up * 1025 + (1 << 21)) >> 22 : (up * 11275 + (1 << 23)) >> 24;
}

static inline int32_t high_bits(int32_t r) {
  int32_t high = quotient(r);
  return HIGH_VALUES == 16 ? high & 15 : high & ~((HIGH_VALUES - 1 - high) >> 31);
}

// Nearest to Q it is one less than what remains.
static inline int32_t low_bits(int32_t r) {
  int32_t high = quotient(r);
  return r - high * (2 * GAMMA2) + ((HIGH_VALUES - 1 - high) >> 31);
}

void round_high(struct poly *high, const struct poly *p) {
  for (unsigned i = 0; i < N; i += 4) {
    int32_t x[4];
    UNROLL
    for (unsigned j = 0; j < 4; j++) x[j] = high_bits(p->c[i + j]);
    UNROLL
    for (unsigned j = 0; j < 4; j++) high->c[i + j] = x[j];
  }
}

uint32_t round_low_reaches(const struct poly *p, int32_t bound) {
  int32_t signs = 0;
  UNROLL
  for (unsigned i = 0; i < N; i++) {
    int32_t low = low_bits(p->c[i]);
    signs |= (bound - 1 - low) | (bound - 1 + low);
  }
  return (uint32_t)signs >> 31;
}

uint8_t *round_make_hints(uint8_t *to, const uint8_t *end, const struct poly *p,
                          const struct poly *added) {
  for (unsigned i = 0; i < N; i++) {
    int32_t r = p->c[i];
    if (high_bits(r) != high_bits(reduce_fully(r + added->c[i]))) {
      if (to == end) {
        return NULL;
      }
      *to++ = (uint8_t)i;
    }
  }
  return to;
}

void round_use_hints(struct poly *high, const struct poly *p, const uint8_t *from,
                     const uint8_t *end) {
  for (; from != end; from++) {
    int32_t x = high->c[*from] + (low_bits(p->c[*from]) > 0 ? 1 : -1);
    high->c[*from] = x < 0 ? HIGH_VALUES - 1 : x == HIGH_VALUES ? 0 : x;
  }
}
