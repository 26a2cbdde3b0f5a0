// SPDX-License-Identifier: Apache-2.0
//
// Polynomials of FIPS 203: arithmetic. A coefficient is what it is modulo Q; each function says
// within which bounds.
#ifndef POLY_H
#define POLY_H

#include <stdint.h>

#include "params.h"

typedef int16_t coefficient_t;

struct poly {
  coefficient_t c[N];
};

// The number-theoretic transform (algorithm 9), in place. From at most Q to at most 4.5 Q.
void poly_ntt(struct poly *p);

// Its inverse (algorithm 10), in place. From at most 1.2 Q to at most Q / 2.
void poly_ntt_inverse(struct poly *p);

// A vector of transformed polynomials, each coefficient at most 4.5 Q, and what multiplication
// needs of it again and again: its odd coefficients times gamma (algorithm 12).
struct poly_vector {
  struct poly p[K];
  coefficient_t gamma[K][N / 2];
};

void poly_prepare(struct poly_vector *v);

// The product of transformed vectors; `a` is from 0 to 4095. From -Q/6 to Q + Q/6.
void poly_product(struct poly *p, const struct poly a[K], const struct poly_vector *v);

// *p += *a, and *p -= *a.
void poly_add(struct poly *p, const struct poly *a);
void poly_subtract(struct poly *p, const struct poly *a);

#endif
