// SPDX-License-Identifier: Apache-2.0
//
// The sponge over a message that comes in parts.
#ifndef SPONGE_PARTS_H
#define SPONGE_PARTS_H

#include "keccak.h"
#include "sponge.h"

struct sponge_parts {
  struct keccak keccak;
  keccak_word_t block[KECCAK_MAX_RATE_WORDS];
  struct sponge_params params;
  size_t filled;  // bytes of the block
};

void sponge_begin(struct sponge_parts *s, const struct sponge_params *p);

// Any length, any alignment.
void sponge_put(struct sponge_parts *s, const uint8_t *part, size_t len);

// Writes at most a block of output. What was derived from the message stays in `s`.
void sponge_end(struct sponge_parts *s, uint8_t *out, size_t out_len);

#endif
