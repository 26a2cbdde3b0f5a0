// SPDX-License-Identifier: Apache-2.0
//
// The sponge of FIPS 202 over byte strings.
#ifndef SPONGE_H
#define SPONGE_H

#include <stddef.h>
#include <stdint.h>

struct sponge_params {
  uint32_t rate;    // bytes: a multiple of 8 from 72 to 192
  uint32_t domain;  // domain separation bits and the first bit of the padding: 0x06, 0x1f, ...
  uint32_t rounds;  // of the permutation: 24, or 12 (RFC 9861)
};

// Hashes `len` bytes at `msg` and writes `out_len` bytes to `out`. Any alignment, any length, zero
// included. Time depends on the lengths and alignments only, and no trace of the message is left.
// Reads whole aligned words that hold a byte of the message.
void sponge(const struct sponge_params *p, const uint8_t *msg, size_t len, uint8_t *out,
            size_t out_len);

// Copies bytes that do not overlap, of any alignment. Reads whole aligned words that hold one of them.
void sponge_copy(uint8_t *dst, const uint8_t *src, size_t len);

#endif
