// SPDX-License-Identifier: Apache-2.0
//
// The hash functions of SLH-DSA in the lane unit, for sw/pqc/slh_dsa/hash.h. Lanes that are zero
// are not absorbed, and a chain keeps its block in registers.
#include "hash.h"

#include "isa_lane.h"

#define INLINE static inline __attribute__((always_inline))

// One of the lanes before the padding, or the first one of that, of a block with so many lanes
// before it.
#define ABSORB(lane) \
  if ((lane) < lanes) { \
    kabs(block[2 * (lane)], block[2 * (lane) + 1], lane); \
  } else if ((lane) == lanes) { \
    kabs(0x1f, 0, lane); \
  }

INLINE void hash_block(keccak_word_t *block, unsigned lanes) {
  kclr();
  ABSORB(0)
  ABSORB(1)
  ABSORB(2)
  ABSORB(3)
  ABSORB(4)
  ABSORB(5)
  ABSORB(6)
  ABSORB(7)
  ABSORB(8)
  ABSORB(9)
  ABSORB(10)
  ABSORB(11)
  ABSORB(12)
  ABSORB(13)
  ABSORB(14)
  ABSORB(15)
  kabsp(lanes == LANES - 1 ? 0x1f : 0, 0x80000000, 16, 0);
  block[VALUE] = kget(0);
  block[VALUE + 1] = kget(1);
  block[VALUE + 2] = kget(2);
  block[VALUE + 3] = kget(3);
  if (WORDS > 4) {
    block[VALUE + 4] = kget(4);
    block[VALUE + 5] = kget(5);
  }
  if (WORDS > 6) {
    block[VALUE + 6] = kget(6);
    block[VALUE + 7] = kget(7);
  }
}

void hash_f(struct hash *h) {
  hash_block(h->block, SECOND / 2);
}

void hash_h(struct hash *h) {
  hash_block(h->block, (SECOND + WORDS) / 2);
}

void hash_chain(struct hash *h, unsigned first, unsigned steps) {
  uint32_t block[SECOND];

  for (unsigned i = 0; i < SECOND; i++) {
    block[i] = h->block[i];
  }
  block[ADDRESS + HASH] = hash_number(first);
  for (; steps != 0; steps--) {
    hash_block(block, SECOND / 2);
    block[ADDRESS + HASH] += hash_number(1);
  }
  for (unsigned i = VALUE; i < SECOND; i++) {
    h->block[i] = block[i];
  }
}
