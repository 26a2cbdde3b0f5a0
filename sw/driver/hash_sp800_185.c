/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_sp800_185.h"

/* SP 800-185, 3.3: the bits 00 behind the message, and the first bit of padding. */
#define CSHAKE_DOMAIN 0x04u

/* An encoded integer: a byte that counts the others. */
#define MOST_ENCODED 9u

static hash_accel_algorithm_t shake(hash_strength_t strength) {
  return strength == HASH_STRENGTH_128 ? HASH_ACCEL_SHAKE128 : HASH_ACCEL_SHAKE256;
}

/* 2.3.1: an integer's bytes, the highest first, without zeros before them; at least one. */
static size_t bytes_of(uint64_t value, uint8_t *bytes) {
  size_t count = 1u;
  size_t i;
  while (count < 8u && value >> (8u * count) != 0u) {
    count++;
  }
  for (i = 0; i < count; i++) {
    bytes[i] = (uint8_t)(value >> (8u * (count - 1u - i)));
  }
  return count;
}

static hash_accel_status_t left_encode(hash_stream_t *stream, uint64_t value) {
  uint8_t encoded[MOST_ENCODED];
  const size_t count = bytes_of(value, encoded + 1);
  encoded[0] = (uint8_t)count;
  return hash_stream_update(stream, encoded, count + 1u);
}

static hash_accel_status_t right_encode(hash_stream_t *stream, uint64_t value) {
  uint8_t encoded[MOST_ENCODED];
  const size_t count = bytes_of(value, encoded);
  encoded[count] = (uint8_t)count;
  return hash_stream_update(stream, encoded, count + 1u);
}

/* 2.3.2. What is wrong stays in the stream. */
static hash_accel_status_t encode_string(hash_stream_t *stream, const void *data, size_t bytes) {
  (void)left_encode(stream, 8u * (uint64_t)bytes);
  return hash_stream_update(stream, data, bytes);
}

/* The length of the output at the end of the message, 0 for any length. */
static hash_accel_status_t final(hash_stream_t *stream, void *output, size_t bytes, bool xof) {
  (void)right_encode(stream, xof ? 0u : 8u * (uint64_t)bytes);
  return hash_stream_final(stream, output, bytes);
}

hash_accel_status_t hash_cshake_init(hash_stream_t *stream, hash_accel_t *device,
                                     hash_strength_t strength, const void *function,
                                     size_t function_bytes, const void *custom,
                                     size_t custom_bytes) {
  const bool plain = function_bytes == 0u && custom_bytes == 0u;
  (void)hash_stream_init(stream, device, shake(strength), plain ? 0u : CSHAKE_DOMAIN);
  if (plain) {
    return stream->status;
  }
  (void)left_encode(stream, stream->rate);
  (void)encode_string(stream, function, function_bytes);
  (void)encode_string(stream, custom, custom_bytes);
  return hash_stream_fill(stream);
}

hash_accel_status_t hash_kmac_init(hash_stream_t *stream, hash_accel_t *device,
                                   hash_strength_t strength, const void *key, size_t key_bytes,
                                   const void *custom, size_t custom_bytes) {
  (void)hash_cshake_init(stream, device, strength, "KMAC", 4u, custom, custom_bytes);
  (void)left_encode(stream, stream->rate);
  (void)encode_string(stream, key, key_bytes);
  return hash_stream_fill(stream);
}

hash_accel_status_t hash_kmac_final(hash_stream_t *stream, void *output, size_t bytes, bool xof) {
  return final(stream, output, bytes, xof);
}

hash_accel_status_t hash_tuple_init(hash_stream_t *stream, hash_accel_t *device,
                                    hash_strength_t strength, const void *custom,
                                    size_t custom_bytes) {
  return hash_cshake_init(stream, device, strength, "TupleHash", 9u, custom, custom_bytes);
}

hash_accel_status_t hash_tuple_add(hash_stream_t *stream, const void *data, size_t bytes) {
  return encode_string(stream, data, bytes);
}

hash_accel_status_t hash_tuple_final(hash_stream_t *stream, void *output, size_t bytes, bool xof) {
  return final(stream, output, bytes, xof);
}

hash_accel_status_t hash_parallel_init(hash_parallel_t *parallel, hash_accel_t *device,
                                       hash_strength_t strength, size_t block, const void *custom,
                                       size_t custom_bytes) {
  parallel->block = block;
  parallel->left = 0u;
  parallel->leaves = 0u;
  (void)hash_cshake_init(&parallel->node, device, strength, "ParallelHash", 12u, custom,
                         custom_bytes);
  return left_encode(&parallel->node, block);
}

/* The output of a leaf, twice the strength, goes into the node. */
static void close_leaf(hash_parallel_t *parallel) {
  const size_t bytes = parallel->node.algorithm == HASH_ACCEL_SHAKE128 ? 32u : 64u;
  const hash_accel_status_t status = hash_stream_final(&parallel->leaf, parallel->chaining, bytes);
  if (status != HASH_ACCEL_OK) {
    parallel->node.status = status;
  }
  (void)hash_stream_update(&parallel->node, parallel->chaining, bytes);
  parallel->left = 0u;
}

hash_accel_status_t hash_parallel_update(hash_parallel_t *parallel, const void *data,
                                         size_t bytes) {
  hash_stream_t *const node = &parallel->node;
  const uint8_t *from = data;
  if (node->status == HASH_ACCEL_OK && node->ended) {
    return HASH_ACCEL_ORDER;
  }
  while (bytes != 0u && node->status == HASH_ACCEL_OK) {
    size_t piece;
    if (parallel->left == 0u) {
      (void)hash_stream_init(&parallel->leaf, node->device, node->algorithm, 0u);
      parallel->left = parallel->block;
      parallel->leaves++;
    }
    piece = bytes < parallel->left ? bytes : parallel->left;
    (void)hash_stream_update(&parallel->leaf, from, piece);
    from += piece;
    bytes -= piece;
    parallel->left -= piece;
    if (parallel->left == 0u) {
      close_leaf(parallel);
    }
  }
  return node->status;
}

hash_accel_status_t hash_parallel_final(hash_parallel_t *parallel, void *output, size_t bytes,
                                        bool xof) {
  hash_accel_status_t status;
  if (parallel->node.status == HASH_ACCEL_OK && parallel->node.ended) {
    return HASH_ACCEL_ORDER;
  }
  if (parallel->left != 0u) {
    close_leaf(parallel);
  }
  (void)right_encode(&parallel->node, parallel->leaves);
  status = final(&parallel->node, output, bytes, xof);
  hash_stream_clear(&parallel->leaf);
  hash_stream_wipe(parallel->chaining, sizeof parallel->chaining);
  return status;
}
