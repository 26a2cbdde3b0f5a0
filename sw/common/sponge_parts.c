// SPDX-License-Identifier: Apache-2.0
#include "sponge_parts.h"

void sponge_begin(struct sponge_parts *s, const struct sponge_params *p) {
  keccak_clear(&s->keccak);
  s->params = *p;
  s->filled = 0;
}

void sponge_put(struct sponge_parts *s, const uint8_t *part, size_t len) {
  uint8_t *block = (uint8_t *)s->block;
  while (len != 0) {
    size_t room = s->params.rate - s->filled;
    size_t count = len < room ? len : room;
    sponge_copy(block + s->filled, part, count);
    part += count;
    len -= count;
    s->filled += count;
    if (s->filled == s->params.rate) {
      keccak_absorb(&s->keccak, s->block, 1, s->params.rate / 8, s->params.rounds);
      s->filled = 0;
    }
  }
}

void sponge_end(struct sponge_parts *s, uint8_t *out, size_t out_len) {
  uint8_t *block = (uint8_t *)s->block;
  block[s->filled++] = (uint8_t)s->params.domain;
  while (s->filled != s->params.rate) {
    block[s->filled++] = 0;
  }
  block[s->params.rate - 1] ^= 0x80;
  keccak_absorb(&s->keccak, s->block, 1, s->params.rate / 8, s->params.rounds);
  keccak_extract(&s->keccak, s->block, (unsigned)((out_len + 7) / 8));
  sponge_copy(out, block, out_len);
}
