// SPDX-License-Identifier: Apache-2.0
//
// Polynomials of FIPS 204: arithmetic. A coefficient is what it is modulo Q; each function says
// within which bounds.
//
// Products are less by a factor of 2^32, and the inverse transform is more by it.
#ifndef POLY_H
#define POLY_H

#include <stdint.h>

#include "params.h"

typedef int32_t coefficient_t;

struct poly {
  coefficient_t c[N];
};

// The number-theoretic transform (algorithm 41), in place. From at most Q to at most 11 Q.
void poly_ntt(struct poly *p);

// Its inverse (algorithm 42) times 2^32, in place. From less than 255 Q to -Q/4 to 5/4 Q.
void poly_ntt_inverse(struct poly *p);

// *p = *a * *b / 2^32, *p += *a * *b / 2^32, and *p = (*p + *a * *b) / 2^32. From at most 11 Q;
// products at most Q, and 0.55 Q where a factor is at most Q.
void poly_multiply(struct poly *p, const struct poly *a, const struct poly *b);
void poly_multiply_add(struct poly *p, const struct poly *a, const struct poly *b);
void poly_multiply_plus(struct poly *p, const struct poly *a, const struct poly *b);

// *p += *a and *p -= *a, reduced: from 0 to Q - 1, where *p is from 0 to Q - 1 or what the inverse
// transform gives, and the other one at most ETA or that, too.
void poly_add(struct poly *p, const struct poly *a);
void poly_subtract(struct poly *p, const struct poly *a);

// What the inverse transform gives, reduced to from 0 to Q - 1, or to from -Q/2 to Q/2.
void poly_reduce(struct poly *p);
void poly_center(struct poly *p);

// 1 if a coefficient reaches the bound, upwards or downwards, 0 if none does.
uint32_t poly_reaches(const struct poly *p, int32_t bound);

#endif
