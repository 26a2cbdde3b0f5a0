// SPDX-License-Identifier: Apache-2.0
//
// Coefficients in registers, where loops are unrolled. poly.h comes before, with coefficient_t.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

INLINE void load(int32_t *x, const coefficient_t *from, unsigned count, unsigned stride) {
  UNROLL
  for (unsigned i = 0; i < count; i++) {
    x[i] = from[stride * i];
  }
}

INLINE void store(const int32_t *x, coefficient_t *to, unsigned count, unsigned stride) {
  UNROLL
  for (unsigned i = 0; i < count; i++) {
    to[stride * i] = (coefficient_t)x[i];
  }
}

#endif
