// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic modulo Q for a core whose multiplier gives either half of a product at once.
//
// Constants. A product a * b by a constant b takes two multiplications and an addition. Let
// b' = b * -2^32 mod Q, centred, and B = b' / Q mod 2^32, which is what a table has for b. Then
// t = a * B mod 2^32 has t * Q = a * b' + r * 2^32, where r is a * b modulo Q and at most Q / 2:
// the upper half of t * Q, but for the borrow of a * b' where that is negative. ROUND * Q is more
// than any |a * b'|, so that adding ROUND to t takes the borrow away, and less than would make t
// overflow: |r| <= Q / 2 leaves a gap of 2^31 / Q below 2^31. (Plantard 2021 with a whole word.)
#ifndef MODULUS_H
#define MODULUS_H

#include <stdint.h>

#include "params.h"

#define ROUND        322000u
#define RECIPROCAL   1290168       // 2^32 / Q, rounded up
#define RECIPROCAL10 1321131424    // 2^42 / Q, rounded

// The upper half of a product, in one instruction: compilers would make more of them if they saw a
// constant, or what becomes of the product.
static inline int32_t high(int32_t a, int32_t b) {
  __asm__("" : "+r"(b));
  int32_t product = (int32_t)((int64_t)a * b >> 32);
  __asm__("" : "+r"(product));
  return product;
}

// a * b mod Q, from -Q/2 to Q/2, where `constant` stands for b and |a| is at most 644,000.
static inline int32_t times(int32_t a, uint32_t constant) {
  return high((int32_t)((uint32_t)a * constant + ROUND), Q);
}

// a mod Q, from -Q/6 to Q + Q/6, where |a| is less than 2^30.
static inline int32_t reduce(int32_t a) {
  return a - high(a, RECIPROCAL) * Q;
}

// a mod Q, from 0 to Q - 1, where a is from -4 * Q to 2^20.
static inline int32_t reduce_fully(int32_t a) {
  return reduce(a + 4 * Q);
}

// round(2^bits / Q * a) mod 2^bits for `bits` from 1 to 11 and |a| < 2^15, as FIPS 203 compresses.
// The product has one more bit, and an error of less than 1 / Q, the least distance of 2^11 / Q * a
// from an integer that it is not.
static inline uint32_t compress(int32_t a, unsigned bits) {
  int32_t twice = bits == 11 ? high(a * 4, RECIPROCAL10)
                             : high(a * 2, RECIPROCAL10) >> (10 - bits);
  return (uint32_t)(twice + 1) >> 1 & ((1u << bits) - 1);
}

// round(Q / 2^bits * a)
static inline int32_t decompress(uint32_t a, unsigned bits) {
  return (int32_t)((a * Q + (1u << (bits - 1))) >> bits);
}

#endif
