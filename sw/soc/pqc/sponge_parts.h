/* SPDX-License-Identifier: Apache-2.0
 *
 * As sw/common/sponge_parts.h: the parts are a stream's on the accelerator. */
#ifndef SPONGE_PARTS_H
#define SPONGE_PARTS_H

#include "hash_stream.h"
#include "sponge.h"

struct sponge_parts {
  hash_stream_t stream;
};

void sponge_begin(struct sponge_parts *s, const struct sponge_params *p);

void sponge_put(struct sponge_parts *s, const uint8_t *part, size_t len);

void sponge_end(struct sponge_parts *s, uint8_t *out, size_t out_len);

#endif
