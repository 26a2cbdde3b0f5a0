// SPDX-License-Identifier: Apache-2.0
#include "pack.h"

#include "modulus.h"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 12")

// Eight coefficients are `bits` bytes.
INLINE void to_bytes(uint8_t *bytes, const struct poly *p, unsigned bits) {
  for (const int16_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t waiting = 0;
    unsigned count = 0;
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      uint32_t x = bits == D ? (uint32_t)reduce_fully(c[i]) : compress(c[i], bits);
      waiting |= x << count;
      count += bits;
      UNROLL
      for (; count >= 8; count -= 8) {
        *bytes++ = (uint8_t)waiting;
        waiting >>= 8;
      }
    }
  }
}

// Gives the sign of Q - 1 - x, of all coefficients x together.
INLINE uint32_t from_bytes(struct poly *p, const uint8_t *bytes, unsigned bits) {
  uint32_t signs = 0;
  for (int16_t *c = p->c; c != p->c + N; c += 8) {
    uint32_t waiting = 0;
    unsigned count = 0;
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      UNROLL
      for (; count < bits; count += 8) {
        waiting |= (uint32_t)*bytes++ << count;
      }
      uint32_t x = waiting & ((1u << bits) - 1);
      waiting >>= bits;
      count -= bits;
      signs |= Q - 1 - x;
      c[i] = (int16_t)(bits == D ? (int32_t)x : decompress(x, bits));
    }
  }
  return signs >> 31;
}

void pack(uint8_t *bytes, const struct poly *p) { to_bytes(bytes, p, D); }
uint32_t pack_undo(struct poly *p, const uint8_t *bytes) { return from_bytes(p, bytes, D); }

void pack_du(uint8_t *bytes, const struct poly *p) { to_bytes(bytes, p, DU); }
void pack_undo_du(struct poly *p, const uint8_t *bytes) { from_bytes(p, bytes, DU); }
void pack_dv(uint8_t *bytes, const struct poly *p) { to_bytes(bytes, p, DV); }
void pack_undo_dv(struct poly *p, const uint8_t *bytes) { from_bytes(p, bytes, DV); }
void pack_message(uint8_t *bytes, const struct poly *p) { to_bytes(bytes, p, 1); }
void pack_undo_message(struct poly *p, const uint8_t *bytes) { from_bytes(p, bytes, 1); }
