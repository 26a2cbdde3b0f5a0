// SPDX-License-Identifier: Apache-2.0
#include "hash.h"
#include "sponge.h"

static const struct sponge_params shake256 = {8 * LANES, 0x1f, 24};

void hash_t(struct hash *h, unsigned count) {
  for (unsigned i = 0; i < VALUE; i++) {
    h->values[i] = h->block[i];
  }
  sponge(&shake256, (const uint8_t *)h->values, 4 * (VALUE + count * WORDS),
         (uint8_t *)(h->block + VALUE), N);
}
