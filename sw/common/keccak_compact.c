// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] as FIPS 202 states it: loops over the lanes, indices modulo 5, rotation offsets
// and round constants computed where they are needed. Small and readable, not fast.
#include "keccak.h"

// A lane of a state that others see as words.
typedef uint64_t __attribute__((may_alias, aligned(4))) lane_t;

#define LANE(x, y) (lane[(x) + 5 * (y)])

// Offsets are public: timing may depend on them.
static uint64_t rotl(uint64_t a, unsigned n) {
  uint32_t low = a;
  uint32_t high = a >> 32;
  if (n & 32) {
    uint32_t swap = low;
    low = high;
    high = swap;
  }
  // A shift by 32 - n in two steps: n may be 0 modulo 32.
  unsigned left = n % 32;
  unsigned right = 31 - left;
  return (uint64_t)(high << left | low >> 1 >> right) << 32 | (low << left | high >> 1 >> right);
}

// rc(t) for the next t (FIPS 202, algorithm 5): the lowest bit of an LFSR.
static unsigned rc(unsigned *lfsr) {
  unsigned bit = *lfsr & 1;
  *lfsr = *lfsr << 1 ^ (*lfsr >> 7) * 0x171;
  return bit;
}

void keccak_permute(struct keccak *k, unsigned rounds) {
  lane_t *lane = (lane_t *)k->state;
  lane_t *plane = (lane_t *)k->work;  // cleared with the state
  unsigned lfsr = 1;

  // Fewer rounds are the last of 24.
  for (unsigned t = 7 * rounds; t != 7 * 24; t++) {
    rc(&lfsr);
  }

  do {
    // theta
    for (unsigned x = 0; x < 5; x++) {
      plane[x] = LANE(x, 0) ^ LANE(x, 1) ^ LANE(x, 2) ^ LANE(x, 3) ^ LANE(x, 4);
    }
    for (unsigned x = 0; x < 5; x++) {
      uint64_t d = plane[(x + 4) % 5] ^ rotl(plane[(x + 1) % 5], 1);
      for (unsigned y = 0; y < 5; y++) {
        LANE(x, y) ^= d;
      }
    }

    // rho and pi
    uint64_t moving = LANE(1, 0);
    unsigned x = 1;
    unsigned y = 0;
    unsigned offset = 0;
    for (unsigned t = 1; t <= 24; t++) {
      unsigned next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
      offset += t;
      uint64_t displaced = LANE(x, y);
      LANE(x, y) = rotl(moving, offset % 64);
      moving = displaced;
    }

    // chi
    for (y = 0; y < 5; y++) {
      for (x = 0; x < 7; x++) {
        plane[x] = LANE(x % 5, y);
      }
      for (x = 0; x < 5; x++) {
        LANE(x, y) = plane[x] ^ (~plane[x + 1] & plane[x + 2]);
      }
    }

    // iota: bits 0, 1, 3, 7, 15 and 31 of the low word, and bit 31 of the high one
    for (unsigned j = 0; j <= 6; j++) {
      k->state[j == 6] ^= rc(&lfsr) << ((1u << j) - 1) % 32;
    }
  } while (--rounds != 0);
}
