// SPDX-License-Identifier: Apache-2.0
#include "pack.h"

#include "rounding.h"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 20")

// Eight numbers of `bits` bits each.
INLINE uint8_t *to_bytes(uint8_t *bytes, const uint32_t *x, unsigned bits) {
  uint32_t waiting = 0;
  unsigned count = 0;
  UNROLL
  for (unsigned i = 0; i < 8; i++) {
    waiting |= x[i] << count;
    UNROLL
    for (count += bits; count >= 8; count -= 8) {
      *bytes++ = (uint8_t)waiting;
      waiting >>= 8;
    }
  }
  return bytes;
}

INLINE const uint8_t *from_bytes(uint32_t *x, const uint8_t *bytes, unsigned bits) {
  uint32_t waiting = 0;
  unsigned count = 0;
  UNROLL
  for (unsigned i = 0; i < 8; i++) {
    UNROLL
    for (; count < bits; count += 8) {
      waiting |= (uint32_t)*bytes++ << count;
    }
    x[i] = waiting & ((1u << bits) - 1);
    waiting >>= bits;
    count -= bits;
  }
  return bytes;
}

// Of `top` less each coefficient.
INLINE void pack(uint8_t *bytes, const struct poly *p, int32_t top, unsigned bits) {
  for (const int32_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t x[8];
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      x[i] = (uint32_t)(top - c[i]);
    }
    bytes = to_bytes(bytes, x, bits);
  }
}

INLINE void pack_undo(struct poly *p, const uint8_t *bytes, int32_t top, unsigned bits) {
  for (int32_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t x[8];
    bytes = from_bytes(x, bytes, bits);
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      c[i] = top - (int32_t)x[i];
    }
  }
}

void pack_secret(uint8_t *bytes, const struct poly *p) { pack(bytes, p, ETA, SECRET_BITS); }

void pack_undo_secret(struct poly *p, const uint8_t *bytes) {
  pack_undo(p, bytes, ETA, SECRET_BITS);
}

void pack_z(uint8_t *bytes, const struct poly *p) { pack(bytes, p, GAMMA1, Z_BITS); }
void pack_undo_z(struct poly *p, const uint8_t *bytes) { pack_undo(p, bytes, GAMMA1, Z_BITS); }

void pack_undo_t0(struct poly *p, const uint8_t *t0) {
  pack_undo(p, t0, 1 << (D - 1), T0_BITS);
}

void pack_t(uint8_t *t1, uint8_t *t0, const struct poly *p) {
  for (const int32_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t high[8], low[8];
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      int32_t x = round_t1(c[i]);
      high[i] = (uint32_t)x;
      low[i] = (uint32_t)((1 << (D - 1)) - (c[i] - (x << D)));
    }
    t1 = to_bytes(t1, high, T1_BITS);
    t0 = to_bytes(t0, low, T0_BITS);
  }
}

void pack_undo_t1(struct poly *p, const uint8_t *t1) {
  for (int32_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t x[8];
    t1 = from_bytes(x, t1, T1_BITS);
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      c[i] = -(int32_t)(x[i] << D);
    }
  }
}

void pack_high(uint8_t *bytes, const struct poly *p) {
  for (const int32_t *c = p->c; c != p->c + N; c += 8) {
    bytes = to_bytes(bytes, (const uint32_t *)c, HIGH_BITS);
  }
}
