// SPDX-License-Identifier: Apache-2.0
//
// High and low bits of a coefficient, hints (FIPS 204, section 7.4). Time does not depend on what
// they are of.
#ifndef ROUNDING_H
#define ROUNDING_H

#include <stdint.h>

#include "poly.h"

// The high part of r (algorithm 35, Power2Round), from 0 to Q - 1; the low part is what remains.
static inline int32_t round_t1(int32_t r) {
  return (r + (1 << (D - 1)) - 1) >> D;
}

// HighBits (algorithm 37) of a polynomial whose coefficients are from 0 to Q - 1.
void round_high(struct poly *high, const struct poly *p);

// 1 if one of its LowBits (algorithm 38) reaches the bound, upwards or downwards, 0 if none does.
uint32_t round_low_reaches(const struct poly *p, int32_t bound);

// MakeHint (algorithm 39) of what is added to a polynomial, which changes its high bits or not:
// writes the numbers of the coefficients where it does. `to` and `end` bound where these go; gives
// what is behind them, or NULL where there is no room.
uint8_t *round_make_hints(uint8_t *to, const uint8_t *end, const struct poly *p,
                          const struct poly *added);

// UseHint (algorithm 40) with a hint for each of these numbers of coefficients, on HighBits.
void round_use_hints(struct poly *high, const struct poly *p, const uint8_t *from,
                     const uint8_t *end);

#endif
