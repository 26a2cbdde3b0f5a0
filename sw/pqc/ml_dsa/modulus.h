// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic modulo Q for a core whose multiplier gives either half of a product at once.
//
// Constants (Barrett, Shoup). For a constant b, centred, a table has b and B = 2^32 / Q * b,
// rounded. a * b / Q is a * B / 2^32 but for less than 1 / 4, and the upper half of a * B is that
// rounded down: a * b less so many Q is from -Q/4 to 5/4 Q.
//
// Variables (Montgomery). Where m is x / Q mod 2^32, x - m * Q is a multiple of 2^32, and that many
// times 2^32 is x modulo Q. The lower halves are the same, so that only the upper ones are
// subtracted.
#ifndef MODULUS_H
#define MODULUS_H

#include <stdint.h>

#include "params.h"

#define INVERSE_Q 58728449u  // 1 / Q mod 2^32

struct constant {
  int32_t value;
  int32_t quotient;  // 2^32 / Q * value
};

// Q in a register: compilers would make shifts and additions of a product with it.
static inline int32_t modulus(void) {
  int32_t q = Q;
  __asm__("" : "+r"(q));
  return q;
}

// The upper half of a product, in one instruction: compilers would make more of them if they saw a
// constant, or what becomes of the product.
static inline int32_t high(int32_t a, int32_t b) {
  __asm__("" : "+r"(b));
  int32_t product = (int32_t)((int64_t)a * b >> 32);
  __asm__("" : "+r"(product));
  return product;
}

// a * b mod Q, from -Q/4 to 5/4 Q, for any a.
static inline int32_t times(int32_t a, struct constant b) {
  uint32_t product = (uint32_t)a * (uint32_t)b.value;
  return (int32_t)(product - (uint32_t)high(a, b.quotient) * (uint32_t)modulus());
}

// x / 2^32 mod Q, at most |x| / 2^32 + Q / 2, where |x| is at most 2^31 * Q.
static inline int32_t montgomery(int64_t x) {
  int32_t m = (int32_t)((uint32_t)x * INVERSE_Q);
  return (int32_t)(x >> 32) - high(m, modulus());
}

// a mod Q, at most 3/4 Q, where |a| is less than 255 Q: Q is nearly 2^23.
static inline int32_t reduce(int32_t a) {
  return a - ((a + (1 << 22)) >> 23) * modulus();
}

// a mod Q, from 0 to Q - 1, where a is from -Q to 2 Q - 1.
static inline int32_t reduce_fully(int32_t a) {
  a -= Q;
  a += Q & a >> 31;
  return a + (Q & a >> 31);
}

#endif
