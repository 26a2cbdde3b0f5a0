/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_kangaroo.h"

/* RFC 9861, 3.2: bytes of a chunk, and the domain bytes. */
#define CHUNK 8192u
#define DOMAIN_LONE 0x07u
#define DOMAIN_LEAF 0x0bu
#define DOMAIN_NODE 0x06u

static const uint8_t first_chunk_follows[8] = {3u, 0u, 0u, 0u, 0u, 0u, 0u, 0u};
static const uint8_t leaves_end[2] = {0xffu, 0xffu};

hash_accel_status_t hash_kangaroo_init(hash_kangaroo_t *kangaroo, hash_accel_t *device,
                                       hash_accel_algorithm_t algorithm) {
  kangaroo->left = CHUNK;
  kangaroo->leaves = 0u;
  (void)hash_stream_init(&kangaroo->node, device, algorithm, DOMAIN_LONE);
  if (algorithm != HASH_ACCEL_TURBO_SHAKE128 && algorithm != HASH_ACCEL_TURBO_SHAKE256) {
    kangaroo->node.status = HASH_ACCEL_ERROR_ALGORITHM;
  }
  return kangaroo->node.status;
}

static void close_leaf(hash_kangaroo_t *kangaroo) {
  const size_t bytes = kangaroo->node.algorithm == HASH_ACCEL_TURBO_SHAKE128 ? 32u : 64u;
  const hash_accel_status_t status = hash_stream_final(&kangaroo->leaf, kangaroo->chaining, bytes);
  if (status != HASH_ACCEL_OK) {
    kangaroo->node.status = status;
  }
  (void)hash_stream_update(&kangaroo->node, kangaroo->chaining, bytes);
}

/* A chunk is full, and more bytes come. */
static void next_chunk(hash_kangaroo_t *kangaroo) {
  hash_stream_t *const node = &kangaroo->node;
  if (kangaroo->leaves == 0u) {
    node->domain = DOMAIN_NODE;
    (void)hash_stream_update(node, first_chunk_follows, sizeof first_chunk_follows);
  } else {
    close_leaf(kangaroo);
  }
  (void)hash_stream_init(&kangaroo->leaf, node->device, node->algorithm, DOMAIN_LEAF);
  kangaroo->leaves++;
  kangaroo->left = CHUNK;
}

hash_accel_status_t hash_kangaroo_update(hash_kangaroo_t *kangaroo, const void *data,
                                         size_t bytes) {
  const uint8_t *from = data;
  if (kangaroo->node.status == HASH_ACCEL_OK && kangaroo->node.ended) {
    return HASH_ACCEL_ORDER;
  }
  while (bytes != 0u && kangaroo->node.status == HASH_ACCEL_OK) {
    size_t piece;
    if (kangaroo->left == 0u) {
      next_chunk(kangaroo);
    }
    piece = bytes < kangaroo->left ? bytes : kangaroo->left;
    (void)hash_stream_update(kangaroo->leaves == 0u ? &kangaroo->node : &kangaroo->leaf, from,
                             piece);
    from += piece;
    bytes -= piece;
    kangaroo->left -= piece;
  }
  return kangaroo->node.status;
}

/* RFC 9861, 3.3: an integer's bytes, the highest first, without zeros before them, and their number. */
static size_t length_encode(uint64_t value, uint8_t *encoded) {
  size_t count = 0u;
  size_t i;
  while (count < 8u && value >> (8u * count) != 0u) {
    count++;
  }
  for (i = 0; i < count; i++) {
    encoded[i] = (uint8_t)(value >> (8u * (count - 1u - i)));
  }
  encoded[count] = (uint8_t)count;
  return count + 1u;
}

hash_accel_status_t hash_kangaroo_final(hash_kangaroo_t *kangaroo, const void *custom,
                                        size_t custom_bytes, void *output, size_t bytes) {
  hash_stream_t *const node = &kangaroo->node;
  uint8_t encoded[9];
  hash_accel_status_t status;
  (void)hash_kangaroo_update(kangaroo, custom, custom_bytes);
  status = hash_kangaroo_update(kangaroo, encoded, length_encode(custom_bytes, encoded));
  if (status != HASH_ACCEL_OK) {
    return status;
  }
  if (kangaroo->leaves != 0u) {
    close_leaf(kangaroo);
    (void)hash_stream_update(node, encoded, length_encode(kangaroo->leaves, encoded));
    (void)hash_stream_update(node, leaves_end, sizeof leaves_end);
  }
  status = hash_stream_final(node, output, bytes);
  hash_stream_clear(&kangaroo->leaf);
  hash_stream_wipe(kangaroo->chaining, sizeof kangaroo->chaining);
  return status;
}
